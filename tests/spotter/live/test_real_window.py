"""The real program in a real window on a virtual screen, with real mouse and keyboard."""

import time
from contextlib import contextmanager

import numpy as np
import pygame
import pytest

from overlay.window.desk import desk_of
from overlay.window.hud import Hud
from overlay.window.paint_window import shown_wh, window_view
from spotter.game.journal import read_journal
from table.scene import Scene
from tests.spotter.faulty_camera import faulty_camera
from tests.spotter.live.virtual_screen import PATIENCE_S, needs_virtual_screen, virtual_screen
from tests.spotter.plain_desk import DESK_AT_FIRST, write_setup
from tests.spotter.report.a_game import write_game
from tests.spotter.running import running

pytestmark = pytest.mark.slow
DESK = Scene(DESK_AT_FIRST.width, DESK_AT_FIRST.height)
AGAIN_S = 15.0  # a click that nothing came of for so long was lost


class Table:
    """The program's window as somebody in front of the screen uses it."""

    def __init__(self, screen, journal) -> None:
        self.screen, self.journal = screen, journal
        self.left, self.top, *self.size = screen.window()

    def button(self, words: str) -> None:
        """A click on a button of a game being played."""
        hud = Hud() if words == "Begin" else Hud(turn=1)
        found = desk_of(tuple(self.size), hud, table_wh=shown_wh(DESK)).buttons
        left, top, right, bottom = next(b.rect for b in found if b.words.startswith(words))
        self.screen.click(self.left + (left + right) / 2, self.top + (top + bottom) / 2)

    def place(self, x: float, y: float) -> None:
        """A click on a place of the plain desk's table."""
        size = tuple(self.size)
        frame = desk_of(size, Hud(), table_wh=shown_wh(DESK)).table
        view = window_view(DESK, frame, size)
        px = view.px_from_table(np.array([(x, y)]))[0]
        self.screen.click(self.left + px[0], self.top + px[1])

    def told(self):
        """The journal's events so far, an undo and the beginning too."""
        lines = read_journal(self.journal) if self.journal.exists() else []
        return [line["event"]["event"] if "event" in line else next(iter(line)) for line in lines]

    def until(self, *words, doing=None) -> None:
        """Until the journal's last lines are these.

        `doing` is tried again where nothing came of it for long: a window that is not ready yet
        loses a click, a slow one must not get two.
        """
        until_s = time.monotonic() + PATIENCE_S
        again_s = 0.0
        while time.monotonic() < until_s:
            if self.told()[-len(words) :] == list(words):
                return
            if doing is not None and time.monotonic() >= again_s:
                doing()
                again_s = time.monotonic() + AGAIN_S
            time.sleep(0.1)
        pytest.fail(f"the journal never told {words}: {self.told()}")


@contextmanager
def playing(folder, size_wh):
    """The program on a virtual screen over a camera that shows the plain desk."""
    needs_virtual_screen()
    write_setup(folder)
    with virtual_screen(size_wh) as screen, faulty_camera(DESK_AT_FIRST) as camera:
        how = ["--rules", "omog-advanced", "--camera", camera.url]
        with running("play", folder, *how, **screen.env) as program:
            yield program, Table(screen, folder / "game" / "journal.jsonl"), camera


@pytest.mark.parametrize("size_wh", [(1280, 720), (1920, 1080)])
def test_a_turn_by_mouse_and_keyboard(tmp_path, size_wh):
    """Begin, move, end phases by buttons, shoot with a typed die, look back, undo, quit by word."""
    with playing(tmp_path, size_wh) as (program, table, camera):
        table.until("begin", doing=lambda: table.button("Begin"))
        camera.desk = DESK_AT_FIRST.moved("R01", 6.0, 4.0)
        table.until("moved")
        table.button("End phase")
        table.until("moved", "next")
        table.button("End phase")
        table.until("next", "next")
        table.place(6.0, 4.0)
        table.place(16.0, 4.0)
        table.screen.key("6")
        table.button("Throw for me")
        table.until("next", "fired")
        assert read_journal(table.journal)[-1]["event"]["roll"] == 6
        table.screen.key("F12")
        until_s = time.monotonic() + PATIENCE_S
        while not (saved := list(table.journal.parent.glob("*.png"))):
            assert time.monotonic() < until_s, "the picture was never saved"
            time.sleep(0.1)
        table.screen.key("q", "n")  # quitting asks, and no is no
        assert program.process.poll() is None
        table.button("Undo")
        table.until("fired", "undo")
        table.screen.key("q", "y")
        assert program.end(PATIENCE_S) == 0, program.said
        assert program.said.endswith("turn 1, fire; spotter play goes on with it")
    assert pygame.image.load(saved[0]).get_size() == tuple(table.size)


def test_a_battle_is_told_again_by_mouse_and_keyboard(tmp_path):
    """`spotter replay` in its own window: on, back, to the end, to a turn, and away at once."""
    write_game(tmp_path / "game")
    how = ("replay", tmp_path / "game", "--speed", "0")
    with virtual_screen((1280, 720)) as screen, running(*how, **screen.env) as program:
        left, top, *size = screen.window()
        screen.click(left + size[0] / 3, top + size[1] / 2)  # the table: takes the keyboard
        screen.key("Right", "Right", "Left", "End", "2", "Return", "plus", "space")
        assert program.process.poll() is None, program.said
        screen.key("q")
        assert program.end(PATIENCE_S) == 0, program.said


def test_of_several_games_one_is_clicked(tmp_path):
    """The list comes up in the window; the second game's button goes on with that game."""
    needs_virtual_screen()
    write_setup(tmp_path)
    for name in ("game", "game-2"):
        write_game(tmp_path / name)
    with virtual_screen((1280, 720)) as screen, faulty_camera(DESK_AT_FIRST) as camera:
        how = ["--rules", "omog-advanced", "--camera", camera.url]
        with running("play", tmp_path, *how, **screen.env) as program:
            screen.window()
            screen.key("2")
            program.wait_for("it goes on (--new begins another)")
            until_s = time.monotonic() + PATIENCE_S
            # The window is made anew for the game and loses what is pressed meanwhile.
            while program.process.poll() is None and time.monotonic() < until_s:
                screen.key("q", "y")
            assert program.end(PATIENCE_S) == 0, program.said
