"""Destroyed units and what they are worth to who destroyed them (OW-TURN-03)."""

from collections.abc import Iterable
from dataclasses import replace

from rules.book.book import Book
from rules.game.game import Game
from rules.game.shots import fall_now
from rules.omniwar.record import have_come, record_of, terms_of
from rules.omniwar.turn import riders_of
from rules.omniwar.unit import unit_of
from rules.omniwar.units import points


def destroyed(book: Book, game: Game, ids: Iterable[str], by: str) -> Game:
    """The game without these units and what they carry, their points credited to that side.

    Nobody is credited for his own units.
    """
    lost = with_riders(book, game, ids)
    worth = sum(
        points(book, unit_of(book, man)) for man in map(game.soldier, lost) if man.side != by
    )
    credit = record_of(game).credit
    after = fall_now(game, lost, "destroyed", by)
    return ended(book, after.with_record(credit={**credit, by: credit.get(by, 0) + worth}))


def with_riders(book: Book, game: Game, ids: Iterable[str]) -> tuple[str, ...]:
    """The units and those they carry (OW-ATK-11)."""
    found = dict.fromkeys(ids)
    return tuple(found | dict.fromkeys(man.id for man in riders_of(book, game, found)))


def _sides_left(book: Book, game: Game) -> frozenset[str]:
    """The sides with units on the table, or still to be placed as agreed."""
    reserve, came = terms_of(book, game).reserve, have_come(game)
    still_off = {side for side, ids in reserve.items() if not came.issuperset(ids)}
    return frozenset({man.side for man in game.scene.soldiers} | still_off)


def victor(book: Book, game: Game) -> str | None:
    """Who has the higher credit once a side has no units left (OW-TURN-02, OW-TURN-03)."""
    if len(_sides_left(book, game)) > 1:
        return None
    credit = record_of(game).credit
    most = max(credit.values(), default=0)
    best = [side for side in game.sides if credit.get(side, 0) == most]
    return best[0] if len(best) == 1 else "draw"


def ended(book: Book, game: Game) -> Game:
    """The game, over where a side has no units left."""
    return replace(game, winner=victor(book, game))
