"""Circles through outline points of which only some belong to them."""

from dataclasses import dataclass
from functools import lru_cache
from math import hypot, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.medians import median
from table.places import Floats

_TRIES = 300
_MOST_POINTS = 300
_SECTORS = 48
_LIKE_IN = 0.3
_FEWEST_NEAR = 8


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle in the inches of its points."""

    x: float
    y: float
    radius: float

    @property
    def centre(self) -> Floats:
        """The centre as an array."""
        return np.array([self.x, self.y])

    def points(self, count: int = 96) -> Floats:
        """Points around it, evenly."""
        return self.centre + self.radius * around(count)

    def scaled(self, factor: float) -> "Circle":
        """The circle about the same centre, that many times as large."""
        return Circle(self.x, self.y, self.radius * factor)

    def gaps(self, points: Floats) -> Floats:
        """How far outside it each point lies, negative within."""
        return np.hypot(points[:, 0] - self.x, points[:, 1] - self.y) - self.radius

    def apart(self, other: "Circle") -> float:
        """How far the rounds of two circles are apart at most."""
        return hypot(self.x - other.x, self.y - other.y) + abs(self.radius - other.radius)

    def holds(self, place: Floats) -> bool:
        """Whether a place lies within it."""
        return hypot(place[0] - self.x, place[1] - self.y) <= self.radius

    def encloses(self, other: "Circle") -> bool:
        """Whether the other lies within it."""
        return hypot(self.x - other.x, self.y - other.y) + other.radius <= self.radius


@lru_cache(maxsize=16)
def around(count: int) -> Floats:
    """Unit vectors all the way round, evenly."""
    angle = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return np.column_stack([np.cos(angle), np.sin(angle)])


def settled(circle: Circle, points: Floats, tolerance: float, rounds: int = 5) -> Circle:
    """The circle moved onto the points near it."""
    if len(points) < _FEWEST_NEAR:
        return circle
    terms = _terms(points[:, 0] - circle.x, points[:, 1] - circle.y)
    moved, last = Circle(0.0, 0.0, circle.radius), b""
    for _ in range(rounds):
        near = _near(moved, terms, tolerance)
        this = near.tobytes()
        if this.count(1) < _FEWEST_NEAR or this == last:
            break
        moved, last = _circle_from(terms @ near), this
    return Circle(moved.x + circle.x, moved.y + circle.y, moved.radius)


def _terms(x: Floats, y: Floats) -> Floats:
    """What each point adds to the normal equations, whichever circle it is near."""
    terms = np.ones((8, len(x)))
    terms[1], terms[2] = x, y
    np.multiply(x, terms[1:3], terms[3:5])
    np.multiply(y, y, terms[5])
    np.multiply(terms[3] + terms[5], terms[1:3], terms[6:])
    return terms


def _near(circle: Circle, terms: Floats, tolerance: float) -> NDArray[np.bool_]:
    """Which of the points with these terms lie as near as that to a circle's round."""
    low, high = max(circle.radius - tolerance, 0.0) ** 2, (circle.radius + tolerance) ** 2
    middle = circle.x**2 + circle.y**2 - (low + high) / 2
    # How much the square of a point's way from the centre is off that of the round.
    off = np.array([middle, -2 * circle.x, -2 * circle.y, 1.0, 0.0, 1.0]) @ terms[:6]
    return np.abs(off, off) < (high - low) / 2


def _circle_from(sums: Floats) -> Circle:
    """The circle nearest to points, in the algebraic sense, from the sums of their terms."""
    count, x, y, xx, xy, yy, xs, ys = sums.tolist()
    middle_x, middle_y = x / count, y / count
    # About their mean the points' normal equations fall apart: two unknowns, then one.
    xx, xy, yy = xx - x * middle_x, xy - x * middle_y, yy - y * middle_y
    square = xx + yy
    all_squares = square + x * middle_x + y * middle_y
    right = 2 * (xs - middle_x * all_squares) - 4 * (middle_x * xx + middle_y * xy)
    down = 2 * (ys - middle_y * all_squares) - 4 * (middle_x * xy + middle_y * yy)
    xx, xy, yy = 4 * xx + 1e-9, 4 * xy, 4 * yy + 1e-9
    det = max(xx * yy - xy * xy, 1e-18)
    a, b = (right * yy - down * xy) / det, (down * xx - right * xy) / det
    return Circle(a + middle_x, b + middle_y, sqrt(max(square / count + a * a + b * b, 1e-12)))


