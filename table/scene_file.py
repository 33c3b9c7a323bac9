"""scene.json: what is on the table, made by `spotter look` or by hand."""

import json
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import shapely

from table.entry import Entry
from table.json_text import parse_json
from table.kinds import DEFAULT_HEIGHT_IN, KINDS
from table.places import TablePoint
from table.scene import Order, Scene, Soldier, Thing, Unexplained
from table.text_file import read_text, write_text

SMALLEST_SQ_IN = 1e-6  # a thing with no area stands nowhere
# Far more than any desk holds; beyond them answers would take minutes and gigabytes.
MOST_SOLDIERS, MOST_THINGS, MOST_CORNERS = 1000, 200, 1000
MOST_CORNERS_OF_ALL = 5000
WIDEST_IN = 1000.0


_FILE_KEYS = (
    *("spotter", "table", "soldiers", "things"),
    *("orders", "unread", "unknown", "unexplained"),
)
_SOLDIER_KEYS = tuple(one.name for one in fields(Soldier))
_THING_KEYS = ("id", "kind", "outline", "height", "confidence", "side", "as", "inverted", "name")


def read_scene(path: Path) -> Scene:
    """The scene in a file."""
    return scene_from_json(parse_json(read_text(path), str(path)), str(path))


def write_scene(scene: Scene, path: Path) -> None:
    """Write the scene as the contract has it."""
    write_text(path, json.dumps(scene_json(scene), indent=1) + "\n")


def scene_from_json(value: Any, file: str) -> Scene:
    """The scene in parsed JSON; `file` is named in complaints."""
    whole = Entry(file, "", value)
    if isinstance(value, list) and value and isinstance(value[0], dict) and "ask" in value[0]:
        whole.fail("holds questions, not a scene; name the scene first, then the questions")
    whole.known_keys(_FILE_KEYS)
    version = whole.get("spotter")
    if version is not None and version.value != 1:
        version.wrong("this program reads version 1")
    table = whole.need("table", '{"width": 36.0, "height": 24.0}')
    things = _things(whole)
    scene = Scene(
        width=table.need("width", "36.0").length(0.1, WIDEST_IN, like=36.0),
        height=table.need("height", "24.0").length(0.1, WIDEST_IN, like=24.0),
        soldiers=_soldiers(whole, {thing.id for thing in things}),
        things=things,
        orders=tuple(_order(entry) for entry in whole.rows("orders", MOST_SOLDIERS)),
        unread=tuple(_place(entry) for entry in whole.rows("unread", MOST_SOLDIERS)),
        unknown=tuple(entry.text(5000) for entry in whole.rows("unknown", MOST_SOLDIERS)),
        unexplained=tuple(_unexplained(entry) for entry in whole.rows("unexplained", MOST_THINGS)),
    )
    shapely.prepare([thing.footprint for thing in scene.things])
    return scene


def _soldiers(whole: Entry, thing_ids: set[str]) -> tuple[Soldier, ...]:
    found: dict[str, Soldier] = {}
    for entry in whole.rows("soldiers", MOST_SOLDIERS):
        soldier = _soldier(entry)
        if soldier.id in found:
            entry.fail(f"has the id {soldier.id!r} of a soldier before it; ids are unique")
        if soldier.on is not None and soldier.on not in thing_ids:
            entry.fail(f"stands on {soldier.on!r}; the scene has no such thing")
        found[soldier.id] = soldier
    return tuple(found.values())


def _soldier(entry: Entry) -> Soldier:
    entry.known_keys(_SOLDIER_KEYS)
    place = _place(entry)
    known: dict[str, Any] = {}
    if (weapons := entry.get("weapons")) is not None:
        known["weapons"] = weapons.texts()
    for name in ("team", "role", "on"):
        if (text := entry.get(name)) is not None:
            known[name] = text.text()
    if (base := entry.get("base")) is not None:
        known["base"] = base.length(lowest=0.01, highest=100.0)
    if (facing := entry.get("facing")) is not None:
        known["facing"] = facing.number(-1e6, 1e6)
    if (elevation := entry.get("elevation")) is not None:
        known["elevation"] = elevation.length(highest=1000.0)
    if (confidence := entry.get("confidence")) is not None:
        known["confidence"] = confidence.number(0.0, 1.0)
    if (error := entry.get("error")) is not None:
        known["error"] = error.length()
    if (state := entry.get("state")) is not None:
        known["state"] = state.table()
    marks = {name: entry.get(name) for name in ("hidden", "lifted")}
    known |= {name: mark.flag() for name, mark in marks.items() if mark is not None}
    return Soldier(
        id=entry.need("id", '"R01"').text(),
        side=entry.need("side", '"red"').text(),
        x=place.x,
        y=place.y,
        **known,
    )


def _things(whole: Entry) -> tuple[Thing, ...]:
    found: dict[str, Thing] = {}
    corners = 0
    for number, entry in enumerate(whole.rows("things", MOST_THINGS), start=1):
        thing = _thing(entry, number)
        corners += len(thing.footprint.exterior.coords)
        if corners > MOST_CORNERS_OF_ALL:
            whole.fail(f"things have over {MOST_CORNERS_OF_ALL} corners; write simpler outlines")
        if thing.id in found:
            entry.fail(f"has the id {thing.id!r} of a thing before it; ids are unique")
        found[thing.id] = thing
    return tuple(found.values())


