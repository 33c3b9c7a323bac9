"""What a player does in the window or with a card, as events of the book's own game."""

from typing import Any

from rules.answer import Shot
from rules.ask import ask
from rules.book import Book
from rules.game.engine import game_rules
from rules.game.game import Game
from spotter.throws import typed_pairs, typed_throws
from table.errors import UserError

Events = list[dict[str, Any]]


def shot_events(  # noqa: PLR0913 - a shot has that many parts
    book: Book, game: Game, shooter: str, target: str, *, weapon: str | None, typed: str
) -> Events:
    """A shot at a man, in the words of this book's game."""
    arms = {} if weapon is None else {"weapon": weapon}
    known = game_rules(book).events
    answer = ask(game.scene, {"ask": "shoot", "shooter": shooter, "target": target, **arms}, book)
    if not isinstance(answer, Shot):
        return _burst_events(known, shooter, target, arms, typed)
    dice = "1d6" if answer.roll is None else answer.roll.dice
    rolls = _rolls(typed_throws(typed, dice))
    if "attacked" in known:
        return [{"event": "attacked", "attackers": [shooter], "target": target, **rolls}]
    if "volley" in known:
        shot = {"shooter": shooter, "target": target, **arms}
        return [{"event": "volley", "shots": [shot]}, {"event": "fired", **rolls}]
    return [{"event": "fired", "shooter": shooter, "target": target, **arms, **rolls}]


def _rolls(numbers: list[int]) -> dict[str, Any]:
    if not numbers:
        return {}
    return {"roll": numbers[0]} if len(numbers) == 1 else {"rolls": numbers}


def _burst_events(
    known: Any, shooter: str, target: Any, arms: dict[str, str], typed: str
) -> Events:
    rolls = {"roll": sum(map(int, typed))} if typed else {}
    event = "attacked" if "attacked" in known else "fired"
    return [{"event": event, "shooter": shooter, "aim": target, **arms, **rolls}]


def blast_events(book: Book, shooter: str, aim: Any, *, weapon: str | None) -> Events:
    """A burst at a man or a place."""
    arms = {} if weapon is None else {"weapon": weapon}
    return _burst_events(game_rules(book).events, shooter, aim, arms, "")


def attack_events(book: Book, attacker: str, defender: str, typed: str) -> Events:
    """Hand to hand."""
    if "fought" not in game_rules(book).events:
        raise UserError(f"{book.title} has no hand to hand; shoot with what he carries")
    pairs = typed_pairs(typed)
    throws = {"throws": pairs} if pairs else {}
    return [{"event": "fought", "attackers": [attacker], "defender": defender, **throws}]
