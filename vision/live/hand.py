"""A hand over the table: something large that has come in over the edge.

However still it lies, a hand, an arm or a sleeve is no scenery. What reaches in over the edge is
scenery where its outline says so: a book or a sheet has straight sides that meet at right angles,
a mug is round and hardly touches the edge; fingers are neither, and the sides of a sleeve do not
meet. A ruler may look like an arm: what lies still for long the players are asked about.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from table.observation import LiesStill
from table.places import CellXY, Floats, TablePoint
from vision.live.evidence import Need
from vision.live.resting import MOST, PX_PER_IN, Resting, changed_cells
from vision.surface.flat_table import Pixels, Singles
from vision.surface.masks import GridMask, nothing

SMALLEST_SQ_IN = 2.5  # two fingertips; a man with his tag is less and does not reach the edge
# Times: of 527 arms on desks, cloths and things, of a desk's own colour too, the plainest steps
# 2.2 times as much across its outline as the bare table does there.
_PLAINER = 1.5
_BAND = np.ones((7, 7), np.uint8)  # cells on either side of an outline
_ALONG, _TELLS = (9, 9), 0.1  # an inch of it, and how much of that tells something
_STILL = 0.97  # of its cells: so much of what does not stir is where it was
_RIM = np.ones((2, 2), np.uint8)  # cells: what is narrower is noise
_OFF_LINE_IN = 0.3  # a straight side strays so far from its line
_RIGHT_DEG = 18.0  # from a right angle, as seen from aslant
_SHORT_SIDE_IN = 1.0  # a side that is shorter may be anything's
_MOST_CORNERS = 4  # of a sheet that lies over the table's edge
# Of its hull; along the edge, of its width: a wrist and an elbow are wider.
_SOLID, _NECK = 0.94, 0.9
_REDDER, _YELLOWER = 0.15, 0.05  # log light: skins from pale to dark have 0.2 to 0.5 and 0.1 to 0.4
_SKIN, _ALL_SKIN = 0.25, 0.9  # of the cells: a hand may come in a sleeve
_FILLED, _ARM_IN = 0.88, 4.2  # of a rectangle; the widest sleeve
_ROUGH = np.ones((5, 5), np.uint8)  # cells: how rough what changed is at its edges


@dataclass(frozen=True, eq=False)
class ReachingIn:
    """What reaches in: its cells, where it came to rest, since when and for how many pictures.

    `laid` is true where it lies there and is no hand; `light` where it is light or shadow alone;
    `lies_still` once it has lain there so long that the players are to be asked.
    """

    cells: GridMask
    rested: GridMask
    since_s: float
    pictures: int = 1
    laid: bool = False
    light: bool = False
    asked_s: float = float("-inf")  # when it was last asked what was carried there
    lies_still: LiesStill | None = None

    @property
    def is_hand(self) -> bool:
        """Whether it is to be taken for a hand."""
        return not self.laid and not self.light

    def after(self, before: "ReachingIn | None") -> "ReachingIn":
        """This one, still for as long as it has been where one before was."""
        if before is None or not _is_where(before.rested.cells, self.cells.cells):
            return self
        return replace(before, cells=self.cells, pictures=before.pictures + 1)

    def is_still(self, need: Need, at_s: float) -> bool:
        """Whether it has lain there for so many pictures and so long."""
        return self.pictures >= need.pictures and at_s - self.since_s >= need.seconds

    def doubted(self) -> "ReachingIn":
        """This one, to be asked about, by the place where it is broadest inside the table."""
        if self.lies_still is not None:
            return self
        grid, depth = self.rested.grid, cv2.distanceTransform(self.rested.cells, cv2.DIST_L2, 3)
        row, column = np.unravel_index(int(np.argmax(depth)), depth.shape)
        seen = grid.seen_from_cells(CellXY(np.array([[float(column), float(row)]])))
        ((x, y),) = grid.table_from_seen(seen, 0.0).tolist()
        return replace(self, lies_still=LiesStill(TablePoint(x, y), self.since_s))


def _is_where(before: Pixels, now: Pixels) -> bool:
    """Whether cells are where others were, but for a rim that noise may take or give."""
    differs = cv2.morphologyEx(cv2.bitwise_xor(before, now), cv2.MORPH_OPEN, _RIM)
    strays = np.count_nonzero(differs)
    return bool(strays <= (1 - _STILL) * np.count_nonzero(cv2.bitwise_or(before, now)))


def hand_cells(
    changed: GridMask, before: Resting, now: Resting, earlier: Sequence[Resting] = ()
) -> GridMask:
    """The cells of what reaches in over the table's edge, none where no hand is there.

    Where all looks as it did `earlier`, something was taken away.
    """
    hand = nothing(now.grid)
    reaching = changed.patches_at(changed & _edge(now))
    if not reaching.any():
        return hand
    back = [changed_cells(table, now) for table in earlier]
    for part in reaching.patches():
        as_it_was = any(np.mean(~other.holds[part.holds]) > MOST for other in back)
        if part.area_sq_in >= SMALLEST_SQ_IN and not as_it_was:
            hand = hand if _has_left(part.cells, before, now) else hand | part
    return hand


def is_laid(hand: GridMask, before: Resting, now: Resting) -> bool:
    """Whether all that reaches in has the outlines of sheets, books, boxes and mugs."""
    smooth = cv2.morphologyEx(hand.cells, cv2.MORPH_OPEN, _ROUGH)
    smooth = cv2.morphologyEx(smooth, cv2.MORPH_CLOSE, _ROUGH)
    rings, _ = cv2.findContours(smooth, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    large = [ring for ring in rings if cv2.contourArea(ring) > PX_PER_IN**2]
    near_edge = np.asarray(cv2.dilate(_edge(now).cells, np.ones((5, 5), np.uint8)), np.uint8)
    return bool(large) and all(
        _is_thing(ring, near_edge, _share_of_skin(ring, before, now)) for ring in large
    )


def _is_thing(ring: NDArray[Any], near_edge: Pixels, skin: float) -> bool:
    """Whether one outline is a thing's, and what is inside it, so much of it skin, is no hand.

    A wide sheet may have a skin's colour, but then it has no other; a hand has shadow and sleeve.
    """
    if _is_wide_rectangle(ring):
        return not _SKIN < skin < _ALL_SKIN
    return skin <= _SKIN and (_has_corners(ring, near_edge) or _is_vessel(ring, near_edge))


def _is_wide_rectangle(ring: NDArray[Any]) -> bool:
    """Whether an outline fills a rectangle wider than an arm."""
    _, sides, _ = cv2.minAreaRect(ring)
    filled = cv2.contourArea(ring) / max(sides[0] * sides[1], 1.0)
    return bool(filled > _FILLED and min(sides) > _ARM_IN * PX_PER_IN)


def _has_corners(ring: NDArray[Any], near_edge: Pixels) -> bool:
    """Whether the sides inside the table are straight and meet at right angles, at least two do."""
    corners = cv2.approxPolyDP(ring, _OFF_LINE_IN * PX_PER_IN, closed=True).reshape(-1, 2)
    free = near_edge[corners[:, 1], corners[:, 0]] == 0
    inner = _angles_deg(corners.astype(float))[free]
    return bool(1 <= len(inner) <= _MOST_CORNERS and (np.abs(inner - 90) < _RIGHT_DEG).all())


def _is_vessel(ring: NDArray[Any], near_edge: Pixels) -> bool:
    """Whether an outline bulges everywhere and is narrower at the edge than inside the table."""
    own = np.zeros_like(near_edge)
    cv2.drawContours(own, [ring], -1, 255, cv2.FILLED)
    _, sides, _ = cv2.minAreaRect(ring)
    solid = cv2.contourArea(ring) / max(cv2.contourArea(cv2.convexHull(ring)), 1.0)
    at_edge = max(cv2.boundingRect(own & near_edge)[2:])
    return bool(solid > _SOLID and at_edge < _NECK * min(sides))


def _share_of_skin(ring: NDArray[Any], before: Resting, now: Resting) -> float:
    """How much of what is inside an outline has some skin's colour beside white paper's.

    White is what was brightest without it: a lit hand may be the brightest of all.
    """
    own = np.zeros(now.grain.shape, np.uint8)
    cv2.drawContours(own, [ring], -1, 255, cv2.FILLED)
    white = np.quantile(before.light.reshape(-1, 3), 0.98, axis=0)
    blue, green, red = (now.light[own > 0] - white).T
    return float(np.mean((red - green > _REDDER) & (green - blue > _YELLOWER)))


def _angles_deg(corners: Floats) -> Floats:
    """The angle inside a ring at each corner; 0 where a side is too short to tell."""
    back, on = np.roll(corners, 1, axis=0) - corners, np.roll(corners, -1, axis=0) - corners
    long, wide = np.linalg.norm(back, axis=1), np.linalg.norm(on, axis=1)
    cosine = (back * on).sum(axis=1) / np.maximum(long * wide, 1e-6)
    told = np.minimum(long, wide) >= _SHORT_SIDE_IN * PX_PER_IN
    return np.where(told, np.degrees(np.arccos(np.clip(cosine, -1, 1))), 0.0)


def _has_left(cells: Pixels, before: Resting, now: Resting) -> bool:
    """Whether the outline of changed cells was seen before and is not any more.

    The table may first have been seen with a hand over it.
    """
    return _step_across(cells, before) > _PLAINER * _step_across(cells, now)


def _step_across(cells: Pixels, table: Resting) -> float:
    """How much the light steps across the outline of some cells, nearly everywhere along it.

    What lies there is other than the table all round; the table's own print, its edges and things
    cross an outline that is not theirs here and there, and its grain averages out along it.
    """
    inner = np.asarray(cv2.subtract(cells, cv2.erode(cells, _BAND)), np.uint8)
    outer = np.asarray(cv2.subtract(cv2.dilate(cells, _BAND), cells), np.uint8)
    outer[~table.reached.holds] = 0
    within, said_within = _means(table.light, inner)
    beside, said_beside = _means(table.light, outer)
    outline = cv2.morphologyEx(cells, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0
    told = outline & (np.minimum(said_within, said_beside) > _TELLS)
    steps = np.abs(within - beside).max(axis=2)[told]
    return float(np.quantile(steps, 0.25)) if len(steps) else 0.0


def _means(light: Singles, cells: Pixels) -> tuple[Singles, Singles]:
    """The mean light of those of some cells that are near each cell, and their share."""
    own = (cells > 0).astype(np.float32)
    share = np.asarray(cv2.blur(own, _ALONG), np.float32)
    total = np.asarray(cv2.blur(light * own[..., None], _ALONG), np.float32)
    return np.asarray(total / np.maximum(share, 1e-6)[..., None], np.float32), share


def _edge(now: Resting) -> GridMask:
    """The outermost cells that the picture reaches, two wide."""
    reached = now.reached
    framed = cv2.copyMakeBorder(reached.cells, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    inner = cv2.erode(framed, np.ones((5, 5), np.uint8))[1:-1, 1:-1]
    return reached - GridMask(reached.grid, np.asarray(inner, np.uint8))
