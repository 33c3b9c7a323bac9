"""The scene itself as marks: the sheet, things by height, men, unread tags, order cards."""

from collections.abc import Mapping
from math import ceil

from overlay.marks.marks import (
    Arrow,
    Body,
    Icon,
    Label,
    Line,
    ManMark,
    Mark,
    Sheet,
    Words,
    rings_of,
)
from overlay.marks.text_size import name_on_base_in
from table.directions import step
from table.places import TablePoint
from table.scene import Order, Scene, Soldier, Thing, Unexplained

# Painted from the first to the last; paper lies under what stands on it.
_ORDER = ("mat", "plate", "napkin", "river", "road", "bridge", "book", "lid", "wall", "mug")
_GRID_STEP_IN = 6
_CARD_IN = (1.3, 2.0)  # along and across its direction, as `spotter print orders` makes it
_POINTS_IN = 0.8


def scene_marks(
    scene: Scene, meanings: Mapping[str, str] | None = None, *, on_picture: bool = False
) -> tuple[Mark, ...]:
    """All that is on the table; on a live picture only outlines, which does not hide it."""
    things = sorted(scene.things, key=_painted_at)
    return (
        *(() if on_picture else (Sheet(scene.width, scene.height), *_inch_grid(scene))),
        *(body for thing in things for body in _bodies(thing, on_picture=on_picture)),
        *(mark for one in scene.unexplained for mark in _stranger(one)),
        *(_man(soldier, on_picture=on_picture) for soldier in scene.soldiers),
        *(Icon(place, "unsure", 0.6) for place in scene.unread),
        *(Label(place, "unread tag", "unsure", 0.4, rank=3) for place in scene.unread),
        *_names(scene, meanings or {}, on_picture=on_picture),
        *(mark for order in scene.orders for mark in _order_card(order, on_picture=on_picture)),
    )


def _stranger(one: Unexplained) -> tuple[Mark, ...]:
    """Something on no list: a thin outline, and a question to the players."""
    ring = (*one.outline, *one.outline[:1])
    return (Line(ring, "unlisted"), Label(one.place, "what is this?", "unlisted", 0, -1, 0.2))


def _order_card(order: Order, *, on_picture: bool) -> tuple[Mark, ...]:
    """A card as it lies there, with an arrow where its top edge points."""

    def at(forward_in: float, right_in: float) -> TablePoint:
        return step(order.place, order.facing, forward_in, right_in)

    long, wide = _CARD_IN[0] / 2, _CARD_IN[1] / 2
    corners = (at(long, -wide), at(long, wide), at(-long, wide), at(-long, -wide), at(long, -wide))
    edge = () if on_picture else (Line(corners, "note"),)
    arrow = Arrow((at(long, 0.0), at(long + _POINTS_IN, 0.0)), "note")
    return (*edge, arrow, Label(order.place, order.order, "note", 0.0, rank=2))


def _painted_at(thing: Thing) -> tuple[float, int]:
    order = _ORDER.index(thing.kind) if thing.kind in _ORDER else 0
    return (thing.height if thing.height >= 0.5 and thing.kind != "plate" else 0.0, order)


def _bodies(thing: Thing, *, on_picture: bool) -> tuple[Body, ...]:
    return tuple(
        Body(thing.kind, rings, thing.height, thing.inverted, outlined_only=on_picture)
        for rings in rings_of(thing.footprint)
    )


def _man(soldier: Soldier, *, on_picture: bool) -> ManMark:
    return ManMark(
        soldier.place,
        soldier.radius,
        soldier.facing,
        soldier.side,
        soldier.id,
        on_picture,
        is_there=not (soldier.hidden or soldier.lifted),
    )


def is_named_beside(man: Soldier, *, on_picture: bool) -> bool:
    """Whether his name stands beside him; else it stands on his base."""
    no_room = name_on_base_in(man.id, man.radius) is None
    return on_picture or man.hidden or man.lifted or no_room


def _names(scene: Scene, meanings: Mapping[str, str], *, on_picture: bool) -> tuple[Mark, ...]:
    """What things mean and how high they are; the ids of men that do not stand on their bases."""
    things = tuple(_thing_label(thing, meanings) for thing in scene.things)
    men = tuple(
        Label(s.place, _man_words(s), "note", s.radius, rank=4)
        for s in scene.soldiers
        if is_named_beside(s, on_picture=on_picture)
    )
    return (*men, *things)


def _man_words(soldier: Soldier) -> str:
    """A man's id, and why he is not seen where he is drawn."""
    if soldier.hidden:
        return f"{soldier.id}, hidden"
    return f"{soldier.id}, lifted" if soldier.lifted else soldier.id


def _thing_label(thing: Thing, meanings: Mapping[str, str]) -> Label:
    middle = thing.footprint.centroid
    if not thing.footprint.contains(middle):
        middle = thing.footprint.representative_point()
    return Label(TablePoint(middle.x, middle.y), thing_words(thing, meanings), "quiet", 0, -1, 0.2)


def thing_words(thing: Thing, meanings: Mapping[str, str]) -> str:
    """What a thing is to the players, and its height where it has one."""
    word = (thing.meant_as or meanings.get(thing.kind) or thing.kind).replace("-", " ")
    state = "" if thing.became in {None, thing.meant_as} else f", {thing.became}"
    return f"{word}{state}, {thing.height:g} in high" if thing.height > 0 else f"{word}{state}"


def _inch_grid(scene: Scene) -> tuple[Mark, ...]:
    """A faint line each six inches, numbered along the top and left edge; their corner once."""
    across = range(0, int(scene.width) + 1, _GRID_STEP_IN)
    down = range(0, int(scene.height) + 1, _GRID_STEP_IN)
    return (
        *grid_marks(scene, _GRID_STEP_IN),
        *(Words(TablePoint(x, -0.15), f"{x}", "quiet", 0.22, "middle") for x in across),
        *(Words(TablePoint(-0.15, y + 0.11), f"{y}", "quiet", 0.22, "right") for y in down[1:]),
    )


def grid_marks(scene: Scene, step_in: int) -> tuple[Mark, ...]:
    """Lines across the table, so many inches apart."""
    w, h = scene.width, scene.height
    across, down = range(step_in, ceil(w), step_in), range(step_in, ceil(h), step_in)
    return (
        *(Line((TablePoint(x, 0.0), TablePoint(x, h)), "grid") for x in across),
        *(Line((TablePoint(0.0, y), TablePoint(w, y)), "grid") for y in down),
    )
