"""What players do, whatever they do it with: window, card, page or story."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.game.event import GameEvent
from rules.game.orders import FightOrder, ShotOrder


@dataclass(frozen=True, slots=True)
class NextStep:
    """What is due happens, else the phase ends; `throws` are the numbers that were thrown.

    `typed` are their digits, one for each die, for who types faces and not sums.
    """

    throws: tuple[int, ...] | None = None
    typed: str = ""


@dataclass(frozen=True, slots=True)
class Undo:
    """The last thing that somebody did has not happened."""


@dataclass(frozen=True, slots=True)
class LetStand:
    """What the rules refused of a man stands all the same; None: of everybody."""

    soldier: str | None = None


@dataclass(frozen=True, slots=True)
class YesNoAnswer:
    """The players' yes or no to a question that is open."""

    key: str
    yes: bool


@dataclass(frozen=True, slots=True)
class TakeOff:
    """A man is off the table."""

    soldier: str


@dataclass(frozen=True, slots=True)
class SetMan:
    """The players' word on what no camera sees of a man."""

    soldier: str
    state: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SetThing:
    """The players' word on what a thing stands for, or what became of it."""

    thing: str
    meant_as: str | None = None
    state: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Happens:
    """An event of the book's game, for what has no word of its own."""

    event: GameEvent


@dataclass(frozen=True, slots=True)
class Typed:
    """The same with the digits of the dice that were thrown, in the order in which they fell."""

    deed: ShotOrder | FightOrder | Happens
    digits: str


@dataclass(frozen=True, slots=True)
class WithThrows:
    """The same with the numbers that were thrown for it, in the order in which they fell."""

    deed: ShotOrder | FightOrder | Happens
    throws: tuple[int, ...]


AttackDeed = ShotOrder | FightOrder | Typed | WithThrows
PlayerDeed = (
    NextStep | Undo | LetStand | YesNoAnswer | AttackDeed | TakeOff | SetMan | SetThing | Happens
)
