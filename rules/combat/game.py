"""COMBAT's turn of three seconds: name moves and actions, move together, fire in order.

events.py says what may happen in it.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.book.answer import Mistake
from rules.book.ask import ask
from rules.book.book import Book
from rules.combat.actions import acted
from rules.combat.deeds import deeds
from rules.combat.events import Acted, Fired, Hit, Moved, Named, Volley
from rules.combat.firing_order import fires_as
from rules.combat.man import STATE_KEYS, Man, man_of, posture_of, will_of
from rules.combat.moving import moved, refuse_moving
from rules.combat.orders import hand_to_hand, shot
from rules.combat.passing import passes
from rules.combat.record import silent
from rules.combat.terrain import SIGHT
from rules.combat.volley import due, fired, hit, named, refuse_naming, refuse_volley, volley
from rules.game.common_state import carrier_of
from rules.game.dice_tray import Throw
from rules.game.game import MOVE_BY_HAND, EventRefusedError, Game, Phase, each_state
from rules.game.legs import forgotten
from rules.game.turn_machine import GameRules, Handler, Told
from rules.game.victory import fewest_losses, sole_survivor, time_is_up
from rules.measure.field import field_of
from rules.measure.sight import sight
from table.scene import Soldier

PHASES = (
    Phase(
        "plan",
        allows=frozenset({"acted", "hit"}),
        todo="right-click a man for what he does with his weapon",
    ),
    Phase(
        "move",
        allows=frozenset({"moved", "acted", "hit"}),
        todo=f"{MOVE_BY_HAND}; right-click one for how he goes",
    ),
    Phase(
        "fire",
        allows=frozenset({"named", "volley", "fired", "hit"}),
        todo="click a shooter, then his target, Enter: he will fire (a digit typed: so many)",
    ),
)
# What a move that was only seen may have been, the mildest first.
UPRIGHT_WAYS: tuple[Mapping[str, Any], ...] = ({}, {"gait": "run"}, {"gait": "climb"})
LOW_WAYS: tuple[Mapping[str, Any], ...] = ({"gait": "crawl"}, {"gait": "climb"})


def phases(_: Game) -> tuple[Phase, ...]:
    """The same three for all sides at once."""
    return PHASES


def begin(_: Book, game: Game, __: Throw | None) -> Told:
    """The first turn."""
    return Told(game, ("turn 1: plan",))


def ways_of(man: Soldier) -> tuple[Mapping[str, Any], ...]:
    """As he was named to go, out of the saddle, on his feet, or low."""
    if carrier_of(man) is not None:
        return ({"actions": ["dismount"]},)
    will = will_of(man)
    if will:
        return (will,)
    return UPRIGHT_WAYS if posture_of(man) == "standing" else LOW_WAYS


def stated(book: Book, game: Game, name: str, state: Mapping[str, Any]) -> Mapping[str, Any]:
    """The players' word on a man, as far as the book can read it."""
    man = game.soldier(name)
    will = will_of(replace(man, state=state))
    if will:
        here = [man.x, man.y]
        question = {"ask": "move", "soldier": name, "path": [here, here], "declare": will}
        answer = ask(game.scene, question, book)
        if isinstance(answer, Mistake):
            raise EventRefusedError(f"{name} will: {answer.error}")
    return state


def leaves(game: Game, man: Soldier) -> Told:
    """Who rode it stands where it was."""
    return Told(each_state(game, lambda one: {"in": None} if carrier_of(one) == man.id else {}))


def end_phase(_: Book, game: Game, __: Throw | None) -> Told:
    """Bullets that nobody fired are forgotten."""
    return Told(silent(forgotten(game)))


def end_turn(book: Book, game: Game, __: Throw | None) -> Told:
    """What was done this turn becomes what was done in the turn before."""
    field = field_of(game.scene, book.meanings)

    def keeps_aim(man: Man) -> bool:
        if man.aimed_at is None:
            return True  # the players' word, and only they know at whom
        target = game.scene.soldier(man.aimed_at)
        return target is not None and sight(field, SIGHT, man.soldier, target).visible

    def shifted(soldier: Soldier) -> dict[str, Any]:
        man = man_of(book, soldier)
        changes: dict[str, Any] = {
            "ran_last": man.motion == "running" or None,
            "under_fire_last": man.under_fire or None,
            "fired_last": man.fired_now or None,
        }
        changes |= dict.fromkeys(("motion", "under_fire", "fired_now", "acted", "left", "will"))
        if man.fired_now or (man.aimed and not keeps_aim(man)):
            changes |= dict.fromkeys(("aimed", "aimed_at", "moved_before_aiming"))
        return changes

    return Told(each_state(game, shifted))


def winner(_: Book, game: Game) -> str | None:
    """The source names no victory: a side that is alone, or the fewest losses when time is up."""
    return sole_survivor(game) or (fewest_losses(game) if time_is_up(game) else None)


GAME = GameRules(
    phases=phases,
    handlers=(
        Handler(Acted, acted),
        Handler(Moved, moved, refuse_moving),
        Handler(Named, named, refuse_naming),
        Handler(Volley, volley, refuse_volley),
        Handler(Fired, fired),
        Handler(Hit, hit),
    ),
    shoot=shot,
    fight=hand_to_hand,
    deeds=deeds,
    end_phase=end_phase,
    end_turn=end_turn,
    winner=winner,
    begin=begin,
    ways_of=ways_of,
    reads=man_of,
    state_keys=STATE_KEYS,
    stated=stated,
    leaves=leaves,
    due=due,
    passes=passes,
    counts_bullets=True,
    fires_as=fires_as,
    shot=Named,
)
