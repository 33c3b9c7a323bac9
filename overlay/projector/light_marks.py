"""Marks made fit for light: nothing that is on the desk already, no hatch on what is measured."""

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np
import shapely

from overlay.marks.marks import (
    Area,
    Body,
    Hatch,
    Label,
    Line,
    ManMark,
    Mark,
    Ring,
    Sheet,
    Words,
    rings_of,
    shape_of,
)
from table.places import TablePoint
from table.scene import Scene

_CLEAR_IN = 0.2
Shapes: TypeAlias = "np.ndarray[Any, np.dtype[np.object_]]"


def light_marks(marks: Iterable[Mark], scene: Scene) -> tuple[Mark, ...]:
    """The marks a projector may throw on the desk."""
    measured = _measured(scene)
    return tuple(made for mark in marks if not _beside(mark) for made in _fit(mark, measured))


def _measured(scene: Scene) -> Shapes:
    """What the camera measures: every thing and every base."""
    men = np.array([(s.x, s.y, s.radius) for s in scene.soldiers]).reshape(-1, 3)
    bases = shapely.buffer(shapely.points(men[:, :2]), men[:, 2], quad_segs=2)
    return np.array([*(thing.footprint for thing in scene.things), *bases], dtype=object)


def _beside(mark: Mark) -> bool:
    """Whether these are words along the plan's edge, off the table."""
    return isinstance(mark, Words) and (mark.at.x < 0 or mark.at.y < 0)


def _fit(mark: Mark, measured: Shapes) -> tuple[Mark, ...]:
    match mark:
        case Body() | Sheet() | Line(ink="grid" | "unlisted") | Label(ink="unlisted"):
            return ()
        case ManMark():
            return (Ring(mark.centre, mark.radius_in + 0.12, "quiet"),)
        case Area():
            border = tuple(_border(ring, mark.ink) for ring in mark.rings)
            return (*border, *_sparse(mark.rings, mark.ink, measured))
        case Hatch():
            return _sparse(mark.rings, mark.ink, measured)
        case _:
            return (mark,)


def _border(ring: tuple[tuple[float, float], ...], ink: str) -> Line:
    return Line(tuple(TablePoint(x, y) for x, y in (*ring, ring[0])), ink)


def _sparse(
    rings: tuple[tuple[tuple[float, float], ...], ...], ink: str, measured: Shapes
) -> tuple[Hatch, ...]:
    """The hatch where nothing is measured."""
    whole = shape_of(rings).buffer(0)
    near = measured[shapely.intersects(measured, whole)]
    free = whole.difference(shapely.union_all(shapely.buffer(near, _CLEAR_IN, quad_segs=1)))
    return tuple(Hatch(part, ink) for part in rings_of(free))
