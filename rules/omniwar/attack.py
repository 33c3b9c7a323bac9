"""One attack on one unit: the facts, what forbids it, and the number to throw.

Facts are measured once from the scene; the tables below judge them. The number to throw is the
sum of the reasons' values.
"""

from collections.abc import Callable
from dataclasses import dataclass

from rules.book.book import Book
from rules.book.dice import Roll, at_least, at_most
from rules.book.measured import at_most as at_most_in
from rules.book.reason import Reason, Refusal, total
from rules.measure.field import field_of
from rules.measure.hexes import hex_steps
from rules.measure.lengths import apart_in, within
from rules.measure.sight import sight
from rules.omniwar.declared import Declarations
from rules.omniwar.formation import fights_from
from rules.omniwar.terrain import SIGHT, in_cover, in_water
from rules.omniwar.unit import Unit, step_of, unit_of
from table.places import TablePoint
from table.scene import Scene, Soldier

DICE = "1d6"


@dataclass(frozen=True, slots=True)
class Attacker:
    """What the rules may know about a unit that attacks, whatever it attacks."""

    unit: Unit
    place: Soldier  # from whose place it attacks: itself, or the foremost of its file
    shots: int
    hidden: bool
    reaction: bool

    @property
    def contact(self) -> bool:
        """Whether it must touch what it attacks."""
        return self.unit.values["range"] <= 0

    @property
    def needs_sight(self) -> bool:
        """Whether it must see what it attacks."""
        return not self.contact and not self.unit.has("indirect-fire")

    @property
    def from_the_front(self) -> bool:
        """Whether it attacks as if it stood at the head of its file."""
        return self.place is not self.unit.soldier


@dataclass(frozen=True, slots=True)
class RangeTo:
    """How far off something is and how far its attacker reaches, in inches or hexes."""

    off: float
    reach: float
    unit: str = "in"

    @property
    def is_out(self) -> bool:
        """Whether it is beyond his reach."""
        return not within(self.off, self.reach)

    @property
    def words(self) -> str:
        """Both numbers."""
        return at_most_in(self.off, self.reach, self.unit)


@dataclass(frozen=True, slots=True)
class Attack:
    """What the rules may know about one attack on a unit."""

    by: Attacker
    target: Unit
    distance_in: float
    range: RangeTo
    visible: bool
    in_cover: bool
    target_submerged: str | None

    @property
    def indirect(self) -> bool:
        """Whether indirect fire was what let it attack."""
        return not self.visible and not self.by.needs_sight and not self.by.contact


def attacker(book: Book, scene: Scene, unit: Unit, declared: Declarations) -> Attacker:
    """The facts about a unit that is to attack."""
    extra = step_of(book, "OW-ABL-06") * unit.abilities.count("extra-attack")
    allowed = int(step_of(book, "OW-ATK-10") + extra)
    return Attacker(
        unit,
        fights_from(book, scene, unit),
        shots=max(0, allowed - unit.attacks),
        hidden=submerged(book, scene, unit) == "hidden",
        reaction=declared.reaction,
    )


def attack(book: Book, scene: Scene, by: Attacker, target: Unit, declared: Declarations) -> Attack:
    """The facts about an attack on a unit."""
    field, man = field_of(scene, book.meanings), target.soldier
    return Attack(
        by,
        target,
        distance_in=apart_in(by.place, man),
        range=range_to(book, by, (man.place, man.radius), declared),
        visible=sight(field, SIGHT, by.place, man).visible,
        in_cover=in_cover(field, man, by.place),
        target_submerged=submerged(book, scene, target),
    )


def attack_of(
    book: Book, scene: Scene, men: tuple[Soldier, Soldier], declared: Declarations
) -> Attack:
    """The facts about an attack of the first on the second."""
    by, on = (unit_of(book, man) for man in men)
    return attack(book, scene, attacker(book, scene, by, declared), on, declared)


def submerged(book: Book, scene: Scene, unit: Unit) -> str | None:
    """How a submersible in water uses it: as cover, hidden, or not (None)."""
    dives = unit.has("submersible") and in_water(field_of(scene, book.meanings), unit.soldier)
    return unit.submerged if dives else None


def range_to(
    book: Book, by: Attacker, aim: tuple[TablePoint, float], declared: Declarations
) -> RangeTo:
    """How far the aim, a place and the radius of the base there, is off, and its Range."""
    (place, radius_in), reach = aim, by.unit.values["range"]
    hexes, apart = declared.hexes, apart_in(by.place, place)
    if hexes is not None:
        return RangeTo(hex_steps(hexes.hex_of(by.place.place), hexes.hex_of(place)), reach, "hexes")
    if by.contact:
        return RangeTo(apart - by.place.radius - radius_in, step_of(book, "OW-ATK-03"))
    return RangeTo(apart, reach * declared.scale_in)


