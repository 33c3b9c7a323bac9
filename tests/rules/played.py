"""Games of tests, played event by event."""

import pytest

from rules.book.book import Book
from rules.game.dice_tray import Throw
from rules.game.engine import next_state
from rules.game.game import EventRefusedError, Game


def after(book: Book, game: Game, *events, throw: Throw | None = None) -> Game:
    """The game after these events; a word stands for an event without fields."""
    for event in events:
        whole = {"event": event} if isinstance(event, str) else event
        game = next_state(book, game, whole, throw).game
    return game


def refused(book: Book, game: Game, event) -> str:
    """Why the event is refused."""
    with pytest.raises(EventRefusedError) as problem:
        next_state(book, game, event)
    return str(problem.value)
