"""`shoot`: facts of the shot, then refusals, then the number needed."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from rules.answer import Shot
from rules.book import Book
from rules.field import Field
from rules.measure import apart_in
from rules.omog.cover import cover_of, cover_reasons
from rules.omog.meanings import omog_field, sight_rule
from rules.omog.needed import needed
from rules.omog.weapon import Band, Weapon, weapon_asked
from rules.omog_musket.man import is_loaded, is_mounted
from rules.question import Question, place_of
from rules.reason import Reason
from rules.sight import SightFacts, sight
from rules.state import State
from table.places import TablePoint
from table.scene import Scene, Soldier

REPEL_PARTS = ("bayonet", "shoot")


@dataclass(frozen=True, slots=True)
class Aim:
    """What the rules may know about one shot."""

    distance_in: float
    band: Band
    carried: bool
    enemy: bool
    seen: SightFacts
    seen_back: bool
    loaded: bool
    moved: bool
    fired: bool
    mounted: bool
    charging: bool
    charged_at: bool  # the target charges the shooter
    repels_with_bayonet: bool


REFUSALS: tuple[tuple[str, Callable[[Aim], bool]], ...] = (
    ("OM-CHARGE-06", lambda aim: aim.charging and not aim.mounted),
    ("OM-LOAD-02", lambda aim: aim.carried and not aim.loaded and aim.moved),
    ("OM-LOS-01", lambda aim: not aim.seen.visible and not aim.seen.too_deep),
    ("OM-LOS-02", lambda aim: bool(aim.seen.too_deep)),
    ("OM-LOS-03", lambda aim: aim.seen.visible and not aim.seen_back),
    ("OM-REPEL-04", lambda aim: aim.repels_with_bayonet),
    ("OM-SHOOT-02", lambda aim: aim.fired),
    ("OM-SHOOT-03", lambda aim: aim.carried and aim.band.word == "out"),
    ("OM-SHOOT-04", lambda aim: not aim.enemy),
    ("OM-SHOOT-05", lambda aim: not aim.carried),
)


def shoot(book: Book, scene: Scene, question: Question) -> Shot:
    """The answer to `shoot`."""
    shooter, target = question.soldier("shooter"), question.soldier("target")
    weapon = weapon_asked(book, question, shooter)
    field = omog_field(book, scene)
    aim = _aim(book, field, shooter, target, weapon)
    refusals = tuple(book.rows[rule].refusal() for rule, forbids in REFUSALS if forbids(aim))
    shot = Shot(
        allowed=not refusals,
        refusals=refusals,
        distance=aim.distance_in,
        band=aim.band.word if aim.carried else None,
        roll=None,
        shots=1,
        reasons=(),
    )
    if refusals:
        return shot
    cover = cover_of(field, field.stand(shooter), field.stand(target), aim.seen)
    lines, modifiers = _lines(book, weapon, aim), cover_reasons(book, cover)
    roll = needed(lines[-1].value or 0.0, modifiers)
    return replace(shot, roll=roll, reasons=(*lines, *modifiers, *_extra(book, aim)))


def _lines(book: Book, weapon: Weapon, aim: Aim) -> tuple[Reason, ...]:
    """The number of the band, and after it the one that stands in its place on a moving horse."""
    line = book.rows[weapon.rule].reason(value=aim.band.number)
    if weapon.name == "carbine" and aim.mounted and aim.moved:
        return (line, book.rows["OM-SHOOT-15"].reason())
    return (line,)


def _extra(book: Book, aim: Aim) -> tuple[Reason, ...]:
    """Rules that played a part besides the band and the cover."""
    reloaded = (book.rows["OM-LOAD-03"].reason(),) if not aim.loaded else ()
    if not aim.charged_at:
        return reloaded
    return (*reloaded, book.rows["OM-CHARGE-01"].reason(value=aim.distance_in / 2))


def _aim(book: Book, field: Field, shooter: Soldier, target: Soldier, weapon: Weapon) -> Aim:
    state, rule = State(shooter), sight_rule(book)
    charged_at = State(target).text("charging") == shooter.id
    distance_in = apart_in(shooter, _charge_start(target) if charged_at else target)
    part = state.word("repel", REPEL_PARTS, "shoot")
    return Aim(
        distance_in=distance_in,
        band=weapon.band(distance_in / 2 if charged_at else distance_in),
        carried=weapon.name in shooter.weapons,
        enemy=shooter.side != target.side,
        seen=sight(field, rule, shooter, target),
        seen_back=sight(field, rule, target, shooter).visible,
        loaded=is_loaded(shooter, weapon.name),
        moved=state.flag("moved"),
        fired=state.flag("fired"),
        mounted=is_mounted(shooter),
        charging=state.text("charging") is not None,
        charged_at=charged_at,
        repels_with_bayonet=part == "bayonet",
    )


def _charge_start(target: Soldier) -> TablePoint:
    """Where a charging man stood when he declared it, else where he stands."""
    start = State(target).value("charge_from")
    if start is None:
        return target.place
    return place_of(list(start) if isinstance(start, tuple) else start, "charge_from")
