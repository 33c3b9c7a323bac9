"""Fire in a game: the numbers thrown settle what the answers to `shoot` and `burst` allow.

Who is hit is laid down and stays on the table until the clear phase (LG-TURN-08).
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rules.book.book import Book
from rules.game.dice_tray import DiceTray, Die
from rules.game.game import EventRefusedError, Game
from rules.game.orders import Aimed
from rules.game.shots import succeeded
from rules.game.turn_machine import Told
from rules.lgam.attack_made import AttackMade, FiringEvent, firing_events
from rules.lgam.events import Fired
from rules.lgam.hits import Take, effect, fallen
from rules.lgam.phases import is_moving, phase_of, subphase_of
from rules.lgam.record import record_of, recorded
from rules.lgam.state import state_of
from rules.lgam.throw import DICE
from rules.lgam.weapons import first_weapon, known_weapon
from table.scene import Soldier

WORST_STATE = {"jam": "jammed", "out-of-ammo": "no_ammo"}
WORST_ROLL = 12


def fired(book: Book, game: Game, event: Fired, dice: DiceTray) -> Told:
    """The attack: each shot is refused or allowed before any die is thrown."""
    shooter = game.soldier(event.shooter)
    named = event.weapon
    weapon = first_weapon(book, shooter) if named is None else known_weapon(book, named)
    attack = AttackMade(book, game, shooter, weapon, declared_now(game, shooter, event), event)
    events = firing_events(attack)
    thrown = [dice.take(_die(attack, one)) for one in events]
    lines = [_line(attack, one, number) for one, number in zip(events, thrown, strict=True)]
    game, hit = _marked(attack, events, thrown), []
    take = _after_the_shots(event, len(events), dice)
    for one, number in zip(events, thrown, strict=True):
        if succeeded(one.roll, number):
            game, more = effect(attack, game, one, take)
            hit += more
    said = ("smoke covers the ground (LG-SMOKE-02)",) if _laid(attack.game, game) else ()
    return fallen(book, Told(game, (*lines, *said)), hit, take)


def _after_the_shots(event: Fired, shots: int, dice: DiceTray) -> Take:
    """Where the dice of smoke and tanks come from: their own places, or those left of `rolls`.

    Who gives all dice in a row gives these after those of the shots.
    """
    if event.rolls is None or len(event.rolls) <= shots:
        return dice.take
    return lambda die: dice.take(replace(die, field="rolls", key=None))


def _laid(before: Game, after: Game) -> bool:
    return after.laid_so_far > before.laid_so_far


def declared_now(game: Game, shooter: Soldier, event: Fired) -> dict[str, Any]:
    """Fire in its sub-phase and by its side; in the moves only reactions (LG-OPP-01, LG-OVER).

    Who is on overwatch fires as such; all others in the moves fire at an opportunity.
    """
    phase = phase_of(game)
    if is_moving(phase):
        watching = state_of(shooter).overwatch
        return {**event.declare, **({} if watching else {"opportunity": True})}
    if phase.side != shooter.side:
        raise EventRefusedError(f"{phase.side} fires now, {shooter.id} waits (LG-TURN-07)")
    return {**event.declare, "subphase": subphase_of(phase)}


def _die(attack: AttackMade, one: FiringEvent) -> Die:
    why = f"{attack.weapon} at {_named(one.at)}"
    return Die(DICE, attack.shooter.id, why, one.roll.succeeds, reasons=one.reasons)


def _line(attack: AttackMade, one: FiringEvent, thrown: int) -> str:
    does = "a hit" if succeeded(one.roll, thrown) else "a miss"
    needs = one.roll.succeeds.replace("-", " or less")
    return f"{attack.shooter.id} throws {thrown} at {_named(one.at)}: {does} ({needs})"


def _named(at: Aimed) -> str:
    return at if isinstance(at, str) else f"({at.x:g}, {at.y:g})"


def _marked(attack: AttackMade, events: Iterable[FiringEvent], thrown: Iterable[int]) -> Game:
    """The game with what firing does to the shooter, and with whom he shot at."""
    game, shooter, record = attack.game, attack.shooter, record_of(attack.game)
    aims = [one.at for one in events if isinstance(one.at, str)]
    pairs = dict.fromkeys((shooter.id, target) for target in aims)
    game = recorded(game, replace(record, shot_at=(*record.shot_at, *pairs)))
    fired_so_far = [*state_of(shooter).fired, attack.weapon]
    # Overwatch lasts until he fires.
    game = game.with_state(shooter.id, fired=fired_so_far, overwatch=None, field=None)
    on_worst = next(iter(events)).on_worst
    if on_worst is None or WORST_ROLL not in thrown:
        return game
    return game.with_state(shooter.id, **{WORST_STATE[on_worst]: True})
