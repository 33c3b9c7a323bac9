"""The table at rest: what counts as change and what does not."""

import numpy as np
import pytest

from tests.vision.live.small_table import PX_PER_IN, SIZE_WH, WH_IN, pose
from vision.live.from_above import from_above
from vision.live.resting import changed_cells, resting


def grey_desk(light: float = 1.0, seed: int = 0) -> np.ndarray:
    """A bare grey desk with a camera's noise."""
    noise = np.random.default_rng(seed).normal(0, 3, (SIZE_WH[1], SIZE_WH[0], 3))
    return np.clip(128 * light + noise, 0, 255).astype(np.uint8)


def with_tag(picture: np.ndarray, x: float, y: float) -> np.ndarray:
    """A tag of black and white, on the whole as bright as the desk."""
    modules = np.random.default_rng(9).permutation(np.arange(625) % 2).reshape(25, 25)
    paper = np.kron(modules * 216 + 20, np.ones((2, 2)))[..., None]
    left, top = round(50 + x * PX_PER_IN), round(50 + y * PX_PER_IN)
    tagged = picture.copy()
    tagged[top : top + 50, left : left + 50] = paper
    return tagged


def changed_at(was: np.ndarray, now: np.ndarray) -> np.ndarray:
    """Where in table inches the cells lie that changed."""
    before, after = (resting(from_above(one, pose(), *WH_IN, shown=True)) for one in (was, now))
    rows, columns = np.nonzero(changed_cells(before, after).cells)
    return after.grid.seen_from_cells(np.column_stack([columns, rows]))


def test_a_tag_as_bright_as_the_desk_is_noticed():
    """Half black, half white, a tag may be as bright as a desk: its grain tells that it went."""
    changed = changed_at(with_tag(grey_desk(), 4.0, 3.0), grey_desk(seed=1))

    assert changed.mean(axis=0) == pytest.approx([4.5, 3.5], abs=0.1)
    assert np.abs(changed - (4.5, 3.5)).max() < 0.9


@pytest.mark.parametrize("light", [0.6, 0.8, 1.0, 1.3])
def test_light_and_noise_are_no_change(light):
    """A lamp turned down or up, and other noise, change nothing on the table."""
    was, now = with_tag(grey_desk(), 4.0, 3.0), with_tag(grey_desk(seed=1), 4.0, 3.0)

    assert len(changed_at(was, np.clip(now * light, 0, 255).astype(np.uint8))) == 0
