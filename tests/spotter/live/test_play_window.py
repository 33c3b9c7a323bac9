"""The real program with its window on a screen that is none, driven by real keys and clicks."""

import threading
import time
from types import SimpleNamespace

import numpy as np
import pygame
import pytest

from overlay.marks.marks import Code
from overlay.window.desk import desk_of
from overlay.window.hud import Hud
from overlay.window.paint_window import shown_wh, window_view
from overlay.window.window_commands import JoinCode
from rules.book.shelf import book_named
from spotter.camera.live_camera import Taken
from spotter.cli import main
from spotter.files.table_files import read_setup
from spotter.files.table_folder import TableFiles
from spotter.game.journal import read_journal
from spotter.live.observations import ObservationFeed
from spotter.live.play_table import PlayTable
from spotter.live.play_window import PlayWindow
from spotter.live.vision_thread import UnderstoodPicture
from table.scene import Scene
from tests.spotter.faulty_camera import faulty_camera
from tests.spotter.plain_desk import DESK_AT_FIRST, write_setup
from tests.spotter.running import PATIENCE_S

BLACK_PICTURES = 12
KEYS = {"e": pygame.K_e, "return": pygame.K_RETURN, "q": pygame.K_q, "z": pygame.K_z}


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
            self.press("y")  # the evening ends only after a question

    def press(self, key, *, ctrl=False, text="") -> None:
        """A key goes down."""
        while not pygame.display.get_init():
            time.sleep(0.05)
        code = KEYS.get(key) or pygame.key.key_code(key)
        mod = pygame.KMOD_CTRL if ctrl else 0
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=text))

    def click(self, x, y, button=1) -> None:
        """The mouse goes down and up at a place of the table."""
        desk, size = Scene(22.0, 14.0), (1280, 860)
        view = window_view(desk, desk_of(size, Hud(), table_wh=shown_wh(desk)).table, size)
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


@pytest.fixture
def table_seen(monkeypatch):
    """Set when the program has seen the table: from then on one press begins the game."""
    seen, see = threading.Event(), PlayTable.see

    def watched(table, observation):
        see(table, observation)
        if table.belief is not None:
            seen.set()

    monkeypatch.setattr(PlayTable, "see", watched)
    return seen


def test_a_game_by_camera_keys_and_mouse(tmp_path, table_seen):
    """Begin, a move by hand, a black camera, a shot with a typed throw, undo, a picture, quit."""
    write_setup(tmp_path)
    journal = tmp_path / "game/journal.jsonl"
    with faulty_camera(DESK_AT_FIRST) as camera:

        def script(player):
            assert table_seen.wait(PATIENCE_S), "the table was never seen"
            player.press("e")
            player.wait_for("begin")
            camera.fault = "black"
            shown = camera.shown
            while camera.shown < shown + BLACK_PICTURES:
                time.sleep(0.05)
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
            until_s = time.monotonic() + PATIENCE_S
            while not list(journal.parent.glob("*.png")):
                assert time.monotonic() < until_s, "the picture was never saved"
                time.sleep(0.05)

        player = Player(journal, script)
        player.start()
        files = ["--table", tmp_path / "table.toml", "--army", tmp_path / "army.toml"]
        how = ["--rules", "omog-advanced", "--game", tmp_path / "game", "--camera", camera.url]
        code = main(["play", *map(str, [*files, *how])])
        player.done.set()
        player.join(PATIENCE_S)

    assert player.failed is None, player.failed
    assert code == 0
    fired = next(e["event"] for e in read_journal(journal) if e.get("event", {}).get("shooter"))
    assert (fired["shooter"], fired["target"], fired["roll"]) == ("R01", "B01", 1)
    assert pygame.image.load(tmp_path / "game/spotter-001.png").get_size() == (1280, 860)


def test_the_camera_shows_before_the_table_is_found(tmp_path):
    """A picture without corner markers is in the window, so that players see what is missing."""
    write_setup(tmp_path)
    setup = read_setup(TableFiles(tmp_path / "table.toml", tmp_path / "army.toml"))
    bare = np.full((720, 1280, 3), (40, 90, 200), np.uint8)
    seen = UnderstoodPicture(1, Taken(bare, 0.0, 0, "picture 0"), None, "no corner markers")
    window = PlayWindow(
        ObservationFeed(
            PlayTable(setup.army, lambda *_: pytest.fail("nothing to begin with")), None
        ),
        book_named("omog-advanced"),
        setup,
    )
    try:
        window.step(SimpleNamespace(newest=lambda: seen))
        painted = pygame.surfarray.array3d(window.window.paint(wait=True))
    finally:
        window.close()

    assert (painted == (200, 90, 40)).all(axis=2).mean() > 0.3


class PageThere:
    """A page that nobody serves."""

    def join_code(self):
        """Some code."""
        return ((True, False), (False, True))

    def step(self, now_s, picture=None):
        """Nothing is wished."""


@pytest.mark.parametrize("page", [None, PageThere()], ids=["no page", "a page"])
def test_j_shows_how_a_phone_joins(tmp_path, page):
    """Pressed again it is gone; without a page it is said how to get one."""
    write_setup(tmp_path)
    setup = read_setup(TableFiles(tmp_path / "table.toml", tmp_path / "army.toml"))
    table = PlayTable(setup.army, lambda *_: pytest.fail("nothing to begin with"))
    vision_thread = SimpleNamespace(newest=lambda: UnderstoodPicture(1, None, None, "no picture"))
    window = PlayWindow(ObservationFeed(table, None), book_named("omog-advanced"), setup, page=page)
    try:
        shown = []
        for _ in range(2):
            window._do(JoinCode(), vision_thread)
            window.step(vision_thread)
            shown.append(any(isinstance(mark, Code) for mark in window.window.state.hud.marks))
    finally:
        window.close()

    assert shown == [page is not None, False]
    assert ("--serve" in table.message) == (page is None)
