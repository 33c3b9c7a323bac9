"""Where no light may fall: tags, corner markers, order cards and the tops of high things.

Table inches in and out. Light on a tag makes it unreadable, light on an outline moves it.
"""

import shapely

from overlay.marks.marks import Box
from table.army import Army, TagStyle
from table.directions import step
from table.scene import Scene, Soldier

MARGIN_IN = 0.25
_LEAN = 0.35  # how far a projector's ray may wander for each inch of height
_CARD_IN = 2.0  # an order card or a tag that could not be read: its size is not known
_HIGH_IN = 0.5


Corners = tuple[tuple[float, float], ...]


def mask_rings(
    scene: Scene, army: Army | None = None, corner_marker_in: float = 1.5
) -> tuple[Corners, ...]:
    """All that must stay dark, ring by ring."""
    high = (thing.footprint for thing in scene.things if thing.height >= _HIGH_IN)
    return (
        *_small_masks(scene, army, corner_marker_in),
        *(tuple(map(tuple, shapely.get_coordinates(shape.exterior).tolist())) for shape in high),
    )


def parted_things(scene: Scene) -> tuple[tuple[Box, ...], tuple[Box, ...]]:
    """Boxes round what is too high for light to fall on it, and round what lies flat."""
    high, flat = list[Box](), list[Box]()
    for thing in scene.things:
        (high if thing.height >= _HIGH_IN else flat).append(thing.footprint.bounds)
    return tuple(high), tuple(flat)


def keep_clear(
    scene: Scene, army: Army | None = None, corner_marker_in: float = 1.5
) -> tuple[Box, ...]:
    """Boxes in which no words may stand: every tag and corner marker with its margin."""
    return tuple(_bounds(ring) for ring in _small_masks(scene, army, corner_marker_in))


def _small_masks(scene: Scene, army: Army | None, corner_in: float) -> tuple[Corners, ...]:
    loose = (*scene.unread, *(order.place for order in scene.orders))
    half_in = _CARD_IN / 2 + MARGIN_IN
    return (
        *(_tag_mask(soldier, army) for soldier in scene.soldiers),
        *(_box(p.x - half_in, p.y - half_in, p.x + half_in, p.y + half_in) for p in loose),
        *_corner_masks(scene, corner_in),
    )


def _tag_mask(soldier: Soldier, army: Army | None) -> Corners:
    enlisted = None if army is None else army.soldier(soldier.id)
    style = (army.tags if army else TagStyle()) if enlisted is None else enlisted.tag
    height_in = style.height + soldier.elevation
    return _tag_corners(soldier, style, MARGIN_IN + _LEAN * height_in)


def _tag_corners(soldier: Soldier, style: TagStyle, margin_in: float) -> Corners:
    forward_in, right_in = style.figure
    centre = step(soldier.place, soldier.facing, -forward_in, -right_in)
    half_in = style.size / 2 + margin_in
    ways = ((1, -1), (1, 1), (-1, 1), (-1, -1))
    places = [step(centre, soldier.facing, f * half_in, r * half_in) for f, r in ways]
    return tuple((p.x, p.y) for p in places)


def _corner_masks(scene: Scene, side_in: float) -> tuple[Corners, ...]:
    """The corner markers, which lie inside the play area, with their white border."""
    reach_in, out_in = side_in + MARGIN_IN, MARGIN_IN
    w, h = scene.width, scene.height
    return (
        _box(-out_in, -out_in, reach_in, reach_in),
        _box(w - reach_in, -out_in, w + out_in, reach_in),
        _box(w - reach_in, h - reach_in, w + out_in, h + out_in),
        _box(-out_in, h - reach_in, reach_in, h + out_in),
    )


def _box(left: float, top: float, right: float, bottom: float) -> Corners:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _bounds(ring: Corners) -> Box:
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return (min(xs), min(ys), max(xs), max(ys))
