"""Solid shapes and where a ray meets them: balls, rods, turned walls and boxes.

Every shape answers `bounds` (points that enclose it) and `meet(eye, rays)`: how far along
each ray it is met (infinite where not), the outward normal there and the shade of its own
surface, a factor on its colour.
"""

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from table.places import Floats

Array = NDArray[np.float32]
FAR = np.float32(np.inf)


class Meeting(NamedTuple):
    """Where rays meet a surface."""

    depth: Array  # (n,)
    normal: Array  # (n, 3)


class Shape(Protocol):
    """Anything rays can meet."""

    def bounds(self) -> Floats:
        """Points (n, 3) whose hull holds the shape."""
        ...

    def meet(self, eye: Floats, rays: Array) -> Meeting:
        """The nearest meeting of each ray."""
        ...


def frame_along(axis: Floats) -> Floats:
    """A right-handed frame (rows) whose third row points along the axis."""
    third = np.asarray(axis, dtype=np.float64) / np.linalg.norm(axis)
    aside = np.array([1.0, 0, 0]) if abs(third[0]) < 0.9 else np.array([0, 1.0, 0])
    first = np.cross(aside, third)
    first /= np.linalg.norm(first)
    return np.stack([first, np.cross(third, first), third])


def turned(yaw_deg: float) -> Floats:
    """The frame (rows) of something that lies flat and faces along the yaw."""
    a = np.radians(yaw_deg)
    return np.array([[np.cos(a), np.sin(a), 0], [-np.sin(a), np.cos(a), 0], [0, 0, 1.0]])


def _box_points(centre: Floats, frame: Floats, half: Floats) -> Floats:
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    return centre + (signs * half) @ frame


@dataclass(frozen=True, eq=False)
class _Framed:
    """What fills a turned box with its half sides along the rows of its frame."""

    centre: Floats
    half: Floats
    frame: Floats

    def bounds(self) -> Floats:
        """The box's corners."""
        return _box_points(self.centre, self.frame, self.half)


class Ball(_Framed):
    """An ellipsoid: half axes along the rows of its frame."""

    def meet(self, eye: Floats, rays: Array) -> Meeting:
        """The nearest meeting of each ray."""
        squash = (self.frame / self.half[:, None]).astype(np.float32)
        start = squash @ (eye - self.centre).astype(np.float32)
        way = rays @ squash.T
        along = -(way @ start) / np.einsum("ij,ij->i", way, way)
        miss = start + along[:, None] * way
        room = 1.0 - np.einsum("ij,ij->i", miss, miss)
        met = room > 0
        reach = np.sqrt(np.maximum(room, 0) / np.einsum("ij,ij->i", way, way))
        depth = np.where(met, along - reach, FAR)
        normal = (start + np.where(met, depth, 0)[:, None] * way) @ squash
        return Meeting(depth, _unit(normal))


