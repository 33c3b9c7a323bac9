"""`burst`: cones, swath and blasts at a man or a place, and the Line of Fire."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.book.answer import Burst, Caught, Outcome
from rules.book.book import Book
from rules.book.measured import at_least as at_least_in
from rules.book.measured import at_most as at_most_in
from rules.book.question import Question, QuestionError, whole_number
from rules.book.reason import Reason, Refusal
from rules.book.rows import Rule
from rules.measure.aim import place_in_sight
from rules.measure.lengths import HAIR_IN, apart_in, at_least, closer, within
from rules.measure.template import Shape
from rules.omog.cover import HIGH_PLACE_IN
from rules.omog.inside import houses_around
from rules.omog.meanings import sight_rule
from rules.omog.needed import BEST
from rules.omog.refusals import in_order
from rules.omog_advanced.fire import GunFire, fire_asked, man_refusals, weapon_refusals
from rules.omog_advanced.gun_shapes import blast_shape, cone_shape
from rules.omog_advanced.hiding import hidden_from_direct, hidden_from_lobbed
from rules.omog_advanced.man import ManState
from rules.omog_advanced.saves import Impact, caught_by, cone_catch
from table.directions import bearing_deg, step
from table.places import TablePoint
from table.scene import Scene, Soldier

MANY_TURNS = 1000


@dataclass(frozen=True)
class BurstTarget:
    """What a burst is aimed at: the place, the man if it is one, and what was declared."""

    place: TablePoint
    man: Soldier | None
    distance_in: float
    same_spot: int
    observer: Soldier | None
    line_of_fire: bool


def burst(book: Book, scene: Scene, question: Question) -> Burst:
    """The answer to `burst`."""
    fire = fire_asked(book, scene, question)
    target = _target(fire)
    thrown = question.roll(1, 6)
    refusals = in_order(_refusals(fire, target))
    flames = fire.weapon.name == "flamethrower"
    if refusals:
        flee = () if flames else None
        return Burst(False, refusals, target.distance_in, flee=flee)
    if target.line_of_fire:
        return _line_of_fire(fire, target)
    if fire.weapon.cone is not None:
        return _cone(fire, target, flames=flames)
    return _blast(fire, target, thrown)


def _target(fire: GunFire) -> BurstTarget:
    declare = fire.question.declare
    aim = fire.question.aim()
    man = aim if isinstance(aim, Soldier) else None
    place = aim.place if isinstance(aim, Soldier) else aim
    distance_in = apart_in(fire.shooter, place)
    if distance_in <= HAIR_IN:
        raise QuestionError(f"aim is where {fire.shooter.id} stands; aim somewhere else")
    observer = declare.get("observer")
    return BurstTarget(
        place,
        man,
        distance_in,
        whole_number(
            fire.question.declared("same_spot_shots", 0), "same_spot_shots", 0, MANY_TURNS
        ),
        None if observer is None else fire.question.known_soldier(observer),
        line_of_fire=bool(declare.get("line_of_fire")),
    )


def _refusals(fire: GunFire, target: BurstTarget) -> Iterator[Refusal]:
    free = target.line_of_fire
    yield from man_refusals(fire, free=free)
    yield from weapon_refusals(fire, needs_ammo=not free)
    if free:
        if fire.carried and ManState(fire.shooter).moved_last_turn:
            yield fire.rule("OA-LOF-01").refusal()
        return
    if fire.carried:
        yield from _range_refusals(fire, target)
    hidden = _hidden(fire, target)
    if hidden is not None:
        yield hidden.refusal()


def _range_refusals(fire: GunFire, target: BurstTarget) -> Iterator[Refusal]:
    """What forbids to aim as far, or as near, as this."""
    weapon, distance_in = fire.weapon, target.distance_in
    if "most" in weapon.line:
        least_in, most_in = _limit(fire, "least"), _limit(fire, "most")
        if closer(distance_in, least_in):
            yield fire.rule(weapon.rule).refusal(measured=at_least_in(distance_in, least_in))
        elif not within(distance_in, most_in):
            yield fire.rule(weapon.rule).refusal(measured=at_most_in(distance_in, most_in))
        return
    band = weapon.band(distance_in).word
    for rule, word in (("OA-ROCKET-03", "too-close"), ("OA-SHOOT-03", "out")):
        if band == word:
            yield fire.rule(rule).refusal(measured=weapon.measured(distance_in))
    # A gun that also fires single shots bursts with its cone alone.
    if weapon.cone is not None and "under" in weapon.cone and band != "cone":
        most_in = weapon.cone["under"] * weapon.scale
        yield fire.rule(weapon.cone["rule"]).refusal(measured=at_most_in(distance_in, most_in))


def _limit(fire: GunFire, key: str) -> float:
    """A least or greatest range, doubled where the weapon's ranges double."""
    plain: float = fire.weapon.line[key]
    return plain * (fire.weapon.scale if fire.weapon.line.get("doubles", True) else 1.0)


