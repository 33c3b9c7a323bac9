"""Climbs and swims in a game: the die first, then the man goes as far as it lets him.

The throw is kept in his state as `dare` until the turn is over, so that looking at him again
does not throw again.
"""

from collections.abc import Mapping
from typing import Any

from rules.book.book import Book
from rules.game.dice_tray import DiceTray, Die
from rules.game.game import EventRefusedError, Game
from rules.game.turn_machine import Told
from rules.lgam.dice_move import FATE, dice_row, thrown_in
from rules.lgam.events import Dared
from rules.lgam.moving import refuse_wrong_time
from rules.lgam.roles import is_vehicle
from rules.lgam.state import state_of
from table.scene import Soldier


def dared(book: Book, game: Game, event: Dared, dice: DiceTray) -> Told:
    """A man throws for his climb or swim (LG-CLIMB, LG-SWIM), once a turn."""
    man = game.soldier(event.soldier)
    refuse_wrong_time(game, man)
    if is_vehicle(man):
        raise EventRefusedError(f"{man.id} is a vehicle; only men climb and swim (LG-OBST-07)")
    rule = dice_row(book, man, event.mode)
    if state_of(man).dare is not None:
        raise EventRefusedError(f"{man.id} has thrown this turn ({rule.id})")
    thrown = dice.take(Die("1d6", man.id, f"to {event.mode}", reasons=(rule.reason(),)))
    inches = thrown_in(book, man, event.mode, thrown)
    if inches is None:
        lines = (f"{man.id} throws {thrown}: he {FATE[event.mode]} ({rule.id})",)
        return Told(game.with_state(man.id, down="knocked"), lines)
    may = f"he may {event.mode} {inches:g} in" if inches else f"he does not {event.mode} this turn"
    after = game.with_state(man.id, dare={"mode": event.mode, "roll": thrown})
    return Told(after, (f"{man.id} throws {thrown}: {may} ({rule.id})",))


def ways_of(man: Soldier) -> tuple[Mapping[str, Any], ...]:
    """What a move of his that was only seen may be: on foot, or what he has thrown for."""
    dare = state_of(man).dare
    return ({},) if dare is None else ({}, {"mode": dare.mode, "roll": dare.roll})
