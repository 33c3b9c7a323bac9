"""`spotter replay GAME` in its window: moves as arrows, dice, keys, buttons, recorded pictures."""

import json
import time

import pygame
import pytest

from overlay.marks.marks import Arrow, Label
from rules.omog.events import Moved
from spotter.files.recording import Recorder, begin_recording
from spotter.files.table_files import read_setup
from spotter.files.table_folder import TableFiles
from spotter.game.journal import Journal, read_journal
from spotter.game.live_game import begun
from spotter.live.battle_pictures import aligned, pictures_of
from spotter.live.battle_window import BattleWindow
from spotter.report.battle import battle_of
from spotter.report.phase_drawing import moment_marks
from table.places import TablePoint
from table.scene import Scene, Soldier
from tests.spotter.live.desk_driver import check_layout
from tests.spotter.plain_desk import DESK_AT_FIRST, picture_of, write_setup
from tests.spotter.report.a_game import write_game
from tests.spotter.running import PATIENCE_S


@pytest.fixture(autouse=True)
def nothing_pressed():
    """No key is left over from another test."""
    pygame.display.init()
    pygame.event.clear()


class Viewer:
    """Somebody who watches a battle."""

    def __init__(self, shown) -> None:
        self.shown = shown
        shown.window.tick = lambda: 0.0
        shown.step()

    @property
    def desk(self):
        """What stands around the table."""
        return self.shown.window.desk

    def press(self, name) -> None:
        """A key goes down."""
        key = pygame.key.key_code(name)
        text = name if len(name) == 1 else ""
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=text))
        self._look()

    def click(self, rect) -> None:
        """The mouse goes down and up in a rectangle."""
        at = (int(rect[0] + 6), int((rect[1] + rect[3]) / 2))
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=at, button=1))
        self._look()

    def _look(self) -> None:
        self.shown.step()
        self.shown.step()
        check_layout(self.desk, self.shown.window._screen.size)


@pytest.fixture
def viewer(tmp_path):
    """The short game, stopped at its beginning."""
    write_game(tmp_path)
    battle = battle_of(read_journal(tmp_path / "journal.jsonl"), "journal")
    shown = BattleWindow(battle, speed=0)
    yield Viewer(shown)
    shown.close()


def test_every_moment_shows_what_was_done(viewer):
    """Through the whole battle: the verdict, the dice of the journal, arrows of moves and shots."""
    telling = viewer.shown.telling
    arrows = []
    while not viewer.shown.telling.is_over:
        viewer.press("right")
        telling = viewer.shown.telling
        hud = viewer.shown.window.state.hud
        thrown = [str(one.number) for one in telling.moment.thrown]
        assert [die.number for die in viewer.desk.dice] == thrown
        assert hud.verdict
        assert hud.verdict.split()[0] in " ".join(line.words for line in viewer.desk.lines)
        arrows.append(sum(isinstance(mark, Arrow) for mark in hud.marks))
    words = [moment.word for moment in telling.battle.moments]
    for word, count in zip(words, arrows, strict=True):
        assert (count > 0) == (word in {"moved", "fired"}), (word, count)


def test_back_is_the_same_table(viewer):
    """What a step back shows is what was there before the step on."""
    scene = viewer.shown.window.state.scene
    viewer.press("right")
    assert viewer.shown.window.state.scene != scene
    viewer.press("left")
    assert viewer.shown.window.state.scene == scene


def test_buttons_do_what_keys_do_and_the_log_jumps(viewer):
    """A click on On, on a line of the log, on Quit."""
    buttons = {button.key: button for button in viewer.desk.buttons}
    assert set(buttons) >= {"space", "left", "right", "pageup", "pagedown", "home", "end", "q"}
    viewer.click(buttons["right"].rect)
    assert viewer.shown.telling.at == 1
    rect, number = viewer.desk.log_rows[-1]
    viewer.click(rect)
    assert viewer.shown.telling.at == number
    viewer.click(buttons["q"].rect)
    assert not viewer.shown.open


