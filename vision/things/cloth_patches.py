"""Patches of cloth as wholes: what lies on a cloth neither cuts it nor takes its corners.

Two pieces are one cloth where everything between them is hidden; one piece is two cloths
where bare desk shows inside the ring around it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import hypot
from typing import cast

import cv2
import numpy as np

from table.places import Floats
from vision.surface.edge_search import ring_normals
from vision.surface.flat_table import FlatTable, Mask, Pixels, Singles
from vision.surface.outlines import clockwise, evenly, hull
from vision.surface.patches import (
    Spots,
    all_filled,
    at,
    both,
    bytes_of,
    closed,
    either,
    filled,
    opened,
    part_around,
    regions,
    share_inside,
    spots,
    widened,
    without,
    without_holes,
)

_MOST_BARE = 0.05  # of a cloth, inside the ring around it: a crumpled edge, a shadow across it
_BARE_LEFT = 0.5  # of that, inside its parts, where it is two cloths
# What may be bare between two pieces of one cloth: a share of them, or of what is between.
_MOST_BARE_OF_CLOTH, _MOST_BARE_BETWEEN = 0.015, 0.15
_LEAST_PIECE_SQ_IN = 0.15  # a corner that shows beyond a road
_FARTHEST_APART_IN = 3.5
_BESIDE_IN = 0.12
_LEAST_BARE_IN = 0.25  # a thinner line is the grid's own
_NARROWEST_IN = 0.4
_LEAST_KEPT = 0.85  # of a piece, when it is parted
_LYING_IN = 2.5  # how wide what lies on a cloth may be: a man and his tag
_NECKS_IN = (0.3, 0.5, 0.8, 1.1, 1.5)
_LEAST_PART_SQ_IN = 2.5
_LEAST_DENT_IN = 0.5
_MOST_DENTS = 4
_STEP_IN = 0.12
_BEYOND_IN = 0.25
# Of a piece's edge toward another: in sight, where both are one cloth, and where each is its own.
_MOST_IN_SIGHT, _LEAST_APART = 0.3, 0.37
_OWN_IN = 0.16  # how near the cloth's own edge the ring around it runs
_STRETCH = 8  # steps of edge that tell where a hidden corner lies
_BESIDE_GAP = np.arange(2 * _STRETCH).reshape(2, _STRETCH)  # from a gap's ends, before and after it
_LEAST_TOLD = 0.7  # of them, on the cloth's own edge
_LEAST_CORNER = 0.35  # the sine of the angle in a corner
_LEAST_HIDDEN = 0.8  # of a corner that is given back


@dataclass(frozen=True, eq=False)
class ClothPatch:
    """One cloth's cells that show, and the convex ring around them, in cells and in seen inches."""

    cells: Pixels
    corners: Floats  # in cells, at their centres
    ring: Floats


@dataclass(frozen=True, eq=False)
class _Cover:
    """Where cloth shows or may lie hidden, on the coarse grid: all else is bare desk."""

    cells: Pixels
    flat: FlatTable

    @cached_property
    def whole(self) -> Pixels:
        """With what it encloses: cloth has no holes, so that lies on it."""
        return without_holes(self.cells)


def cloth_patches(
    mask: Pixels,
    hidden: Pixels,
    flat: FlatTable,
    least_sq_in: float,
    least_piece_sq_in: float = _LEAST_PIECE_SQ_IN,
) -> list[ClothPatch]:
    """The cloths of a mask of one colour that show at least that much, in pieces of some size."""
    least = least_sq_in * flat.px_per_in**2
    wide = opened(mask, flat, _NARROWEST_IN)
    if cv2.countNonZero(wide) < least:
        return []
    # What lies across a cloth has a thin shadow beside it, and may leave slivers of it.
    cover = _Cover(either(widened(hidden, flat, _BESIDE_IN), mask), flat)
    pieces = [
        part
        for region in regions(wide, flat, least_piece_sq_in)
        for part in _parted(region.cells, cover)
    ]
    wholes = _rejoined(pieces, cover.cells, flat)
    return [whole for whole in wholes if cv2.countNonZero(whole.cells) >= least]