# What forbids a unit to attack at all, in the book's order.
ATTACKER_REFUSALS: tuple[tuple[str, Callable[[Attacker], bool]], ...] = (
    ("OW-ATK-08", lambda by: by.reaction and not by.unit.waiting),
    ("OW-ATK-10", lambda by: by.shots == 0),
    ("OW-ATK-11", lambda by: by.unit.carried_by is not None),
    ("OW-ABL-12", lambda by: by.hidden),
    ("OW-ABL-19", lambda by: by.unit.has("move-or-fire") and by.unit.moved),
)
# What forbids to attack this unit, in the book's order.
TARGET_REFUSALS: tuple[tuple[str, Callable[[Attack], bool]], ...] = (
    ("OW-ATK-01", lambda a: a.range.is_out),
    ("OW-ATK-05", lambda a: a.by.needs_sight and not a.visible),
    ("OW-ATK-09", lambda a: a.by.unit.soldier.side == a.target.soldier.side),
    ("OW-ATK-11", lambda a: a.target.carried_by is not None),
    ("OW-ABL-03", lambda a: a.target.unseen_scout),
    ("OW-ABL-12", lambda a: a.target_submerged == "hidden"),
)


def refusals(book: Book, facts: Attack) -> tuple[Refusal, ...]:
    """All that forbids this attack, each rule once."""
    found = {rule for rule, bites in ATTACKER_REFUSALS if bites(facts.by)}
    found |= {rule for rule, bites in TARGET_REFUSALS if bites(facts)}
    return tuple(
        book.rows[rule].refusal(measured=facts.range.words if rule == "OW-ATK-01" else None)
        for rule in book.rows.rules
        if rule in found
    )


def attacker_refusals(book: Book, by: Attacker) -> tuple[Refusal, ...]:
    """All that forbids the unit to attack anything."""
    return tuple(book.rows[rule].refusal() for rule, bites in ATTACKER_REFUSALS if bites(by))


def reasons(book: Book, facts: Attack) -> tuple[Reason, ...]:
    """The rules that make the number to throw; their values add up to it."""
    rows, by, target = book.rows, facts.by.unit, facts.target
    base = by.line["offense"] - target.line["defense"]
    found = [rows["OW-ATK-02"].reason(base)]
    for rule, sign in (("OW-ABL-07", "+"), ("OW-ABL-16", "-")):
        helps, hurts = by.mods.count(f"{sign}1-offense"), target.mods.count(f"{sign}1-defense")
        if helps or hurts:
            found.append(rows[rule].reason(step_of(book, rule) * (helps - hurts)))
    if facts.target_submerged == "cover":
        found.append(rows["OW-ABL-12"].reason(-step_of(book, "OW-ABL-12")))
    return (*found, *_cover(book, facts, total(found)), *range_reasons(book, facts.by))


def _cover(book: Book, facts: Attack, number: float) -> tuple[Reason, ...]:
    """OW-ATK-04, where it lowers the number."""
    most = step_of(book, "OW-ATK-04")
    lowered = facts.in_cover and number > most
    return (book.rows["OW-ATK-04"].reason(most - number),) if lowered else ()


def range_reasons(book: Book, by: Attacker) -> tuple[Reason, ...]:
    """What changed how far it attacks: words without a share in the number to throw."""
    found = [
        Reason(rule, book.rows[rule].why)
        for rule, mod in (("OW-ABL-08", "+1-range"), ("OW-ABL-15", "-1-range"))
        if mod in by.unit.mods
    ]
    if by.from_the_front:
        found.append(Reason("OW-ABL-14", book.rows["OW-ABL-14"].why))
    return tuple(found)


def shot_reasons(book: Book, facts: Attack) -> tuple[Reason, ...]:
    """The reasons of an attack on one unit, with what lets it see further and shoot more."""
    found = list(reasons(book, facts))
    if facts.indirect:
        found.append(Reason("OW-ABL-05", book.rows["OW-ABL-05"].why))
    if facts.by.shots > 1:
        found.append(Reason("OW-ABL-06", book.rows["OW-ABL-06"].why))
    return tuple(found)


def number_to_throw(why: tuple[Reason, ...]) -> int:
    """This or less destroys the unit."""
    return int(total(why))


def destroys(number: int) -> Roll:
    """The roll that destroys the unit."""
    return at_most(DICE, number)


def survives(number: int) -> Roll:
    """The roll by which a unit caught in an area lives on."""
    return at_least(DICE, number + 1)
