"""Circles through outline points of which only some belong to them."""

from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from typing import cast

import numpy as np
from numpy.typing import NDArray

from calibration.medians import median
from table.places import Floats

_TRIES = 300
_MOST_POINTS = 300
_SECTORS = 48
_LIKE_IN = 0.3


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


def circle_through(points: Floats) -> Circle:
    """The circle nearest to all points, in the algebraic sense."""
    count = len(points)
    middle_x, middle_y = points.sum(axis=0) / count
    x, y = points[:, 0] - middle_x, points[:, 1] - middle_y
    square = x * x + y * y
    # About their mean the points' normal equations fall apart: two unknowns, then one.
    xx, xy, yy = float(x @ x) * 4 + 1e-9, float(x @ y) * 4, float(y @ y) * 4 + 1e-9
    right, down = 2 * float(x @ square), 2 * float(y @ square)
    det = max(xx * yy - xy * xy, 1e-18)
    a, b = (right * yy - down * xy) / det, (down * xx - right * xy) / det
    c = float(square.sum()) / (count + 1e-9)
    radius = float(np.sqrt(max(c + a * a + b * b, 1e-12)))
    return Circle(float(a + middle_x), float(b + middle_y), radius)


def settled(circle: Circle, points: Floats, tolerance: float, rounds: int = 5) -> Circle:
    """The circle moved onto the points near it."""
    last = np.zeros(len(points), bool)
    for _ in range(rounds):
        near = np.abs(circle.gaps(points)) < tolerance
        if np.count_nonzero(near) < 8 or (near == last).all():
            return circle
        circle, last = circle_through(points[near]), near
    return circle


def likely_circles(
    points: Floats, radii: tuple[float, float], tolerance: float, most: int = 6
) -> list[tuple[Circle, float]]:
    """Circles of those radii that much of their round lies on points, and that share."""
    points = points[:: max(1, len(points) // _MOST_POINTS)]
    if len(points) < 8:
        return []
    pick = _triples(points, radii[1])
    centres, radius = _circumcircles(points[pick[:, 0]], points[pick[:, 1]], points[pick[:, 2]])
    fits = (radius > radii[0]) & (radius < radii[1])
    centres, radius = centres[fits], radius[fits]
    shares = _round_shares(centres, radius, points, tolerance)
    found: list[tuple[Circle, float]] = []
    while len(found) < most and len(shares) and shares.max() > 0.2:
        best = int(shares.argmax())
        x, y, r = float(centres[best, 0]), float(centres[best, 1]), float(radius[best])
        found.append((Circle(x, y, r), float(shares[best])))
        like = np.hypot(*(centres - centres[best]).T) + np.abs(radius - r) < _LIKE_IN
        shares = np.where(like, 0.0, shares)
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
    return float(
        _round_shares(circle.centre[None], np.array([circle.radius]), points, tolerance)[0]
    )


def _round_shares(centres: Floats, radius: Floats, points: Floats, tolerance: float) -> Floats:
    x, y = (points[:, k] - centres[:, k, None] for k in (0, 1))
    square = x * x + y * y
    low, high = np.maximum(radius - tolerance, 0) ** 2, (radius + tolerance) ** 2
    which, point = np.nonzero((square > low[:, None]) & (square < high[:, None]))
    angle = np.arctan2(y[which, point], x[which, point])
    sector = ((angle + np.pi) / (2 * np.pi) * _SECTORS).astype(int) % _SECTORS
    struck = np.zeros((len(centres), _SECTORS), bool)
    struck[which, sector] = True
    return cast("Floats", struck.mean(axis=1))


def _circumcircles(a: Floats, b: Floats, c: Floats) -> tuple[Floats, Floats]:
    b, c = b - a, c - a
    twice = 2 * (b[:, 0] * c[:, 1] - b[:, 1] * c[:, 0])
    twice = np.where(np.abs(twice) < 1e-9, np.inf, twice)
    bb, cc = (b**2).sum(axis=1), (c**2).sum(axis=1)
    x = (c[:, 1] * bb - b[:, 1] * cc) / twice
    y = (b[:, 0] * cc - c[:, 0] * bb) / twice
    return np.column_stack([x, y]) + a, np.hypot(x, y)
