"""Events of OMOG Advanced beside those of both OMOG books: fire, and who serves a gun."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from rules.game.event import GameEvent, Rolled
from table.places import TablePoint


@dataclass(frozen=True, kw_only=True)
class Fired(Rolled):
    """A shot at a man or a thing (`target`), or a burst at a man or a place (`aim`)."""

    word: ClassVar[str] = "fired"
    shooter: str
    target: str | None = None
    aim: str | TablePoint | None = None
    weapon: str | None = None
    declare: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Declared(GameEvent):
    """Who serves a man's gun, or carries rounds for it."""

    word: ClassVar[str] = "declared"
    soldier: str
    crew: tuple[str, ...]
