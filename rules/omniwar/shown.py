"""What OmniWar shows beside its units: who waits, who dives, whose formation is broken."""

from collections.abc import Iterator

from rules.book.book import Book
from rules.book.question import QuestionError
from rules.book.shown import ShownOnTable, ShownWords
from rules.omniwar.unit import Unit, unit_of
from table.scene import Scene

STYLE = "note"
DEPTHS = {"cover": "half submerged", "hidden": "dived"}


def shown(book: Book, scene: Scene) -> Iterator[ShownOnTable]:
    """A few words beside each unit of which there is something to say."""
    for man in scene.soldiers:
        try:
            words = ", ".join(_words(unit_of(book, man)))
        except QuestionError:  # a state that nobody can read is said where it is asked about
            continue
        if words:
            yield ShownWords(man.place, words, STYLE, man.radius + 0.1)


def _words(unit: Unit) -> Iterator[str]:
    if unit.waiting:
        yield "waits"
    if unit.unseen_scout:
        yield "hidden scout"
    if unit.submerged is not None and unit.has("submersible"):
        yield DEPTHS[unit.submerged]
    if unit.broken:
        yield "broken"
