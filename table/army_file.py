"""army.toml: sides, soldiers, and how their tags are made."""

import json
import re
from pathlib import Path
from typing import Any, cast

from table.army import Army, Enlisted, Side, TagFamily, TagStyle
from table.entry import Entry
from table.table_file import colour_of
from table.text_file import write_text
from table.toml_text import read_toml

TAG_KEYS = frozenset({"size", "height", "figure", "family"})
SOLDIER_KEYS = TAG_KEYS | {"id", "side", "weapons", "team", "role", "base", "marker"}
MOST_SIDES, MOST_SOLDIERS = 20, 1000
MARKERS = 250  # DICT_4X4_250


def read_army(path: Path) -> Army:
    """The army in a file."""
    whole = read_toml(path)
    whole.known_keys({"tags", "side", "soldier"})
    tags_entry = whole.get("tags")
    tags = TagStyle() if tags_entry is None else _tag_style(tags_entry, TagStyle(), TAG_KEYS)
    sides = _sides(whole)
    return Army(tags, sides, _soldiers(whole, tags, sides))


def write_army(army: Army, path: Path) -> None:
    """Write an army, whole or not at all; what is as usual is left out."""
    style = _style_json(army.tags)
    parts = [("[tags]", style)]
    parts += [("[[side]]", {"name": side.name, "colour": side.colour}) for side in army.sides]
    parts += [("[[soldier]]", _soldier_json(man, style)) for man in army.soldiers]
    write_text(path, "\n".join(_part_text(head, row) for head, row in parts))


def _part_text(head: str, row: dict[str, Any]) -> str:
    """A table of the file; JSON's texts, numbers and lists are TOML's too."""
    return "\n".join([head, *(f"{key} = {json.dumps(row[key])}" for key in row), ""])


def _soldier_json(man: Enlisted, usual: dict[str, Any]) -> dict[str, Any]:
    row: dict[str, Any] = {"id": man.id, "side": man.side, "weapons": list(man.weapons)}
    optional = {"team": man.team, "role": man.role, "marker": man.marker}
    row |= {key: value for key, value in optional.items() if value is not None}
    if man.base != 1.0:
        row["base"] = man.base
    own = _style_json(man.tag)
    return row | {key: own[key] for key in own if own[key] != usual[key]}


def _style_json(style: TagStyle) -> dict[str, Any]:
    return {
        "size": style.size,
        "height": style.height,
        "figure": list(style.figure),
        "family": style.family,
    }


def _sides(whole: Entry) -> tuple[Side, ...]:
    found: dict[str, Side] = {}
    for entry in whole.rows("side", MOST_SIDES):
        entry.known_keys({"name", "colour"})
        name = entry.need("name", 'name = "red"').text(40)
        if name in found:
            entry.fail(f"has the name {name!r} of a side before it; names are unique")
        colour = entry.get("colour")
        found[name] = Side(name) if colour is None else Side(name, colour_of(colour))
    if not found:
        whole.need("side", '[[side]] with name = "red"')
        whole.fail('has no side; give it one, like [[side]] with name = "red"')
    return tuple(found.values())


def _soldiers(whole: Entry, tags: TagStyle, sides: tuple[Side, ...]) -> tuple[Enlisted, ...]:
    found: dict[str, Enlisted] = {}
    markers: dict[int, str] = {}
    for entry in whole.rows("soldier", MOST_SOLDIERS):
        soldier = _soldier(entry, tags, {side.name for side in sides})
        if soldier.id in found:
            entry.fail(f"has the id {soldier.id!r} of a soldier before it; ids are unique")
        if soldier.marker is not None and soldier.marker in markers:
            entry.fail(f"has the marker {soldier.marker} of {markers[soldier.marker]!r}")
        if soldier.marker is not None:
            markers[soldier.marker] = soldier.id
        found[soldier.id] = soldier
    return tuple(found.values())


def _soldier(entry: Entry, tags: TagStyle, sides: set[str]) -> Enlisted:
    soldier_id = entry.need("id", 'id = "R04"')
    if not isinstance(soldier_id.value, str) or not re.fullmatch(
        "[0-9A-Z-]{1,10}", soldier_id.value
    ):
        soldier_id.wrong("a tag holds 1 to 10 characters of 0-9 A-Z -")
    side = entry.need("side", 'side = "red"').choice(sides, "sides")
    weapons, base = entry.get("weapons"), entry.get("base")
    team, role = entry.get("team"), entry.get("role")
    style = _tag_style(entry, tags, SOLDIER_KEYS)
    return Enlisted(
        id=soldier_id.value,
        side=side,
        weapons=() if weapons is None else weapons.texts(),
        team=None if team is None else team.text(40),
        role=None if role is None else role.text(40),
        base=1.0 if base is None else base.length(lowest=0.1, highest=100.0),
        tag=style,
        marker=_marker(entry, style),
    )


def _marker(entry: Entry, style: TagStyle) -> int | None:
    marker = entry.get("marker")
    if style.family == "qr":
        return None
    if marker is None:
        entry.fail('has no marker; an "aruco" soldier needs one, like marker = 12')
    if not isinstance(marker.value, int) or not 0 <= marker.value < MARKERS:
        marker.wrong(f"write a whole number from 0 to {MARKERS - 1}")
    return marker.value


def _tag_style(entry: Entry, usual: TagStyle, known: frozenset[str]) -> TagStyle:
    entry.known_keys(known)
    given: dict[str, Any] = {}
    if (size := entry.get("size")) is not None:
        given["size"] = size.length(lowest=0.1, highest=20.0)
    if (height := entry.get("height")) is not None:
        given["height"] = height.length(highest=20.0)
    if (figure := entry.get("figure")) is not None:
        given["figure"] = figure.pair()
    if (family := entry.get("family")) is not None:
        given["family"] = cast("TagFamily", family.choice({"qr", "aruco"}, "families"))
    return TagStyle(
        size=given.get("size", usual.size),
        height=given.get("height", usual.height),
        figure=given.get("figure", usual.figure),
        family=given.get("family", usual.family),
    )
