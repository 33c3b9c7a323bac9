"""The real program with its window on a screen that is none, driven by real keys and clicks."""

import threading
import time

import numpy as np
import pygame
import pytest

from overlay.paint_window import window_view
from spotter.cli import main
from spotter.journal import read_journal
from table.scene import Scene
from tests.spotter.faulty_camera import faulty_camera
from tests.spotter.plain_desk import DESK_AT_FIRST, write_setup

PATIENCE_S = 60.0
KEYS = {"e": pygame.K_e, "return": pygame.K_RETURN, "q": pygame.K_q, "z": pygame.K_z}


@pytest.fixture(autouse=True)
def no_screen(monkeypatch):
    """A screen that nobody sees."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")


class Player(threading.Thread):
    """Somebody at the keyboard: does one thing after the other, each once the last was done."""

    def __init__(self, journal, script) -> None:
        super().__init__(daemon=True)
        self._journal = journal
        self._script = script
        self.failed: BaseException | None = None
        self.done = threading.Event()

    def run(self) -> None:
        """Play, then quit whatever happened."""
        try:
            self._script(self)
        except BaseException as problem:  # noqa: BLE001 - told by the test
            self.failed = problem
        while not self.done.wait(0.5):
            self.press("q")

    def press(self, key, *, ctrl=False, text="") -> None:
        """A key goes down."""
        while not pygame.display.get_init():
            time.sleep(0.05)
        code = KEYS.get(key) or pygame.key.key_code(key)
        mod = pygame.KMOD_CTRL if ctrl else 0
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=text))

    def click(self, x, y, button=1) -> None:
        """The mouse goes down and up at a place of the table."""
        view = window_view(Scene(22.0, 14.0), (1280, 860))
        at = tuple(int(v) for v in view.px_from_table(np.array([(x, y)]))[0])
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=at, button=button))

    def wait_for(self, *words) -> None:
        """Until the journal's last lines are these."""
        until_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < until_s:
            if self._journal.exists() and self._told()[-len(words) :] == list(words):
                return
            time.sleep(0.05)
        pytest.fail(f"the journal never told {words}: {self._told()}")

    def _told(self):
        if not self._journal.exists():
            return []
        lines = read_journal(self._journal)
        return [
            next(iter(line)) if "event" not in line else line["event"]["event"] for line in lines
        ]


def test_a_game_by_camera_keys_and_mouse(tmp_path):
    """Begin, a move by hand, a black camera, a shot with a typed throw, undo, a picture, quit."""
    write_setup(tmp_path)
    journal = tmp_path / "game/journal.jsonl"
    with faulty_camera(DESK_AT_FIRST) as camera:

        def script(player):
            until_s = time.monotonic() + PATIENCE_S
            while not journal.exists() or not read_journal(journal):
                assert time.monotonic() < until_s, "the game never began"
                player.press("e")
                time.sleep(0.3)
            camera.fault = "black"
            time.sleep(1.5)
            camera.fault = None
            camera.desk = DESK_AT_FIRST.moved("R01", 6.0, 4.0)
            player.wait_for("moved")
            player.press("e")
            player.press("e")
            player.wait_for("moved", "next", "next")
            player.click(6.0, 4.0)
            player.click(16.0, 4.0)
            player.press("1", text="1")
            player.press("return")
            player.wait_for("next", "fired")
            player.press("z", ctrl=True)
            player.wait_for("fired", "undo")
            player.press("f12")
            time.sleep(1.0)

        player = Player(journal, script)
        player.start()
        files = ["--table", tmp_path / "table.toml", "--army", tmp_path / "army.toml"]
        how = ["--rules", "omog-advanced", "--game", tmp_path / "game", "--camera", camera.url]
        code = main(["play", *map(str, [*files, *how])])
        player.done.set()
        player.join(10)

    assert player.failed is None, player.failed
    assert code == 0
    fired = next(e["event"] for e in read_journal(journal) if e.get("event", {}).get("shooter"))
    assert (fired["shooter"], fired["target"], fired["roll"]) == ("R01", "B01", 1)
    assert pygame.image.load(tmp_path / "game/spotter-001.png").get_size() == (1280, 860)
