"""Holding one's fire: one word in place of the end of every fire phase that is left of a turn."""

from dataclasses import replace

from rules.book.book import Book
from rules.book.question import shown
from rules.game.dice_tray import DiceTray
from rules.game.game import EventRefusedError, Game
from rules.game.turn_machine import Told
from rules.lgam.events import Held
from rules.lgam.phases import phase_of, subphase_of
from rules.lgam.record import record_of, recorded


def hold(game: Game) -> Held | None:
    """The word of the side that fires now; None where none does, or has said it."""
    phase = phase_of(game)
    if subphase_of(phase) is None or phase.side is None or holds(game, phase.side):
        return None
    return Held(side=phase.side)


def holds(game: Game, side: str | None) -> bool:
    """Whether the side holds its fire in this turn."""
    return side is not None and record_of(game).held.get(side) == game.turn


def held(_: Book, game: Game, event: Held, __: DiceTray) -> Told:
    """Nobody of the side fires or works any more until the turn is over."""
    record = record_of(game)
    kept = replace(record, held={**record.held, event.side: game.turn})
    return Told(recorded(game, kept), (f"{event.side} holds its fire for this turn",))


def refuse_holding(_: Book, game: Game, event: Held) -> None:
    """A side says it in its own fire phase, once."""
    if phase_of(game).side != event.side:
        raise EventRefusedError(
            f"{phase_of(game).side} fires now, {shown(event.side)} waits (LG-TURN-07)"
        )
    if holds(game, event.side):
        raise EventRefusedError(f"{event.side} holds its fire already")
