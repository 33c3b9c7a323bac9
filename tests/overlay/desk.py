"""A small desk that the overlay's tests share: two sides, a house between them, woods, a hill."""

from shapely import Point, box

from overlay.marks.answer_cache import AnswerCache
from rules.book.shelf import book_named
from table.army import Army, Enlisted, Side, TagStyle
from table.places import TablePoint
from table.scene import Scene, Soldier, Thing

R1 = Soldier("R1", "red", 4.0, 8.0, weapons=("rifle",), team="red-1", facing=0.0, error=0.1)
R2 = Soldier("R2", "red", 4.0, 10.0, weapons=("mortar",), team="red-1", facing=0.0)
B1 = Soldier("B1", "blue", 20.0, 8.0, weapons=("rifle",), team="blue-1", facing=180.0, error=0.1)
B2 = Soldier("B2", "blue", 13.0, 3.0, weapons=("rifle",), team="blue-1", facing=180.0)
MUG = Thing("mug-1", "mug", Point(12.0, 8.0).buffer(1.5), 3.75)
NAPKIN = Thing("napkin-1", "napkin", box(15.0, 11.0, 20.0, 15.0), 0.0)
BOOK = Thing("book-1", "book", box(2.0, 12.0, 8.0, 15.5), 1.0)
SCENE = Scene(24.0, 16.0, (R1, R2, B1, B2), (MUG, NAPKIN, BOOK), unread=(TablePoint(22.0, 2.0),))
ARMY = Army(
    TagStyle(),
    (Side("red", "#c0392b"), Side("blue", "#245ca8")),
    (
        *(Enlisted(s.id, s.side, s.weapons, s.team) for s in SCENE.soldiers),
        Enlisted("B9", "blue", ("pistol",)),
    ),
)


def asking(name: str = "omog-advanced") -> AnswerCache:
    """A rulebook that remembers nothing yet."""
    return AnswerCache(book_named(name))
