"""What a man can do now that no camera sees: a line of the right-click menu and its event."""

from dataclasses import dataclass

from rules.game.event import GameEvent


@dataclass(frozen=True, slots=True)
class Deed:
    """The words a player reads, and the event for the game.

    Deeds of one `group` stand together behind one line of the menu.
    """

    words: str
    event: GameEvent
    group: str | None = None
