"""A game under a projector's light: no phantoms, moves are seen, a pulled cable ends nothing."""

import time

import cv2
import numpy as np
import pytest

from overlay.projector.projector_window import ProjectorWindow
from rules.book.shelf import book_named
from spotter.camera.live_camera import Taken
from spotter.files.table_files import read_setup
from spotter.files.table_folder import TableFiles
from spotter.game.deeds import NextStep
from spotter.game.journal import Journal
from spotter.game.live_game import begun
from spotter.live.observations import ObservationFeed
from spotter.live.play_table import PlayTable
from spotter.live.play_window import PlayWindow
from spotter.live.projector_light import ProjectorLight
from spotter.live.vision_thread import VisionThread
from tests.spotter.askew import projector_map
from tests.spotter.plain_desk import DESK_AT_FIRST, EDGE_IN, PX_PER_IN, picture_of, write_setup

PATIENCE_S = 40.0
STRENGTH = 0.6  # of full light that a white pixel adds to white paper


class LitDesk:
    """A camera over a desk on which a projector's window shines."""

    name, live = "desk", False

    def __init__(self) -> None:
        self.desk = DESK_AT_FIRST
        self.window = None
        self.closed = False

    def __iter__(self):
        number = 0
        while not self.closed:
            yield Taken(self.taken(number), time.monotonic(), number, f"picture {number}")
            number += 1

    def taken(self, number):
        """The desk as it is, with what the projector adds."""
        picture = picture_of(self.desk, number)
        light = None if self.window is None else self.window.light
        if light is None:
            return picture
        rows, columns = picture.shape[:2]
        edge = round(EDGE_IN * PX_PER_IN)
        falling = np.zeros_like(picture)
        size_wh = columns - 2 * edge, rows - 2 * edge
        falling[edge:-edge, edge:-edge] = cv2.resize(light.rgb[..., ::-1], size_wh)
        return cv2.add(picture, (falling * (picture / 255.0) * STRENGTH).astype(np.uint8))


class Lit:
    """A game in its window, a projector over the desk, displays that can be pulled."""

    def __init__(self, folder) -> None:
        write_setup(folder)
        setup = read_setup(TableFiles(folder / "table.toml", folder / "army.toml"))
        self.displays = 1
        self.camera = LitDesk()
        self.journal = Journal(folder / "journal.jsonl", print)
        self.table = PlayTable(
            setup.army,
            lambda scene, _: begun(self.journal, "omog-advanced", scene, ("red", "blue"), {}),
        )

        def open_window():
            self.camera.window = ProjectorWindow(projector_map(), setup.army, display=0)
            return self.camera.window

        self.light = ProjectorLight(0, open_window, lambda: self.displays)
        book = book_named("omog-advanced")
        self.window = PlayWindow(
            ObservationFeed(self.table, None), book, setup, projector=self.light
        )
        self.vision_thread = VisionThread(self.camera, setup)

    def step_until(self, is_so) -> None:
        """Frames until it is so."""
        until_s = time.monotonic() + PATIENCE_S
        while not is_so():
            assert time.monotonic() < until_s, self.table.message
            self.window.step(self.vision_thread)

    def see_pictures(self, count) -> None:
        """Frames until so many more pictures were looked at."""
        goal = self.vision_thread.newest().number + count
        self.step_until(lambda: self.vision_thread.newest().number >= goal)

    @property
    def is_lit(self) -> bool:
        """Whether light falls on the desk."""
        return self.light.lit(self.table.shown) is not None

    @property
    def told(self):
        """The events in the journal."""
        return [line["event"]["event"] for line in self.journal.lines[1:]]

    def close(self) -> None:
        """End all of it."""
        self.camera.closed = True
        self.vision_thread.close()
        self.window.close()
        self.journal.close()


@pytest.fixture
def lit(tmp_path):
    """A game that has begun, with a shot shown in light."""
    game = Lit(tmp_path)
    game.step_until(lambda: game.table.seen is not None)
    game.window.do(NextStep())
    game.step_until(lambda: game.table.live is not None)
    game.window.window.choose("R01", "B01")
    game.step_until(lambda: game.is_lit)
    yield game
    game.close()


def test_light_is_not_taken_for_things_or_moves(lit):
    """Under the drawing of a shot nothing appears, moves or goes."""
    before = lit.table.seen
    lit.see_pictures(6)

    assert lit.is_lit
    assert lit.told == []
    assert lit.table.seen is before


def test_a_move_under_the_light_is_seen(lit):
    """The light goes out for a look, the move is ruled, the light comes back."""
    lit.camera.desk = DESK_AT_FIRST.moved("R02", 6.5, 7.0)
    lit.step_until(lambda: lit.told == ["moved"])
    man = lit.table.live.game.soldier("R02")
    assert (man.x, man.y) == pytest.approx((6.5, 7.0), abs=0.08)
    lit.step_until(lambda: lit.is_lit)
    lit.see_pictures(4)

    assert lit.told == ["moved"]
    footprint = lit.table.seen.things[0].footprint
    assert footprint.bounds == pytest.approx((10, 1, 13, 4), abs=0.12)


def test_a_pulled_cable_ends_nothing(lit):
    """Without its display the game says so and goes on; when it is back there is light again."""
    lit.camera.window = None
    lit.displays = 0
    lit.step_until(lambda: "display 0 is not there" in (lit.window.window.state.hud.message or ""))
    lit.camera.desk = DESK_AT_FIRST.moved("R02", 6.5, 7.0)
    lit.step_until(lambda: lit.told == ["moved"])

    lit.displays = 1
    lit.step_until(lambda: lit.light.trouble is None and lit.is_lit)


def test_c_looks_at_everything_anew_in_the_dark(lit):
    """Finding camera and table anew waits until the light is out."""
    lit.vision_thread.look_again()
    lit.step_until(lambda: not lit.is_lit)
    lit.step_until(lambda: lit.is_lit)
    lit.see_pictures(2)

    assert len(lit.table.seen.soldiers) == 6
    assert len(lit.table.seen.things) == 1
