"""`shoot`: facts of the shot, then refusals, then the number needed or the cone's catch."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.book.answer import Shot
from rules.book.book import Book
from rules.book.dice import always
from rules.book.question import Question, place_of
from rules.book.reason import Reason, Refusal
from rules.measure.lengths import apart_in
from rules.measure.sight import SightFacts, sight
from rules.omog.cover import cover_of, cover_reasons
from rules.omog.meanings import sight_rule
from rules.omog.needed import DIE, needed
from rules.omog.refusals import in_order
from rules.omog.weapon import Band
from rules.omog_advanced.fire import GunFire, fire_asked, man_refusals, weapon_refusals
from rules.omog_advanced.gun_shapes import cone_shape
from rules.omog_advanced.peekaboo import Peek, peek_at
from rules.omog_advanced.saves import cone_catch
from rules.omog_advanced.shoot_thing import shoot_thing
from table.scene import Scene, Soldier, Thing


@dataclass(frozen=True, slots=True)
class ManAim:
    """What the rules may know about one shot at a man, besides who fires what."""

    distance_in: float
    band: Band
    carried: bool
    enemy: bool
    seen: SightFacts
    peek: Peek | None


REFUSALS: tuple[tuple[str, Callable[[ManAim], bool]], ...] = (
    ("OA-SHOOT-03", lambda aim: aim.carried and aim.band.word == "out"),
    ("OA-SHOOT-04", lambda aim: not aim.enemy),
    ("OA-ROCKET-03", lambda aim: aim.carried and aim.band.word == "too-close"),
    ("OA-LOS-01", lambda aim: not aim.seen.visible and not aim.seen.too_deep),
    ("OA-LOS-02", lambda aim: bool(aim.seen.too_deep)),
    ("OA-PEEK-01", lambda aim: aim.peek is not None and not aim.peek.surprised),
    ("OA-PEEK-02", lambda aim: aim.peek is not None and aim.peek.warned),
)


OF_THE_RANGE = frozenset({"OA-SHOOT-03", "OA-ROCKET-03"})


def shoot(book: Book, scene: Scene, question: Question) -> Shot:
    """The answer to `shoot`, at a man or at a thing."""
    fire = fire_asked(book, scene, question)
    target = question.soldier_or_thing("target")
    if isinstance(target, Thing):
        return shoot_thing(fire, target)
    return _shoot_man(fire, target)


def _shoot_man(fire: GunFire, target: Soldier) -> Shot:
    aim = _aim(fire, target)
    refusals = _refusals(fire, aim)
    if refusals:
        return _refused(aim, refusals)
    granted = () if aim.peek is None else (fire.rule("OA-PEEK-01").reason(),)
    extra = (*fire.doubled(), *granted)
    if aim.band.word == "cone":
        return _cone_shot(fire, target, aim, extra)
    return _rolled_shot(fire, target, aim, extra)


def _aim(fire: GunFire, target: Soldier) -> ManAim:
    distance_in = apart_in(fire.shooter, target)
    began = fire.question.declare.get("peekaboo")
    return ManAim(
        distance_in,
        fire.weapon.band(distance_in),
        carried=fire.carried,
        enemy=fire.shooter.side != target.side,
        seen=sight(fire.field, sight_rule(fire.book), fire.shooter, target),
        peek=None if began is None else peek_at(fire, place_of(began, "peekaboo"), target),
    )


def _refusals(fire: GunFire, aim: ManAim) -> tuple[Refusal, ...]:
    far = fire.weapon.measured(aim.distance_in)
    found = [
        fire.rule(rule).refusal(measured=far if rule in OF_THE_RANGE else None)
        for rule, forbids in REFUSALS
        if forbids(aim)
    ]
    found += man_refusals(fire, free=aim.peek is not None)
    found += weapon_refusals(fire)
    return in_order(found)


def _refused(aim: ManAim, refusals: tuple[Refusal, ...]) -> Shot:
    return Shot(
        allowed=False,
        refusals=refusals,
        distance=aim.distance_in,
        band=aim.band.word if aim.carried else None,
        roll=None,
        shots=1,
        reasons=(),
        area=(),
        caught=(),
    )


def _rolled_shot(fire: GunFire, target: Soldier, aim: ManAim, extra: tuple[Reason, ...]) -> Shot:
    """A shot that must roll the band's number, shifted by cover and height."""
    assert aim.band.number is not None
    cover = cover_of(fire.field, fire.stand, fire.field.stand(target), aim.seen)
    modifiers = cover_reasons(fire.book, cover)
    line = fire.rule(fire.weapon.rule).reason(value=aim.band.number)
    return Shot(
        allowed=True,
        refusals=(),
        distance=aim.distance_in,
        band=aim.band.word,
        roll=needed(aim.band.number, modifiers),
        shots=1,
        reasons=(line, *modifiers, *extra),
    )


def _cone_shot(fire: GunFire, target: Soldier, aim: ManAim, extra: tuple[Reason, ...]) -> Shot:
    """A shot with the cone: no roll, whoever is in it is hit."""
    assert fire.weapon.cone is not None
    template = cone_shape(fire.weapon, fire.shooter, target.place)
    return Shot(
        allowed=True,
        refusals=(),
        distance=aim.distance_in,
        band="cone",
        roll=always(DIE),
        shots=1,
        reasons=(fire.rule(fire.weapon.cone["rule"]).reason(), *extra),
        area=template.area(),
        caught=cone_catch(fire, template),
    )
