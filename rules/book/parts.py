"""Parts of a book that are loaded when somebody asks for them, so that one answer is quick."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from rules.book.book import AnswerFunction

WORDS = ("sight", "shoot", "burst", "move", "reach", "fight", "units")


def answers_of(package: str) -> dict[str, AnswerFunction]:
    """What a book answers: the function of each word is in the module of that name."""
    return {word: later(f"{package}.{word}", word) for word in WORDS}


def later(module: str, name: str) -> Callable[..., Any]:
    """A function whose module is loaded when it is first called.

    >>> later("math", "hypot")(3, 4)
    5.0
    """

    def called(*given: Any) -> Any:
        return getattr(import_module(module), name)(*given)

    return called
