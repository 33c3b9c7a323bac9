"""Marks made fit for light: nothing that is on the desk already, no hatch on what is measured."""

from collections.abc import Iterable

import shapely
from shapely.geometry.base import BaseGeometry

from overlay.marks import Area, Body, Hatch, Line, Man, Mark, Ring, Sheet, Words, rings_of, shape_of
from table.places import TablePoint
from table.scene import Scene

_CLEAR_IN = 0.2


def light_marks(marks: Iterable[Mark], scene: Scene) -> tuple[Mark, ...]:
    """The marks a projector may throw on the desk."""
    things = [thing.footprint.buffer(_CLEAR_IN) for thing in scene.things]
    bases = [shapely.Point(s.x, s.y).buffer(s.radius + _CLEAR_IN) for s in scene.soldiers]
    measured = shapely.union_all([*things, *bases])
    return tuple(made for mark in marks if not _beside(mark) for made in _fit(mark, measured))


def _beside(mark: Mark) -> bool:
    """Whether these are words along the plan's edge, off the table."""
    return isinstance(mark, Words) and (mark.at.x < 0 or mark.at.y < 0)


def _fit(mark: Mark, measured: BaseGeometry) -> tuple[Mark, ...]:
    match mark:
        case Body() | Sheet() | Line(ink="grid"):
            return ()
        case Man():
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
    rings: tuple[tuple[tuple[float, float], ...], ...], ink: str, measured: BaseGeometry
) -> tuple[Hatch, ...]:
    """The hatch where nothing is measured."""
    free = shape_of(rings).buffer(0).difference(measured)
    return tuple(Hatch(part, ink) for part in rings_of(free))
