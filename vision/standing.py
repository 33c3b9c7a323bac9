"""Where soldiers stand: from their tags in the picture to the centres of their bases.

A tag on a man on a book is nearer to the camera than one on the table and seems to lie farther
out. Every height that a man may stand at is tried; the right one puts him on a thing of that
height, and his tag looks as large as it should.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
import shapely

from calibration.camera_pose import CameraPose
from table.army import Army, Enlisted
from table.directions import bearing_deg, step
from table.places import CameraXY, TablePoint, TableXY
from table.scene import Order, Soldier, Thing
from vision.place_error import place_errors_in
from vision.tags_seen import ORDER_SIGN, SeenTag

# What lies on what, where heights are equal: paper bridges lie over rivers, men's zones under all.
_LAYERS = ("mat", "napkin", "river", "road", "bridge")
_SIZE_SPREAD = 0.012  # how far a tag's apparent size may be off: print, crease, tilt
_ON_NO_THING = 2.5  # how much worse a height is, in spreads, at which no thing holds him up


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a tag lies, where the man's base is, and what is under it."""

    tag: TablePoint
    facing: float
    base: TablePoint
    elevation: float
    on: Thing | None


def standing(tag: SeenTag, man: Enlisted, pose: CameraPose, things: Sequence[Thing]) -> Stand:
    """The likeliest place of a man."""
    heights = sorted({0.0, *(thing.height for thing in things)})
    tries = [_stand(tag, man, pose, things, height) for height in heights]
    if len(tries) == 1:
        return tries[0]
    return min(tries, key=lambda stand: _strain(stand, tag, man, pose))


def _stand(
    tag: SeenTag, man: Enlisted, pose: CameraPose, things: Sequence[Thing], elevation: float
) -> Stand:
    place, facing = tag_place(tag, pose, man.tag.height + elevation)
    base = step(place, facing, *man.tag.figure)
    return Stand(place, facing, base, elevation, topmost(base, things))


def _strain(stand: Stand, tag: SeenTag, man: Enlisted, pose: CameraPose) -> float:
    """How ill a height fits, in squared spreads."""
    under_in = 0.0 if stand.on is None else stand.on.height
    held = 0.0 if abs(under_in - stand.elevation) < 1e-6 else _ON_NO_THING**2
    height_in = man.tag.height + stand.elevation
    wanted_px = float(sqrt(np.prod(_scales(pose, stand.tag, height_in))) * tag.size_in)
    grown = np.log(tag.side_px / wanted_px)
    return held + float(grown / _SIZE_SPREAD) ** 2


def _scales(pose: CameraPose, place: TablePoint, height_in: float) -> np.ndarray:
    here = np.array([[place.x, place.y]])
    ends = np.concatenate([here + s for s in ((0.25, 0), (-0.25, 0), (0, 0.25), (0, -0.25))])
    right, left, down, up = pose.camera_from_table(TableXY(ends), height_in)
    return np.linalg.svd(np.stack([right - left, down - up]) * 2, compute_uv=False)


def tag_place(tag: SeenTag, pose: CameraPose, height_in: float) -> tuple[TablePoint, float]:
    """A tag's centre and facing on the table, if it lies at this height."""
    top_left, top_right, bottom_right, bottom_left = tag.quad
    ends = CameraXY(
        np.array([tag.middle[0], (top_left + top_right) / 2, (bottom_left + bottom_right) / 2])
    )
    middle, top, bottom = (
        TablePoint(float(x), float(y)) for x, y in pose.table_from_camera(ends, height_in)
    )
    return middle, bearing_deg(bottom, top)


def topmost(place: TablePoint, things: Sequence[Thing]) -> Thing | None:
    """The highest thing over a place; of equal ones the one that lies on the others."""
    point = shapely.Point(place.x, place.y)
    over = [thing for thing in things if thing.footprint.covers(point)]
    return max(over, key=_layer, default=None)


def _layer(thing: Thing) -> tuple[float, int]:
    return thing.height, _LAYERS.index(thing.kind) if thing.kind in _LAYERS else len(_LAYERS)


def soldiers_standing(
    tags: Sequence[SeenTag], army: Army, pose: CameraPose, things: Sequence[Thing]
) -> tuple[Soldier, ...]:
    """Every soldier whose tag was read, in the army's order."""
    by_id = {tag.text: tag for tag in tags}
    men = [man for man in army.soldiers if man.id in by_id]
    seen = [by_id[man.id] for man in men]
    stands = [standing(tag, man, pose, things) for tag, man in zip(seen, men, strict=True)]
    places = TableXY(np.array([(s.tag.x, s.tag.y) for s in stands]).reshape(-1, 2))
    heights = np.array([m.tag.height + s.elevation for m, s in zip(men, stands, strict=True)])
    errors = place_errors_in(seen, places, heights, pose)
    return tuple(
        _soldier(man, tag, stand, float(error))
        for man, tag, stand, error in zip(men, seen, stands, errors, strict=True)
    )


def _soldier(man: Enlisted, tag: SeenTag, stand: Stand, error_in: float) -> Soldier:
    return Soldier(
        id=man.id,
        side=man.side,
        x=stand.base.x,
        y=stand.base.y,
        weapons=man.weapons,
        team=man.team,
        role=man.role,
        base=man.base,
        facing=stand.facing,
        elevation=stand.elevation,
        on=None if stand.on is None else stand.on.id,
        confidence=tag.confidence,
        error=error_in,
    )


def order_places(
    tags: Sequence[SeenTag], pose: CameraPose, things: Sequence[Thing]
) -> tuple[Order, ...]:
    """The order cards, lying on what is under them."""
    orders = []
    for tag in tags:
        place, facing = flat_place(tag, pose, things)
        orders.append(Order(str(tag.text).removeprefix(ORDER_SIGN), place.x, place.y, facing))
    return tuple(orders)


def flat_place(
    tag: SeenTag, pose: CameraPose, things: Sequence[Thing], height_in: float = 0.0
) -> tuple[TablePoint, float]:
    """A card's centre and facing, this high above the thing it lies on."""
    here, _ = tag_place(tag, pose, height_in)
    under = topmost(here, things)
    level_in = 0.0 if under is None else under.height
    raised = tag_place(tag, pose, height_in + level_in)
    holds = topmost(raised[0], things)
    # Near a book's edge the lifted card may no longer be over the book: then it lies beside it.
    if under is None or (holds is not None and holds.height == level_in):
        return raised
    return tag_place(tag, pose, height_in)
