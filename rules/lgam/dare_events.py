"""Climbs and swims in a game: the die first, then the man goes as far as it lets him.

The throw is kept in his state as `dare` until the turn is over, so that looking at him again
does not throw again.
"""

from collections.abc import Mapping
from typing import Any

from rules.book import Book
from rules.game.game import Event, EventRefusedError, Game
from rules.game.shots import thrown_number
from rules.game.turn_machine import Throw, Told
from rules.lgam.dice_move import DARE, FATE, dice_row, thrown_in
from rules.lgam.move_events import refuse_wrong_time
from rules.lgam.roles import is_vehicle
from rules.question import listed, shown
from table.scene import Soldier


def dared(book: Book, game: Game, event: Event, throw: Throw | None) -> Told:
    """A man throws for his climb or swim (LG-CLIMB, LG-SWIM), once a turn."""
    man, mode = game.soldier(str(event.get("soldier"))), event.get("mode")
    if mode not in FATE:
        raise EventRefusedError(f"he dares {shown(mode)}; it is {listed(FATE)}")
    refuse_wrong_time(game, man)
    if is_vehicle(man):
        raise EventRefusedError(f"{man.id} is a vehicle; only men climb and swim (LG-OBST-07)")
    if man.state.get(DARE):
        raise EventRefusedError(f"{man.id} has thrown this turn ({dice_row(book, man, mode).id})")
    die = thrown_number(event, "roll", "1d6", throw)
    if die not in range(1, 7):
        raise EventRefusedError(f"{die} cannot be thrown on 1d6")
    return _thrown(book, game, man, mode, die)


def _thrown(book: Book, game: Game, man: Soldier, mode: str, die: int) -> Told:
    inches, rule = thrown_in(book, man, mode, die), dice_row(book, man, mode)
    if inches is None:
        lines = (f"{man.id} throws {die}: he {FATE[mode]} ({rule.id})",)
        return Told(game.with_state(man.id, down="knocked"), lines)
    may = f"he may {mode} {inches:g} in" if inches else f"he does not {mode} this turn"
    after = game.with_state(man.id, **{DARE: {"mode": mode, "roll": die}})
    return Told(after, (f"{man.id} throws {die}: {may} ({rule.id})",))


def ways_of(man: Soldier) -> tuple[Mapping[str, Any], ...]:
    """What a move of his that was only seen may be: on foot, or what he has thrown for."""
    dare = man.state.get(DARE)
    return ({}, dict(dare)) if isinstance(dare, Mapping) else ({},)