@dataclass(frozen=True, eq=False)
class TurnedWall:
    """A band turned about an axis: radius `low_in` at the foot, `high_in` at `length_in`.

    With length 0 it is a flat ring between the two radii. `tilt` leans the normal at foot and
    top, so that neighbouring bands look like one curve.
    """

    foot: Floats
    axis: Floats
    low_in: float
    high_in: float
    length_in: float
    facets: int = 0

    def bounds(self) -> Floats:
        """Its enclosing box's corners."""
        r = max(self.low_in, self.high_in)
        frame = frame_along(self.axis)
        centre = self.foot + frame[2] * self.length_in / 2
        return _box_points(centre, frame, np.array([r, r, self.length_in / 2]))

    def meet(self, eye: Floats, rays: Array) -> Meeting:
        """The nearest meeting of each ray."""
        frame = frame_along(self.axis).astype(np.float32)
        start = frame @ (eye - self.foot).astype(np.float32)
        way = rays @ frame.T
        if self.length_in == 0:
            return self._meet_ring(start, way, frame)
        slope = np.float32((self.high_in - self.low_in) / self.length_in)
        # Start near the foot: far away the squares of float32 lose the wall's thickness.
        shift = -(way @ start) / np.einsum("ij,ij->i", way, way)
        near = start + shift[:, None] * way
        radius = self.low_in + slope * near[:, 2]
        a = way[:, 0] ** 2 + way[:, 1] ** 2 - (slope * way[:, 2]) ** 2
        b = near[:, 0] * way[:, 0] + near[:, 1] * way[:, 1] - slope * way[:, 2] * radius
        c = near[:, 0] ** 2 + near[:, 1] ** 2 - radius**2
        root = b * b - a * c
        safe = np.where(np.abs(a) < 1e-9, np.float32(1e-9), a)
        sq = np.sqrt(np.maximum(root, 0))
        best = np.full(len(rays), FAR, np.float32)
        for t in ((-b - sq) / safe, (-b + sq) / safe):
            z = near[:, 2] + t * way[:, 2]
            ok = (root > 0) & (z >= 0) & (z <= self.length_in)
            best = np.where(ok & (t < best), t, best)
        at = near + np.where(np.isfinite(best), best, 0)[:, None] * way
        local = np.stack([at[:, 0], at[:, 1], -slope * (self.low_in + slope * at[:, 2])], axis=1)
        if self.facets:
            local = _faceted(local, self.facets)
        return Meeting(best + shift, _unit(local @ frame))

    def _meet_ring(self, start: Array, way: Array, frame: Array) -> Meeting:
        depth = -start[2] / way[:, 2]
        at = start + depth[:, None] * way
        off = np.hypot(at[:, 0], at[:, 1])
        inner, outer = sorted((self.low_in, self.high_in))
        depth = np.where((off >= inner) & (off <= outer), depth, FAR)
        return Meeting(depth.astype(np.float32), np.tile(frame[2], (len(way), 1)))


def _faceted(local: Array, facets: int) -> Array:
    """Normals turned to the middle of their facet, as on a pencil."""
    step = 2 * np.pi / facets
    turn = np.round(np.arctan2(local[:, 1], local[:, 0]) / step) * step
    size = np.hypot(local[:, 0], local[:, 1])
    return np.stack([size * np.cos(turn), size * np.sin(turn), local[:, 2]], axis=1).astype(
        np.float32
    )


class Box(_Framed):
    """The whole box."""

    def meet(self, eye: Floats, rays: Array) -> Meeting:
        """The nearest meeting of each ray."""
        frame = self.frame.astype(np.float32)
        start = frame @ (eye - self.centre).astype(np.float32)
        way = rays @ frame.T
        way = np.where(np.abs(way) < 1e-9, np.float32(1e-9), way)
        half = self.half.astype(np.float32)
        one, other = (-half - start) / way, (half - start) / way
        enter_each = np.minimum(one, other)
        enter = enter_each.max(axis=1)
        leave = np.maximum(one, other).min(axis=1)
        side = enter_each.argmax(axis=1)
        sign = -np.sign(way[np.arange(len(way)), side])
        return Meeting(np.where(enter < leave, enter, FAR), frame[side] * sign[:, None])


def rod(start: Floats, end: Floats, radius_in: float) -> tuple[Shape, ...]:
    """A round rod with round ends."""
    start, end = np.asarray(start, dtype=np.float64), np.asarray(end, dtype=np.float64)
    length = float(np.linalg.norm(end - start))
    half = np.full(3, radius_in)
    caps: tuple[Shape, ...] = (Ball(start, half, np.eye(3)), Ball(end, half, np.eye(3)))
    if length < 1e-6:
        return caps[:1]
    return (*caps, TurnedWall(start, end - start, radius_in, radius_in, length))


def _unit(vectors: Array) -> Array:
    return np.asarray(
        vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9), np.float32
    )
