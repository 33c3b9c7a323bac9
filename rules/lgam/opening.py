"""Which fire phases a shot ends by itself: a side that has fired keeps the rest of its fire."""

from dataclasses import replace

from rules.book.book import Book
from rules.game.game import Game
from rules.lgam.passing import can_fire, passes
from rules.lgam.phases import phase_of, phases, subphase_of
from rules.lgam.record import record_of
from rules.lgam.weapons import line_of
from table.scene import Soldier


def ends_for(book: Book, game: Game, soldier_id: str, weapon: str | None) -> int:
    """How many phases end before this man's shot: up to the next in which anybody may fire.

    The phase there is ends only where its side has fired in it: nobody loses one unused.
    """
    man = game.scene.soldier(soldier_id)
    if man is None or subphase_of(phase_of(game)) is None:
        return 0
    for number in range(game.phase, len(phases(game))):
        if _fires_in(book, game, number, man, weapon):
            return number - game.phase
        if not (_is_used(game, number) or passes(book, replace(game, phase=number))):
            return 0
    return 0


def _fires_in(book: Book, game: Game, number: int, man: Soldier, weapon: str | None) -> bool:
    phase = phases(game)[number]
    subphase = subphase_of(phase)
    if phase.side != man.side or subphase is None:
        return False
    if weapon is not None:
        return weapon in book.rows.weapons and line_of(book, weapon).subphase == subphase
    return can_fire(book, game, man, subphase)


def _is_used(game: Game, number: int) -> bool:
    """Whether it is the phase that there is, and somebody of its side has shot at somebody."""
    shooters = {shooter for shooter, _ in record_of(game).shot_at}
    fired = {man.side for man in game.scene.soldiers if man.id in shooters}
    return number == game.phase and phase_of(game).side in fired
