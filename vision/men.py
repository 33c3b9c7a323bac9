"""Where soldiers stand: from their tags in the picture to the centres of their bases.

A tag on a man on a book is nearer to the camera than one on the table and seems to lie farther
out. Every height that a man may stand at is tried; the right one puts him on a thing of that
height, and his tag looks as large as it should.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from calibration.camera_pose import CameraPose
from table.army import Army, Enlisted
from table.directions import bearing_deg, bearings_deg, stepped
from table.places import CameraXY, Floats, TablePoint, TableXY
from table.scene import Order, Soldier, Thing
from vision.place_error import place_errors_in
from vision.tags.tags_seen import ORDER_SIGN, SeenTag, quads_of

# What lies on what, where heights are equal: paper bridges lie over rivers, men's zones under all.
_LAYERS = ("mat", "napkin", "river", "road", "bridge")
_SIZE_SPREAD = 0.012  # how far a tag's apparent size may be off: print, crease, tilt
_ON_NO_THING = 2.5  # how much worse a height is, in spreads, at which no thing holds him up


@dataclass(frozen=True, slots=True)
class TagStand:
    """Where a tag lies, where the man's base is, and what is under it."""

    tag: TablePoint
    facing: float
    base: TablePoint
    elevation: float
    on: Thing | None


@dataclass(frozen=True, eq=False)
class _Tries:
    """Every man, (n), at every height he may stand at, (k): where he would be."""

    heights_in: Floats  # (k,)
    tags: Floats  # (n, k, 2)
    facings: Floats  # (n, k)
    bases: Floats  # (n, k, 2)
    under: NDArray[np.intp]  # (n, k), the number of the thing, -1 for none

    def stand(self, man: int, height: int, things: Sequence[Thing]) -> TagStand:
        """One man at one of the heights."""
        here, on = (man, height), int(self.under[man, height])
        return TagStand(
            TablePoint(*self.tags[here].tolist()),
            float(self.facings[here]),
            TablePoint(*self.bases[here].tolist()),
            float(self.heights_in[height]),
            things[on] if on >= 0 else None,
        )


def _likeliest(
    tags: Sequence[SeenTag], men: Sequence[Enlisted], pose: CameraPose, things: Sequence[Thing]
) -> list[TagStand]:
    """The likeliest place of each man."""
    if not men:
        return []
    heights = np.array(sorted({0.0, *(thing.height for thing in things)}))
    tries = _tries(tags, men, pose, things, heights)
    best = _strains(tries, tags, men, pose, things).argmin(axis=1)
    return [tries.stand(n, int(k), things) for n, k in enumerate(best)]


def _tries(
    tags: Sequence[SeenTag],
    men: Sequence[Enlisted],
    pose: CameraPose,
    things: Sequence[Thing],
    heights_in: Floats,
) -> _Tries:
    """Where each man is if he stands at each of these heights."""
    seen = _middles_tops_bottoms(quads_of(tags))[:, None]
    levels_in = (_tag_heights_in(men)[:, None] + heights_in).ravel()
    pixels = np.repeat(seen, len(heights_in), axis=1).reshape(-1, 2)
    ends = pose.table_from_camera(CameraXY(pixels), np.repeat(levels_in, 3))
    middles, tops, bottoms = ends.reshape(len(men), -1, 3, 2).transpose(2, 0, 1, 3)
    facings = bearings_deg(bottoms, tops)
    figures = np.array([man.tag.figure for man in men], float)[:, None]
    bases = stepped(middles, facings, figures)
    return _Tries(heights_in, middles, facings, bases, _topmosts(bases, things))


def _tag_heights_in(men: Sequence[Enlisted]) -> Floats:
    return np.array([man.tag.height for man in men], float)


def _strains(
    tries: _Tries,
    tags: Sequence[SeenTag],
    men: Sequence[Enlisted],
    pose: CameraPose,
    things: Sequence[Thing],
) -> Floats:
    """How ill each height fits each man, in squared spreads."""
    tops_in = np.array([*(thing.height for thing in things), 0.0])  # the last is the table's
    held = np.where(np.abs(tops_in[tries.under] - tries.heights_in) < 1e-6, 0.0, _ON_NO_THING**2)
    levels_in = _tag_heights_in(men)[:, None] + tries.heights_in
    sizes_in = np.array([tag.size_in for tag in tags])
    px_per_in = _scale(pose, tries.tags.reshape(-1, 2), levels_in.ravel()).reshape(levels_in.shape)
    sides_px = _sides_px(quads_of(tags))
    grown = np.log(sides_px[:, None] / (px_per_in * sizes_in[:, None]))
    return np.asarray(held + (grown / _SIZE_SPREAD) ** 2)


