"""What COMBAT shows beside its men: how they are down, wounded, aiming, not ready to fire."""

from collections.abc import Iterator

from rules.book.book import Book
from rules.book.question import QuestionError
from rules.book.shown import ShownOnTable, ShownWords
from rules.combat.man import Man, man_of
from table.scene import Scene

STYLE = "note"


def shown(book: Book, scene: Scene) -> Iterator[ShownOnTable]:
    """A few words beside each man of whom there is something to say."""
    for soldier in scene.soldiers:
        try:
            words = ", ".join(_words(man_of(book, soldier)))
        except QuestionError:  # a state that nobody can read is said where it is asked about
            continue
        if words:
            yield ShownWords(soldier.place, words, STYLE, soldier.radius + 0.1)


def _words(man: Man) -> Iterator[str]:
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
