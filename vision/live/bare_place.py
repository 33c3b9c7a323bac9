"""Whether a man's place is seen bare: desk or thing as it looked without him.

A place is bare on positive evidence alone. What lies around it is as it was when he was last seen,
and where his tag and his figure were now shows the same as around them, or as that very ground
looked before he came. Paper, a mug, a fallen man or glare show something else.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from table.army import TagStyle
from table.places import SeenXY
from vision.live.resting import (
    MOST,
    SAME_COLOUR,
    SAME_GRAIN,
    Resting,
    brightness_and_colour,
    drift,
)
from vision.surface.covered import man_outline
from vision.surface.flat_table import FlatTable, Mask, Singles
from vision.surface.masks import GridMask, inside, where


@dataclass(frozen=True, slots=True)
class Likeness:
    """How far, in log light, cells may differ: in brightness, in colour, in grain."""

    brightness: float
    colour: float
    grain: float


_LIKE = Likeness(0.13, SAME_COLOUR, SAME_GRAIN)  # cells of one ground, side by side
_UNTOUCHED = Likeness(0.045, 0.025, 0.03)  # one cell in two looks; kraft paper on sand is 0.08 off
_AROUND_IN, _BESIDE_IN = 0.75, 0.2  # the ring around him, and what he shades next to him
_SAME_AROUND = 0.5  # of the ring: less, and something lies over it
# Of the cells where his tag lay, and where he stood or a thing lay: so many look like the ground.
_BARE_TAG, _BARE_ELSE = MOST, 0.75
_INNER = 0.85  # of a tag's paper: at its edge cells show what is beside it too
_FEW = 12  # cells that tell nothing yet
_ENOUGH = 400  # cells that tell as much as more
_LIKE_SOME = 3  # cells around that look like one of his: one may be a speck


@dataclass(frozen=True, eq=False)
class CellLook:
    """Some cells: their log light, (n, 3), and their grain, (n,)."""

    light: Singles
    grain: Singles

    def beyond(self, lit: Singles) -> "CellLook":
        """The same in a light that changed by this much."""
        return CellLook(self.light - lit, self.grain)


@dataclass(frozen=True, eq=False)
class BareGround:
    """How the table last looked where nobody stood; `known` where it was ever seen so."""

    light: Singles
    grain: Singles
    known: Mask

    def seen_again(self, now: Resting, hidden: GridMask) -> "BareGround":
        """The same after another look, all but what men and papers hide there."""
        free = ~hidden.holds & now.reached.holds
        return BareGround(
            np.where(free[..., None], now.light, self.light),
            np.where(free, now.grain, self.grain),
            self.known | free,
        )


def unknown_ground(now: Resting) -> BareGround:
    """Nothing is known yet."""
    return BareGround(now.light, now.grain, np.zeros(now.grain.shape, bool))


def known_ground(empty: Resting) -> BareGround:
    """The empty table's."""
    return BareGround(empty.light, empty.grain, empty.reached.holds)


@dataclass(frozen=True, eq=False)
class Surroundings:
    """The table when something was last seen on it, and how it looked before that came."""

    around: Resting
    ground: BareGround
    hidden: GridMask  # by tags and men, then


@dataclass(frozen=True, eq=False)
class LastPlace:
    """Where a man was last seen: his tag's corners, and what was around him."""

    paper: SeenXY  # (4, 2)
    style: TagStyle
    base_in: float
    then: Surroundings


def is_bare(place: LastPlace, now: Resting) -> bool:
    """Whether nothing but the ground is where the man was."""
    tag, figure = _man_cells(place, now.grid)
    return _shows_ground(((tag, _BARE_TAG), (figure, _BARE_ELSE)), place.then, now)


def is_bare_footprint(ring: SeenXY, then: Surroundings, now: Resting) -> bool:
    """Whether the ground shows where a thing was whose outline this is."""
    return _shows_ground(((inside(now.grid, [ring]).holds, _BARE_ELSE),), then, now)


