"""Circles through outline points of which only some belong to them."""

from dataclasses import dataclass
from typing import cast

import numpy as np

from table.places import Floats

_TRIES = 250


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
        return cast("Floats", np.hypot(*(points - self.centre).T) - self.radius)


def around(count: int) -> Floats:
    """Unit vectors all the way round, evenly."""
    angle = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return np.column_stack([np.cos(angle), np.sin(angle)])


def circle_through(points: Floats) -> Circle:
    """The circle nearest to all points, in the algebraic sense."""
    shift = points.mean(axis=0)
    off = points - shift
    terms = np.column_stack([2 * off, np.ones(len(off))])
    a, b, c = np.linalg.lstsq(terms, (off**2).sum(axis=1), rcond=None)[0]
    return Circle(a + shift[0], b + shift[1], float(np.sqrt(max(c + a * a + b * b, 1e-12))))


def settled(circle: Circle, points: Floats, tolerance: float, rounds: int = 5) -> Circle:
    """The circle moved onto the points near it."""
    for _ in range(rounds):
        near = np.abs(circle.gaps(points)) < tolerance
        if near.sum() < 8:
            return circle
        circle = circle_through(points[near])
    return circle


def best_circle(
    points: Floats, radii: tuple[float, float], tolerance: float
) -> tuple[Circle, float] | None:
    """The circle of those radii that most of its round lies on points, and that share."""
    if len(points) < 8:
        return None
    pick = np.random.default_rng(7).integers(0, len(points), (_TRIES, 3))
    a, b, c = points[pick[:, 0]], points[pick[:, 1]], points[pick[:, 2]]
    centres, radius = _circumcircles(a, b, c)
    fits = (radius > radii[0]) & (radius < radii[1])
    best: tuple[Circle, float] | None = None
    for centre, r in zip(centres[fits], radius[fits], strict=True):
        circle = Circle(float(centre[0]), float(centre[1]), float(r))
        share = round_share(circle, points, tolerance)
        if best is None or share > best[1]:
            best = circle, share
    return best


def round_share(circle: Circle, points: Floats, tolerance: float, sectors: int = 48) -> float:
    """The share of its round that has points on it."""
    near = points[np.abs(circle.gaps(points)) < tolerance] - circle.centre
    angle = np.arctan2(near[:, 1], near[:, 0])
    sector = ((angle + np.pi) / (2 * np.pi) * sectors).astype(int) % sectors
    return len(np.unique(sector)) / sectors


def _circumcircles(a: Floats, b: Floats, c: Floats) -> tuple[Floats, Floats]:
    b, c = b - a, c - a
    twice = 2 * (b[:, 0] * c[:, 1] - b[:, 1] * c[:, 0])
    twice = np.where(np.abs(twice) < 1e-9, np.inf, twice)
    bb, cc = (b**2).sum(axis=1), (c**2).sum(axis=1)
    x = (c[:, 1] * bb - b[:, 1] * cc) / twice
    y = (b[:, 0] * cc - c[:, 0] * bb) / twice
    return np.column_stack([x, y]) + a, np.hypot(x, y)