def test_a_game_played_by_itself_reaches_its_end(tmp_path):
    """At a high speed the frames alone tell it all."""
    write_game(tmp_path)
    battle = battle_of(read_journal(tmp_path / "journal.jsonl"), "journal")
    shown = BattleWindow(battle, speed=1e6)
    shown.window.tick = lambda: 0.0
    for _ in range(4 * len(battle.moments)):
        shown.step()
    shown.close()
    assert shown.telling.is_over
    assert not shown.telling.playing


def recording(folder):
    """A recorded game of two moves on the plain desk."""
    write_setup(folder)
    begin_recording(folder / "rec", TableFiles(folder / "table.toml", folder / "army.toml"))
    desks = [
        DESK_AT_FIRST,
        DESK_AT_FIRST.moved("R01", 6.0, 4.0),
        DESK_AT_FIRST.moved("R01", 6.0, 4.0).moved("R02", 5.0, 7.0),
    ]
    recorder = Recorder(folder / "rec")
    scenes = [scene_of(desk) for desk in desks]
    with Journal(folder / "rec" / "journal.jsonl", print) as journal:
        live = begun(journal, "omog-advanced", scenes[0], ("red", "blue"), {})
        recorder.remember(picture_of(desks[0]), scenes[0], hand=False, at_s=0.0, events=0)
        for number, (name, path) in enumerate(
            [
                ("R01", (TablePoint(4.0, 4.0), TablePoint(6.0, 4.0))),
                ("R02", (TablePoint(4.0, 7.0), TablePoint(5.0, 7.0))),
            ],
            start=1,
        ):
            live.happen(Moved(soldier=name, path=path), 1.0)
            picture, scene = picture_of(desks[number]), scenes[number]
            recorder.remember(picture, scene, hand=False, at_s=float(number), events=number)
    return folder / "rec"


def scene_of(desk):
    men = tuple(
        Soldier(name, "red" if name[0] == "R" else "blue", man.x, man.y, ("rifle",))
        for name, man in desk.men.items()
    )
    return Scene(22.0, 14.0, men)


def test_recorded_pictures_lie_under_their_moments(tmp_path):
    """By the events they were taken after; older recordings by where the men stand."""
    folder = recording(tmp_path)
    battle = battle_of(read_journal(folder / "journal.jsonl"), "journal")
    names = ["000001.jpg", "000002.jpg", "000003.jpg"]

    assert [path.name for path in pictures_of(folder, battle)] == names
    for path in folder.glob("0*.json"):
        facts = json.loads(path.read_text())
        del facts["events"]
        path.write_text(json.dumps(facts))
    assert [path.name for path in pictures_of(folder, battle)] == names
    games = (battle.first, *(moment.after for moment in battle.moments))
    scenes = [games[0].scene, games[0].scene, games[2].scene]
    assert aligned(games, scenes)[2] == 2

    setup = read_setup(TableFiles(folder / "table.toml", folder / "army.toml"))
    shown = BattleWindow(battle, setup.army, pictures_of(folder, battle), setup, speed=0)
    viewer = Viewer(shown)
    until_s = time.monotonic() + PATIENCE_S
    while shown.window._live is None:
        assert time.monotonic() < until_s, "the recorded picture never came"
        shown.step()
        pygame.time.wait(10)
    viewer.press("v")
    assert shown.window._live is None
    shown.close()


def test_the_help_lists_what_a_replay_does(viewer):
    """H names the telling's own keys, and none that would do something in the game."""
    viewer.press("h")
    words = {line.words for line in viewer.desk.lines}

    assert {"one deed back or on", "one phase back or on", "one turn back or on"} <= words
    assert not any("end this phase" in said or "program throws" in said for said in words)


def test_who_fell_is_named_once(viewer):
    """Over the picture his name stands beside him already; on the plan the star covers it."""
    moments = viewer.shown.telling.battle.moments
    falls = [moment for moment in moments if moment.fallen]

    assert falls
    for moment in falls:
        scene, fell = moment.after.scene, {loss.id for loss in moment.fallen}
        for on_picture in (True, False):
            marks = moment_marks(moment, scene, on_picture=on_picture)
            told = {f"{name} falls" for name in fell}
            named = {one.text for one in marks if isinstance(one, Label)} & told
            assert named == (set() if on_picture else told)
