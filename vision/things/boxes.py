"""Rectangles around patches, moved onto the picture's own edges."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from math import hypot

import cv2
import numpy as np

from table.places import Floats
from vision.surface.edge_search import edge_offsets
from vision.surface.flat_table import FlatTable, Pixels
from vision.surface.flat_view import FlatView
from vision.surface.patches import at
from vision.surface.rays import along_rays

# How near a side's points must lie to its line, step by step.
_CLOSE_IN = (0.1, 0.06, 0.04, 0.03, 0.02)
_MASK_STEP_IN = 0.1
_BEHIND_IN = 0.7
_SETTLED_IN = 0.02
_NEARLY_ALL, _NEAR_IN = 0.85, 0.04  # of its sides on edges, which lie no farther off
ALONG_BOX = np.linspace(-0.95, 0.95, 40)  # half lengths from a box's middle
HOPELESS = 0.15  # of a rectangle's sides: no second look finds more
_WEAK_SIDE = 0.8  # of a side that lies on edges, below which it is looked for elsewhere
_PLAIN_SIDE = 0.6  # of it where it is then found
_MUCH_BETTER = 0.2  # a shadow has an edge too, but a book's own is clearer
INWARD_IN = (-1.5, -1.25, -1.0, -0.8, -0.6, -0.4, -0.2)  # how far a side is moved
OUTWARD_IN = (0.2, 0.3, 0.4)
_LOOSE_IN = (1.0, 0.5, 0.3, 0.15, 0.1, 0.08)
_AT_ONCE = 16  # cells
_ON_IN = 0.04  # how near its line a place is on it
_LEAST_PLACES = 5  # that tell a line
_MOST_TURN = 0.1  # radians that a box is turned at once
_CORNERS = np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]])
_OWN, _VEILED = np.uint8(1), np.uint8(2)  # bits of what is known of a cell


@dataclass(frozen=True, eq=False)
class Box:
    """A rectangle in seen inches: centre, unit vector along its length, half its sizes."""

    centre: Floats
    along: Floats
    half_length: float
    half_width: float

    @cached_property
    def across(self) -> Floats:
        """The unit vector across its length."""
        return np.array([-self.along[1], self.along[0]])

    @cached_property
    def corners(self) -> Floats:
        """Its four corners."""
        sizes = np.array([self.along * self.half_length, self.across * self.half_width])
        return np.asarray(self.centre + _CORNERS @ sizes)

    @property
    def sizes(self) -> Floats:
        """Its length and its width."""
        return np.array([2 * self.half_length, 2 * self.half_width])

    @property
    def area(self) -> float:
        """Its area in square inches."""
        return 4 * self.half_length * self.half_width


def box_around(points: Floats) -> Box:
    """The smallest rectangle around points."""
    (x, y), (width, height), angle_deg = cv2.minAreaRect(points.astype(np.float32))
    along = np.array([np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))])
    if width < height:
        width, height, along = height, width, np.array([-along[1], along[0]])
    return Box(np.array([x, y]), along, width / 2, height / 2)


def tightened(box: Box, mask: Pixels, hidden: Pixels, flat: FlatTable) -> Box:
    """The rectangle drawn in to where most of the mask ends on each side.

    What sticks out, a man's shoulder or another's shadow, does not count, nor do places
    where something hides the side.
    """
    known = np.bitwise_or(np.bitwise_and(mask, _OWN), np.bitwise_and(hidden, _VEILED))
    for _ in range(3):
        last, box = box, _fitted(box, _mask_sides(box, known, flat), ends=True)
        if np.abs(box.corners - last.corners).max() < _SETTLED_IN:
            break
    return box


def _mask_sides(box: Box, known: Pixels, flat: FlatTable) -> "list[_Side]":
    """Where a mask ends on each side; `known` are its cells and those that something hides."""
    places = _places([(box, number) for number in range(4)], _MASK_STEP_IN)
    far_in = 1.2 * np.array((box.half_width, box.half_width, box.half_length, box.half_length))
    ends = _mask_ends(places, np.repeat(far_in, places.counts), known, flat)
    parts = [_outermost(ends[part]) for part in places.sides]
    return _lines(places, np.concatenate(parts), places.counts, _LOOSE_IN)


def _mask_ends(places: "_Places", far_in: Floats, known: Pixels, flat: FlatTable) -> Floats:
    """How far outward of each place the mask ends that lies inward; nan where that is not told."""
    depths_in = np.arange(-0.2, far_in.max(), 1 / flat.px_per_in)
    starts = flat.cells_from_seen(places.seen).astype(np.float32)
    inward = (-flat.px_per_in * places.outward).astype(np.float32)
    ends, left = np.full(len(starts), np.nan), np.arange(len(starts))
    # Most rays meet the mask at once: only the others are followed all the way.
    for some_in in np.split(depths_in, [_AT_ONCE]):
        if not (len(left) and len(some_in)):
            break
        rays = along_rays(starts[left], inward[left], some_in.astype(np.float32))
        there = cv2.remap(known, rays[..., 0], rays[..., 1], cv2.INTER_NEAREST)
        there *= some_in < far_in[left, None]
        first = (there > 0).argmax(axis=1)
        met = there[np.arange(len(left)), first]
        own = (met & _OWN) > 0  # else something hides the mask's end
        ends[left[own]] = 0.5 / flat.px_per_in - some_in[first[own]]
        left = left[met == 0]
    return ends


def _outermost(ends: Floats) -> Floats:
    """A side's ends; where the mask ends far behind the rest of it, something hides the side."""
    clear = np.sort(ends[~np.isnan(ends)])
    outer = float(clear[int(0.85 * len(clear))]) if len(clear) else 0.0
    return np.where(ends > outer - _BEHIND_IN, ends, np.nan)


