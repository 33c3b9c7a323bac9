"""What a book's game shows on the table beyond men and things, in no drawing's words.

A book gives these for a scene; plan, window and projector draw them.
"""

from dataclasses import dataclass

from shapely import Polygon

from table.places import TablePoint


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
