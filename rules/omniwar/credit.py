"""Destroyed units and what they are worth to who destroyed them (OW-TURN-03)."""

from collections.abc import Iterable
from dataclasses import replace

from rules.book import Book
from rules.game.game import Game
from rules.game.shots import fall_now
from rules.omniwar.points import points
from rules.omniwar.unit import unit_of


def destroyed(book: Book, game: Game, ids: Iterable[str], by: str) -> Game:
    """The game without these units and what they carry, their points credited to that side.

    Nobody is credited for his own units.
    """
    lost = with_riders(game, ids)
    worth = sum(
        points(book, unit_of(book, man)) for man in map(game.soldier, lost) if man.side != by
    )
    credit = {**credits_of(game), by: credits_of(game).get(by, 0) + worth}
    after = fall_now(game, lost, "destroyed", by).with_record(credit=credit)
    return ended(after)


def with_riders(game: Game, ids: Iterable[str]) -> tuple[str, ...]:
    """The units and those they carry (OW-ATK-11)."""
    found = dict.fromkeys(ids)
    riders = [man.id for man in game.scene.soldiers if man.state.get("in") in found]
    return tuple(found | dict.fromkeys(riders))


def credits_of(game: Game) -> dict[str, int]:
    """Each side's points so far."""
    credit: dict[str, int] = game.record.get("credit") or dict.fromkeys(game.sides, 0)
    return credit


def sides_left(game: Game) -> frozenset[str]:
    """The sides with units on the table, or still to be placed as agreed."""
    waiting = game.agreed.get("reserve") or {}
    placed = set(game.record.get("placed") or ())
    still_off = {side for side, ids in waiting.items() if set(ids) - placed}
    return frozenset({man.side for man in game.scene.soldiers} | still_off)


def victor(game: Game) -> str | None:
    """Who has the higher credit once a side has no units left (OW-TURN-02, OW-TURN-03)."""
    if len(sides_left(game)) > 1:
        return None
    credit = credits_of(game)
    most = max(credit.values(), default=0)
    best = [side for side in game.sides if credit.get(side, 0) == most]
    return best[0] if len(best) == 1 else "draw"


def ended(game: Game) -> Game:
    """The game, over where a side has no units left."""
    return replace(game, winner=victor(game))
