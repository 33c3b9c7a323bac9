"""`shoot`: facts of the shot, then refusals, then the number needed."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from rules.book.answer import Shot
from rules.book.book import Book
from rules.book.question import Question
from rules.book.reason import Reason
from rules.book.rows import Rule
from rules.measure.field import Field
from rules.measure.lengths import apart_in
from rules.measure.sight import SightFacts, sight
from rules.omog.cover import cover_of, cover_reasons
from rules.omog.meanings import omog_field, sight_rule
from rules.omog.needed import needed
from rules.omog.weapon import Band, Weapon, weapon_asked
from rules.omog_musket.man import Rider
from table.scene import Scene, Soldier


@dataclass(frozen=True, slots=True)
class MusketAim:
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


REFUSALS: tuple[tuple[str, Callable[[MusketAim], bool]], ...] = (
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
    refusals = tuple(
        book.rows[rule].refusal(measured=_measured(rule, weapon, aim))
        for rule, forbids in REFUSALS
        if forbids(aim)
    )
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
    modifiers = cover_reasons(book, cover)
    assert aim.band.number is not None, aim
    line = book.rows[weapon.rule].reason(value=aim.band.number)
    on_the_move = _on_the_move(book, weapon, aim)
    number = on_the_move.number if on_the_move else aim.band.number
    lines = (line, on_the_move.reason()) if on_the_move else (line,)
    reasons = (*lines, *modifiers, *_extra(book, aim))
    return replace(shot, roll=needed(number, modifiers), reasons=reasons)


def _measured(rule: str, weapon: Weapon, aim: MusketAim) -> str | None:
    """How far it is and how far he shoots, for the rule that is about that."""
    counted_in = aim.distance_in / 2 if aim.charged_at else aim.distance_in
    return weapon.measured(counted_in) if rule == "OM-SHOOT-03" else None


def _on_the_move(book: Book, weapon: Weapon, aim: MusketAim) -> Rule | None:
    """The rule whose number stands in place of the band's on a moving horse."""
    rides = weapon.name == "carbine" and aim.mounted and aim.moved
    return book.rows["OM-SHOOT-15"] if rides else None


def _extra(book: Book, aim: MusketAim) -> tuple[Reason, ...]:
    """Rules that played a part besides the band and the cover."""
    reloaded = (book.rows["OM-LOAD-03"].reason(),) if not aim.loaded else ()
    if not aim.charged_at:
        return reloaded
    return (*reloaded, book.rows["OM-CHARGE-01"].reason(value=aim.distance_in / 2))


def _aim(book: Book, field: Field, shooter: Soldier, target: Soldier, weapon: Weapon) -> MusketAim:
    man, rule = Rider(shooter), sight_rule(book)
    charged_at = Rider(target).charging == shooter.id
    start = (Rider(target).charge_from if charged_at else None) or target.place
    distance_in = apart_in(shooter, start)
    return MusketAim(
        distance_in=distance_in,
        band=weapon.band(distance_in / 2 if charged_at else distance_in),
        carried=weapon.name in shooter.weapons,
        enemy=shooter.side != target.side,
        seen=sight(field, rule, shooter, target),
        seen_back=sight(field, rule, target, shooter).visible,
        loaded=man.loaded(weapon.name),
        moved=man.moved,
        fired=man.fired,
        mounted=man.mounted,
        charging=man.charging is not None,
        charged_at=charged_at,
        repels_with_bayonet=man.repel == "bayonet",
    )
