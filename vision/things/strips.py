"""Strips of paper, as roads and rivers are: a middle line with corners, and one width.

The middle line runs through the middles of slices across a patch, each of cells equally far from
its one end (geodesic distance); it is thinned to its corners (Ramer, Douglas and Peucker), and
each straight piece is pulled onto the edges beside it. Lines that go on in each other's way are
one strip, though a bridge or a card hides what is between.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

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
_ACROSS = np.ones((3, 3), np.uint8), cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))
_MOST_ROUNDS = 255  # that a byte counts


@dataclass(frozen=True, eq=False)
class _Line:
    """A strip's middle line (corners, 2) and half its width, seen inches."""

    places: Floats
    half: float

    def end(self, last: int) -> tuple[Floats, Floats]:
        """Its first or its last place, and the unit vector along it out of there."""
        place, before = (self.places[-1], self.places[-2]) if last else self.places[:2]
        out = place - before
        return place, out / max(float(np.hypot(*out)), 1e-9)

    @property
    def ring(self) -> Floats:
        """The ring around it, its corners mitred."""
        ways = np.diff(self.places, axis=0)
        ways /= np.maximum(np.hypot(*ways.T), 1e-9)[:, None]
        normals = np.column_stack([-ways[:, 1], ways[:, 0]])
        at = np.concatenate([normals[:1], normals[:-1] + normals[1:], normals[-1:]])
        at[1:-1] /= np.maximum(1 + (normals[:-1] * normals[1:]).sum(axis=1), 0.2)[:, None]
        return np.concatenate([self.places + self.half * at, (self.places - self.half * at)[::-1]])


def strip_rings(cells: Cells, rings: Sequence[SeenXY], kind: str) -> list[SeenXY]:
    """Rings around the strips that some patches show, each alone and as far as it goes on."""
    found = (line for ring in rings if (line := _middle_line(ring)) is not None)
    lines = _on_edges(cells, list(islice(found, _MOST_LINES)))
    return [SeenXY(line.ring) for line in (*lines, *_joined(lines, _GAP_IN[kind]))]


def _middle_line(ring: SeenXY) -> _Line | None:
    """The middle line of a patch; None where it is no strip."""
    low = ring.min(axis=0) - _PITCH_IN
    size = np.ceil((ring.max(axis=0) - low) / _PITCH_IN).astype(int) + 2
    ground = np.zeros(size[::-1], np.uint8)
    cv2.fillPoly(ground, [np.rint((ring - low) / _PITCH_IN).astype(np.int32)], 1)
    far = _steps_from(ground, int(_steps_from(ground, int(ground.argmax())).argmax()))
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
    for last in (0, 1):
        place, out = line.end(last)
        off = ring - place
        ahead = off[np.abs(off @ np.array([-out[1], out[0]])) < line.half] @ out
        places[-last] = place + max(0.0, float(ahead.max()) if len(ahead) else 0.0) * out
    return _Line(places, line.half)


def _steps_from(ground: Pixels, start: int) -> NDArray[np.int32]:
    """How many steps it is from a cell to each, on the ground alone; -1 off it."""
    reached, grown, since = np.zeros_like(ground), np.zeros_like(ground), np.zeros_like(ground)
    reached.ravel()[start] = 1
    # A cell is as many steps away as it has been reached for fewer rounds than there were.
    count, rounds, steps = 1, 0, np.zeros(ground.shape, np.int32)
    for rounds in range(1, ground.size + 1):
        cv2.add(since, reached, since)
        if rounds % _MOST_ROUNDS == 0:
            steps -= since
            since[:] = 0
        # Square and cross by turns grow nearly round.
        cv2.dilate(reached, _ACROSS[rounds % 2], grown)
        cv2.bitwise_and(grown, ground, grown)
        reached, grown, before, count = grown, reached, count, cv2.countNonZero(grown)
        if count == before:
            break
    return np.where(reached > 0, steps - since + np.int32(rounds), np.int32(-1))


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
    for last in (0, 1):
        for start in (0, 1):
            (place, out), (there, back) = one.end(last), other.end(start)
            gap = there - place
            apart, turn = float(np.hypot(*gap)), float(np.arccos(np.clip(-out @ back, -1, 1)))
            beside = abs(float(out[0] * gap[1] - out[1] * gap[0])) / (2 * one.half)
            goes_on = turn > 2 * _STRAIGHT or beside < _ASIDE
            ahead = float(out @ gap) > -one.half and float(back @ gap) < one.half
            if apart < most_gap_in and turn < _MOST_TURN and ahead and goes_on:
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
