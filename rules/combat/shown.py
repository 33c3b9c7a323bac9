"""What COMBAT shows beside its men: how they are down, wounded, aiming, not ready to fire."""

from collections.abc import Iterator

from rules.book.book import Book
from rules.book.shown import ShownOnTable, notes_beside
from rules.combat.man import Man, man_of
from table.scene import Scene


def shown(book: Book, scene: Scene) -> Iterator[ShownOnTable]:
    """A few words beside each man of whom there is something to say."""
    return notes_beside(scene, lambda soldier: man_of(book, soldier), _notes)


def _notes(man: Man) -> Iterator[str]:
    if man.posture != "standing":
        yield man.posture
    if man.wounded:
        yield "wounded"
    if man.aimed_at is not None:
        yield f"aims at {man.aimed_at}"
    if not (man.loaded and man.ready):
        yield "not ready"
    if "gait" in man.will:
        yield f"will {man.will['gait']}"
