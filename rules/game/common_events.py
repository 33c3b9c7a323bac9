"""Events of every book: the next phase, the clock, what the camera or the players say."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from rules.game.event import GameEvent, Overrulable


@dataclass(frozen=True, kw_only=True)
class Next(GameEvent):
    """The phase ends; `took_s` is how long it took."""

    word: ClassVar[str] = "next"
    took_s: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Clock(GameEvent):
    """The phase's clock shows `used_s`."""

    word: ClassVar[str] = "clock"
    used_s: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Seen(Overrulable):
    """The camera's word: known men elsewhere, men who came, all things as they lie now.

    Soldiers and things are written as scene files write them. `overruled` is why they stand
    there against the rules.
    """

    word: ClassVar[str] = "seen"
    soldiers: tuple[Mapping[str, Any], ...] = ()
    things: tuple[Mapping[str, Any], ...] | None = None
    overruled: str | None = None


@dataclass(frozen=True, kw_only=True)
class StateSet(GameEvent):
    """The players' own word on a man's state; a value of None takes a key away.

    On a thing: what it means from now on (`as`), or a word for the state it is in.
    """

    word: ClassVar[str] = "state"
    soldier: str | None = None
    thing: str | None = None
    state: Mapping[str, Any] = field(default_factory=dict)
    as_: str | None = None


@dataclass(frozen=True, kw_only=True)
class Removed(GameEvent):
    """A man is off the table, by the players' word or because he left it."""

    word: ClassVar[str] = "removed"
    soldier: str
    why: str = "taken off"


@dataclass(frozen=True, kw_only=True)
class Agreed(GameEvent):
    """What the players agree on: victory terms and options."""

    word: ClassVar[str] = "agreed"
    terms: Mapping[str, Any]
