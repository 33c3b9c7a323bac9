"""Strips of paper, as roads and rivers are: a middle line with corners, and one width.

The middle line runs through the middles of slices across a patch, each of cells equally far from
its one end (geodesic distance); it is thinned to its corners (Ramer, Douglas and Peucker), and
each straight piece is pulled onto the edges beside it. Lines that go on in each other's way are
one strip, though a bridge or a card hides what is between.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import acos, hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.medians import median
from table.places import Floats, SeenXY
from vision.surface.flat_table import Pixels
from vision.things.cells import Cells
from vision.things.edges import CLOSE_IN, pulled
from vision.things.shapes import RECTANGLES

_PITCH_IN = 0.3  # of the grid on which slices are told
_SLICE_IN = 0.6
_SLENDER = 2.4  # the square of its length to its area
_CORNER = 0.17  # of a strip's width, by which its middle line strays between two corners
_STRAIGHT = 0.1  # radians
_MOST_LINES = 12
# From one line to the next: a river goes on under a bridge, a road ends at it.
_GAP_IN = {"river": 4.5, "road": 1.5}
_OF_ONE_WIDTH = 0.25  # by which two lines of a strip differ in width at most, as a share
_MOST_TURN = 1.1  # radians, from one line to the next
_ASIDE = 0.5  # of the width, by which lines in one way lie beside each other
_MOST_ROUNDS = 255  # that a byte counts


_End = tuple[float, float, float, float]  # x and y, and the way out


def _end(x: float, y: float, before_x: float, before_y: float) -> _End:
    """An end of a line, which comes from another place."""
    out_x, out_y = float(x - before_x), float(y - before_y)
    length = max(hypot(out_x, out_y), 1e-9)
    return float(x), float(y), out_x / length, out_y / length


@dataclass(frozen=True, eq=False)
class _Line:
    """A strip's middle line (corners, 2) and half its width, seen inches."""

    places: Floats
    half: float

    @cached_property
    def ends(self) -> tuple[_End, _End]:
        """Its first and its last place, each with the unit vector along it out of there."""
        return _end(*self.places[:2].ravel()), _end(*self.places[:-3:-1].ravel())

    @property
    def ring(self) -> Floats:
        """The ring around it, its corners mitred."""
        ways = np.diff(self.places, axis=0)
        ways /= np.maximum(np.hypot(*ways.T), 1e-9)[:, None]
        normals = np.column_stack([-ways[:, 1], ways[:, 0]])
        at = np.concatenate([normals[:1], normals[:-1] + normals[1:], normals[-1:]])
        at[1:-1] /= np.maximum(1 + (normals[:-1] * normals[1:]).sum(axis=1), 0.2)[:, None]
        return np.concatenate([self.places + self.half * at, (self.places - self.half * at)[::-1]])


def strip_rings(cells: Cells, shown: Mapping[str, Sequence[SeenXY]]) -> dict[str, list[SeenXY]]:
    """Rings around the strips of each kind that some patches show, alone and as far as they go on.

    A patch may be any kind's: it is looked at once.
    """
    known: dict[int, _Line | None] = {}
    found = {kind: _first_lines(rings, known) for kind, rings in shown.items()}
    every = {id(line): line for lines in found.values() for line in lines}
    moved = dict(zip(every, _on_edges(cells, list(every.values())), strict=True))
    return {kind: _rings([moved[id(one)] for one in found[kind]], kind) for kind in found}


def _rings(lines: Sequence[_Line], kind: str) -> list[SeenXY]:
    """Rings around lines, and around those that are one strip."""
    return [SeenXY(line.ring) for line in (*lines, *_joined(lines, _GAP_IN[kind]))]


def _first_lines(rings: Sequence[SeenXY], known: dict[int, _Line | None]) -> list[_Line]:
    """The middle lines of the first patches that are strips; `known` are those looked at."""
    found: list[_Line] = []
    for n in range(0, len(rings), _MOST_LINES):
        some = rings[n : n + _MOST_LINES]
        new = [ring for ring in some if id(ring) not in known]
        known |= zip(map(id, new), _middle_lines(new), strict=True)
        found += [line for ring in some if (line := known[id(ring)]) is not None]
        if len(found) >= _MOST_LINES:
            break
    return found[:_MOST_LINES]


