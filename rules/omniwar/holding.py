"""Attacking no more: one word in place of the ends of the moves and of the attacks."""

from rules.book.book import Book
from rules.game.dice_tray import DiceTray
from rules.game.game import EventRefusedError, Game
from rules.game.turn_machine import Told
from rules.omniwar.events import Held
from rules.omniwar.record import record_of
from rules.omniwar.turn import phase_of

HELD_IN = frozenset({"move", "attack"})


def hold(game: Game) -> Held | None:
    """The word of the side whose turn it is; None where nothing of its turn is left to hold."""
    phase = phase_of(game)
    if phase.name not in HELD_IN or phase.side is None or holds(game):
        return None
    return Held(side=phase.side)


def holds(game: Game) -> bool:
    """Whether the side whose turn it is moves and attacks no more in it."""
    return record_of(game).held.get(str(phase_of(game).side)) == game.turn


def held(_: Book, game: Game, event: Held, __: DiceTray) -> Told:
    """Nobody of the side moves or attacks any more until its turn is over."""
    kept = {**record_of(game).held, event.side: game.turn}
    return Told(game.with_record(held=kept), (f"{event.side} is done for this turn",))


def refuse_holding(_: Book, game: Game, event: Held) -> None:
    """A side says it in its own turn, once."""
    if phase_of(game).side != event.side:
        raise EventRefusedError(f"it is {phase_of(game).side}'s turn (OW-TURN-02)")
    if holds(game):
        raise EventRefusedError(f"{event.side} is done already")