def _patch(cells: Pixels, flat: FlatTable) -> ClothPatch:
    outlines, _ = cv2.findContours(cells, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    corners = hull(np.concatenate([outline.reshape(-1, 2) for outline in outlines]))
    return ClothPatch(cells, corners, _ring_around(corners, flat))


def _ring_around(corners: Floats, flat: FlatTable) -> Floats:
    """The ring in seen inches around a convex one through cells' centres."""
    # Cells end half a cell beyond their centres.
    middle = corners.mean(axis=0)
    out = corners - middle
    reach = np.maximum(np.sqrt(np.square(out).sum(axis=1, keepdims=True)), 1e-6)
    return flat.seen_from_cells(middle + out * (1 + 0.6 / reach))


def _bare_cells(patch: ClothPatch, cover: _Cover, few: float = 0.0) -> int:
    """How many cells of a patch's ring are bare; of so few, at most."""
    flat = cover.flat
    ground = filled(patch.ring, flat)
    here = part_around(ground, 0.0, flat)
    bare = cv2.countNonZero(opened(without(ground, cover.cells)[here], flat, _LEAST_BARE_IN))
    if bare <= few:
        return bare
    return cv2.countNonZero(opened(without(ground, cover.whole)[here], flat, _LEAST_BARE_IN))


def _parted(cells: Pixels, cover: _Cover) -> list[ClothPatch]:
    """A piece, parted where that leaves the least bare desk inside its parts, and much less."""
    flat = cover.flat
    whole, size = _patch(cells, flat), cv2.countNonZero(cells)
    if size < 2 * _LEAST_PART_SQ_IN * flat.px_per_in**2:
        return [whole]
    bare = _bare_cells(whole, cover, _MOST_BARE * size)
    if bare <= _MOST_BARE * size:
        return [whole]
    best = _best_way(cells, whole, cover, _BARE_LEFT * bare)
    return [piece for part in best for piece in _parted(part, cover)] or [whole]


def _best_way(cells: Pixels, whole: ClothPatch, cover: _Cover, limit: float) -> list[Pixels]:
    """The parts of a piece with the least bare desk inside them; none where it is not less."""
    flat = cover.flat
    # What lies on a cloth, or across its edge, does not make it narrow.
    solid = without_holes(either(cells, both(cover.cells, closed(cells, flat, _LYING_IN))))
    ways = _large_ways([*_necked(solid, flat), *_cuts(solid, flat)], cells, flat)
    left, sure = [_bare_in(parts, cover) for parts in ways], len(ways)
    alone = without_holes(cells)
    # Parts with as little bare desk as one cloth has are good enough.
    few = _MOST_BARE * cv2.countNonZero(cells)
    if min(left, default=limit) > few and not np.array_equal(alone, solid):
        ways += _large_ways(_necked(alone, flat), cells, flat)
        left += [_bare_in(parts, cover) for parts in ways[sure:]]
    for n in sorted(range(len(ways)), key=left.__getitem__):
        if left[n] >= limit:
            break
        if n < sure or _are_apart(ways[n], whole, cover):
            return ways[n]
    return []


def _large_ways(ways: Iterable[list[Pixels]], cells: Pixels, flat: FlatTable) -> list[list[Pixels]]:
    """The ways of parting a piece in which it may be several cloths."""
    return [parts for way in ways if (parts := _large(way, cells, flat))]


def _are_apart(parts: list[Pixels], whole: ClothPatch, cover: _Cover) -> bool:
    """Whether each of the parts shows enough of its edge toward the others."""
    pieces = (_Piece(_patch(part, cover.flat), cover.cells, cover.flat) for part in parts)
    ground = filled(whole.ring, cover.flat)
    return all(piece.in_sight(ground) > _LEAST_APART for piece in pieces)


def _necked(solid: Pixels, flat: FlatTable) -> Iterator[list[Pixels]]:
    """A piece parted where it is narrow."""
    # Most of a piece's grid is empty: only what is around it is looked through.
    here = part_around(solid, 0.0, flat)
    depth = cast("Singles", cv2.distanceTransform(solid[here], cv2.DIST_L2, 3))
    for neck_in in _NECKS_IN:
        cores = bytes_of(depth > neck_in / 2 * flat.px_per_in)
        parts = _regrown(cores, solid[here])
        if len(parts) > 1:
            yield [_on_grid(part, here, solid) for part in parts]


def _on_grid(part: Pixels, here: tuple[slice, slice], grid: Pixels) -> Pixels:
    """A part of a grid as a mask of the whole of it."""
    cells = np.zeros_like(grid)
    cells[here] = part
    return cells


def _large(parts: list[Pixels], cells: Pixels, flat: FlatTable) -> list[Pixels]:
    """The parts that may be cloths, none where they are not most of the piece."""
    least = _LEAST_PART_SQ_IN * flat.px_per_in**2
    shown = [both(part, cells) for part in parts]
    large = [part for part in shown if cv2.countNonZero(part) >= least]
    kept = sum(cv2.countNonZero(part) for part in large)
    return large if len(large) > 1 and kept >= _LEAST_KEPT * cv2.countNonZero(cells) else []


def _cuts(cells: Pixels, flat: FlatTable) -> Iterator[list[Pixels]]:
    """A piece cut in two from dent to dent: two cloths that overlap have a wide neck."""
    outlines, _ = cv2.findContours(cells, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(outlines, key=len)
    turns = cv2.convexHull(outline, returnPoints=False)
    found = cv2.convexityDefects(outline, turns) if len(turns) > 3 else None
    defects = np.zeros((0, 4), int) if found is None else np.asarray(found).reshape(-1, 4)
    deep = defects[defects[:, 3] / 256 > _LEAST_DENT_IN * flat.px_per_in]
    deep = deep[np.argsort(-deep[:, 3])][:_MOST_DENTS]
    dents = outline.reshape(-1, 2)[deep[:, 2]]
    here = part_around(cells, 0.0, flat)
    rows, columns = here
    for one, other in combinations(dents - (columns.start, rows.start), 2):
        halves = cells[here].copy()
        cv2.line(halves, one.tolist(), other.tolist(), 0, 2)
        count, labels = cv2.connectedComponents(halves, connectivity=4)
        parts = [bytes_of(labels == n) for n in range(1, count)]
        # A crumpled cloth has dents too; a cut between them takes off less than a square on it.
        least = hypot(*(other - one)) ** 2
        yield [_on_grid(part, here, cells) for part in parts if cv2.countNonZero(part) > least]


def _bare_in(parts: list[Pixels], cover: _Cover) -> int:
    """How many cells inside the rings around parts are bare."""
    return sum(_bare_cells(_patch(part, cover.flat), cover) for part in parts)


def _regrown(cores: Pixels, cells: Pixels) -> list[Pixels]:
    """Each core with the cells that are nearer to it than to any other."""
    count, _ = cv2.connectedComponents(cores)
    if count < 3:
        return [cells]
    _, labels = cv2.distanceTransformWithLabels(
        cv2.bitwise_not(cores), cv2.DIST_L2, 3, labelType=cv2.DIST_LABEL_CCOMP
    )
    inside = np.where(cells > 0, labels, 0)
    numbers = np.flatnonzero(np.bincount(inside.ravel()))
    return [bytes_of(inside == n) for n in numbers if n > 0]


@dataclass(frozen=True, eq=False)
class _Piece:
    """A patch that may be part of a larger one."""

    patch: ClothPatch
    hidden: Pixels
    flat: FlatTable

    @cached_property
    def reach(self) -> tuple[float, float, float, float]:
        """Its first and last x, its first and last y."""
        (left, top), (right, bottom) = self.patch.ring.min(axis=0), self.patch.ring.max(axis=0)
        return float(left), float(right), float(top), float(bottom)

    @cached_property
    def edge(self) -> tuple[Spots, Mask]:
        """Places beyond its edge, and beyond which of them bare desk shows."""
        ring = evenly(clockwise(self.patch.ring), _STEP_IN)
        beyond = spots(self.flat, ring + _BEYOND_IN * ring_normals(ring))
        near = at(widened(self.patch.cells, self.flat, _OWN_IN), self.flat, ring)
        return beyond, near & ~beyond.on(self.hidden)

    def in_sight(self, ground: Pixels) -> float:
        """The share of its edge toward the ground of a cloth beyond which bare desk shows."""
        beyond, bare = self.edge
        toward = beyond.on(ground)
        return int(np.count_nonzero(toward & bare)) / max(1, int(np.count_nonzero(toward)))


def _rejoined(patches: list[ClothPatch], hidden: Pixels, flat: FlatTable) -> list[ClothPatch]:
    """The patches, those with only hidden ground between them made one."""
    in_order = sorted(patches, key=lambda patch: -cv2.countNonZero(patch.cells))
    left = [_Piece(patch, hidden, flat) for patch in in_order]
    wholes: list[ClothPatch] = []
    while left:
        whole, n = left.pop(0), 0
        while n < len(left):
            joined = _as_one(whole, left[n])
            if joined is not None:
                whole, left = joined, left[:n] + left[n + 1 :]
            n = 0 if joined is not None else n + 1
        wholes.append(whole.patch)
    return wholes


def _as_one(one: _Piece, other: _Piece) -> _Piece | None:
    """Two pieces as one, None where they are far apart or bare desk shows between them."""
    hidden, flat, parts = one.hidden, one.flat, (one.patch, other.patch)
    if _gap_in(one, other) > _FARTHEST_APART_IN:
        return None
    corners = hull(np.concatenate([part.corners for part in parts]))
    ring = _ring_around(corners, flat)
    ground = filled(ring, flat)
    if any(piece.in_sight(ground) > _MOST_IN_SIGHT for piece in (one, other)):
        return None
    ground = without(ground, all_filled((part.ring for part in parts), flat))
    between = cv2.countNonZero(ground)
    bare = cv2.countNonZero(opened(without(ground, hidden), flat, _LEAST_BARE_IN))
    cells = either(one.patch.cells, other.patch.cells)
    limit = max(_MOST_BARE_OF_CLOTH * cv2.countNonZero(cells), _MOST_BARE_BETWEEN * between)
    return _Piece(ClothPatch(cells, corners, ring), hidden, flat) if bare <= limit else None


def _gap_in(one: _Piece, other: _Piece) -> float:
    """How far apart the upright rectangles around two pieces are."""
    left, right, top, bottom = one.reach
    start, end, high, low = other.reach
    return hypot(max(left - end, start - right, 0.0), max(top - low, high - bottom, 0.0))


def with_hidden_corners(patch: ClothPatch, hidden: Pixels, flat: FlatTable) -> Floats:
    """The ring around a patch, with corners that something hides given back."""
    ring = evenly(clockwise(patch.ring), _STEP_IN)
    own = _own_edge(ring, patch.cells, hidden, flat)
    if own.all() or own.sum() < 3 * _STRETCH:
        return ring
    start = int(np.flatnonzero(own & ~np.concatenate([own[1:], own[:1]]))[0]) + 1
    # Before its first place and after its last one the ring goes on.
    turns = np.arange(start - _STRETCH, start + len(ring) + _STRETCH) % len(ring)
    around, own_around = ring[turns], own[turns]
    ring, own = around[_STRETCH:-_STRETCH], own_around[_STRETCH:-_STRETCH]
    gaps = np.flatnonzero(np.diff(np.concatenate([[0], (~own).astype(int), [0]]))).reshape(-1, 2)
    beside = gaps[..., None] + _BESIDE_GAP
    told = np.count_nonzero(own_around[beside], axis=2).min(axis=1) > _LEAST_TOLD * _STRETCH
    gaps, beside = gaps[told], beside[told]
    corners, are_sharp = _corners(around[beside])
    pieces, done = [], 0
    for (low, high), corner in zip(gaps[are_sharp].tolist(), corners[are_sharp], strict=True):
        ends = around[[low + _STRETCH - 1, high + _STRETCH]]
        if _is_hidden(ends, corner, hidden, flat):
            pieces += [ring[done:low], corner[None]]
            done = high
    return np.concatenate([*pieces, ring[done:]])


def _own_edge(ring: Floats, cells: Pixels, hidden: Pixels, flat: FlatTable) -> Mask:
    """The places of a ring where the cloth itself ends, in sight."""
    near = round(_OWN_IN * flat.px_per_in * 2) | 1
    close = cv2.dilate(cells, np.ones((near, near), np.uint8))
    veiled = cv2.dilate(hidden, np.ones((3, 3), np.uint8))
    there = spots(flat, ring)
    return there.on(np.asarray(close)) & ~there.on(np.asarray(veiled))


def _corners(edges: Floats) -> tuple[Floats, Mask]:
    """Where the edges before and after gaps in a ring would meet, and which make a corner.

    Given are places in a row on each edge, (gaps, 2, places, 2).
    """
    middles, ways = _lines(edges)
    (p, q), (u, v) = middles.transpose(1, 0, 2), ways.transpose(1, 0, 2)
    sines, off = _cross(u, v), q - p
    are_sharp = sines >= _LEAST_CORNER
    reach = _cross(off, v) / np.where(are_sharp, sines, 1.0)
    return p + u * reach[:, None], are_sharp


def _cross(one: Floats, other: Floats) -> Floats:
    """The cross products of vectors, (n, 2)."""
    return np.asarray(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0])


def _lines(points: Floats) -> tuple[Floats, Floats]:
    """The middles of points in rows, (..., places, 2), and the ways they run."""
    middles = points.mean(axis=-2)
    x, y = np.moveaxis(points - middles[..., None, :], -1, 0)
    turns = np.arctan2(2 * (x * y).sum(axis=-1), (x * x - y * y).sum(axis=-1)) / 2
    ways = np.stack([np.cos(turns), np.sin(turns)], axis=-1)
    onward = ((points[..., -1, :] - points[..., 0, :]) * ways).sum(axis=-1) > 0
    return middles, np.where(onward[..., None], ways, -ways)


def _is_hidden(ends: Floats, corner: Floats, hidden: Pixels, flat: FlatTable) -> bool:
    """Whether something hides nearly all of a corner, and the corner is not far off."""
    if hypot(*(corner - ends.mean(axis=0))) > 1.2 * hypot(*(ends[1] - ends[0])):
        return False
    triangle = np.array([ends[0], corner, ends[1]])
    return share_inside(hidden, triangle, flat) >= _LEAST_HIDDEN
