"""What a player does in the window or with a card, as events of the book's own game."""

from collections.abc import Mapping
from typing import Any

from rules.answer import Burst, Shot
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
    if "named" in known:
        bullets = {"bullets": int(typed)} if typed else {}
        return [{"event": "named", "shooter": shooter, "target": target, **arms, **bullets}]
    dice = "1d6" if answer.roll is None else answer.roll.dice
    rolls = _rolls(typed_throws(typed, dice))
    if "attacked" in known:
        return [{"event": "attacked", "attackers": [shooter], "target": target, **rolls}]
    return [{"event": "fired", "shooter": shooter, "target": target, **arms, **rolls}]


def _rolls(numbers: list[int]) -> dict[str, Any]:
    if not numbers:
        return {}
    return {"roll": numbers[0]} if len(numbers) == 1 else {"rolls": numbers}


def _burst_events(
    known: Mapping[str, Any], shooter: str, target: Any, arms: dict[str, str], typed: str
) -> Events:
    rolls = {"roll": sum(map(int, typed))} if typed else {}
    event = "attacked" if "attacked" in known else "fired"
    return [{"event": event, "shooter": shooter, "aim": target, **arms, **rolls}]


def blast_events(book: Book, game: Game, shooter: str, aim: Any) -> Events:
    """A burst at a man or a place, with the first of his weapons that bursts."""
    weapon = _bursting(book, game, shooter, aim)
    arms = {} if weapon is None else {"weapon": weapon}
    return _burst_events(game_rules(book).events, shooter, aim, arms, "")


def _bursting(book: Book, game: Game, shooter: str, aim: Any) -> str | None:
    """The first of his weapons that may burst there, else the first that bursts at all."""
    question = {"ask": "burst", "shooter": shooter, "aim": aim}
    answers = {
        weapon: ask(game.scene, {**question, "weapon": weapon}, book)
        for weapon in game.soldier(shooter).weapons
    }
    bursts = {w: a for w, a in answers.items() if isinstance(a, Burst)}
    allowed = (w for w, a in bursts.items() if a.allowed)
    return next(allowed, next(iter(bursts), None))


def attack_events(book: Book, game: Game, attacker: str, defender: str, typed: str) -> Events:
    """Hand to hand; where a book has none, an attack is an attack."""
    known = game_rules(book).events
    if "attacked" in known:
        return shot_events(book, game, attacker, defender, weapon=None, typed=typed)
    if "fought" not in known:
        raise UserError(f"{book.title} has no hand to hand; shoot with what he carries")
    pairs = typed_pairs(typed)
    throws = {"throws": pairs} if pairs else {}
    return [{"event": "fought", "attackers": [attacker], "defender": defender, **throws}]


def next_events(book: Book, game: Game, typed: str) -> Events:
    """What the end of the phase asks for first, with the throw that was typed; else its end."""
    due = game_rules(book).due(game)
    if due is None:
        return [{"event": "next"}]
    if due.dice is None or not typed:
        return [dict(due.event)]
    return [{**due.event, "roll": typed_throws(typed, due.dice)[0]}]
