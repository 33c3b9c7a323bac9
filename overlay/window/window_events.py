"""What happens to the window, as values: the mouse in table inches, keys, table and game."""

from dataclasses import dataclass

from overlay.window.hud import Hud
from rules.game.deed import Deed
from table.places import TablePoint
from table.scene import Scene


@dataclass(frozen=True, slots=True)
class MouseMoved:
    """The mouse is over a place."""

    at: TablePoint


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button went down; 1 is the left, 3 the right one.

    `deeds` are what the man there can do, for the menu.
    """

    at: TablePoint
    button: int
    deeds: tuple[Deed, ...] = ()


@dataclass(frozen=True, slots=True)
class Released:
    """A button came up."""

    at: TablePoint
    button: int


@dataclass(frozen=True, slots=True)
class KeyDown:
    """A key by its name, lower case: "h", "tab", "f11", "+"."""

    key: str
    ctrl: bool = False
    shift: bool = False


@dataclass(frozen=True, slots=True)
class SceneSeen:
    """The table as it is now."""

    scene: Scene


@dataclass(frozen=True, slots=True)
class HudSeen:
    """What the game tells now."""

    hud: Hud


@dataclass(frozen=True, slots=True)
class LogPicked:
    """A line of the log was clicked, by its event's number."""

    number: int


@dataclass(frozen=True, slots=True)
class LogTurned:
    """The wheel turned the log back by so many lines."""

    lines: int


@dataclass(frozen=True, slots=True)
class AnswerTurned:
    """An answer that is longer than its room was turned on by so many lines."""

    lines: int


Turned = LogTurned | AnswerTurned
Event = Turned | LogPicked | MouseMoved | Pressed | Released | KeyDown | SceneSeen | HudSeen
