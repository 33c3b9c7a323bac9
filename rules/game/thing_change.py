"""What a game does to things, as values: seen things and changes in, things as they count out.

A change is told once, where the thing lay then. If the thing is pushed or turned afterwards, the
change goes with it: the motion is found from the two outlines (centres and axes of the smallest
rectangles around them). An outline of another size is no motion; the change then stays where it
was made, since a player may have cut the thing himself.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import shapely
from shapely import MultiPolygon, Polygon
from shapely.affinity import rotate, translate
from shapely.geometry.base import BaseGeometry

from table.directions import bearing_deg, distance_in
from table.places import TablePoint
from table.scene import Thing

STILL_IN = 0.3  # an outline seen this near to where it was has not been moved
SAME_SIZE_IN = 0.5  # how much a moved thing's length and width may seem to change
AS_GOOD = 0.05  # of the area: two motions that fit so equally are told apart by the smaller turn
SMALLEST_SQ_IN = 1e-3  # a smaller rest of a thing is nothing
PART = "-part-"


@dataclass(frozen=True)
class Changed:
    """A thing is no longer what it was.

    `state` is the book's word for it (breached, hulk, damaged, cut, cleared); `seen_as` is the
    outline it had then. `hole` is cut out of it, `meant_as` is what it means from now on, and a
    thing that is `gone` counts no more, though it may still lie there.
    """

    thing: str
    state: str
    seen_as: Polygon
    hole: Polygon | MultiPolygon | None = None
    meant_as: str | None = None
    gone: bool = False


@dataclass(frozen=True)
class Laid:
    """A thing that the game has put on the table: smoke, mines, a foxhole.

    `turn` is when; `notes` are what its book keeps of it, such as when smoke was last tried.
    """

    thing: Thing
    turn: int
    state: str = "laid"
    notes: Mapping[str, int] = field(default_factory=dict)


ThingChange = Changed | Laid


def things_after(seen: Iterable[Thing], changes: Iterable[ThingChange]) -> tuple[Thing, ...]:
    """The things as they count: what the camera sees and the game has laid, each as changed."""
    changes = tuple(changes)
    known = tuple(seen)
    laid = (one.thing for one in changes if isinstance(one, Laid))
    names = {thing.id for thing in known}
    lying = (*known, *(thing for thing in laid if thing.id not in names))
    changed = [one for one in changes if isinstance(one, Changed)]
    return tuple(part for thing in lying for part in _parts(thing, _of(thing, changed)))


def _of(thing: Thing, changes: list[Changed]) -> list[Changed]:
    return [one for one in changes if one.thing == thing.id]


def _parts(thing: Thing, changes: list[Changed]) -> list[Thing]:
    """What is left of a thing; the largest part keeps its name."""
    if any(one.gone for one in changes):
        return []
    meant = [one.meant_as for one in changes if one.meant_as is not None]
    whole = replace(thing, became=changes[-1].state) if changes else thing
    whole = replace(whole, meant_as=meant[-1]) if meant else whole
    holes = [_carried(one.hole, one.seen_as, thing) for one in changes if one.hole is not None]
    if not holes:
        return [whole]
    left = _plain(thing.footprint.difference(shapely.union_all(holes)))
    by_size = sorted(left, key=lambda part: -part.area)
    return [
        replace(whole, id=thing.id if i == 0 else f"{thing.id}{PART}{i + 1}", footprint=part)
        for i, part in enumerate(by_size)
    ]


def _plain(shape: BaseGeometry) -> list[Polygon]:
    """The polygons of a shape, one with holes cut in two at each: an outline has none."""
    found: list[Polygon] = []
    for piece in shapely.get_parts(shape):
        if not isinstance(piece, Polygon) or piece.area < SMALLEST_SQ_IN:
            continue
        if not piece.interiors:
            found.append(piece)
            continue
        left, top, right, bottom = piece.bounds
        middle = Polygon(piece.interiors[0]).centroid.x
        halves = (shapely.box(left, top, middle, bottom), shapely.box(middle, top, right, bottom))
        found += [part for half in halves for part in _plain(piece.intersection(half))]
    return found


def _carried(hole: BaseGeometry, was: Polygon, thing: Thing) -> BaseGeometry:
    """The hole where it lies now that the thing may have been moved."""
    now = thing.footprint
    if was.hausdorff_distance(now) <= STILL_IN or not _same_size(was, now):
        return hole
    turns = {0.0, *(_axis_deg(now) - _axis_deg(was) + quarter for quarter in (0, 90, 180, 270))}
    misfits = {turn: _moved(was, was, now, turn).symmetric_difference(now).area for turn in turns}
    good = min(misfits.values()) + AS_GOOD * now.area
    least = min((t for t in turns if misfits[t] <= good), key=lambda turn: abs(_short(turn)))
    return _moved(hole, was, now, least)


def _moved(shape: BaseGeometry, was: Polygon, now: Polygon, turn_deg: float) -> BaseGeometry:
    turned = rotate(shape, turn_deg, origin=was.centroid)
    return translate(turned, now.centroid.x - was.centroid.x, now.centroid.y - was.centroid.y)


def _short(turn_deg: float) -> float:
    return (turn_deg + 180.0) % 360.0 - 180.0


def _same_size(one: Polygon, other: Polygon) -> bool:
    sides = (Thing("", "", shape, 0.0).sides_in for shape in (one, other))
    return all(abs(a - b) <= SAME_SIZE_IN for a, b in zip(*sides, strict=True))


def _axis_deg(shape: Polygon) -> float:
    """The direction of the longer side of the smallest rectangle around a shape."""
    corners = [TablePoint(x, y) for x, y in shape.minimum_rotated_rectangle.exterior.coords]
    sides = [(corners[i], corners[i + 1]) for i in (0, 1)]
    return bearing_deg(*max(sides, key=lambda side: distance_in(*side)))
