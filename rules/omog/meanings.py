"""What things mean to both OMOG books, and how their men see."""

from functools import cache

from rules.book import Book
from rules.field import Field, field_of
from rules.meanings import Meanings
from rules.rows import Rule
from rules.sight import SightRule
from table.scene import Scene

PREFIX = {"omog-advanced": "OA", "omog-musket": "OM"}

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
    return book.rows[f"{PREFIX[book.name]}-{short_id}"]


def number(rule: Rule) -> float:
    """The number of a rule that has one."""
    assert rule.value is not None, rule.id
    return rule.value


def omog_field(book: Book, scene: Scene) -> Field:
    """The scene under the book's meanings."""
    return field_of(scene, book.meanings)


def sight_rule(book: Book) -> SightRule:
    """How the book's men see."""
    return _sight_rule(number(row(book, "LOS-02")))


@cache
def _sight_rule(deep_in: float) -> SightRule:
    return SightRule(
        region="fan", blocking=HIDING, deep_words=frozenset({"woods"}), deep_in=deep_in
    )