def likely_circles(
    points: Floats, radii: tuple[float, float], tolerance: float, least: float, most: int = 6
) -> list[tuple[Circle, float]]:
    """Circles of those radii at least that share of whose round lies on points, and the share."""
    points = points[:: max(1, len(points) // _MOST_POINTS)]
    if len(points) < _FEWEST_NEAR:
        return []
    pick = _triples(points, radii[1])
    centres, radius = _circumcircles(points[pick[:, 0]], points[pick[:, 1]], points[pick[:, 2]])
    fits = (radius > radii[0]) & (radius < radii[1])
    centres, radius, shares = _on_points(centres[fits], radius[fits], points, tolerance, least)
    found: list[tuple[Circle, float]] = []
    while len(found) < most and len(shares):
        best = int(shares.argmax())
        x, y, r = float(centres[best, 0]), float(centres[best, 1]), float(radius[best])
        found.append((Circle(x, y, r), float(shares[best])))
        unlike = np.hypot(centres[:, 0] - x, centres[:, 1] - y) + np.abs(radius - r) >= _LIKE_IN
        centres, radius, shares = centres[unlike], radius[unlike], shares[unlike]
    return found


def _triples(points: Floats, radius: float) -> NDArray[np.intp]:
    """Points to try, three by three: half of them anywhere, half near one another.

    A rim that touches a road of its colour is a small part of the outline around both.
    """
    rng, count = np.random.default_rng(7), len(points)
    pick = rng.integers(0, count, (_TRIES, 3))
    step = float(median(np.hypot(*np.diff(points, axis=0).T)))
    reach = int(min(count // 2, max(4, np.pi * radius / max(step, 1e-6))))
    near = pick[_TRIES // 2 :]
    near[:, 1:] = (near[:, :1] + rng.integers(-reach, reach + 1, (len(near), 2))) % count
    return pick


def round_share(circle: Circle, points: Floats, tolerance: float) -> float:
    """The share of its round that has points on it."""
    x, y = points[:, 0] - circle.x, points[:, 1] - circle.y
    near = np.abs(np.hypot(x, y) - circle.radius) < tolerance
    return len(set(_sectors(x[near], y[near]).tolist())) / _SECTORS


def _on_points(
    centres: Floats, radius: Floats, points: Floats, tolerance: float, least: float
) -> tuple[Floats, Floats, Floats]:
    """Those of some circles at least that share of whose round has points on it, and the shares."""
    middle = points.sum(axis=0) / len(points)
    x, y = (points - middle).astype(np.float32).T
    centre_x, centre_y = (centres - middle).astype(np.float32).T
    # How far each point lies from each circle's centre, squared; half as fast point by point.
    square = np.column_stack([centre_x, centre_y]) @ np.array([-2 * x, -2 * y])
    square += x * x + y * y
    low, high = np.maximum(radius - tolerance, 0) ** 2, (radius + tolerance) ** 2
    square -= ((low + high) / 2 - centre_x**2 - centre_y**2).astype(np.float32)[:, None]
    near = np.abs(square, square) < ((high - low) / 2).astype(np.float32)[:, None]
    # Each part of a round needs a point of its own.
    kept = np.flatnonzero(np.count_nonzero(near, axis=1) >= least * _SECTORS)
    which, point = np.divmod(np.flatnonzero(near[kept]), len(points))
    own = kept[which]
    struck = np.zeros((len(kept), _SECTORS), bool)
    struck[which, _sectors(x[point] - centre_x[own], y[point] - centre_y[own])] = True
    shares = np.count_nonzero(struck, axis=1) / _SECTORS
    enough = shares >= least
    return centres[kept[enough]], radius[kept[enough]], shares[enough]


def _sectors(x: NDArray[Any], y: NDArray[Any]) -> NDArray[np.intp]:
    """The part of a round, one of `_SECTORS`, that lies in each direction."""
    turns = (np.arctan2(y, x) + np.pi) / (2 * np.pi)
    return np.asarray((turns * _SECTORS).astype(np.intp) % _SECTORS)


def _circumcircles(a: Floats, b: Floats, c: Floats) -> tuple[Floats, Floats]:
    b, c = b - a, c - a
    twice = 2 * (b[:, 0] * c[:, 1] - b[:, 1] * c[:, 0])
    twice = np.where(np.abs(twice) < 1e-9, np.inf, twice)
    bb, cc = (b**2).sum(axis=1), (c**2).sum(axis=1)
    x = (c[:, 1] * bb - b[:, 1] * cc) / twice
    y = (b[:, 0] * cc - c[:, 0] * bb) / twice
    return np.column_stack([x, y]) + a, np.hypot(x, y)
