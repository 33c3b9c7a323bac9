"""Phases that an attack ends by itself, so that nobody presses a key for them.

A habit of window, page and cards: stories and journals have each end as a step of its own.
"""

from rules.book.book import Book
from rules.game.common_events import Next
from rules.game.engine import game_rules, next_state, phase_now, probing
from rules.game.game import Game
from rules.game.orders import FightOrder, ShotOrder


def ended_by(book: Book, game: Game, order: ShotOrder | FightOrder) -> int:
    """How many phases end for this attack."""
    weapon = order.weapon if isinstance(order, ShotOrder) else None
    return game_rules(book).ends_for(book, game, _attacker(order), weapon)


def opened_for(book: Book, game: Game, order: ShotOrder | FightOrder) -> Game:
    """The game in the phase that this attack opens."""
    for _ in range(ended_by(book, game, order)):
        game = next_state(book, game, Next(), probing()).game
    return game


def side_ended(book: Book, game: Game, order: ShotOrder | FightOrder) -> str | None:
    """The other side whose phase this attack ends; None where it ends none of another."""
    man, of = game.scene.soldier(_attacker(order)), phase_now(book, game).side
    if man is None or of == man.side or not ended_by(book, game, order):
        return None
    return of


def _attacker(order: ShotOrder | FightOrder) -> str:
    return order.shooter if isinstance(order, ShotOrder) else order.attackers[0]
