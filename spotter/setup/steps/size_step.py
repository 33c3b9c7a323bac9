"""The step that asks for the size of the play area, in inches or centimetres."""

import re
from dataclasses import dataclass
from pathlib import Path

import tomli_w

from rules.book.question import shown
from spotter.setup.steps.usual import Usual
from spotter.setup.table_setup import TableSetup
from spotter.setup.talk import Talk
from table.errors import UserError
from table.table_file import put_in_place, read_table
from table.text_file import write_text
from table.typed_length import CM_IN

_SIZES = ("36 x 24 in", "48 x 36 in", "90 x 60 cm")
CORNER_MARKER_IN = 1.5
_SIZE = re.compile(
    r"(\d+(?:[.,]\d+)?)(?:\s*(?:x|by|\*)\s*|\s+)(\d+(?:[.,]\d+)?)\s*(in|inch|inches|cm|\")?",
    re.IGNORECASE,
)
_SMALLEST_IN, _LARGEST_IN = 6.0, 400.0


@dataclass(frozen=True, slots=True)
class Size:
    """A play area's width and height in inches, and the unit it was measured in."""

    width_in: float
    height_in: float
    unit: str


def is_done(table: TableSetup) -> bool:
    """Whether the table's size is known."""
    return table.has("table")


def run(table: TableSetup, talk: Talk) -> None:
    """Ask until a size is understood, and write it down."""
    talk.tell("The play area's width and height, from outer corner to outer corner.")
    while True:
        said = talk.ask("size (like 40x28 or 100x70 cm)", _SIZES, default=_usual_words(table))
        try:
            size = parsed_size(said)
            break
        except UserError as problem:
            talk.tell(str(problem))
    _take(table, size)
    talk.tell(f"{size.width_in:.1f} x {size.height_in:.1f} inches")


def _take(table: TableSetup, size: Size) -> None:
    write_size(table.path("table"), size.width_in, size.height_in)
    table.change(unit=size.unit)


def parsed_size(text: str) -> Size:
    """A size as it is typed.

    >>> parsed_size("36x24")
    Size(width_in=36.0, height_in=24.0, unit='in')
    """
    fit = _SIZE.fullmatch(text.strip())
    if fit is None:
        raise UserError(f'"{shown(text)}" is no size; type two numbers, like 36x24 or 90x60 cm')
    width, height, unit = fit.groups()
    scale = CM_IN if (unit or "").lower() == "cm" else 1.0
    sides = [round(float(str(side).replace(",", ".")) * scale, 3) for side in (width, height)]
    if not all(_SMALLEST_IN <= side <= _LARGEST_IN for side in sides):
        raise UserError(
            f'"{shown(text)}": a play area is from 6 to 400 inches (15 to 1000 cm) wide'
        )
    return Size(sides[0], sides[1], "cm" if scale == CM_IN else "in")


def _usual_words(table: TableSetup) -> str:
    """The size that is written down already, or that most tables have."""
    if not table.has("table"):
        return _SIZES[0]
    spec = read_table(table.path("table"))
    return f"{spec.width:g} x {spec.height:g} in"


def write_size(path: Path, width_in: float, height_in: float) -> None:
    """Write the size into a table file, a new one or one whose things stay."""
    if not path.exists():
        new = {"width": width_in, "height": height_in, "corner_marker": CORNER_MARKER_IN}
        write_text(path, "# The play area, in inches.\n" + tomli_w.dumps({"table": new}))
        return
    text = path.read_bytes().decode("utf-8")
    for key, side_in in (("width", width_in), ("height", height_in)):
        line = re.compile(rf"^(\s*{key}\s*=\s*)[-+0-9.eE_]+", re.MULTILINE)
        text = line.sub(rf"\g<1>{side_in}", text, count=1)
    put_in_place(path, text.encode("utf-8"), f"write width = {width_in} and height = {height_in}")


USUAL = Usual(_usual_words, lambda table: _take(table, parsed_size(_usual_words(table))))
