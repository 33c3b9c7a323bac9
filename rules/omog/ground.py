"""What ground a place is in OMOG, on foot and mounted, and what a path over it costs."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.book.book import Book
from rules.book.measured import at_most
from rules.book.reason import Reason, Refusal
from rules.measure.field import Field
from rules.measure.ground import Cost, Ground, GroundOf, cost, off_table, stretches
from rules.measure.lengths import HAIR_IN
from rules.omog.meanings import row
from table.places import TablePoint

HILLS = frozenset({"hill"})
OBSTACLES = frozenset({"house", "wall", "wood-wall", "tree", "large-object", "vehicle"})
STREETS = frozenset({"town", "courtyard"})


@dataclass(frozen=True)
class Walk:
    """Who walks: under which table ("MOVE" or "HORSE"), from how high a hill he starts.

    `fixed` is the only rule of ground in a move that has one limit everywhere.
    """

    table: str
    start_hill_in: float
    fixed: str | None = None


# What ground a place is, by the number of its rule: the first line that names something there
# counts, so a road under a wall does not help and one through woods does.
SURFACES = (
    (frozenset({"bridge"}), "10"),
    (frozenset({"lake"}), "09"),
    (OBSTACLES | {"river"}, "06"),
    (frozenset({"road"}), "02"),
    (frozenset({"swamp"}), "06"),
    (frozenset({"woods"}), "08"),
    (STREETS, "02"),
)


def surface(words: frozenset[str]) -> str:
    """What ground a place is that things of these words hold, by the number of its rule."""
    kind = next((kind for named, kind in SURFACES if words & named), "03")
    through = "road" in words and bool(words & {"swamp", "woods"})
    return "07" if kind == "02" and through else kind


# What going uphill makes of a ground; others are as slow as they are.
UPHILL = {"10": "04", "02": "04", "07": "04", "03": "05"}


def ground_of(book: Book, field: Field, walk: Walk) -> GroundOf:
    """Which ground a man is on, by the things that hold the place."""

    def ground(over: frozenset[int]) -> Ground:
        kind = surface(frozenset(field.words[i] for i in over))
        if field.highest_in(over, HILLS) > walk.start_hill_in + HAIR_IN:
            kind = UPHILL.get(kind, kind)
        rule = row(book, f"{walk.table}-{kind}")
        if kind == "09":
            return Ground(rule.id, None)
        fixed = rule if walk.fixed is None else row(book, walk.fixed)
        return Ground(fixed.id, fixed.number)

    return ground


def start_hill_in(field: Field, start: TablePoint) -> float:
    """The highest hill where the path starts, else 0."""
    return field.highest_in(field.holding(start), HILLS)


def walked(book: Book, field: Field, path: tuple[TablePoint, ...], walk: Walk) -> Cost:
    """What the path costs."""
    return cost(stretches(field, path), ground_of(book, field, walk))


def ground_reasons(book: Book, spent: Cost) -> tuple[Reason, ...]:
    """One reason for each rule of ground with some length on the path."""
    rules = sorted({ground.rule for ground in spent.inches if ground.limit_in is not None})
    return tuple(book.rows[rule].reason() for rule in rules)


def ground_refusals(
    book: Book, field: Field, path: tuple[TablePoint, ...], spent: Cost
) -> Iterable[Refusal]:
    """Refusals of ground: barred, too far, off the table."""
    yield from (book.rows[rule].refusal() for rule in spent.barred)
    if spent.fraction > 1.0 + HAIR_IN:
        assert spent.limit_in is not None, spent
        yield row(book, "MOVE-11").refusal(measured=at_most(spent.length_in, spent.limit_in))
    if off_table(field, path):
        yield row(book, "MOVE-12").refusal()
