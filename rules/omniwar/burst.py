"""`burst`: an area attack on one hex and everything in it."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.book.answer import Burst, Caught
from rules.book.book import Book
from rules.book.question import Question
from rules.book.reason import Reason, Refusal
from rules.measure.aim import place_in_sight
from rules.measure.field import field_of
from rules.measure.lengths import apart_in
from rules.measure.sight import sight
from rules.measure.template import Shape, hexagon
from rules.omniwar.attack import (
    Attack,
    Attacker,
    RangeTo,
    attack,
    attacker,
    attacker_refusals,
    number_to_throw,
    range_reasons,
    range_to,
    reasons,
    submerged,
    survives,
)
from rules.omniwar.declared import Declarations, declared
from rules.omniwar.terrain import SIGHT
from rules.omniwar.unit import Unit, check_weapon, unit_of
from table.places import TablePoint
from table.scene import Scene, Soldier

DIE_FACES = (1, 6)


@dataclass(frozen=True, slots=True)
class AreaAttack:
    """What the rules may know about an attack on a hex.

    `aimed_at` is the unit whose place was named, None where a place was.
    """

    by: Attacker
    aim: TablePoint
    aimed_at: Unit | None
    aimed_at_hidden: bool
    range: RangeTo
    visible: bool


REFUSALS: tuple[tuple[str, Callable[[AreaAttack], bool]], ...] = (
    ("OW-ABL-04", lambda a: not a.by.unit.has("area-affect")),
    ("OW-ATK-01", lambda a: a.range.is_out),
    ("OW-ATK-05", lambda a: a.by.needs_sight and not a.visible),
    ("OW-ATK-11", lambda a: a.aimed_at is not None and a.aimed_at.carried_by is not None),
    ("OW-ABL-12", lambda a: a.aimed_at_hidden),
)


def burst(book: Book, scene: Scene, question: Question) -> Burst:
    """Whether the unit may strike there, and whom the hex catches; nothing is rolled to hit it."""
    shooter, aim = question.soldier("shooter"), question.aim()
    check_weapon(question, shooter)
    question.roll(*DIE_FACES)
    said = declared(book, question)
    facts = _facts(book, scene, attacker(book, scene, unit_of(book, shooter), said), aim, said)
    distance_in = apart_in(facts.by.place, facts.aim)
    against = _refusals(book, facts)
    if against:
        return Burst(allowed=False, refusals=against, distance=distance_in)
    lands, shape = _template(facts.aim, said)
    return Burst(
        allowed=True,
        refusals=(),
        distance=distance_in,
        reasons=_reasons(book, facts),
        lands=(lands.x, lands.y),
        area=shape.area(),
        caught=_caught(book, scene, facts.by, shape, said),
    )


def _facts(
    book: Book, scene: Scene, by: Attacker, aim: Soldier | TablePoint, said: Declarations
) -> AreaAttack:
    field = field_of(scene, book.meanings)
    if isinstance(aim, Soldier):
        aimed_at, place, radius_in = unit_of(book, aim), aim.place, aim.radius
        visible = sight(field, SIGHT, by.place, aim).visible
    else:
        aimed_at, place, radius_in = None, aim, 0.0
        visible = place_in_sight(field, SIGHT, field.stand(by.place), aim)
    return AreaAttack(
        by,
        place,
        aimed_at,
        aimed_at_hidden=aimed_at is not None and submerged(book, scene, aimed_at) == "hidden",
        range=range_to(book, by, (place, radius_in), said),
        visible=visible,
    )


def _refusals(book: Book, facts: AreaAttack) -> tuple[Refusal, ...]:
    found = [
        book.rows[rule].refusal(measured=facts.range.words if rule == "OW-ATK-01" else None)
        for rule, bites in REFUSALS
        if bites(facts)
    ]
    found += attacker_refusals(book, facts.by)
    return tuple({refusal.rule: refusal for refusal in found}.values())


def _reasons(book: Book, facts: AreaAttack) -> tuple[Reason, ...]:
    found = [Reason("OW-ABL-04", book.rows["OW-ABL-04"].why)]
    if not facts.visible and not facts.by.needs_sight and not facts.by.contact:
        found.append(Reason("OW-ABL-05", book.rows["OW-ABL-05"].why))
    return (*found, *range_reasons(book, facts.by))


def _template(aim: TablePoint, said: Declarations) -> tuple[TablePoint, Shape]:
    """The hex around the aim, or the grid's hex that holds it, and its centre."""
    hexes = said.hexes
    if hexes is None:
        return aim, hexagon(aim, said.scale_in)
    cell = hexes.hex_of(aim)
    return hexes.centre(cell), hexes.shape(cell)


def _caught(
    book: Book, scene: Scene, by: Attacker, shape: Shape, said: Declarations
) -> tuple[Caught, ...]:
    """Everybody in the hex but carried units, each by himself, sorted by id."""
    inside = (soldier for soldier in scene.soldiers if shape.holds(soldier.place))
    units = (unit_of(book, soldier) for soldier in sorted(inside, key=lambda s: s.id))
    return tuple(
        _fate(book, attack(book, scene, by, unit, said))
        for unit in units
        if unit.carried_by is None
    )


def _fate(book: Book, facts: Attack) -> Caught:
    """What the area does to one unit."""
    name = facts.target.soldier.id
    for rule, untouched in (
        ("OW-ABL-03", facts.target.unseen_scout),
        ("OW-ABL-12", facts.target_submerged == "hidden"),
    ):
        if untouched:
            return Caught(name, hit=False, save=None, reasons=(Reason(rule, book.rows[rule].why),))
    why = reasons(book, facts)
    save = survives(number_to_throw(why))
    if save.chance in {0, 1}:
        return Caught(name, hit=save.chance == 0, save=None, reasons=why)
    return Caught(name, hit=None, save=save, reasons=why)
