"""What a man can do now that no camera sees: a line of the right-click menu and its event."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.game.event import GameEvent, event_json


@dataclass(frozen=True, slots=True)
class Deed:
    """The words a player reads, and the event for the game as journals write it.

    Deeds of one `group` stand together behind one line of the menu.
    """

    words: str
    event: Mapping[str, Any]
    group: str | None = None


def deed(words: str, event: GameEvent, group: str | None = None) -> Deed:
    """The deed that lets this event happen."""
    return Deed(words, event_json(event), group)
