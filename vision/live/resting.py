"""The table at rest, remembered small: what has changed since, whatever the light did.

Cells an eighth of an inch wide are enough to see a man, a tag or a hand come and go, and few
enough to compare at every picture. Each keeps its light and its grain, how much its neighbours
differ in cells half as wide: a tag's black and white may be just as bright as a grey desk.
"""

from dataclasses import dataclass, replace
from functools import reduce

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.medians import median
from vision.live.from_above import MARGIN_IN, FromAbove
from vision.pictures.channels import summed
from vision.surface.flat_table import FlatTable, Pixels, Singles, reached_cells
from vision.surface.masks import GridMask, where

PX_PER_IN = 8.0  # a tag one inch wide is eight cells, a finger about five
_CHANGED = 0.16  # of the light that comes from a cell, beyond what the whole table's did
_FAINT = 0.5  # of that, where it hangs on cells that have changed for sure
_GRAINY = 0.07  # of the light, the difference of grain that is no noise
_NOISES, _MOST_NOISY = 5.0, 2.5  # of the median difference; of what usually counts
_DARKEST = 6.0  # of 255: below that the camera sees its own noise
_LEAST_CELLS = 3  # a change is so wide
_LOG = np.log(np.arange(256, dtype=np.float32) + np.float32(_DARKEST))
_NEAR = (7, 7)  # cells in which detail is compared
_DETAIL = 0.02  # log light: finer detail is the camera's own noise
SAME_COLOUR, SAME_GRAIN = 0.06, 0.05  # log light: of one ground in two places or two lights
MOST = 0.85  # of the cells that show one thing: at rims and by noise some show another
_SAME_DETAIL = 0.7  # correlation of what is seen through a shadow; of a hand's with a desk's 0.2


@dataclass(frozen=True, eq=False)
class Resting:
    """A small flat picture of the table, in log light, and its grain."""

    grid: FlatTable
    light: Singles  # (rows, columns, 3)
    grain: Singles  # (rows, columns), 0 where all is even
    reached: GridMask  # by the camera's picture


def resting(above: FromAbove) -> Resting:
    """The table as a picture of it from above shows it."""
    grid = replace(above.grid, px_per_in=PX_PER_IN)
    flat = above.tracked()
    light = cv2.resize(flat, grid.size_wh, interpolation=cv2.INTER_AREA)
    smooth = cv2.GaussianBlur(light, (0, 0), 0.8)
    log_light = np.asarray(cv2.LUT(smooth, _LOG), np.float32)
    return Resting(
        grid, log_light, _grain(flat, grid), GridMask(grid, reached_cells(above.pose, grid))
    )


def _grain(flat: Pixels, grid: FlatTable) -> Singles:
    """How much each cell's parts differ from what is around them, as a share of its light."""
    grey = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY)
    around = cv2.blur(grey, (5, 5))
    rough = cv2.resize(cv2.absdiff(grey, around), grid.size_wh, interpolation=cv2.INTER_AREA)
    light = cv2.resize(around, grid.size_wh, interpolation=cv2.INTER_AREA)
    even = cv2.blur(rough.astype(np.float32), (3, 3))
    return np.asarray(even / (light.astype(np.float32) + np.float32(2 * _DARKEST)))


def changed_cells(before: Resting, now: Resting) -> GridMask:
    """The cells that show something else than before.

    A lamp turned up or a cloud is the same factor nearly everywhere: the difference is taken
    beyond its median, and beyond its slow drift over the table. A shadow darkens all three
    colours alike and needs to be deep to count, and where the desk's own detail shows through it
    it does not.
    """
    difference = now.light - before.light - drift(before, now)
    brightness = _mean_light(difference)
    parts = (np.abs(part - brightness) for part in cv2.split(difference))
    colour = reduce(np.maximum, parts)
    grain = np.abs(now.grain - before.grain)
    light = np.asarray(cv2.exp(_mean_light(now.light)), np.float32)
    shares = (
        _beyond_noise(np.abs(brightness), 2.5 * _CHANGED, light),
        _beyond_noise(colour, 0.6 * _CHANGED, light),
        _beyond_noise(grain, _GRAINY, light),
    )
    of_light, of_grain = np.maximum(shares[0], shares[1]), shares[2]
    if (of_light > 1.0).any():
        of_light[_is_seen_through(before, now)] = 0.0
    amount = np.maximum(of_light, of_grain)
    amount[~(before.reached.holds & now.reached.holds)] = 0.0
    sure = _opened(where(now.grid, amount > 1.0))
    if not sure.any():
        return sure
    # Of what is faint, what hangs on what is sure: a brown hand on a brown desk.
    return (sure | _opened(where(now.grid, amount > _FAINT))).patches_at(sure)


def drift(before: Resting, now: Resting) -> Singles:
    """By how much all light differs, in three colours, as most of the table shows it."""
    return median((now.light - before.light)[::4, ::4].reshape(-1, 3))


def brightness_and_colour(difference: Singles) -> tuple[Singles, Singles]:
    """How much brighter cells are, and by how much one of their colours strays from that."""
    brightness = difference.mean(axis=-1)
    return brightness, np.abs(difference - brightness[..., None]).max(axis=-1)


def lit_otherwise(before: Resting, now: Resting) -> NDArray[np.bool_]:
    """Which cells show the ground that they showed, in more or less light."""
    _, colour = brightness_and_colour(now.light - before.light - drift(before, now))
    return np.asarray((colour < SAME_COLOUR) & (np.abs(now.grain - before.grain) < SAME_GRAIN))


def _mean_light(light: Singles) -> Singles:
    """The mean of all three colours of each cell, in log light."""
    return summed(light, 1 / 3)


def _is_seen_through(before: Resting, now: Resting) -> NDArray[np.bool_]:
    """Where the same detail shows as before: what changed there is the light on it."""
    was, is_now = _detail(before), _detail(now)
    shared, own, other = (
        cv2.blur(a * b, _NEAR) for a, b in ((was, is_now), (was, was), (is_now, is_now))
    )
    rich = np.minimum(own, other) > _DETAIL**2
    return np.asarray(rich & (shared > _SAME_DETAIL * np.sqrt(own * other)))


def _detail(table: Resting) -> Singles:
    """How each cell's light differs from that around it: print, grain, edges."""
    light = _mean_light(table.light)
    return light - cv2.blur(light, _NEAR)


def _beyond_noise(values: Singles, usual: float, light: Singles) -> Singles:
    """The values as multiples of what counts as a change: usually this, more in a noisy picture.

    Noise is about the same in grey values everywhere, so that its share is larger in the dark;
    most of the table has not changed and tells how much there is.
    """
    noise = float(median((values * light)[::4, ::4].ravel()))
    least = np.clip(_NOISES * noise / light, usual, _MOST_NOISY * usual)
    return np.asarray(values / least, np.float32)


def _opened(mask: GridMask) -> GridMask:
    """The cells that are part of a patch at least three wide."""
    return mask.opened(_LEAST_CELLS / PX_PER_IN)


def lit_cells(lit: NDArray[np.bool_], width: float, height: float) -> Pixels:
    """The resting table's cells (255) that are lit, from a map of the play area of any size."""
    size_wh = round(width * PX_PER_IN), round(height * PX_PER_IN)
    cells = cv2.resize(np.where(lit, 255, 0).astype(np.uint8), size_wh)
    edge = round(MARGIN_IN * PX_PER_IN)
    framed = cv2.copyMakeBorder(cells, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=0)
    # Light spills: a camera sees its glow a little beside where it falls.
    return np.asarray(cv2.dilate(framed, np.ones((5, 5), np.uint8)), np.uint8)