def _is_thrown(fire: GunFire) -> bool:
    """Whether the weapon is thrown over things: nothing hides from it."""
    return "disk" in fire.weapon.line and not fire.weapon.line.get("lobbed", False)


def _hidden(fire: GunFire, target: BurstTarget) -> Rule | None:
    """The rule that hides what is aimed at; cones are laid toward any place, seen or not."""
    if _is_thrown(fire):
        return None
    if fire.weapon.line.get("lobbed", False):
        return None if target.man is None else _lobbed(fire, target.man, target.observer)
    if target.man is not None:
        return hidden_from_direct(fire.book, fire.field, fire.stand, target.man)
    if fire.weapon.cone is not None:
        return None
    seen = place_in_sight(fire.field, sight_rule(fire.book), fire.stand, target.place)
    return None if seen else fire.rule("OA-LOS-01")


def _lobbed(fire: GunFire, man: Soldier, observer: Soldier | None) -> Rule | None:
    return hidden_from_lobbed(fire.book, fire.field, fire.shooter, man, observer)


def _line_of_fire(fire: GunFire, target: BurstTarget) -> Burst:
    """A Line of Fire is called: a line, which hits those who cross it later."""
    start, rule = fire.shooter.place, fire.rule("OA-LOF-01")
    end = step(start, bearing_deg(start, target.place), rule.number * fire.weapon.scale)
    return Burst(
        True,
        (),
        target.distance_in,
        reasons=(rule.reason(why="the gun calls a Line of Fire"), *fire.doubled()),
        lands=(start.x, start.y),
        area=(((start.x, start.y), (end.x, end.y)),),
    )


def _cone(fire: GunFire, target: BurstTarget, *, flames: bool) -> Burst:
    """A cone, kite or swath from the firer: no roll."""
    assert fire.weapon.cone is not None
    template = cone_shape(fire.weapon, fire.shooter, target.place)
    flee = _driven_out(fire, template) if flames else None
    return Burst(
        True,
        (),
        target.distance_in,
        reasons=(fire.rule(fire.weapon.cone["rule"]).reason(), *fire.doubled()),
        lands=(fire.shooter.x, fire.shooter.y),
        area=template.area(),
        caught=_cone_caught(fire, template, flee),
        flee=flee,
    )


def _cone_caught(
    fire: GunFire, template: Shape, flee: tuple[str, ...] | None
) -> tuple[Caught, ...]:
    driven_out = fire.rule("OA-FLAME-03")
    return cone_catch(fire, template, lambda man: driven_out if man.id in (flee or ()) else None)


def _driven_out(fire: GunFire, template: Shape) -> tuple[str, ...]:
    """Who is inside a house that the swath overlaps and the firer is not in."""
    swath = template.polygon
    houses = {
        i
        for i in fire.field.things_of("house")
        if i not in fire.stand.inside
        and swath.intersection(fire.field.footprints[i]).area > HAIR_IN
    }
    men = fire.scene.soldiers
    inside = (m.id for m in men if houses & houses_around(fire.field, fire.field.stand(m)))
    return tuple(sorted(inside))


