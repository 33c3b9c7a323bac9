"""table.toml: the play area and the things the players put on it."""

import re
from pathlib import Path
from tomllib import loads

from table.entry import Entry
from table.errors import UserError
from table.kinds import DEFAULT_HEIGHT_IN, KINDS
from table.table_spec import TableSpec, ThingSpec
from table.text_file import write_whole
from table.toml_text import read_toml

MOST_THINGS = 100
HIGHEST_IN = 100.0  # a thing higher than that is no desk's


def read_table(path: Path) -> TableSpec:
    """The table in a file."""
    return _spec(read_toml(path))


def _spec(whole: Entry) -> TableSpec:
    whole.known_keys({"table", "thing"})
    table = whole.need("table", "[table] with width and height")
    table.known_keys({"width", "height", "corner_marker"})
    width = table.need("width", "width = 36.0").length(1.0, 1000.0, like=36.0)
    height = table.need("height", "height = 24.0").length(1.0, 1000.0, like=24.0)
    marker = table.get("corner_marker")
    return TableSpec(
        width,
        height,
        1.5 if marker is None else marker.length(lowest=0.1, highest=min(width, height) / 2),
        tuple(_thing(entry) for entry in whole.rows("thing", MOST_THINGS)),
    )


def _thing(entry: Entry) -> ThingSpec:
    entry.known_keys({"kind", "colour", "height"})
    kind = entry.need("kind", 'kind = "mug"').choice(KINDS, "kinds")
    height = entry.get("height")
    return ThingSpec(
        kind,
        colour_of(entry.need("colour", 'colour = "#b03030"')),
        DEFAULT_HEIGHT_IN[kind] if height is None else height.length(highest=HIGHEST_IN),
    )


def colour_of(entry: Entry) -> str:
    """A colour like "#b03030", in lower case."""
    if not isinstance(entry.value, str) or not re.fullmatch("#[0-9a-fA-F]{6}", entry.value):
        entry.wrong('write a colour as "#rrggbb", like "#b03030"')
    return entry.value.lower()


def add_thing(path: Path, thing: ThingSpec) -> None:
    """Add a thing at the end of a table file; the rest, comments too, stays as it is."""
    text = path.read_bytes().decode("utf-8")
    line_end = "\r\n" if "\r\n" in text else "\n"
    rows = ["[[thing]]", f'kind = "{thing.kind}"', f'colour = "{thing.colour}"']
    rows.append(f"height = {thing.height}")
    gap = "" if text.endswith(line_end) else line_end
    longer = (text + gap + line_end + line_end.join(rows) + line_end).encode("utf-8")
    put_in_place(path, longer, "add one by hand: " + ", ".join(rows[1:]))


def put_in_place(path: Path, content: bytes, else_do: str) -> None:
    """Put a table file in place, whole and readable, or leave the one that is there."""
    try:
        _spec(Entry(str(path), "", loads(content.decode("utf-8"))))
    except (UserError, ValueError):
        raise UserError(f"{path}: a [[thing]] cannot be added at its end; {else_do}") from None
    try:
        write_whole(path, content)
    except UserError as problem:
        raise UserError(f"{problem}; {else_do}") from None
