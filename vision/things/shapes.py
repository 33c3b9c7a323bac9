"""The shapes that things have, many of one family at a time: discs, rectangles, rings of points.

All lengths are seen inches. A family knows the outline of its shapes, the way outward from it,
places inside, and how the outline moves with each of its numbers; nothing else needs to know
which family it is.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import cv2
import numpy as np

from table.places import CellXY, Floats, SeenXY
from vision.surface.flat_table import FlatTable
from vision.surface.outlines import clockwise

OUTLINE = 64  # places along an outline
SECTORS = 8  # stretches of an outline that are looked at each for itself
_INSIDE = 48  # places inside
_CORE = 0.8  # of the way from the middle to the outline, within which those places lie
_GOLDEN = np.pi * (3 - np.sqrt(5))
_AROUND = np.column_stack(
    [f((np.arange(OUTLINE) + 0.5) * 2 * np.pi / OUTLINE) for f in (np.cos, np.sin)]
)
_SPIRAL = np.column_stack(
    [
        np.sqrt((np.arange(_INSIDE) + 0.5) / _INSIDE) * f(np.arange(_INSIDE) * _GOLDEN)
        for f in (np.cos, np.sin)
    ]
)
_NET = np.array([(x / 4 - 7 / 8, y / 3 - 5 / 6) for x in range(8) for y in range(6)])
_SPREAD = np.arange(_INSIDE)
_DEEP = 3.0  # cells from a ring's outline, where what is inside is surely its own
NARROWEST_IN = 0.06
_CORNERS = np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]])


@dataclass(frozen=True, eq=False)
class Outlines:
    """Places on the outlines of some shapes, and the ways outward from there."""

    places: SeenXY  # (n, OUTLINE, 2)
    outward: Floats  # (n, OUTLINE, 2), unit vectors

    def part(self, some: slice) -> "Outlines":
        """Some of the outlines."""
        return Outlines(SeenXY(self.places[some]), self.outward[some])


@dataclass(frozen=True, eq=False)
class Samples:
    """Places on and in some shapes: on their outlines, the ways outward from there, inside."""

    outline: Floats  # (n, OUTLINE, 2)
    outward: Floats  # (n, OUTLINE, 2), unit vectors
    core: Floats  # (n, places, 2)
    half_in: Floats  # (n), half of the narrowest width
    sizes_in: Floats  # (n, 2), length and width
    rings: tuple[SeenXY, ...]
    hollow: Floats  # (n), share of the convex ring around it that each leaves open

    @property
    def outlines(self) -> Outlines:
        """The outlines alone."""
        return Outlines(SeenXY(self.outline), self.outward)

    def part(self, numbers: Sequence[int]) -> "Samples":
        """Some of the shapes."""
        some = np.array(numbers, int)
        return Samples(
            self.outline[some],
            self.outward[some],
            self.core[some],
            self.half_in[some],
            self.sizes_in[some],
            tuple(self.rings[n] for n in numbers),
            self.hollow[some],
        )


def together(parts: Sequence[Samples]) -> Samples:
    """All shapes of some groups in one."""
    return Samples(
        np.concatenate([part.outline for part in parts]),
        np.concatenate([part.outward for part in parts]),
        np.concatenate([part.core for part in parts]),
        np.concatenate([part.half_in for part in parts]),
        np.concatenate([part.sizes_in for part in parts]),
        tuple(ring for part in parts for ring in part.rings),
        np.concatenate([part.hollow for part in parts]),
    )


class Family(ABC):
    """Shapes told by a few numbers each, (n, numbers)."""

    @abstractmethod
    def samples(self, numbers: Floats) -> Samples:
        """Places on and in the shapes."""

    @abstractmethod
    def outlines(self, numbers: Floats) -> Outlines:
        """Places on the outlines of the shapes."""

    @abstractmethod
    def slopes(self, numbers: Floats, outlines: Outlines) -> Floats:
        """How far outward each place of the outline moves with each number, (n, p, places)."""

    @abstractmethod
    def halves_in(self, numbers: Floats) -> Floats:
        """Half of the narrowest width of each shape."""

    @abstractmethod
    def moved(self, numbers: Floats, steps: Floats) -> Floats:
        """The shapes with their numbers changed by steps, as far as they stay shapes."""

    @abstractmethod
    def gaps(self, numbers: Floats) -> Floats:
        """About how far the outline of each shape is from each other one's at most, (n, n)."""


