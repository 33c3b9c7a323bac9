"""Which fire phases a shot ends by itself: a side that has fired keeps the rest of its fire."""

from dataclasses import replace

from rules.book.book import Book
from rules.game.game import Game
from rules.game.turn_machine import Opening
from rules.lgam.passing import can_fire, passes
from rules.lgam.phases import phase_of, phases, subphase_of
from rules.lgam.record import record_of
from rules.lgam.weapons import line_of
from table.scene import Soldier


def ends_for(book: Book, game: Game, soldier_id: str, weapon: str | None) -> int:
    """How many phases end before this man's shot: up to the next in which he may fire.

    Only those that nobody loses by their end.
    """
    to_end = _before(book, game, soldier_id, weapon)
    return len(to_end) if all(_may_end(book, game, number) for number in to_end) else 0


def asks_for(book: Book, game: Game, soldier_id: str, weapon: str | None) -> Opening:
    """The same where sides keep fire that they have not used, if they say so."""
    to_end = _before(book, game, soldier_id, weapon)
    unused = [number for number in to_end if not _may_end(book, game, number)]
    return Opening(len(to_end), tuple(phases(game)[number] for number in unused))


def _before(book: Book, game: Game, soldier_id: str, weapon: str | None) -> range:
    """The numbers of the phases from now to the one in which he fires next; none if in none."""
    man = game.scene.soldier(soldier_id)
    if man is None or subphase_of(phase_of(game)) is None:
        return range(0)
    to_come = range(game.phase, len(phases(game)))
    fires_in = (number for number in to_come if _fires_in(book, game, number, man, weapon))
    return range(game.phase, next(fires_in, game.phase))


def _fires_in(book: Book, game: Game, number: int, man: Soldier, weapon: str | None) -> bool:
    phase = phases(game)[number]
    subphase = subphase_of(phase)
    if phase.side != man.side or subphase is None:
        return False
    if weapon is not None:
        return weapon in book.rows.weapons and line_of(book, weapon).subphase == subphase
    return can_fire(book, game, man, subphase)


def _may_end(book: Book, game: Game, number: int) -> bool:
    """Whether nobody loses anything by its end: its side has fired in it, or could not."""
    return _is_used(game, number) or passes(book, replace(game, phase=number))


def _is_used(game: Game, number: int) -> bool:
    """Whether it is the phase that there is, and somebody of its side has shot at somebody."""
    shooters = {shooter for shooter, _ in record_of(game).shot_at}
    fired = {man.side for man in game.scene.soldiers if man.id in shooters}
    return number == game.phase and phase_of(game).side in fired
