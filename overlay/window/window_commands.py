"""What the window asks of whoever runs the program, as values."""

from dataclasses import dataclass
from typing import Literal

from overlay.marks.corrections import Correction
from rules.game.event import GameEvent


@dataclass(frozen=True, slots=True)
class Quit:
    """The players are done."""


@dataclass(frozen=True, slots=True)
class Calibrate:
    """Find camera, table and projector anew."""


@dataclass(frozen=True, slots=True)
class JoinCode:
    """Show the code by which a phone joins, or take it away."""


@dataclass(frozen=True, slots=True)
class SavePicture:
    """Keep what is on screen."""

    kind: Literal["png", "svg"]


@dataclass(frozen=True, slots=True)
class CorrectionsChanged:
    """The players set something right, or took it back."""

    corrections: tuple[Correction, ...]


@dataclass(frozen=True, slots=True)
class Shoot:
    """The shot on screen happens; `typed` are the digits thrown, "" lets the program throw."""

    shooter: str
    target: str
    typed: str


@dataclass(frozen=True, slots=True)
class HandToHand:
    """The chosen man attacks the target hand to hand, with these digits thrown."""

    attacker: str
    defender: str
    typed: str


@dataclass(frozen=True, slots=True)
class NextPhase:
    """The players are done with this phase, or throw what is due before it can end."""

    typed: str = ""


@dataclass(frozen=True, slots=True)
class Declare:
    """A man does what was picked in his menu; `typed` are the digits thrown for it."""

    event: GameEvent
    typed: str = ""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The last event of the game did not happen."""


@dataclass(frozen=True, slots=True)
class AnswerAsked:
    """The players' yes or no to the question on screen."""

    key: str
    yes: bool


@dataclass(frozen=True, slots=True)
class Overrule:
    """The players let stand what the rules refused."""


@dataclass(frozen=True, slots=True)
class LookBack:
    """Show the table as it was after that event; None is now."""

    number: int | None


Command = (
    Quit
    | LookBack
    | Calibrate
    | JoinCode
    | SavePicture
    | CorrectionsChanged
    | Shoot
    | HandToHand
    | NextPhase
    | Declare
    | TakeBack
    | Overrule
    | AnswerAsked
)
