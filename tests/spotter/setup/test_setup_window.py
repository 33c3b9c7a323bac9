"""`spotter setup` in its window: keys and clicks, the camera's picture beside the words."""

import os
import sys
import time

import cv2
import numpy as np
import pytest

from overlay.paint.words_surface import words_surface
from overlay.window.paint_setup import CAPITAL_PX, SetupView, ending, paint_setup, wrapped
from rules.book.shelf import NAMES, book_named
from spotter.cli import main
from spotter.setup.steps.order import walk
from spotter.setup.steps.table_step import watched_table
from spotter.setup.table_setup import TableSetup
from spotter.setup.talk import PictureNote, StopSetup
from spotter.setup.window_talk import WindowTalk
from table.table_file import read_table
from tests.spotter.setup.pressed import PressingDesk
from tests.spotter.setup.webcam import LAID, THINGS

pygame = pytest.importorskip("pygame")


def set_up(folder, webcam, answers, made=None):
    """Walk through the set-up in a window; the window with what it showed."""
    table = TableSetup(folder, main, str(webcam.folder))
    desk = PressingDesk(answers)
    if made is not None:
        made.append(desk)
    talk = WindowTalk(table, desk)
    try:
        walk(table, talk)
    finally:
        table.let_go()
        talk.close()
    return desk


class Sizing:
    """Types the plain desk's size and takes the rest as it is usual; then answers otherwise."""

    def __init__(self, then):
        self._then, self._first = then, iter([("click", "size of the play area: 36 x 24 in"), ""])

    def __call__(self, question):
        """What he types or clicks."""
        if "changes one" in question:
            return next(self._first)
        return "22x14" if "size (like" in question else self._then(question)


def test_the_whole_way(tmp_path, webcam):
    """Typed or clicked, the same files are made; what is asked of a thing is marked on it."""

    def answers(question):
        if "when all lie there" in question:
            webcam.shows(THINGS)()
        if "when all stand there" in question:
            webcam.shows(LAID)()
        if "another guess" in question and desks[0].options[0].startswith("something"):
            return "1 napkin"
        return ""

    desks = []
    desk = set_up(tmp_path / "desk", webcam, Sizing(answers), made=desks)

    spec = read_table(tmp_path / "desk" / "table.toml")
    assert (spec.width, [thing.kind for thing in spec.things]) == (22.0, ["napkin"])
    asked = [view for view in desk.shown if "another guess" in view.question]
    assert len(asked) == 2
    assert [name for view in desk.painted for name, _ in view.rings][-1] == "1 napkin"
    assert (tmp_path / "desk" / "calibration.json").exists()


def test_outlines_stand_in_the_picture_they_were_found_in(tmp_path, webcam):
    """And not over what the camera sees by the time the player looks at them."""
    table, desk = (
        TableSetup(tmp_path / "desk", main, str(webcam.folder)),
        PressingDesk(lambda _: ""),
    )
    talk = WindowTalk(table, desk)
    own = np.zeros((90, 160, 3), np.uint8)
    ring = np.array([(10.0, 10.0), (50.0, 10.0), (50.0, 40.0)])
    try:
        table.camera.picture()
        talk.ask("right?", watch=lambda _: PictureNote(rings=(("1 mug", ring),), picture=own))
    finally:
        table.let_go()
        talk.close()

    outlined = [view.picture for view in desk.painted if view.rings]
    assert outlined
    assert all(picture is own for picture in outlined)


def test_what_is_wrong_is_said_over_the_picture(tmp_path, webcam):
    """While markers are laid the picture says what is in the way, and turns good by itself."""
    stopping = Sizing(lambda _question: ("click", "stop"))
    with pytest.raises(StopSetup):
        set_up(tmp_path / "desk", webcam, stopping)
    webcam.shows(LAID)()
    glance = watched_table(TableSetup(tmp_path / "desk", main, str(webcam.folder)))
    empty, laid = (cv2.imread(str(webcam.folder / f"{i}.png")) for i in (1, 2))

    assert "the table is not empty" in glance(laid).lines[0]
    assert not glance(laid).good
    assert len(glance(laid).rings) >= 1
    assert glance(empty).good
    assert glance(empty).rings == ()
    assert len(glance(empty).dots) == 16


def test_the_players_word_is_a_button(tmp_path, webcam):
    """Where something seems to lie on the bare table, a click says that nothing does."""
    webcam.shows(LAID)()

    def answers(question):
        if "clear it" in question:
            return ("click", "nothing else lies there: take it as empty")
        return ("click", "stop") if "when all lie there" in question else ""

    with pytest.raises(StopSetup):
        set_up(tmp_path / "desk", webcam, Sizing(answers))

    assert (tmp_path / "desk" / "empty.jpg").exists()
    assert (tmp_path / "desk" / "calibration.json").exists()