def _scale(pose: CameraPose, places: Floats, heights_in: Floats) -> Floats:
    """Pixels to the inch at each place, the mean of across and along the view."""
    steps = np.array([(0.25, 0), (-0.25, 0), (0, 0.25), (0, -0.25)])
    ends = (places[:, None] + steps).reshape(-1, 2)
    pixels = pose.camera_from_table(TableXY(ends), np.repeat(heights_in, 4)).reshape(-1, 4, 2)
    across, down = (pixels[:, 0] - pixels[:, 1]) * 2, (pixels[:, 2] - pixels[:, 3]) * 2
    return np.asarray(np.sqrt(np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0])), float)


def _middles_tops_bottoms(quads: Floats) -> Floats:
    """Each tag's middle and the middles of its top and bottom edges, in pixels, (n, 3, 2)."""
    tops, bottoms = (quads[:, 0] + quads[:, 1]) / 2, (quads[:, 3] + quads[:, 2]) / 2
    return np.stack([quads.mean(axis=1), tops, bottoms], axis=1)


def _sides_px(quads: Floats) -> Floats:
    """The mean side of each tag's paper."""
    sides = quads - quads[:, (3, 0, 1, 2)]
    return np.asarray(np.hypot(sides[..., 0], sides[..., 1]).mean(axis=1))


def tag_place(tag: SeenTag, pose: CameraPose, height_in: float) -> tuple[TablePoint, float]:
    """A tag's centre and facing on the table, if it lies at this height."""
    ends = CameraXY(_middles_tops_bottoms(quads_of([tag]))[0])
    middle, top, bottom = (
        TablePoint(float(x), float(y)) for x, y in pose.table_from_camera(ends, height_in)
    )
    return middle, bearing_deg(bottom, top)


def topmost(place: TablePoint, things: Sequence[Thing]) -> Thing | None:
    """The highest thing over a place; of equal ones the one that lies on the others."""
    number = int(_topmosts(np.array([place.x, place.y]), things))
    return things[number] if number >= 0 else None


def _topmosts(places: Floats, things: Sequence[Thing]) -> NDArray[np.intp]:
    """The number of the topmost thing over each place, (..., 2), -1 where there is none."""
    ranked = sorted(range(len(things)), key=lambda n: _layer(things[n]), reverse=True)
    footprints = [things[n].footprint for n in ranked]
    over = shapely.intersects_xy(footprints, places[..., 0, None], places[..., 1, None])
    first = over.argmax(axis=-1) if ranked else np.zeros(places.shape[:-1], np.intp)
    return np.where(over.any(axis=-1), np.array([*ranked, -1])[first], -1)


def _layer(thing: Thing) -> tuple[float, int]:
    return thing.height, _LAYERS.index(thing.kind) if thing.kind in _LAYERS else len(_LAYERS)


def soldiers_standing(
    tags: Sequence[SeenTag], army: Army, pose: CameraPose, things: Sequence[Thing]
) -> tuple[Soldier, ...]:
    """Every soldier whose tag was read, in the army's order."""
    by_id = {tag.text: tag for tag in tags}
    men = [man for man in army.soldiers if man.id in by_id]
    seen = [by_id[man.id] for man in men]
    stands = _likeliest(seen, men, pose, things)
    places = TableXY(np.array([(s.tag.x, s.tag.y) for s in stands]).reshape(-1, 2))
    heights = np.array([m.tag.height + s.elevation for m, s in zip(men, stands, strict=True)])
    errors = place_errors_in(seen, places, heights, pose)
    return tuple(
        _soldier(man, tag, stand, float(error))
        for man, tag, stand, error in zip(men, seen, stands, errors, strict=True)
    )


def _soldier(man: Enlisted, tag: SeenTag, stand: TagStand, error_in: float) -> Soldier:
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
