"""What things mean to both OMOG books, and how their men see."""

from functools import cache

from rules.book.book import Book
from rules.book.rows import Rule
from rules.measure.field import Field, field_of
from rules.measure.meanings import Meanings
from rules.measure.sight import SightRule
from table.scene import Scene

HIDING = frozenset({"house", "hill", "woods"})
WALLS = frozenset({"wall", "wood-wall"})
LARGE = frozenset({"large-object", "vehicle"})

MEANINGS = Meanings(
    kinds={
        "mug": "house",
        "plate": "lake",
        "napkin": "woods",
        "road": "road",
        "river": "river",
        "bridge": "bridge",
        "book": "hill",
        "wall": "wall",
        "mat": "start",
        "lid": "large-object",
    },
    words=frozenset(
        {"house", "bunker", "lake", "swamp", "woods", "road", "river", "bridge", "hill"}
        | {"wall", "stone-wall", "wood-wall", "start", "town", "courtyard"}
        | {"large-object", "tree", "vehicle"}
    ),
    same_as={"bunker": "house", "stone-wall": "wall"},
    lifting=frozenset({"hill", "large-object", "vehicle"}),
    lifting_inverted=frozenset({"house"}),
)


def row(book: Book, short_id: str) -> Rule:
    """The rule that both books have under their own letters, like "COVER-01"."""
    letters = next(iter(book.rows.rules)).partition("-")[0]
    return book.rows[f"{letters}-{short_id}"]


def omog_field(book: Book, scene: Scene) -> Field:
    """The scene under the book's meanings."""
    return field_of(scene, book.meanings)


def sight_rule(book: Book) -> SightRule:
    """How the book's men see."""
    return _sight_rule(row(book, "LOS-02").number)


@cache
def _sight_rule(deep_in: float) -> SightRule:
    return SightRule(
        region="fan", blocking=HIDING, deep_words=frozenset({"woods"}), deep_in=deep_in
    )
