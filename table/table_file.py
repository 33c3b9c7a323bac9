"""table.toml: the play area and the things the players put on it."""

import re
from json import dumps
from pathlib import Path
from tomllib import loads

from table.entry import Entry
from table.errors import UserError
from table.kinds import DEFAULT_HEIGHT_IN, KINDS
from table.table_spec import TableSpec, ThingSpec
from table.text_file import write_whole
from table.toml_text import read_toml

MOST_THINGS = 100
MOST_COLOURS = 20
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
    entry.known_keys(("kind", "colour", "height", "colours", "size", "look", "name"))
    kind = entry.need("kind", 'kind = "mug"').choice(KINDS, "kinds")
    height, colour = entry.get("height"), entry.get("colour")
    size, look, name = entry.get("size"), entry.get("look"), entry.get("name")
    colours = entry.rows("colours", MOST_COLOURS)
    return ThingSpec(
        kind,
        None if colour is None else colour_of(colour),
        DEFAULT_HEIGHT_IN[kind] if height is None else height.length(highest=HIGHEST_IN),
        tuple(colour_of(one) for one in colours),
        () if size is None else _size(size),
        None if look is None else Path(entry.file).parent / look.text(),
        None if name is None else name.text(),
    )


def _size(entry: Entry) -> tuple[float, ...]:
    """One number of inches, or two, the longer first."""
    sides = entry.value if isinstance(entry.value, list) else [entry.value]
    if not 1 <= len(sides) <= 2:
        entry.wrong("write one number of inches, or two: size = [9.0, 6.0]")
    lengths = (Entry(entry.file, entry.path, side).length(0.05, 1000.0, like=3.0) for side in sides)
    return tuple(sorted(lengths, reverse=True))


def colour_of(entry: Entry) -> str:
    """A colour like "#b03030", in lower case."""
    if not isinstance(entry.value, str) or not re.fullmatch("#[0-9a-fA-F]{6}", entry.value):
        entry.wrong('write a colour as "#rrggbb", like "#b03030"')
    return entry.value.lower()


def add_thing(path: Path, thing: ThingSpec) -> None:
    """Add a thing at the end of a table file; the rest, comments too, stays as it is."""
    text = path.read_bytes().decode("utf-8")
    line_end = "\r\n" if "\r\n" in text else "\n"
    rows = _rows(thing, path.parent)
    gap = "" if text.endswith(line_end) else line_end
    longer = (text + gap + line_end + line_end.join(rows) + line_end).encode("utf-8")
    put_in_place(path, longer, "add one by hand: " + ", ".join(rows[1:]))


def change_thing(path: Path, number: int, thing: ThingSpec) -> None:
    """Put what is newly known of a thing into its entry; the rest, comments too, stays."""
    text = path.read_bytes().decode("utf-8")
    line_end = "\r\n" if "\r\n" in text else "\n"
    head, *entries = re.split(r"(?m)^(?=[ \t]*\[\[[ \t]*thing[ \t]*\]\])", text)
    rows = _rows(thing, path.parent)[1:]
    if number < len(entries):
        entry = entries[number]
        # What is there already is not said twice.
        new = [row for row in rows if not re.search(rf"(?m)^[ \t]*{row.split()[0]}[ \t]*=", entry)]
        body = entry.rstrip()
        entries[number] = line_end.join([body, *new]) + (entry[len(body) :] or line_end)
    content = "".join([head, *entries]).encode("utf-8")
    put_in_place(path, content, "add to its entry by hand: " + ", ".join(rows))


def _rows(thing: ThingSpec, folder: Path) -> list[str]:
    """A thing's lines in a table file in that folder."""
    look = None if thing.look is None else thing.look.relative_to(folder).as_posix()
    known = {
        "kind": thing.kind,
        "colour": thing.colour,
        "colours": list(thing.colours),
        "height": thing.height,
        "size": list(thing.size),
        "look": look,
        "name": thing.name,
    }
    # A text, a number or a list of them reads alike in JSON and in TOML.
    return ["[[thing]]", *(f"{k} = {dumps(v)}" for k, v in known.items() if v not in (None, []))]


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
