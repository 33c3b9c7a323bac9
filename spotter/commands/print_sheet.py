"""`spotter print`: true-scale PDF sheets."""

import argparse
from collections.abc import Callable, Sequence

from calibration.boards import Board
from calibration.paper import Page, page_for
from calibration.sheets.board import board_pages
from calibration.sheets.cards import ArmyCard, card_pages
from calibration.sheets.corners import corner_pages
from calibration.sheets.cover import PrintedSheet, cover_page, page_words
from calibration.sheets.marks import PageMarks
from calibration.sheets.orders import order_pages
from calibration.sheets.pdf_file import write_sheets
from calibration.sheets.stick import stick_pages
from calibration.sheets.tags import marker_pages, tag_pages
from calibration.sheets.templates import template_pages
from rules.book.shelf import FIRST, NAMES, book_named
from spotter.files.army_words import check_army
from spotter.files.out_file import refuse_other_sort
from spotter.files.table_folder import named_table
from spotter.progress import progress
from spotter.setup.weapon_lines import all_card_lines
from table.army import Army, Enlisted
from table.army_file import read_army
from table.errors import UserError
from table.table_file import read_table

KIT = {
    "corners": "Corner markers",
    "tags": "Soldiers' tags",
    "orders": "Order cards",
    "stick": "Measuring sticks",
    "board": "Board for the lens",
    "templates": "Templates",
}
_NEEDED = (KIT["corners"], KIT["tags"])  # the first of the kit
MOST_MARKER = 249
_NOT_PDF = frozenset({".png", ".jpg", ".jpeg", ".svg", ".toml"})

_NOTES = {
    "tags": "Cut out tag and tab as one piece. He stands on the circle; fold its end up.",
    "aruco": "Cut along the lines: the white round the black square belongs to the tag.",
    "corners": "Lay each in its corner, flat, named edge to the table's top. Leave the white on.",
    "orders": "The arrow points from the nearest own soldier to what the order is about.",
    "templates": "The cross is the template's point: the firer's centre, or where it lands.",
    "stick": "Cut exactly at both ends.",
    "board": "To measure the lens, once. Glue it on something flat; you may leave it out.",
}


def run(args: argparse.Namespace) -> None:
    """Write the sheet and say how to print it."""
    args = _at_home(args)
    page = page_for(args.paper, args.measured)
    path = args.out
    if path.suffix.lower() in _NOT_PDF:
        raise UserError(f"{path}: ends in {path.suffix}; the sheets are PDF, name it .pdf")
    refuse_other_sort(path, f"{args.sheet}.pdf")
    is_kit = args.sheet == "kit"
    sheets = _kit(page, args) if is_kit else [_sheet(args.sheet, page, args)]
    write_sheets(path, page, f"spotter {args.sheet}", sheets)
    pages = sum(len(sheet.pages) for sheet in sheets)
    count = "1 page" if pages == 1 else f"{pages} pages"
    begin = f" {_enough(sheets[1:]).capitalize()} are enough to begin." if is_kit else ""
    print(
        f"{path}: {count}, {args.paper}.{begin} Print at 100 % (actual size), then measure the bar "
        "at the foot:\nif it is not 4.00 in long, print again with --measured and its length."
    )


def _at_home(args: argparse.Namespace) -> argparse.Namespace:
    """The command line with what the table's folder says where nothing was named."""
    named = named_table(args, args.folder, finds_all=True)
    settings = named.settings
    found = {
        "army": named.path("army"),
        "table": named.path("table"),
        "rules": named.rules,
        "paper": args.paper or settings.paper or "letter",
        "measured": settings.measured if args.measured is None else args.measured,
        "out": args.out or named.home / f"{args.sheet}.pdf",
    }
    return argparse.Namespace(**{**vars(args), **found})


def _kit(page: Page, args: argparse.Namespace) -> list[PrintedSheet]:
    """All that a table needs, after a cover that says what is where."""
    names = [name for name in KIT if name != "templates" or _template_books(args)]
    sheets = [_sheet(name, page, args) for name in progress(names, "sheets", len(names))]
    enough = _enough(sheets)
    cover = cover_page(page, sheets, enough)
    return [PrintedSheet("spotter kit", (cover,), f"{enough.capitalize()} are enough."), *sheets]


def _enough(sheets: Sequence[PrintedSheet]) -> str:
    """The pages without which nothing begins: corner markers and tags, after the cover."""
    needed = sum(len(sheet.pages) for sheet in sheets if sheet.title in _NEEDED)
    return page_words(2, 1 + needed)