def _middle_lines(rings: Sequence[SeenXY]) -> list[_Line | None]:
    """The middle lines of patches; None where one is no strip."""
    if not rings:
        return []
    lows = [ring.min(axis=0) - _PITCH_IN for ring in rings]
    grounds = [_ground(ring, low) for ring, low in zip(rings, lows, strict=True)]
    # One below the other on one ground: steps on all of them are taken at once.
    ends = np.cumsum([len(own) for own in grounds]).tolist()
    ground = np.zeros((ends[-1], max(own.shape[1] for own in grounds)), np.uint8)
    parts = [
        (slice(end - len(own), end), slice(own.shape[1]))
        for end, own in zip(ends, grounds, strict=True)
    ]
    for part, own in zip(parts, grounds, strict=True):
        ground[part] = own
    far = ground.astype(np.int32)
    for _ in range(2):  # from anywhere to one end, and from there to the other
        far = _steps_from(ground, [_most(far, part) for part in parts])
    each = zip(rings, lows, parts, strict=True)
    return [_middle_line(ring, low, far[part]) for ring, low, part in each]


def _ground(ring: SeenXY, low: Floats) -> Pixels:
    """The places of the grid inside a ring, 1."""
    size = np.ceil((ring.max(axis=0) - low) / _PITCH_IN).astype(int) + 2
    ground = np.zeros(size[::-1], np.uint8)
    cv2.fillPoly(ground, [np.rint((ring - low) / _PITCH_IN).astype(np.int32)], 1)
    return ground


def _most(values: NDArray[np.int32], part: tuple[slice, slice]) -> tuple[int, int]:
    """The row and the column of the most in a part."""
    row, column = divmod(int(values[part].argmax()), values[part].shape[1])
    return row + part[0].start, column


