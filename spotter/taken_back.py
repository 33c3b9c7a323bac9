"""Moves that the players took back and that still stand on the table as they were made.

The camera goes on seeing the man where he was put. Until he stands elsewhere it must not count
as a new move.
"""

from collections.abc import Mapping
from dataclasses import replace

from rules.game.game import Event
from spotter.referee import MOVED_IN, Ruling
from table.directions import distance_in
from table.places import TablePoint
from table.scene import Scene


class TakenBack:
    """Who is to be put back, and where he stands meanwhile; None for off the table."""

    def __init__(self) -> None:
        self._places: dict[str, TablePoint | None] = {}

    def remember(self, event: Event, seen: Scene | None) -> None:
        """A move or removal has not happened, though the table shows it."""
        if event.get("event") in {"moved", "removed", "placed", "deployed"} and seen is not None:
            who = event.get("soldier")
            name = str(who["id"] if isinstance(who, Mapping) else who)
            self._places[name] = _place(seen, name)

    def forget(self, name: str) -> None:
        """His move counts after all."""
        self._places.pop(name, None)

    def look(self, seen: Scene) -> None:
        """Who no longer stands where he stood when it was taken back is free again."""
        self._places = {
            name: at for name, at in self._places.items() if _is_there(at, _place(seen, name))
        }

    def judged(self, ruling: Ruling) -> Ruling:
        """The ruling, refused where it was taken back."""
        if ruling.soldier not in self._places:
            return ruling
        stands = ruling.event if ruling.refused is None else ruling.instead
        return replace(ruling, refused="it was taken back", instead=stands)


def _place(seen: Scene, name: str) -> TablePoint | None:
    man = seen.soldier(name)
    return None if man is None else man.place


def _is_there(was: TablePoint | None, now: TablePoint | None) -> bool:
    if was is None or now is None:
        return was is now
    return distance_in(was, now) <= MOVED_IN
