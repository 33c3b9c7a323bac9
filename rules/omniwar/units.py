"""What units cost, and `units`: what is wrong with the forces on the table."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import ceil

from rules.book.answer import Problem, Units
from rules.book.book import Book
from rules.book.question import Question
from rules.omniwar.declared import declared
from rules.omniwar.unit import BETTER_AND_WORSE, Unit, unit_of
from table.scene import Scene

VALUE_MODS = frozenset(f"{sign}1-{value}" for sign in "+-" for value in BETTER_AND_WORSE)


def units(book: Book, scene: Scene, question: Question) -> Units:
    """The problems of all units and each side's points."""
    declared(book, question)
    all_units = [unit_of(book, soldier) for soldier in scene.soldiers]
    sides = points_by_side(book, all_units)
    problems = (
        *_unequal_sides(book, all_units, sides),
        *_bought_wrongly(book, all_units),
        *_overfull_transports(book, all_units),
    )
    return Units(tuple(sorted(problems, key=lambda p: (p.rule, p.soldiers))), sides)


def points(book: Book, unit: Unit) -> int:
    """OW-PTS-01: the line's points and a percentage for each mod, a half rounded down."""
    percent = sum(book.rows.tables["percent"][mod] for mod in unit.mods)
    exact = Fraction(unit.line["points"]) * (1 + Fraction(percent) / 100)
    return max(int(book.rows["OW-PTS-01"].number), ceil(exact - Fraction(1, 2)))


def points_by_side(book: Book, all_units: Iterable[Unit]) -> dict[str, int]:
    """Each side's total, sides in alphabetical order."""
    sides: dict[str, int] = defaultdict(int)
    for unit in all_units:
        sides[unit.soldier.side] += points(book, unit)
    return dict(sorted(sides.items()))


def too_unequal(book: Book, sides: Mapping[str, int]) -> bool:
    """OW-SET-01: whether the smaller of two totals is too small."""
    if len(sides) != 2:
        return False
    share = Fraction(str(book.rows["OW-SET-01"].number))
    return min(sides.values()) < share * max(sides.values())


def _unequal_sides(book: Book, all_units: list[Unit], sides: dict[str, int]) -> Iterator[Problem]:
    if too_unequal(book, sides):
        weaker, stronger = sorted(sides, key=lambda side: sides[side])
        rule = book.rows["OW-SET-01"]
        ids = (unit.soldier.id for unit in all_units if unit.soldier.side == stronger)
        why = f"{rule.why}: {stronger} has {sides[stronger]}, {weaker} {sides[weaker]}"
        yield Problem(rule.id, tuple(sorted(ids)), why)


def _bought_wrongly(book: Book, all_units: list[Unit]) -> Iterator[Problem]:
    for unit in all_units:
        if len(unit.mods) > book.rows["OW-PTS-02"].number:
            yield _problem(book, "OW-PTS-02", unit.soldier.id)
        had = set(unit.mods) & set(unit.line.get("abilities", ())) - VALUE_MODS
        if had:
            yield _problem(book, "OW-PTS-03", unit.soldier.id)


def _overfull_transports(book: Book, all_units: list[Unit]) -> Iterator[Problem]:
    riders: dict[str, list[str]] = defaultdict(list)
    for unit in all_units:
        if unit.carried_by is not None:
            riders[unit.carried_by].append(unit.soldier.id)
    for carried in riders.values():
        if len(carried) > book.rows["OW-ABL-09"].number:
            yield _problem(book, "OW-ABL-09", *sorted(carried))


def _problem(book: Book, rule: str, *soldiers: str) -> Problem:
    return Problem(rule, soldiers, book.rows[rule].why)
