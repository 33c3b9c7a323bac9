"""Vision under a projector's light, on a virtual table: no phantoms, and men move in the light."""

from dataclasses import replace

import numpy as np
import pygame
import pytest

from overlay.marks.answer_cache import AnswerCache
from overlay.marks.drawing import questions_drawing
from overlay.projector.projector_window import ProjectorWindow
from rules.book.shelf import book_named
from table.places import TablePoint
from tests.virtual.projector import lit_table, random_projector_map
from tests.virtual.random_table import random_table
from tests.virtual.sequence import Move, play_sequence
from vision.live.resting import lit_cells
from vision.live.track import track
from vision.live.tracked import Watching

pytestmark = pytest.mark.slow
WH_IN = (20.0, 12.0)


@pytest.fixture(scope="module")
def virtual():
    return random_table(
        6, "easy", men=6, size_wh=(960, 540), table_wh=WH_IN, surface="white_desk", helmets=False
    )


@pytest.fixture(scope="module")
def shone(virtual):
    """The projector's picture of a shot and a reach, and the cells it lights."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SDL_VIDEODRIVER", "dummy")
        shooter, target = (s.id for s in (virtual.scene.soldiers[0], virtual.scene.soldiers[3]))
        questions = [
            {"ask": "shoot", "shooter": shooter, "target": target},
            {"ask": "reach", "soldier": shooter},
        ]
        drawing = questions_drawing(
            virtual.scene, questions, AnswerCache(book_named("omog-advanced"))
        )
        projector = ProjectorWindow(projector_map(), virtual.army, display=0)
        projector.show(virtual.scene, drawing, 0.0)
        shown = pygame.surfarray.array3d(projector._screen.get_surface()).transpose(1, 0, 2)
        cells = lit_cells(projector.light.lit, *WH_IN)
        projector.close()
    return np.ascontiguousarray(shown[..., ::-1]), cells


def projector_map():
    pygame.display.init()
    return random_projector_map(3, WH_IN, pygame.display.get_desktop_sizes()[0])


def shown_on(virtual, picture, seed):
    return lit_table(virtual).shown(picture, projector_map(), seed=seed)


def test_light_changes_nothing_and_a_move_asks_for_the_dark(virtual, shone):
    """Lit, the table is as it was; a man moved in the light is found once it is dark."""
    light, cells = shone
    dark = np.zeros_like(light)
    watching = Watching(virtual.spec, virtual.army, virtual.camera.lens)
    first = track(None, shown_on(virtual, dark, 1), watching)
    assert (cells > 0).sum() > 300

    lit = track(first, shown_on(virtual, light, 2), watching, 1.0, cells)
    assert lit.scene is first.scene
    assert not lit.wants_dark

    man = virtual.scene.soldiers[0]
    *_, moved = play_sequence(virtual, [Move(man.id, TablePoint(4.0, 9.5), man.facing)])
    table = replace(moved.table, hand=None)
    asking = track(lit, shown_on(table, light, 3), watching, 2.0, cells)
    assert asking.wants_dark
    assert asking.scene is first.scene
    found = track(asking, shown_on(table, dark, 4), watching, 3.0)

    there = found.scene.soldier(man.id)
    assert (there.x, there.y) == pytest.approx((4.0, 9.5), abs=0.12)
    assert {s.id for s in found.scene.soldiers} == {s.id for s in first.scene.soldiers}
    assert {t.id for t in found.scene.things} == {t.id for t in first.scene.things}