def test_stop_ends_it_and_nothing_is_lost(tmp_path, webcam):
    """Escape is the word stop: the size that was typed is there for the next time."""
    stopping = Sizing(lambda _question: ("click", "stop"))
    with pytest.raises(StopSetup):
        set_up(tmp_path / "desk", webcam, stopping)

    assert read_table(tmp_path / "desk" / "table.toml").height == 14.0


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (900, 600), (640, 400)])
def test_buttons_have_room_at_any_size(size):
    """No button lies over another or beyond the panel, whatever the window's size."""
    pygame.display.init()
    options = tuple(f"option {n} of some length" for n in range(8))
    steps = tuple((f"step {n}", "later") for n in range(9))
    view = SetupView(steps, ("told " * 60,) * 3, "question " * 9, options, options[0])
    buttons = paint_setup(pygame.Surface(size), view)

    assert [button.text for button in buttons[:8]] == list(options)
    for i, button in enumerate(buttons):
        assert button.box.left >= 0
        assert button.box.right <= size[0] * 0.4 + 1
        if size[1] >= 600:
            assert button.box.bottom <= size[1]
            assert not any(button.box.colliderect(other.box) for other in buttons[:i])


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (900, 600)])
def test_options_are_written_whole(size):
    """Every book's sample armies can be read to the end, each within its own button."""
    pygame.display.init()
    samples = [s for name in NAMES for s in book_named(name).rows.samples]
    longest = sorted((f"{s.name}: {s.men}" for s in samples), key=len)[-3:]
    view = SetupView((), (), "army", (*longest, "paste a table (CSV)"), longest[0])
    buttons = paint_setup(pygame.Surface(size), view)

    for number, (option, button) in enumerate(zip(view.options, buttons, strict=False), 1):
        assert " ".join(button.lines) == f"{number} {option}"
        for line in button.lines:
            assert words_surface(line, CAPITAL_PX, (0, 0, 0))[0].get_width() <= button.box.width
        assert button.box.right <= size[0] * 0.4 + 1


def test_what_is_typed_last_is_seen():
    """A line longer than its field shows its end, and a long word of what is said is all there."""
    assert ending("a" * 400 + "end|", 200).endswith("aend|")
    assert "".join(wrapped("/home/" + "long" * 60, 200)) == "/home/" + "long" * 60


def test_waiting_is_shown(tmp_path, webcam):
    """An answered question goes at once: what is shown then says that the program works."""
    table = TableSetup(tmp_path / "desk", main, str(webcam.folder))
    desk = PressingDesk(lambda _question: "")
    talk = WindowTalk(table, desk)
    try:
        assert talk.ask("what is it", ("mug", "book"), default="mug") == "mug"
        after = desk.painted[-1]
    finally:
        table.let_go()
        talk.close()

    assert (after.asks, after.question, after.options, after.default) == (False, "", (), "")
    assert any(view.asks and view.question == "what is it" for view in desk.painted)


@pytest.mark.skipif(sys.platform != "linux", reason="another system opens files otherwise")
def test_the_kit_is_named_and_opened(tmp_path, webcam, monkeypatch):
    """The window says where the kit is and which pages begin; a click opens it."""
    opener, opened = tmp_path / "bin" / "xdg-open", tmp_path / "opened"
    opener.parent.mkdir()
    opener.write_text(f'#!/bin/sh\nprintf %s "$1" > {opened}\n')
    opener.chmod(0o755)
    monkeypatch.setenv("PATH", str(opener.parent), prepend=os.pathsep)
    clicks = iter([("click", "open the PDF")])

    def answers(question):
        if "when only the markers" in question:
            raise StopSetup
        return next(clicks, "") if "bar at the foot" in question else ""

    made = []
    with pytest.raises(StopSetup):
        set_up(tmp_path / "table", webcam, Sizing(answers), made)
    told = made[0].told
    for _ in range(100):
        if opened.exists() and opened.read_text():
            break
        time.sleep(0.05)

    assert any("kit.pdf: " in line and "Pages 2 and 3 are enough to begin" in line for line in told)
    assert opened.read_text() == str(tmp_path / "table" / "kit.pdf")


def test_all_steps_of_a_question_are_now(tmp_path, webcam):
    """Where one question is about several steps, all of them are marked."""

    def answers(question):
        if "changes one" in question:
            raise StopSetup
        return ""

    made = []
    with pytest.raises(StopSetup):
        set_up(tmp_path / "table", webcam, answers, made)
    now = [title for title, state in made[0].shown[-1].steps if state == "now"]

    assert now == ["size of the play area", "rulebook", "army", "lens"]


def test_why_no_lens_was_measured(tmp_path, webcam):
    """What the measuring complains of stands in the window, where the player looks."""
    lens = "lens: left out (what stands tall is then placed a little less exactly)"
    first = iter([("click", lens), ""])

    def answers(question):
        if "changes one" in question:
            return next(first, "")
        if question == "the camera's lens":
            return "2"
        if "try again" in question:
            raise StopSetup
        return ""

    made = []
    with pytest.raises(StopSetup):
        set_up(tmp_path / "table", webcam, answers, made)

    assert any("good views of the board; it takes 4 at least" in line for line in made[0].told)
