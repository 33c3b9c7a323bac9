"""The players' word on a man's state: known keys, readable values."""

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from rules.book.book import Book
from rules.book.question import QuestionError, shown
from rules.game.game import EventRefusedError
from rules.game.turn_machine import GameRules
from table.errors import listed
from table.scene import Soldier


def refuse_unread(rules: GameRules, book: Book, man: Soldier, said: Mapping[str, Any]) -> None:
    """A key that the book does not keep is refused, and a value that it cannot read."""
    known = rules.state_keys
    for key in said:
        if known is not None and key not in known:
            near = get_close_matches(key, known, n=1)
            meant = f"did you mean {near[0]}?" if near else f"there are {listed(known)}"
            raise EventRefusedError(f"{man.id} has no state {shown(key)}; {meant}")
    try:
        rules.reads(book, replace(man, state={**man.state, **said}))
    except QuestionError as problem:
        raise EventRefusedError(str(problem)) from None
