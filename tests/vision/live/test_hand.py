"""A hand over the table: one that was there at first and goes, one of the desk's own colour."""

import cv2
import numpy as np
import pytest

from tests.vision.live.small_table import SIZE_WH, WH_IN, pose
from vision.live.from_above import from_above
from vision.live.hand import ReachingIn, hand_cells
from vision.live.resting import changed_cells, resting
from vision.surface.flat_table import FlatTable
from vision.surface.masks import where

BROWN = np.array([45.0, 70.0, 105.0])  # blue, green, red


def wooden_desk(seed: int = 0) -> np.ndarray:
    """A brown desk with a grain along it, and a camera's noise."""
    grain = np.random.default_rng(9).normal(0, 14, (SIZE_WH[1] // 4, 4, 1))
    wood = cv2.resize(grain, SIZE_WH)[..., None] * (0.6, 0.8, 1.0) + BROWN
    noise = np.random.default_rng(seed).normal(0, 2, wood.shape)
    return np.clip(wood + noise, 0, 255).astype(np.uint8)


def with_arm(picture: np.ndarray, tint: tuple[float, float, float]) -> np.ndarray:
    """An arm from the lower edge, of the desk's colour but for a tint."""
    reached = picture.copy()
    ring = np.array([(200, 500), (230, 200), (260, 160), (310, 165), (330, 210), (330, 500)])
    cv2.fillPoly(reached, [ring], (BROWN * tint).tolist())
    return reached


def seen(picture: np.ndarray):
    """The table at rest as a picture shows it."""
    return resting(from_above(picture, pose(), *WH_IN, shown=True))


def reaching(was: np.ndarray, now: np.ndarray) -> np.ndarray:
    """The cells of what reaches in."""
    before, after = seen(was), seen(now)
    return hand_cells(changed_cells(before, after), before, after)


@pytest.mark.parametrize("tint", [(0.8, 0.75, 0.7), (1.5, 1.2, 1.0), (1.3, 1.3, 1.3)])
def test_an_arm_much_like_the_desk_comes_and_goes(tint):
    """Coming it is a hand; going, as one that was there at first, it is none."""
    bare, reached = wooden_desk(), with_arm(wooden_desk(1), tint)

    assert reaching(bare, reached).any()
    assert not reaching(reached, bare).any()


def test_what_flickers_at_its_rim_lies_still():
    """A cell of noise along the outline is no movement; slow drift is, once it adds up."""
    grid = FlatTable(10.0, 8.0, (5.0, 4.0, 40.0), 10.0, 0.0)
    cells = np.zeros((80, 100), bool)
    cells[20:60, 30:50] = True
    wider = cells.copy()
    wider[20:60, 50] = True

    def reaching_in(cells: np.ndarray, at_s: float) -> ReachingIn:
        return ReachingIn(where(grid, cells), where(grid, cells), at_s)

    reach = reaching_in(cells, 0.0)
    flickered = reaching_in(wider, 1.0).after(reach)

    assert (flickered.pictures, flickered.since_s) == (2, 0.0)
    drifted = reach
    for step in range(1, 5):
        drifted = reaching_in(np.roll(cells, step, axis=1), float(step)).after(drifted)
    assert drifted.since_s > 0.0
