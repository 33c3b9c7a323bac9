"""Circles through outline points of which only some belong to them."""

from dataclasses import dataclass
from functools import lru_cache
from math import hypot, sqrt
from typing import Any

import cv2
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
    x, y, radius = _circumcircles(points.T[:, _triples(points, radii[1]).T])
    fits = (radius > radii[0]) & (radius < radii[1])
    circles, shares = _on_points(np.array([x, y, radius])[:, fits], points, tolerance, least)
    found: list[tuple[Circle, float]] = []
    while len(found) < most and len(shares):
        best = int(shares.argmax())
        circle = Circle(*circles[:, best].tolist())
        found.append((circle, float(shares[best])))
        x, y, radius = circles
        apart = np.hypot(x - circle.x, y - circle.y) + np.abs(radius - circle.radius)
        unlike = apart >= _LIKE_IN
        circles, shares = circles[:, unlike], shares[unlike]
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
    circles: Floats, points: Floats, tolerance: float, least: float
) -> tuple[Floats, Floats]:
    """Those of some circles at least that share of whose round has points on it, and the shares.

    Circles are columns of a centre's x and y and a radius.
    """
    if not circles.size:
        return circles, circles[2]
    middle_x, middle_y = (points.sum(axis=0) / len(points)).tolist()
    x, y = ((points - (middle_x, middle_y)).T).astype(np.float32, order="C")
    centre_x = (circles[0] - middle_x).astype(np.float32)
    centre_y = (circles[1] - middle_y).astype(np.float32)
    low, high = np.maximum(circles[2] - tolerance, 0) ** 2, (circles[2] + tolerance) ** 2
    within = centre_x**2 + centre_y**2 - (low + high) / 2
    # How much the square of each point's way from each centre is off that of the round.
    terms = np.array([centre_x, centre_y, np.ones_like(centre_x), within], np.float32)
    off = terms.T @ np.array([-2 * x, -2 * y, x * x + y * y, np.ones_like(x)])
    near = np.abs(off, off) < ((high - low) / 2).astype(np.float32)[:, None]
    counts = cv2.reduce(near.view(np.uint8), 1, cv2.REDUCE_SUM, dtype=cv2.CV_32S)[:, 0]
    # Each part of a round needs a point of its own.
    kept = np.flatnonzero(counts >= least * _SECTORS)
    counts = counts[kept]
    which = np.arange(len(kept)).repeat(counts)
    point = np.flatnonzero(near[kept]) - which * len(points)
    off_x, off_y = (
        along[point] - centre[kept].repeat(counts)
        for along, centre in ((x, centre_x), (y, centre_y))
    )
    struck = np.zeros(len(kept) * _SECTORS, bool)
    struck[which * _SECTORS + _sectors(off_x, off_y)] = True
    shares = np.count_nonzero(struck.reshape(-1, _SECTORS), axis=1) / _SECTORS
    enough = shares >= least
    return circles[:, kept[enough]], shares[enough]


def _sectors(x: NDArray[Any], y: NDArray[Any]) -> NDArray[np.intp]:
    """The part of a round, one of `_SECTORS`, that lies in each direction."""
    turns = (np.arctan2(y, x) + np.pi) / (2 * np.pi)
    sectors: NDArray[np.intp] = (turns * _SECTORS).astype(np.intp)
    sectors[sectors == _SECTORS] = 0  # the round ends where it begins
    return sectors


def _circumcircles(places: Floats) -> tuple[Floats, Floats, Floats]:
    """The circles through three places each, as x, y and radius; places are (2, 3, n)."""
    (x, y), (b_x, c_x), (b_y, c_y) = places[:, 0], *(places[:, 1:] - places[:, :1])
    twice = 2 * (b_x * c_y - b_y * c_x)
    twice[np.abs(twice) < 1e-9] = np.inf
    bb, cc = b_x**2 + b_y**2, c_x**2 + c_y**2
    off_x, off_y = (c_y * bb - b_y * cc) / twice, (b_x * cc - c_x * bb) / twice
    return off_x + x, off_y + y, np.hypot(off_x, off_y)
