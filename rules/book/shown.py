"""What a book's game shows on the table beyond men and things, in no drawing's words.

A book gives these for a scene; plan, window and projector draw them.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from shapely import Polygon

from rules.book.question import QuestionError
from table.places import TablePoint
from table.scene import Scene, Soldier

NOTE = "note"  # the style of a few words in passing
_BESIDE_IN = 0.1  # between a man's base and his words

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line with a direction, such as a lane of fire; `style` is the word of its look."""

    start: TablePoint
    end: TablePoint
    style: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class ShownArea:
    """An area that somebody watches or that lies there unseen."""

    shape: Polygon
    style: str


@dataclass(frozen=True, slots=True)
class ShownWords:
    """A word beside a man."""

    place: TablePoint
    words: str
    style: str
    off_in: float = 0.0  # how far from the place it keeps


ShownOnTable = ShownLine | ShownArea | ShownWords


def state_shown(man: Soldier, read: Callable[[Soldier], S]) -> S | None:
    """A man's state as his book reads it; None where nobody can: that is said where it is asked."""
    try:
        return read(man)
    except QuestionError:
        return None


def words_beside(man: Soldier, words: str, style: str) -> ShownWords:
    """Words beside a man, clear of his base."""
    return ShownWords(man.place, words, style, man.radius + _BESIDE_IN)


def notes_beside(
    scene: Scene, read: Callable[[Soldier], S], notes: Callable[[S], Iterable[str]]
) -> Iterator[ShownWords]:
    """A few words beside each man of whose state there is something to say."""
    for man in scene.soldiers:
        state = state_shown(man, read)
        words = "" if state is None else ", ".join(notes(state))
        if words:
            yield words_beside(man, words, NOTE)