def _blast(fire: GunFire, target: BurstTarget, thrown: int | None) -> Burst:
    """A grenade, round or rocket: six results, and the catch of the one thrown."""
    outcomes = tuple(_outcome(fire, target, roll) for roll in range(1, 7))
    reasons = tuple(_blast_reasons(fire, target))
    if thrown is None:
        return Burst(True, (), target.distance_in, outcomes=outcomes, reasons=reasons, thrown=False)
    lands = outcomes[thrown - 1].lands
    if lands is None:
        return Burst(True, (), target.distance_in, outcomes=outcomes, reasons=reasons)
    where = TablePoint(*lands)
    template = blast_shape(fire.weapon, fire.shooter.place, where)
    impact = Impact(where, frozenset(fire.field.holding(where)))
    return Burst(
        True,
        (),
        target.distance_in,
        outcomes=outcomes,
        reasons=reasons,
        lands=lands,
        area=template.area(),
        caught=caught_by(fire, template, impact, lambda man: _spares(fire, target, man)),
    )


def _spares(fire: GunFire, target: BurstTarget, man: Soldier) -> Rule | None:
    """The rule that keeps a blast from a man; only what is lobbed misses the hidden."""
    if not fire.weapon.line.get("lobbed", False):
        return None
    return _lobbed(fire, man, target.observer)


def _outcome(fire: GunFire, target: BurstTarget, roll: int) -> Outcome:
    """What one throw does."""
    if "scatter" not in fire.weapon.line:
        hits = roll >= _rocket_number(fire, target)
        why = "explodes where it is aimed" if hits else "the round is lost"
        return Outcome(roll, (target.place.x, target.place.y) if hits else None, why)
    bonus = fire.rule("OA-MORTAR-04").number if fire.weapon.line.get("lobbed", False) else 0.0
    row = min(6, roll + round(bonus * target.same_spot))
    drift = fire.weapon.line["scatter"][row - 1]
    if not drift:
        return Outcome(roll, None, "a dud")
    axis_deg = bearing_deg(fire.shooter.place, target.place)
    lands = step(target.place, axis_deg, drift[0], drift[1])
    return Outcome(roll, (lands.x, lands.y), _drift_words(*drift))


def _drift_words(past_in: float, right_in: float) -> str:
    """Where a round falls, in words."""
    if past_in == right_in == 0.0:
        return "on target"
    inches = f"{max(abs(past_in), abs(right_in)):g} in"
    if right_in:
        return f"{inches} {'right' if right_in > 0.0 else 'left'}"
    return f"{inches} {'past' if past_in > 0.0 else 'short'}"


def _from_above(fire: GunFire, target: BurstTarget) -> bool:
    """Whether the shooter stands high above the ground he aims at."""
    rule = sight_rule(fire.book)
    ground_in = fire.field.highest_in(fire.field.holding(target.place), rule.hills)
    return at_least(fire.stand.elevation_in - ground_in, HIGH_PLACE_IN)


def _rocket_number(fire: GunFire, target: BurstTarget) -> float:
    """What a rocket at the ground must roll."""
    needed = fire.weapon.band(target.distance_in).number
    assert needed is not None
    high = fire.rule("OA-HIGH-01").number if _from_above(fire, target) else 0.0
    return max(BEST, needed - high)


def _blast_reasons(fire: GunFire, target: BurstTarget) -> Iterator[Reason]:
    if "scatter" in fire.weapon.line:
        yield fire.rule(fire.weapon.line["scatter_rule"]).reason()
        if fire.weapon.line.get("lobbed", False) and target.same_spot:
            bonus = fire.rule("OA-MORTAR-04").number * target.same_spot
            yield fire.rule("OA-MORTAR-04").reason(value=bonus)
    else:
        yield fire.rule(fire.weapon.rule).reason(value=fire.weapon.band(target.distance_in).number)
        if _from_above(fire, target):
            yield fire.rule("OA-HIGH-01").reason()
    yield from fire.doubled()