@dataclass(frozen=True, eq=False)
class _Places:
    """Places along sides, one side after another, and how many each side has."""

    counts: list[int]
    s: Floats  # how far each is from its side's middle
    seen: Floats
    outward: Floats  # the way there

    @property
    def starts(self) -> list[int]:
        """The number of each side's first place."""
        return [0, *accumulate(self.counts[:-1])]

    @property
    def sides(self) -> list[slice]:
        """The places of each side."""
        return [slice(start, end) for start, end in pairwise((0, *accumulate(self.counts)))]


def _places(sides: "Sequence[tuple[Box, int]]", step_in: float) -> _Places:
    """Places along sides of boxes, about that far apart."""
    rows, along = [], []
    for box, number in sides:
        (x, y), (ux, uy) = box.centre.tolist(), box.along.tolist()
        half, far = box.half_length, box.half_width
        if number >= 2:
            half, far, ux, uy = far, half, -uy, ux
        # Outward is across a long side and along the box at an end, or the other way.
        out_x, out_y = (-uy, ux) if number in (0, 3) else (uy, -ux)
        rows.append((x + far * out_x, y + far * out_y, ux, uy, out_x, out_y))
        along.append(_along_a_side(max(6, int(2 * half / step_in))) * half)
    counts, s = [len(some) for some in along], np.concatenate(along)
    lines = np.array(rows).repeat(counts, axis=0)
    return _Places(counts, s, lines[:, :2] + s[:, None] * lines[:, 2:4], lines[:, 4:])


@lru_cache(maxsize=256)
def _along_a_side(count: int) -> Floats:
    """Places along a side of half length 1, short of its corners."""
    return np.linspace(-0.94, 0.94, count)


def sharpened(
    view: FlatView,
    box: Box,
    reach_in: float = 0.2,
    *,
    ends: bool = True,
    hidden: Pixels | None = None,
) -> tuple[Box, float]:
    """The rectangle moved onto the picture's own edges, and the share of it that has one.

    Without `ends` only its long sides move; sides that are hidden stay.
    """
    return all_sharpened(view, [box], reach_in, ends=ends, hidden=hidden)[0]


def all_sharpened(
    view: FlatView,
    boxes: Sequence[Box],
    reach_in: float = 0.2,
    *,
    ends: bool = True,
    hidden: Pixels | None = None,
) -> list[tuple[Box, float]]:
    """Some rectangles, each as if it were sharpened alone; their edges are sampled together."""
    found = [(box, 0.0) for box in boxes]
    left = [n for n, box in enumerate(boxes) if box.half_length or box.half_width * ends]
    for _ in range(2):
        sides = _edged(view, [(found[n][0], k) for n in left for k in range(4)], reach_in, hidden)
        unsettled = []
        for place, n in enumerate(left):
            box, four = found[n][0], sides[4 * place : 4 * place + 4]
            lengths = (*[box.half_length] * 2, *[box.half_width * ends] * 2)
            edged = sum(side.share * length for side, length in zip(four, lengths, strict=True))
            share = edged / max(sum(lengths), 1e-9)
            moved = _fitted(box, four, ends=ends) if share >= HOPELESS else box
            found[n] = (moved, share)
            # Edges that lie so near and nearly all round are where a second look would find them.
            near = share > _NEARLY_ALL and np.abs(moved.corners - box.corners).max() < _NEAR_IN
            unsettled += [] if share < HOPELESS or near else [n]
        left = unsettled
    return found


def with_better_sides(
    view: FlatView, box: Box, hidden: Pixels, moves_in: Sequence[float] = INWARD_IN
) -> Box:
    """The rectangle, its sides that show but lie on no edge moved to where one is near.

    A shadow of the thing's own colour beside it, or another thing, has drawn the side out.
    """
    for number, side in enumerate(_sides(view, box, range(4), 0.15, hidden)):
        if side.share >= _WEAK_SIDE:
            continue
        moved = [_side_moved(box, number, by_in) for by_in in moves_in]
        moved = [other for other in moved if min(other.half_length, other.half_width) > 0.5]
        tried = _edged(view, [(other, number) for other in moved], 0.15, hidden)
        shares = [side.share for side in tried]
        best = int(np.argmax(shares)) if shares else 0
        if shares and shares[best] >= max(_PLAIN_SIDE, side.share + _MUCH_BETTER):
            box = moved[best]
    return box


