"""Fire in a game of OMOG Advanced: shots, bursts, free shots, and what each costs."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.book.answer import Burst
from rules.book.book import Book
from rules.game.changed_things import part_near
from rules.game.dice_tray import DiceTray, Die
from rules.game.game import EventRefusedError, Game
from rules.game.legs import BACK_IN, began_at, where_they_began
from rules.game.shots import asked, fall_now, hit_later
from rules.game.shots import fallen as who_falls
from rules.game.thing_change import things_after
from rules.game.turn_machine import Told
from rules.omog.fire_events import AimedShot, first_weapon, hit_words, shot_outcome
from rules.omog.needed import DIE
from rules.omog.turns import is_fire, phase_of, refuse_early_fire
from rules.omog.weapon import Weapon
from rules.omog_advanced.ammo import load_of
from rules.omog_advanced.crew import carriers_of
from rules.omog_advanced.declared import FireDeclared, fire_declared
from rules.omog_advanced.events import Fired
from rules.omog_advanced.man import ManState, marked
from rules.omog_advanced.record import Spot, record_of
from rules.omog_advanced.things_hit import place_hit, wrecked
from table.directions import bearing_deg, distance_in
from table.places import TablePoint
from table.scene import Soldier, Thing

SAME_SPOT_IN = 0.25


@dataclass(frozen=True)
class Firing:
    """Who fires what and what is declared of it, in the game and as it was worked out from."""

    book: Book
    game: Game
    began: Game  # positions and things as they were when the phase began
    shooter: Soldier
    weapon: Weapon
    declare: Mapping[str, Any]
    declared: FireDeclared


def fired(book: Book, game: Game, event: Fired, dice: DiceTray) -> Told:
    """A shot or a burst; who fires is `fired` and has a round less.

    Calling a Line of Fire costs neither; a surprise shot is not his one shot of the turn.
    """
    firing = _firing(book, game, event)
    refuse_early_fire(book, game, is_free=firing.declared.is_free)
    if (event.target is None) == (event.aim is None):
        raise EventRefusedError("fired needs a 'target' to shoot at, or an 'aim' for a burst")
    if event.target is not None:
        told = _shot(firing, event.target, dice)
    else:
        told = _burst(firing, event, dice)
    return replace(told, game=_after_firing(firing, told.game))


def refuse_fire(book: Book, game: Game, event: Fired) -> None:
    """What is declared of a shot is held against what the game knows."""
    firing = _firing(book, game, event)
    if firing.declared.peekaboo is not None:
        _refuse_no_surprise(firing, firing.declared.peekaboo)
    said = firing.declared.same_spot_shots
    if said is not None and event.aim is not None:
        count = _counted_spot(firing, _aim(firing.began, event))
        if said != count:
            raise EventRefusedError(
                f"{firing.shooter.id} has fired there {count} turns running, not {said} "
                "(OA-MORTAR-04)"
            )


def _firing(book: Book, game: Game, event: Fired) -> Firing:
    shooter = game.soldier(event.shooter)
    name = event.weapon or first_weapon(book, shooter)
    weapon = Weapon(name, book.rows.weapons.get(name, {}))
    declare = {**book.holding(game.agreed), **event.declare}
    began = _as_it_began(game)
    at_start = began.soldier(shooter.id)
    return Firing(book, game, began, at_start, weapon, declare, fire_declared(declare))


def _as_it_began(game: Game) -> Game:
    """The game as all shots of a fire phase are worked out: as it was when the phase began."""
    if not is_fire(game):
        return game
    before = record_of(game).changes_before
    began = where_they_began(game)
    if before is None:
        return began
    things = things_after(game.as_seen, game.changes[:before])
    return replace(began, scene=replace(began.scene, things=things))


def _refuse_no_surprise(firing: Firing, place: TablePoint) -> None:
    """A free shot is for a man who has just come round something, once in his move."""
    rule, who = firing.book.rows["OA-PEEK-01"], firing.shooter.id
    stood = began_at(firing.game, who)
    if phase_of(firing.game).side != firing.shooter.side:
        raise EventRefusedError(f"{who} surprises nobody: it is not his move ({rule.id})")
    if stood is None or distance_in(stood, place) > BACK_IN:
        where = "has not moved" if stood is None else f"began at ({stood.x:g}, {stood.y:g})"
        raise EventRefusedError(f"{who} {where}: no free shot from there ({rule.id})")
    if who in record_of(firing.game).peeked:
        raise EventRefusedError(f"{who} has had his free shot in this move ({rule.id})")


def _shot(firing: Firing, target: str, dice: DiceTray) -> Told:
    """A shot at a man, or a rocket at a thing."""
    thing = None
    if firing.began.scene.soldier(target) is None:
        near = firing.declared.at or firing.shooter.place
        thing = part_near(firing.began, target, near)
    name = target if thing is None else thing.id
    aimed = AimedShot(firing.shooter.id, name, firing.weapon.name, firing.declare)
    outcome = shot_outcome(firing.book, firing.began, aimed, dice)
    why = f"shot by {firing.shooter.id}"
    told = _struck(firing, outcome.fallen, why, outcome.lines)
    if thing is None or not outcome.hit:
        return told
    return _with_wreck(firing, told, thing)


def _with_wreck(firing: Firing, told: Told, thing: Thing) -> Told:
    """The thing is changed; the other shots of this phase still see it whole."""
    at = place_hit(firing.shooter.place, thing, firing.declared.at)
    record = record_of(firing.game)
    before = len(firing.game.changes) if record.changes_before is None else record.changes_before
    wreck = wrecked(firing.book, firing.began, told.game, thing, at)
    kept = replace(record_of(wreck.game), changes_before=before).kept_in(wreck.game)
    return Told(kept, (*told.lines, wreck.line))


def _struck(firing: Firing, fallen: tuple[str, ...], why: str, lines: tuple[str, ...]) -> Told:
    """Those hit in the fire phase fall when it ends, those surprised at once."""
    side = firing.shooter.side
    if firing.declared.peekaboo is None:
        return Told(hit_later(firing.game, fallen, why, side), lines)
    off = tuple(f"take {name} off the table" for name in fallen)
    return Told(fall_now(firing.game, fallen, why, side), (*lines, *off))


def _burst(firing: Firing, event: Fired, dice: DiceTray) -> Told:
    aim = _aim(firing.began, event)
    same_spot = _same_spot_shots(firing, aim)
    question = _burst_question(firing, event, same_spot)
    lines: tuple[str, ...] = ()
    if firing.weapon.cone is None:
        thrown, words = _scatter(firing, question, aim, dice)
        question, lines = {**question, "roll": thrown}, (words,)
    burst = asked(firing.book, firing.began, question)
    assert isinstance(burst, Burst), burst
    dice.cite(burst.reasons)
    if firing.declared.line_of_fire:
        called = marked(
            firing.game, firing.shooter.id, line_of_fire=bearing_deg(firing.shooter.place, aim)
        )
        return Told(called, (f"{firing.shooter.id} calls a line of fire",))
    fallen = who_falls(burst.caught, dice)
    why = f"caught by {firing.shooter.id}'s {firing.weapon.name}"
    told = _struck(firing, fallen, why, (*lines, *hit_words(fallen)))
    after = told.game if same_spot is None else _ranged_in(firing, told.game, aim, same_spot)
    return _driven_out(Told(after, told.lines), burst.flee or ())


def _burst_question(firing: Firing, event: Fired, same_spot: int | None) -> dict[str, Any]:
    spots = {} if same_spot is None else {"same_spot_shots": same_spot}
    aim = [event.aim.x, event.aim.y] if isinstance(event.aim, TablePoint) else event.aim
    plain = {"ask": "burst", "shooter": firing.shooter.id, "weapon": firing.weapon.name}
    return {**plain, "aim": aim, "declare": {**firing.declare, **spots}}


def _scatter(
    firing: Firing, question: dict[str, Any], aim: TablePoint, dice: DiceTray
) -> tuple[int, str]:
    """The number thrown for where a round falls, and the words for it."""
    before = asked(firing.book, firing.began, question)  # refused before anything is thrown
    assert isinstance(before, Burst), before
    falls = [outcome.roll for outcome in before.outcomes if outcome.lands is not None]
    needs = None if "scatter" in firing.weapon.line else f"{min(falls, default=7)}+"
    why = f"{firing.weapon.name} at ({aim.x:g}, {aim.y:g})"
    thrown = dice.take(Die(DIE, firing.shooter.id, why, needs, reasons=before.reasons))
    return thrown, f"{firing.shooter.id} throws {thrown}: {before.outcomes[thrown - 1].why}"


def _driven_out(told: Told, names: tuple[str, ...]) -> Told:
    game = told.game
    for name in names:
        game = marked(game, name, fled=True)
    words = (f"{name} is driven out: set him down outside in this phase" for name in names)
    return Told(game, (*told.lines, *words))


def _aim(game: Game, event: Fired) -> TablePoint:
    return game.soldier(event.aim).place if isinstance(event.aim, str) else _place(event)


def _place(event: Fired) -> TablePoint:
    assert isinstance(event.aim, TablePoint), event
    return event.aim


def _same_spot_shots(firing: Firing, aim: TablePoint) -> int | None:
    """How many turns running, up to the last, a weapon that ranges in fired at this very spot."""
    if not firing.weapon.line.get("lobbed", False):
        return None
    said = firing.declared.same_spot_shots
    return _counted_spot(firing, aim) if said is None else said


def _counted_spot(firing: Firing, aim: TablePoint) -> int:
    last = record_of(firing.game).spots.get(firing.shooter.id)
    if last is None or last.turn != firing.game.turn - 1 or ManState(firing.shooter).moved:
        return 0
    same = last.weapon in {None, firing.weapon.name} and distance_in(last.aim, aim) <= SAME_SPOT_IN
    return last.shots + 1 if same else 0


def _ranged_in(firing: Firing, game: Game, aim: TablePoint, before: int) -> Game:
    record = record_of(game)
    spots = {**record.spots, firing.shooter.id: Spot(aim, game.turn, before, firing.weapon.name)}
    return replace(record, spots=spots).kept_in(game)


def _after_firing(firing: Firing, game: Game) -> Game:
    """The game with a round less, and what the shooter has done marked."""
    if firing.declared.line_of_fire:
        return game
    spent = _spent(firing, game)
    if firing.declared.peekaboo is None:
        return marked(spent, firing.shooter.id, fired=True)
    record = record_of(spent)
    return replace(record, peeked=(*record.peeked, firing.shooter.id)).kept_in(spent)


def _spent(firing: Firing, game: Game) -> Game:
    """One round less: the shooter's own, for a rocket else the nearest carrier's."""
    weapon = firing.weapon
    if "ammo_rule" not in weapon.line:
        return game
    own = ManState(firing.shooter).left(weapon.name, load_of(firing.book, weapon))
    if own > 0:
        return _with_ammo(game, firing.shooter, weapon.name, own - 1)
    for carrier in carriers_of(firing.book, firing.began.scene, firing.shooter):
        left = ManState(carrier).left(weapon.name, weapon.line["carried"])
        if left > 0:
            return _with_ammo(game, carrier, weapon.name, left - 1)
    return game


def _with_ammo(game: Game, man: Soldier, weapon: str, left: int) -> Game:
    return marked(game, man.id, ammo={**ManState(man).ammo, weapon: left})
