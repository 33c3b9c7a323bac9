"""`move` and `reach`: how far a unit goes over what ground."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, isfinite

from shapely import LineString, Polygon, box

from rules.book.answer import Move
from rules.book.book import Book
from rules.book.measured import at_most
from rules.book.question import Question
from rules.book.reason import Reason, Refusal
from rules.measure.field import Field, field_of
from rules.measure.ground import Stretch, off_table, stretches
from rules.measure.lengths import HAIR_IN, within
from rules.omniwar.declared import Declarations, declared
from rules.omniwar.terrain import DENSE
from rules.omniwar.turning import turns
from rules.omniwar.unit import Unit, step_of, unit_of
from table.places import TablePoint
from table.scene import Scene

OVER_WATER = ("flyer", "amphibious", "submersible", "water-bound")


@dataclass(frozen=True, slots=True)
class Going:
    """What the rules may know about a unit that is to move, whatever its path."""

    unit: Unit
    said: Declarations
    move_in: float  # over open ground
    road_in: float
    dense_in: float

    @property
    def flies(self) -> bool:
        """Whether no terrain touches it."""
        return self.unit.has("flyer")

    @property
    def drives(self) -> bool:
        """Whether roads and dense terrain change how far it goes."""
        return self.unit.vehicle and not self.flies

    @property
    def turns_slowly(self) -> bool:
        """Whether turns beyond the first cost movement."""
        return turns_slowly(self.unit)


@dataclass(frozen=True, slots=True)
class Walk:
    """What the rules may know about one path of a unit; lengths in inches.

    `dry_in` is what of it lies on the table and not in water. `fraction` is infinite where the
    unit cannot move at all.
    """

    going: Going
    length_in: float
    fraction: float
    road_in: float
    dense_in: float
    water_in: float
    dry_in: float
    turns: int
    leaves_table: bool
    comes_back: bool  # a point before the last lies beyond the edge


REFUSALS: tuple[tuple[str, Callable[[Walk], bool]], ...] = (
    ("OW-MOVE-01", lambda walk: not within(walk.fraction, 1.0)),
    ("OW-MOVE-02", lambda walk: walk.water_in > 0.0 and not walk.going.unit.has(*OVER_WATER)),
    ("OW-MOVE-06", lambda walk: walk.comes_back),
    ("OW-ABL-18", lambda walk: walk.going.unit.has("water-bound") and walk.dry_in > 0.0),
)
# What forbids any move.
STAYS: tuple[tuple[str, Callable[[Going], bool]], ...] = (
    ("OW-MOVE-05", lambda going: going.said.leaves_transport and going.unit.entered),
    (
        "OW-MOVE-07",
        lambda going: going.unit.carried_by is not None and not going.said.leaves_transport,
    ),
    ("OW-ABL-19", lambda going: going.unit.has("move-or-fire") and going.unit.attacks > 0),
)
# The rules that changed how far or where it goes, in the book's order.
REASONS: tuple[tuple[str, Callable[[Walk], bool]], ...] = (
    ("OW-MOVE-01", lambda _: True),
    ("OW-MOVE-03", lambda walk: walk.going.drives and walk.road_in > 0.0),
    ("OW-MOVE-04", lambda walk: walk.going.drives and walk.dense_in > 0.0),
    ("OW-MOVE-06", lambda walk: walk.leaves_table),
    ("OW-ABL-08", lambda walk: "+1-move" in walk.going.unit.mods),
    (
        "OW-ABL-10",
        lambda walk: walk.going.flies and walk.road_in + walk.dense_in + walk.water_in > 0.0,
    ),
    ("OW-ABL-12", lambda walk: _swam(walk, "submersible")),
    ("OW-ABL-13", lambda walk: _swam(walk, "amphibious")),
    ("OW-ABL-14", lambda walk: walk.going.unit.in_formation and walk.dense_in > 0.0),
    ("OW-ABL-15", lambda walk: "-1-move" in walk.going.unit.mods),
    ("OW-ABL-17", lambda walk: walk.going.turns_slowly and walk.turns > 1),
    ("OW-ABL-18", lambda walk: _swam(walk, "water-bound")),
)
# What those of them stand for that are numbers: inches a move, or hexes.
NUMBERS: dict[str, Callable[[Walk], float]] = {
    "OW-MOVE-01": lambda walk: walk.going.move_in,
    "OW-MOVE-03": lambda walk: walk.going.road_in,
    "OW-MOVE-04": lambda walk: walk.going.dense_in,
    "OW-ABL-08": lambda walk: walk.going.unit.mods.count("+1-move"),
    "OW-ABL-15": lambda walk: -walk.going.unit.mods.count("-1-move"),
    "OW-ABL-17": lambda walk: 1 - walk.turns,
}


def turns_slowly(unit: Unit) -> bool:
    """OW-ABL-17, OW-ABL-14: whether its turns beyond the first cost movement."""
    return unit.has("limited-turning") or unit.in_formation


def _swam(walk: Walk, right: str) -> bool:
    """Whether it crossed water by that right; a flyer needs none."""
    return walk.water_in > 0.0 and walk.going.unit.has(right) and not walk.going.flies


def move(book: Book, scene: Scene, question: Question) -> Move:
    """Whether the unit may go this way, and how much of its move that takes."""
    soldier = question.soldier("soldier")
    path = question.path(soldier)
    going = going_of(book, unit_of(book, soldier), declared(book, question))
    walk = _walk(book, field_of(scene, book.meanings), going, path)
    against = _refusals(book, walk)
    return Move(
        allowed=not against,
        refusals=against,
        length=walk.length_in,
        limit=_limit_in(walk),
        fraction=walk.fraction if isfinite(walk.fraction) else None,
        reasons=() if against else _reasons(book, walk),
    )


def going_of(book: Book, unit: Unit, said: Declarations) -> Going:
    """The facts about a unit that is to move."""
    move_in = unit.values["move"] * said.scale_in
    return Going(
        unit,
        said,
        move_in,
        road_in=move_in * step_of(book, "OW-MOVE-03"),
        dense_in=move_in * step_of(book, "OW-MOVE-04"),
    )


def _walk(book: Book, field: Field, going: Going, path: Sequence[TablePoint]) -> Walk:
    parts = [(_grounds(field, part), part) for part in stretches(field, path)]

    def inches(ground: str) -> float:
        return sum(part.length_in for grounds, part in parts if ground in grounds)

    on_table = box(0.0, 0.0, field.scene.width, field.scene.height)
    dry_in = sum(_inches_within(on_table, part) for over, part in parts if "water" not in over)
    least_bend_deg = book.rows.tables["turning"]["least_bend_deg"]
    facing_deg = going.unit.soldier.facing
    turned = turns(facing_deg, path, step_of(book, "OW-ABL-17"), least_bend_deg)
    shares = [_share(part.length_in, limit_in(going, over)) for over, part in parts]
    if going.turns_slowly and turned > 1:
        shares.append(_share(turned - 1, going.unit.values["move"]))
    return Walk(
        going,
        length_in=sum(part.length_in for _, part in parts),
        fraction=sum(shares),
        road_in=inches("road"),
        dense_in=inches("dense"),
        water_in=inches("water"),
        dry_in=dry_in,
        turns=turned,
        leaves_table=off_table(field, path[-1:]),
        comes_back=off_table(field, path[:-1]),
    )


def grounds_of(words: frozenset[str]) -> frozenset[str]:
    """What a place with these things is to a mover: road, or dense and water, or neither."""
    if "road" in words:
        return frozenset({"road"})
    found = {"dense"} if words & DENSE else set()
    if "water" in words and "bridge" not in words:
        found.add("water")
    return frozenset(found)


def limit_in(going: Going, grounds: frozenset[str]) -> float:
    """How far a whole move goes on this ground."""
    if going.drives and "road" in grounds:
        return going.road_in
    return going.dense_in if going.drives and "dense" in grounds else going.move_in


def _grounds(field: Field, part: Stretch) -> frozenset[str]:
    return grounds_of(frozenset(field.words[i] for i in part.over))


def _inches_within(on_table: Polygon, part: Stretch) -> float:
    line = LineString([(part.start.x, part.start.y), (part.end.x, part.end.y)])
    inside = float(line.intersection(on_table).length)
    return inside if inside > HAIR_IN else 0.0


def _share(amount: float, limit: float) -> float:
    return amount / limit if limit > 0.0 else inf


def _limit_in(walk: Walk) -> float:
    """How far it may go along this path; for a path of no length, over open ground."""
    return walk.length_in / walk.fraction if walk.fraction > 0.0 else walk.going.move_in


def _refusals(book: Book, walk: Walk) -> tuple[Refusal, ...]:
    found = [rule for rule, bites in REFUSALS if bites(walk)]
    found += [rule for rule, bites in STAYS if bites(walk.going)]
    far = at_most(walk.length_in, _limit_in(walk))
    return tuple(
        book.rows[rule].refusal(measured=far if rule == "OW-MOVE-01" else None) for rule in found
    )


def _reasons(book: Book, walk: Walk) -> tuple[Reason, ...]:
    found = [rule for rule, bites in REASONS if bites(walk)]
    numbers = {rule: NUMBERS[rule](walk) for rule in found if rule in NUMBERS}
    return tuple(Reason(rule, book.rows[rule].why, numbers.get(rule)) for rule in found)