class Discs(Family):
    """Circles: x, y and radius."""

    def samples(self, numbers: Floats) -> Samples:
        """Places on and in the circles."""
        lines, core = self.outlines(numbers), _about(numbers, _CORE * _SPIRAL)
        sizes = np.repeat(2 * numbers[:, 2:], 2, axis=1)
        convex, rings = np.zeros(len(numbers)), tuple(lines.places)
        return Samples(lines.places, lines.outward, core, numbers[:, 2], sizes, rings, convex)

    def outlines(self, numbers: Floats) -> Outlines:
        """Places on the circles."""
        places = _about(numbers, _AROUND)
        return Outlines(SeenXY(places), np.broadcast_to(_AROUND, places.shape))

    def halves_in(self, numbers: Floats) -> Floats:
        """The radii."""
        return numbers[:, 2]

    def slopes(self, numbers: Floats, outlines: Outlines) -> Floats:  # noqa: ARG002 - all alike
        """A circle's outline moves with its middle and its radius."""
        whole = np.stack([*_AROUND.T, np.ones(OUTLINE)])
        return np.broadcast_to(whole, (len(numbers), *whole.shape))

    def moved(self, numbers: Floats, steps: Floats) -> Floats:
        """The circles with their numbers changed."""
        changed = numbers + steps
        changed[:, 2] = np.maximum(changed[:, 2], NARROWEST_IN)
        return changed

    def gaps(self, numbers: Floats) -> Floats:
        """How far the rounds of circles are apart at most."""
        across, down, wider = (each - each[:, None] for each in numbers.T)
        return np.asarray(np.hypot(across, down) + np.abs(wider))


class Rectangles(Family):
    """Rectangles: x and y of the middle, angle in radians, half length, half width."""

    def samples(self, numbers: Floats) -> Samples:
        """Places on and in the rectangles."""
        lines, halves = self.outlines(numbers), numbers[:, 3:]
        middle, turn = numbers[:, :2], numbers[:, 2]
        core, corners = (
            _turned(halves[:, :1] * some[:, 0], halves[:, 1:] * some[:, 1], turn, middle)
            for some in (_CORE * _NET, _CORNERS)
        )
        narrow, convex = self.halves_in(numbers), np.zeros(len(numbers))
        return Samples(
            lines.places, lines.outward, core, narrow, 2 * halves, tuple(corners), convex
        )

    def outlines(self, numbers: Floats) -> Outlines:
        """Places on the rectangles' sides."""
        x, y, out_x, out_y = _sides(numbers)
        turn = numbers[:, 2]
        return Outlines(SeenXY(_turned(x, y, turn, numbers[:, :2])), _turned(out_x, out_y, turn))

    def halves_in(self, numbers: Floats) -> Floats:
        """Half of the shorter sides."""
        return np.asarray(numbers[:, 3:].min(axis=1))

    def slopes(self, numbers: Floats, outlines: Outlines) -> Floats:
        """A rectangle's outline moves with its middle, its turn and its two sizes."""
        cos, sin = np.cos(numbers[:, 2:3]), np.sin(numbers[:, 2:3])
        x, y = (outlines.places[..., k] - numbers[:, k : k + 1] for k in (0, 1))
        out_x, out_y = (np.ascontiguousarray(outlines.outward[..., k]) for k in (0, 1))
        along, across = np.abs(out_x * cos + out_y * sin), np.abs(out_y * cos - out_x * sin)
        return np.stack([out_x, out_y, x * out_y - y * out_x, along, across], axis=1)

    def moved(self, numbers: Floats, steps: Floats) -> Floats:
        """The rectangles with their numbers changed."""
        changed = numbers + steps
        changed[:, 3:] = np.maximum(changed[:, 3:], NARROWEST_IN)
        return changed

    def gaps(self, numbers: Floats) -> Floats:
        """About how far the corners of rectangles are apart at most."""
        across, down, turn, longer, wider = (each - each[:, None] for each in numbers.T)
        turned = np.sin(turn) * numbers[:, 3]
        return reduce(np.maximum, map(np.abs, (across, down, turned, longer, wider)))


def _about(circles: Floats, unit: Floats) -> Floats:
    """Places of the unit circle, moved onto circles: (n, places, 2)."""
    # Each coordinate for itself: rows are long, and quickly gone through.
    return np.stack([circles[:, k : k + 1] + circles[:, 2:3] * unit[:, k] for k in (0, 1)], axis=2)


def _turned(x: Floats, y: Floats, angles: Floats, middles: Floats | None = None) -> Floats:
    """Places (n, places, 2) from places along and across, turned and set about middles."""
    cos, sin = np.cos(angles)[:, None], np.sin(angles)[:, None]
    turned = np.empty((*np.broadcast_shapes(x.shape, y.shape), 2))
    turned[..., 0], turned[..., 1] = x * cos - y * sin, x * sin + y * cos
    if middles is not None:
        turned += middles[:, None]
    return turned


def tops_in(silhouettes: Floats, flat: FlatTable, height_in: float) -> Floats:
    """The tops, as high as that, of boxes whose tops and sides together look like rectangles.

    A side shows only beyond the top, toward the place below the camera.
    """
    along, across = _axes(silhouettes)
    leaning = (
        np.asarray(flat.table_from_seen(SeenXY(silhouettes[:, :2]), height_in)) - silhouettes[:, :2]
    )
    shrunk = 1 / flat.spread(height_in)
    tops = silhouettes.copy()
    for axis, half in ((along[:, 0], 3), (across[:, 0], 4)):
        lean = (leaning * axis).sum(axis=1)
        whole = silhouettes[:, half]
        top = np.minimum((2 * whole - np.abs(lean)) / (1 + shrunk), whole)
        tops[:, half] = np.maximum(top, NARROWEST_IN)
        tops[:, :2] -= (np.sign(lean) * (whole - tops[:, half]))[:, None] * axis
    return tops