def _sheet(name: str, page: Page, args: argparse.Namespace) -> PrintedSheet:
    title = KIT[name] if args.sheet == "kit" else f"spotter {name}"
    return PrintedSheet(title, tuple(_SHEETS[name](page, args)), _NOTES.get(name, ""))


def _tags(page: Page, args: argparse.Namespace) -> list[PageMarks]:
    army = _army(args)
    try:
        return tag_pages(page, army)
    except UserError as problem:
        raise UserError(f"{args.army}: {problem}") from None


def _aruco(page: Page, args: argparse.Namespace) -> list[PageMarks]:
    return marker_pages(page, _numbers(args.ids), _size(args))


def _corners(page: Page, args: argparse.Namespace) -> list[PageMarks]:
    side_in = 1.5 if args.table is None else read_table(args.table).corner_marker
    return corner_pages(page, side_in)


def _board(page: Page, _args: argparse.Namespace) -> list[PageMarks]:
    return board_pages(page, Board())


def _stick(page: Page, _args: argparse.Namespace) -> list[PageMarks]:
    return stick_pages(page)


def _templates(page: Page, args: argparse.Namespace) -> list[PageMarks]:
    names = _template_books(args)
    if not names:
        users = ", ".join(name for name in NAMES if book_named(name).templates)
        raise UserError(f"--rules: {args.rules} uses no templates; {users} do")
    return template_pages(page, [one for name in names for one in book_named(name).templates])


def _template_books(args: argparse.Namespace) -> list[str]:
    """The book that is played by, or else all, as far as they use templates."""
    names = [book_named(args.rules).name] if args.rules else NAMES
    return [name for name in names if book_named(name).templates]


def _orders(page: Page, args: argparse.Namespace) -> list[PageMarks]:
    return order_pages(page, _size(args))


def _cards(page: Page, args: argparse.Namespace) -> list[PageMarks]:
    army = _army(args)
    book = book_named(args.rules or FIRST)
    check_army(army, book, args.army)
    colours = {side.name: side.colour for side in army.sides}
    lines = all_card_lines(army, book)
    cards = [
        ArmyCard(
            soldier.id,
            soldier.side,
            colours.get(soldier.side, "#808080"),
            _about(soldier),
            lines[soldier.id],
            book.title,
        )
        for soldier in army.soldiers
    ]
    return card_pages(page, cards)


_SHEETS: dict[str, Callable[[Page, argparse.Namespace], list[PageMarks]]] = {
    "tags": _tags,
    "aruco": _aruco,
    "corners": _corners,
    "board": _board,
    "stick": _stick,
    "templates": _templates,
    "orders": _orders,
    "cards": _cards,
}


def _army(args: argparse.Namespace) -> Army:
    if args.army is None:
        where = f"{args.folder}: has no army.toml" if args.folder else "no army.toml here"
        raise UserError(
            f"{where}, which {args.sheet} needs; spotter setup makes one, or name it with --army"
        )
    army = read_army(args.army)
    if not army.soldiers:
        raise UserError(f"{args.army}: has no soldiers; list them as [[soldier]]")
    return army


def _size(args: argparse.Namespace) -> float:
    """The tag's side: as asked, else as the army has it, else an inch."""
    if args.size is not None:
        if not 0.2 <= args.size <= 6:
            raise UserError(f"--size: {args.size:g} is no tag's side; give 0.2 to 6 inches")
        return float(args.size)
    return 1.0 if args.army is None else read_army(args.army).tags.size


def _about(soldier: Enlisted) -> str:
    words = [soldier.role or "", soldier.team or "", f"base {soldier.base:g} in"]
    return ", ".join(word for word in words if word)


def _numbers(text: str) -> list[int]:
    """The numbers of a list like 4-23,30."""
    numbers: list[int] = []
    for part in text.split(","):
        first, _, last = part.strip().partition("-")
        if not first.isdecimal() or not (last or first).isdecimal():
            raise UserError(f"--ids: {part.strip()!r} is no number; write them like 4-23,30")
        if len(last or first) > 3 or int(last or first) > MOST_MARKER:
            raise UserError(f"--ids: markers go from 4 to {MOST_MARKER}")
        numbers += range(int(first[:4]), int(last or first) + 1)
    if not numbers:
        raise UserError(f"--ids: {text!r} names no marker; write them like 4-23,30")
    if min(numbers) < 4:
        raise UserError("--ids: 0 to 3 are the table's corner markers; begin with 4")
    return numbers
