"""Where no light may fall: tags, corner markers, order cards and the tops of high things.

Table inches in and out. Light on a tag makes it unreadable, light on an outline moves it.
"""

from collections.abc import Iterable

import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from overlay.marks import Rings, rings_of
from overlay.view import Box
from table.army import Army, TagStyle
from table.directions import step
from table.places import TablePoint
from table.scene import Scene, Soldier

MARGIN_IN = 0.25
_LEAN = 0.35  # how far a projector's ray may wander for each inch of height
_CARD_IN = 2.0  # an order card or a tag that could not be read: its size is not known
_HIGH_IN = 0.5


def tag_shape(soldier: Soldier, style: TagStyle, margin_in: float = 0.0) -> Polygon:
    """The square of a soldier's tag, with a margin all round it."""
    forward_in, right_in = style.figure
    centre = step(soldier.place, soldier.facing, -forward_in, -right_in)
    half_in = style.size / 2 + margin_in
    corners = ((1, -1), (1, 1), (-1, 1), (-1, -1))
    places = [step(centre, soldier.facing, f * half_in, r * half_in) for f, r in corners]
    return Polygon([(p.x, p.y) for p in places])


def masks(scene: Scene, army: Army | None = None, corner_marker_in: float = 1.5) -> BaseGeometry:
    """All that must stay dark."""
    tags = [_tag_mask(soldier, army) for soldier in scene.soldiers]
    loose = [_square(p, _CARD_IN + 2 * MARGIN_IN) for p in _loose(scene)]
    high = [t.footprint.buffer(0.05) for t in scene.things if t.height >= _HIGH_IN]
    return shapely.union_all([*tags, *loose, *high, *_corners(scene, corner_marker_in)])


def mask_rings(scene: Scene, army: Army | None = None, corner_in: float = 1.5) -> tuple[Rings, ...]:
    """The masks as rings for a painter."""
    return rings_of(masks(scene, army, corner_in))


def keep_clear(scene: Scene, army: Army | None = None, corner_in: float = 1.5) -> tuple[Box, ...]:
    """Boxes in which no words may stand: every tag and corner marker with its margin."""
    tags = [_tag_mask(soldier, army) for soldier in scene.soldiers]
    loose = [_square(p, _CARD_IN) for p in _loose(scene)]
    return tuple(shape.bounds for shape in (*tags, *loose, *_corners(scene, corner_in)))


def _tag_mask(soldier: Soldier, army: Army | None) -> Polygon:
    enlisted = None if army is None else army.soldier(soldier.id)
    style = (army.tags if army else TagStyle()) if enlisted is None else enlisted.tag
    height_in = style.height + soldier.elevation
    return tag_shape(soldier, style, MARGIN_IN + _LEAN * height_in)


def _loose(scene: Scene) -> Iterable[TablePoint]:
    return (*scene.unread, *(order.place for order in scene.orders))


def _square(centre: TablePoint, side_in: float) -> Polygon:
    h = side_in / 2
    return shapely.box(centre.x - h, centre.y - h, centre.x + h, centre.y + h)


def _corners(scene: Scene, side_in: float) -> list[Polygon]:
    """The corner markers, which lie inside the play area, with their white border."""
    reach_in, out_in = side_in + MARGIN_IN, MARGIN_IN
    w, h = scene.width, scene.height
    return [
        shapely.box(-out_in, -out_in, reach_in, reach_in),
        shapely.box(w - reach_in, -out_in, w + out_in, reach_in),
        shapely.box(w - reach_in, h - reach_in, w + out_in, h + out_in),
        shapely.box(-out_in, h - reach_in, reach_in, h + out_in),
    ]