def _side_moved(box: Box, number: int, by_in: float) -> Box:
    """The rectangle with one side moved outward."""
    normal = (box.across, -box.across, box.along, -box.along)[number]
    along, across = (0.0, by_in / 2) if number < 2 else (by_in / 2, 0.0)
    return Box(
        box.centre + normal * by_in / 2,
        box.along,
        box.half_length + along,
        box.half_width + across,
    )


def weaker_side(view: FlatView, box: Box, hidden: Pixels) -> float:
    """The share of clear edges on the long side that has fewer."""
    return min(side.share for side in _sides(view, box, (0, 1), 0.12, hidden))


@dataclass(frozen=True, slots=True)
class _Side:
    """Where a side was found: how far outward at its middle, its slope, its share of edges."""

    offset_in: float = 0.0
    slope: float = 0.0
    share: float = 0.0


def _sides(
    view: FlatView, box: Box, numbers: Sequence[int], reach_in: float, hidden: Pixels | None
) -> list[_Side]:
    """Where these sides of a box are found."""
    return _edged(view, [(box, number) for number in numbers], reach_in, hidden)


def _edged(
    view: FlatView, sides: Sequence[tuple[Box, int]], reach_in: float, hidden: Pixels | None
) -> list[_Side]:
    """Where sides are found; their edges are sampled together, which costs as much as one."""
    if not sides:
        return []
    places = _places(sides, 0.08)
    offsets = edge_offsets(view, places.seen, places.outward, reach_in)
    totals = places.counts
    if hidden is not None:
        veiled = at(hidden, view.coarse, places.seen)
        offsets[veiled] = np.nan
        totals = np.add.reduceat(~veiled, places.starts, dtype=int).tolist()
    return _lines(places, offsets, totals)


def _lines(
    places: _Places,
    offsets: Floats,
    totals: Sequence[int],
    tolerances_in: Sequence[float] = _CLOSE_IN,
) -> list[_Side]:
    """The line through most offsets of each side; `totals` are the places that count."""
    clear = offsets == offsets  # noqa: PLR0124  # nan is not like itself
    out, s = np.where(clear, offsets, 0.0), places.s
    # What weights are summed by: 1, s, s squared, the offset and s times the offset.
    terms = np.array([np.ones(len(out)), s, s * s, out, s * out]) * clear
    weighted, off, lines = terms, out, [(0.0, 0.0)] * len(places.counts)
    for tolerance_in in tolerances_in:
        sums = np.add.reduceat(weighted, places.starts, axis=1)
        lines = _weighted_lines(sums.tolist())
        levels, slopes = np.array(lines).T.repeat(places.counts, axis=1)
        off = out - levels - slopes * s
        weighted = terms / (1 + np.square(off * (1 / tolerance_in)))
    on_line = clear & (np.abs(off) < _ON_IN)
    told, near = np.add.reduceat([clear, on_line], places.starts, axis=1, dtype=int).tolist()
    return [
        _Side(*line, on / total) if count >= _LEAST_PLACES else _Side()
        for line, count, on, total in zip(lines, told, near, totals, strict=True)
    ]


def _weighted_lines(sums: Sequence[Sequence[float]]) -> list[tuple[float, float]]:
    """Level and slope of the lines nearest to the offsets; a short side's slope is held stiff.

    Given are each side's sums of 1, s, s squared, its offsets and s times its offsets.
    """
    lines = []
    for one, x, xx, y, xy in zip(*sums, strict=True):
        weight, stiff = one + 1e-6, xx + 1e-3
        det = weight * stiff - x * x
        lines.append(((y * stiff - xy * x) / det, (weight * xy - x * y) / det))
    return lines


def _fitted(box: Box, sides: list[_Side], *, ends: bool) -> Box:
    """The rectangle whose sides lie where they were found."""
    right, left, head, tail = sides
    # Turning the box by a small angle moves a side's far end out by angle times s.
    sizes = (*[box.half_length] * 2, *[box.half_width] * 2)
    weights = [side.share * size**2 for side, size in zip(sides, sizes, strict=True)]
    slopes = (right.slope, -left.slope, -head.slope, tail.slope)
    turned = sum(weight * slope for weight, slope in zip(weights, slopes, strict=True))
    turn = min(max(turned / max(sum(weights), 1e-9), -_MOST_TURN), _MOST_TURN)
    along = box.along + turn * box.across
    head_in, tail_in = (head.offset_in, tail.offset_in) if ends else (0.0, 0.0)
    across_in = (right.offset_in - left.offset_in) / 2
    return Box(
        box.centre + box.across * across_in + box.along * (head_in - tail_in) / 2,
        along / hypot(*along),
        # Where sides cross there is nothing between them.
        max(0.0, box.half_length + (head_in + tail_in) / 2),
        max(0.0, box.half_width + (right.offset_in + left.offset_in) / 2),
    )