def _middle_line(ring: SeenXY, low: Floats, far: NDArray[np.int32]) -> _Line | None:
    """The middle line of a patch by the steps from one end of it; None where it is no strip."""
    length = float(far.max()) * _PITCH_IN
    area = cv2.contourArea(ring.astype(np.float32))
    if length * length < _SLENDER * area or length < 4 * _SLICE_IN:
        return None
    middles = _middles(np.minimum(far * _PITCH_IN // _SLICE_IN, length // _SLICE_IN - 1))
    half = area / length / 2
    # The first slices and the last run slantwise, as the farthest place lies in a corner.
    slant = min(max(1, round(half / _SLICE_IN)), (len(middles) - 2) // 2)
    places = (low + middles * _PITCH_IN)[slant : len(middles) - slant]
    corners = cv2.approxPolyDP(places.astype(np.float32), 2 * _CORNER * half, False).reshape(-1, 2)
    return _to_its_ends(_Line(corners.astype(float), half), ring) if len(corners) > 1 else None


def _middles(slices: Floats) -> Floats:
    """The middles (x, y) of the cells of each slice; what is below zero is in none."""
    rows, columns = np.nonzero(slices >= 0)
    numbers = slices[rows, columns].astype(int)
    counts = np.bincount(numbers)
    return np.column_stack([np.bincount(numbers, own) / counts for own in (columns, rows)])


def _to_its_ends(line: _Line, ring: SeenXY) -> _Line:
    """A line drawn out as far as its patch goes on."""
    places = line.places.copy()
    for last, (x, y, out_x, out_y) in enumerate(line.ends):
        off_x, off_y = ring[:, 0] - x, ring[:, 1] - y
        ahead = (off_x * out_x + off_y * out_y)[np.abs(off_y * out_x - off_x * out_y) < line.half]
        far = max(0.0, float(ahead.max())) if len(ahead) else 0.0
        places[-last] = x + far * out_x, y + far * out_y
    return _Line(places, line.half)


def _steps_from(ground: Pixels, starts: Sequence[tuple[int, int]]) -> NDArray[np.int32]:
    """How many steps it is to each cell from the nearest start, on the ground alone; -1 off it.

    The ground has a rim that is none, so that its rows may follow each other in one line.
    """
    width, line = ground.shape[1], ground.ravel()
    reached, since = np.zeros_like(line), np.zeros_like(line)
    reached[[row * width + column for row, column in starts]] = 1
    # A cell is as many steps away as it has been reached for fewer rounds than there were.
    count, rounds, steps = len(starts), 0, np.zeros(line.shape, np.int32)
    for rounds in range(1, ground.size + 1):
        since += reached
        if rounds % _MOST_ROUNDS == 0:
            steps -= since
            since[:] = 0
        # Square and cross by turns grow nearly round.
        across = _spread(reached, reached, 1)
        grown = _spread(across, reached if rounds % 2 else across, width)
        grown &= line
        reached, before, count = grown, count, cv2.countNonZero(grown)
        if count == before:
            break
    steps += rounds
    steps -= since
    return np.where(reached > 0, steps, np.int32(-1)).reshape(ground.shape)


def _spread(cells: Pixels, other: Pixels, by: int) -> Pixels:
    """Cells, and what lies so many before or after some others."""
    spread = cells.copy()
    spread[by:] |= other[:-by]
    spread[:-by] |= other[by:]
    return spread


def _on_edges(cells: Cells, lines: Sequence[_Line]) -> list[_Line]:
    """The lines with each straight piece moved onto the edges beside it."""
    if not lines:
        return []
    pieces = [_pieces(line) for line in lines]
    near = pulled(cells, RECTANGLES, np.concatenate(pieces))
    moved = pulled(cells, RECTANGLES, near, CLOSE_IN)
    ends = np.cumsum([len(own) for own in pieces])[:-1]
    return [_along(line, own) for line, own in zip(lines, np.split(moved, ends), strict=True)]


def _pieces(line: _Line) -> Floats:
    """The straight pieces of a line as rectangles (n, 5)."""
    first, second = line.places[:-1], line.places[1:]
    way = second - first
    length = np.hypot(*way.T)
    angle, half = np.arctan2(way[:, 1], way[:, 0]), np.full(len(way), line.half)
    return np.column_stack([(first + second) / 2, angle, length / 2, half])


def _along(line: _Line, moved: Floats) -> _Line:
    """The line through its moved pieces."""
    second = line.places[1:]
    half = float(median(moved[:, 4]))
    along = np.column_stack([np.cos(moved[:, 2]), np.sin(moved[:, 2])])
    middle = moved[:, :2]
    corners = [
        _crossing((middle[n], along[n]), (middle[n + 1], along[n + 1]), second[n], 2 * half)
        for n in range(len(moved) - 1)
    ]
    start = middle[0] - moved[0, 3] * along[0]
    return _Line(np.array([start, *corners, middle[-1] + moved[-1, 3] * along[-1]]), half)


def _crossing(
    first: tuple[Floats, Floats], second: tuple[Floats, Floats], usual: Floats, near_in: float
) -> Floats:
    """Where two lines, each a place and a way, cross; the usual place where they do not near it."""
    (one, way), (two, other) = first, second
    cross = float(way[0] * other[1] - way[1] * other[0])
    if abs(cross) < _STRAIGHT:
        return usual
    gap = two - one
    place = one + (gap[0] * other[1] - gap[1] * other[0]) / cross * way
    return np.asarray(place if np.hypot(*(place - usual)) < near_in else usual)


def _joined(lines: Sequence[_Line], most_gap_in: float) -> list[_Line]:
    """Every two lines that go on in each other's way, and what three of them make."""
    two = [
        joint
        for n, one in enumerate(lines)
        for other in lines[n + 1 :]
        if (joint := _joint(one, other, most_gap_in)) is not None
    ]
    three = [_joint(one, other, most_gap_in) for one in two for other in lines]
    return [*two, *(joint for joint in three if joint is not None)]


def _joint(one: _Line, other: _Line, most_gap_in: float) -> _Line | None:
    """Two lines as one where an end of the one goes on in the other."""
    if abs(one.half - other.half) > _OF_ONE_WIDTH * max(one.half, other.half):
        return None
    for last, (x, y, out_x, out_y) in enumerate(one.ends):
        for start, (there_x, there_y, back_x, back_y) in enumerate(other.ends):
            gap_x, gap_y = there_x - x, there_y - y
            if hypot(gap_x, gap_y) >= most_gap_in:
                continue
            turn = acos(min(max(-out_x * back_x - out_y * back_y, -1.0), 1.0))
            beside = abs(out_x * gap_y - out_y * gap_x) / (2 * one.half)
            goes_on = turn > 2 * _STRAIGHT or beside < _ASIDE
            ahead = out_x * gap_x + out_y * gap_y > -one.half
            ahead &= back_x * gap_x + back_y * gap_y < one.half
            if turn < _MOST_TURN and ahead and goes_on:
                first = one.places if last else one.places[::-1]
                second = other.places[::-1] if start else other.places
                return _Line(_without_gap(first, second), (one.half + other.half) / 2)
    return None


def _without_gap(first: Floats, second: Floats) -> Floats:
    """The corners of two lines in one, with one corner where they turn."""
    way, other = first[-1] - first[-2], second[1] - second[0]
    way, other = (each / max(float(np.hypot(*each)), 1e-9) for each in (way, other))
    middle = (first[-1] + second[0]) / 2
    corner = _crossing((first[-1], way), (second[0], other), middle, np.inf)
    return np.concatenate([first[:-1], corner[None], second[1:]])
