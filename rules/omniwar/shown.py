"""What OmniWar shows beside its units: who waits, who dives, whose formation is broken."""

from collections.abc import Iterator

from rules.book.book import Book
from rules.book.shown import ShownOnTable, notes_beside
from rules.omniwar.unit import Unit, unit_of
from table.scene import Scene

DEPTHS = {"cover": "half submerged", "hidden": "dived"}


def shown(book: Book, scene: Scene) -> Iterator[ShownOnTable]:
    """A few words beside each unit of which there is something to say."""
    return notes_beside(scene, lambda soldier: unit_of(book, soldier), _notes)


def _notes(unit: Unit) -> Iterator[str]:
    if unit.waiting:
        yield "waits"
    if unit.unseen_scout:
        yield "hidden scout"
    if unit.submerged is not None and unit.has("submersible"):
        yield DEPTHS[unit.submerged]
    if unit.broken:
        yield "broken"
