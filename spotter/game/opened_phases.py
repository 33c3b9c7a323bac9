"""Phases that an attack ends by itself, so that nobody presses a key for them.

A habit of window, page and cards: stories and journals have each end as a step of its own.
"""

from rules.book.book import Book
from rules.game.common_events import Next
from rules.game.engine import game_rules, next_state, phase_now, probing
from rules.game.game import Game
from rules.game.orders import FightOrder, ShotOrder
from rules.game.turn_machine import Opening

AttackOrder = ShotOrder | FightOrder


def ended_by(book: Book, game: Game, order: AttackOrder) -> int:
    """How many phases end for this attack without a word."""
    return game_rules(book).ends_for(book, game, attacker_of(order), _weapon(order))


def asked_for(book: Book, game: Game, order: AttackOrder) -> Opening:
    """Which phases would end for it if those agreed who have not used them."""
    return game_rules(book).asks_for(book, game, attacker_of(order), _weapon(order))


def opened_for(book: Book, game: Game, order: AttackOrder) -> Game:
    """The game in the phase that this attack opens without a word."""
    return after_phases(book, game, ended_by(book, game, order))


def after_phases(book: Book, game: Game, count: int) -> Game:
    """The game so many phases on, or at its end: a phase's end may be that."""
    for _ in range(count):
        if game.winner is None:
            game = next_state(book, game, Next(), probing()).game
    return game


def side_ended(book: Book, game: Game, order: AttackOrder) -> str | None:
    """The other side whose phase this attack ends; None where it ends none of another."""
    man, asked = game.scene.soldier(attacker_of(order)), asked_for(book, game, order)
    if man is None or not (asked.ends or ended_by(book, game, order)):
        return None
    ended = (phase_now(book, game), *asked.unused)
    return next((phase.side for phase in ended if phase.side not in {None, man.side}), None)


def attacker_of(order: AttackOrder) -> str:
    """Who shoots, or is the first of those who fight."""
    return order.shooter if isinstance(order, ShotOrder) else order.attackers[0]


def _weapon(order: AttackOrder) -> str | None:
    return order.weapon if isinstance(order, ShotOrder) else None