def rectangle_around(ring: SeenXY) -> Floats:
    """The smallest rectangle around a ring: middle, angle, half length, half width."""
    (x, y), (width, height), angle_deg = cv2.minAreaRect(ring.astype(np.float32))
    angle = np.radians(angle_deg)
    if width < height:
        width, height, angle = height, width, angle + np.pi / 2
    return np.array([x, y, angle, width / 2, height / 2])


def _axes(numbers: Floats) -> tuple[Floats, Floats]:
    """Unit vectors along and across rectangles, (n, 1, 2)."""
    cos, sin = np.cos(numbers[:, 2]), np.sin(numbers[:, 2])
    return np.stack([cos, sin], axis=1)[:, None], np.stack([-sin, cos], axis=1)[:, None]


def _sides(numbers: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Places on rectangles' sides along and across from their middles, and the ways outward.

    The longer a side the more places it has; the shortest still has some.
    """
    length, width = numbers[:, 3:4], numbers[:, 4:5]
    half, fewest = OUTLINE // 2, OUTLINE // 8
    long = np.clip(np.rint(half * length / (length + width)), fewest, half - fewest)
    short = half - long
    place = np.arange(OUTLINE)[None]
    second = place >= half
    rest = np.where(second, place - half, place)
    at_end = rest >= long
    sign = np.where(second, -1.0, 1.0)
    t_long = sign * (2 * (rest + 0.5) / long - 1)
    t_short = sign * (2 * (rest - long + 0.5) / short - 1)
    x = np.where(at_end, sign * length, t_long * length)
    y = np.where(at_end, t_short * width, -sign * width)
    return x, y, np.where(at_end, sign, 0.0), np.where(at_end, 0.0, -sign)


DISCS, RECTANGLES = Discs(), Rectangles()


def ring_samples(rings: Sequence[SeenXY], flat: FlatTable) -> Samples:
    """Places on and in rings of any outline."""
    rings = [clockwise(ring) for ring in rings]
    along = _along(rings)
    insides = [_inside(flat.cells_from_seen(ring)) for ring in rings]
    sizes = [sorted(cv2.minAreaRect(ring.astype(np.float32))[1], reverse=True) for ring in rings]
    cores = np.array([places for places, _ in insides]).reshape(-1, _INSIDE, 2)
    return Samples(
        along.places,
        along.outward,
        flat.seen_from_cells(CellXY(cores)),
        np.array([half for _, half in insides]) / flat.px_per_in,
        np.array(sizes, float).reshape(-1, 2),
        tuple(rings),
        np.array([_hollow(ring) for ring in rings]),
    )


def _hollow(ring: SeenXY) -> float:
    """The share of the convex ring around a ring that it leaves open."""
    own = ring.astype(np.float32)
    whole = cv2.contourArea(cv2.convexHull(own))
    return max(0.0, 1 - cv2.contourArea(own) / whole) if whole > 0 else 0.0


def _along(rings: Sequence[SeenXY]) -> Outlines:
    """Places evenly along clockwise rings, and the ways outward from there."""
    if not rings:
        return Outlines(SeenXY(np.zeros((0, OUTLINE, 2))), np.zeros((0, OUTLINE, 2)))
    counts = np.array([len(ring) + 1 for ring in rings])
    lasts = np.cumsum(counts) - 1
    x, y = np.concatenate([part for ring in rings for part in (ring, ring[:1])]).T
    # One ring after the other, as if from each to the next there were no way to go.
    side_x, side_y = np.diff(x), np.diff(y)
    lengths = np.hypot(side_x, side_y)
    lengths[lasts[:-1]] = 0
    run = np.concatenate([[0.0], np.cumsum(lengths)])
    first, last = run[lasts - counts + 1, None], run[lasts, None]
    s = first + (np.arange(OUTLINE) + 0.5) / OUTLINE * (last - first)
    places = np.stack([np.interp(s, run, some) for some in (x, y)], axis=2)
    side = np.maximum(np.searchsorted(run, s) - 1, 0)
    out = np.stack([side_y[side], -side_x[side]], axis=2)
    return Outlines(SeenXY(places), out / np.maximum(lengths[side], 1e-9)[..., None])


def _inside(ring: CellXY) -> tuple[Floats, float]:
    """Cells well inside a ring, and half of its greatest width, in cells."""
    corners = np.rint(ring).astype(np.int32)
    left, top, width, height = cv2.boundingRect(corners)
    low = left - 1, top - 1
    ground = np.zeros((height + 2, width + 2), np.uint8)
    cv2.fillPoly(ground, [corners - low], 1)
    depth = cv2.distanceTransform(ground, cv2.DIST_L2, 3)
    deepest = float(depth.max())
    deep = np.flatnonzero(depth >= np.float32(min(_DEEP, 0.5 * deepest)))
    rows, columns = np.divmod(deep[_SPREAD * (len(deep) - 1) // (_INSIDE - 1)], width + 2)
    return np.stack([columns, rows], axis=1) + low, deepest