def _thing(entry: Entry, number: int) -> Thing:
    entry.known_keys(_THING_KEYS)
    kind = entry.need("kind", '"mug"').choice(KINDS, "kinds")
    given_id, height = entry.get("id"), entry.get("height")
    confidence, side = entry.get("confidence"), entry.get("side")
    meant_as, inverted, name = entry.get("as"), entry.get("inverted"), entry.get("name")
    return Thing(
        id=f"{kind}-{number}" if given_id is None else given_id.text(),
        kind=kind,
        footprint=_footprint(entry.need("outline", "[[20, 10], [23, 10], [23, 13]]")),
        height=DEFAULT_HEIGHT_IN[kind] if height is None else height.length(highest=1000.0),
        confidence=1.0 if confidence is None else confidence.number(0.0, 1.0),
        side=None if side is None else side.text(),
        meant_as=None if meant_as is None else meant_as.text(),
        inverted=False if inverted is None else inverted.flag(),
        name=None if name is None else name.text(),
    )


def _unexplained(entry: Entry) -> Unexplained:
    outline = _footprint(entry.need("outline", "[[20, 10], [23, 10], [23, 13]]"))
    is_round = entry.get("round")
    return Unexplained(
        outline,
        _place(entry),
        is_round is not None and is_round.flag(),
        entry.need("size", "[3.0, 2.0]").pair(),
    )


def _footprint(entry: Entry) -> shapely.Polygon:
    corners = entry.value
    if not isinstance(corners, list) or not 3 <= len(corners) <= MOST_CORNERS:
        entry.wrong(f"write a ring of three to {MOST_CORNERS} places [x, y]")
    ring = [
        Entry(entry.file, f"{entry.path}[{index}]", corner).pair()
        for index, corner in enumerate(corners)
    ]
    if len(set(ring)) < 3:
        entry.fail("has fewer than three different corners; write a ring of at least three")
    footprint = shapely.Polygon(ring)
    if not footprint.is_valid:
        crossing = shapely.is_valid_reason(footprint)
        near = crossing[crossing.find("[") + 1 : crossing.find("]")].split()
        entry.fail(f"crosses itself near ({', '.join(near)}); list its corners in order")
    if footprint.area < SMALLEST_SQ_IN:
        entry.fail("has no area; write the ring round the thing's footprint")
    return footprint


def _order(entry: Entry) -> Order:
    place, facing = _place(entry), entry.get("facing")
    return Order(
        order=entry.need("order", '"FIRE"').text(5000),
        x=place.x,
        y=place.y,
        facing=0.0 if facing is None else facing.number(-1e6, 1e6),
    )


def _place(entry: Entry) -> TablePoint:
    return TablePoint(
        entry.need("x", "10.0").length(lowest=-1e4), entry.need("y", "12.0").length(lowest=-1e4)
    )


def _short(value: float) -> float:
    """To a ten-thousandth of an inch: far below what a camera measures."""
    return round(float(value), 4)


Number = Callable[[float], float]  # how many digits of a number are written


def scene_json(scene: Scene, number: Number = _short) -> dict[str, Any]:
    """The scene as the contract's JSON; `number=float` keeps every digit."""
    return {
        "spotter": 1,
        "table": {"width": scene.width, "height": scene.height},
        "soldiers": [_soldier_json(soldier, number) for soldier in scene.soldiers],
        "things": [_thing_json(thing, number) for thing in scene.things],
        "orders": [
            {"order": o.order, "x": number(o.x), "y": number(o.y), "facing": number(o.facing)}
            for o in scene.orders
        ],
        "unread": [{"x": number(place.x), "y": number(place.y)} for place in scene.unread],
        "unknown": list(scene.unknown),
        "unexplained": [_unexplained_json(one, number) for one in scene.unexplained],
    }


def _soldier_json(soldier: Soldier, number: Number) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": soldier.id,
        "side": soldier.side,
        "weapons": list(soldier.weapons),
        "team": soldier.team,
        "role": soldier.role,
        "base": soldier.base,
        "x": number(soldier.x),
        "y": number(soldier.y),
        "facing": number(soldier.facing),
        "elevation": number(soldier.elevation),
        "on": soldier.on,
        "confidence": number(soldier.confidence),
        "state": dict(soldier.state),
    }
    if soldier.error is not None:
        found["error"] = number(soldier.error)
    found |= {name: True for name in ("hidden", "lifted") if getattr(soldier, name)}
    return found


def _unexplained_json(one: Unexplained, number: Number) -> dict[str, Any]:
    return {
        "outline": _corners(one.outline, number),
        "x": number(one.place.x),
        "y": number(one.place.y),
        "round": one.is_round,
        "size": [number(side) for side in one.size],
    }


def _corners(outline: Sequence[TablePoint], number: Number) -> list[list[float]]:
    return [[number(corner.x), number(corner.y)] for corner in outline]


def _thing_json(thing: Thing, number: Number) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": thing.id,
        "kind": thing.kind,
        "outline": _corners(thing.outline, number),
        "height": thing.height,
        "confidence": number(thing.confidence),
    }
    optional = {"side": thing.side, "as": thing.meant_as, "inverted": thing.inverted or None}
    optional["name"] = thing.name
    return found | {key: value for key, value in optional.items() if value is not None}