def _shows_ground(parts: Sequence[tuple[Mask, float]], then: Surroundings, now: Resting) -> bool:
    """Whether at least these shares of some cells show the ground, and all around is as it was."""
    ring = _some(_ring(np.logical_or.reduce([cells for cells, _ in parts]), then, now))
    if min(np.count_nonzero(cells) for cells in (ring, *(part for part, _ in parts))) < _FEW:
        return False
    before, after = _look(then.around, ring), _look(now, ring)
    lit = drift(then.around, now)
    if np.mean(_is_alike(after.beyond(lit), before, _UNTOUCHED)) < _SAME_AROUND:
        return False
    return all(_is_ground_now(_some(cells), least, then, now, before) for cells, least in parts)


def _man_cells(place: LastPlace, grid: FlatTable) -> tuple[Mask, Mask]:
    """The cells well inside his tag's paper, and those of his figure beside it."""
    paper = grid.cells_from_seen(place.paper)
    tag, figure = (np.zeros(grid.size_wh[::-1], np.uint8) for _ in range(2))
    middle = paper.mean(axis=0)
    cv2.fillConvexPoly(tag, np.round(middle + _INNER * (paper - middle)).astype(np.int32), 255)
    outline = man_outline(grid, paper, place.style, place.base_in)
    cv2.fillConvexPoly(figure, np.round(outline).astype(np.int32), 255)
    return tag > 0, (figure > 0) & (tag == 0)


def _ring(cells: Mask, then: Surroundings, now: Resting) -> Mask:
    """The cells around some that the picture reaches and no man hid."""
    mask = where(now.grid, cells)
    ring = mask.widened(_AROUND_IN) - mask.widened(_BESIDE_IN)
    reached = now.reached.holds & then.around.reached.holds
    return np.asarray(ring.holds & ~then.hidden.holds & reached)


def _some(cells: Mask) -> Mask:
    """So many of the cells as tell enough."""
    rows, columns = np.nonzero(cells)
    step = max(1, len(rows) // _ENOUGH)
    some = np.zeros_like(cells)
    some[rows[::step], columns[::step]] = True
    return some


def _look(table: Resting | BareGround, cells: Mask) -> CellLook:
    return CellLook(table.light[cells], table.grain[cells])


def _is_ground_now(
    cells: Mask, least: float, then: Surroundings, now: Resting, around: CellLook
) -> bool:
    """Whether so large a share of the cells shows the ground that showed something else then.

    Where a man was of the ground's own colour, all his cells are asked.
    """
    shows = _is_ground(
        _look(now, cells).beyond(drift(then.around, now)), cells, then.ground, around
    )
    other = ~_is_ground(_look(then.around, cells), cells, then.ground, around)
    asked = shows[other] if np.count_nonzero(other) >= _FEW else shows
    return bool(np.mean(asked) >= least)


def _is_ground(look: CellLook, cells: Mask, ground: BareGround, around: CellLook) -> Mask:
    """Which of some cells look like what is around them, or as they did before."""
    as_before = ground.known[cells] & _is_alike(look, _look(ground, cells))
    return np.asarray(as_before | _is_like_any(look, around))


def _is_like_any(look: CellLook, around: CellLook) -> Mask:
    """Which cells look like some of those around."""
    each = CellLook(look.light[:, None], look.grain[:, None])
    return np.asarray(np.count_nonzero(_is_alike(each, around), axis=1) >= _LIKE_SOME)


def _is_alike(some: CellLook, others: CellLook, least: Likeness = _LIKE) -> Mask:
    """Which cells show one ground."""
    brightness, colour = brightness_and_colour(some.light - others.light)
    grain = np.abs(some.grain - others.grain)
    light = (np.abs(brightness) < least.brightness) & (colour < least.colour)
    return np.asarray(light & (grain < least.grain))
