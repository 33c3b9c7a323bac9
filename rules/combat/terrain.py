"""What things mean in COMBAT, and what of them hides a man."""

from rules.answer import Sight
from rules.book import Book
from rules.combat.declared import declared
from rules.field import Field
from rules.meanings import Meanings
from rules.question import Question
from rules.see import see
from rules.sight import SightRule
from table.scene import Scene, Soldier

KINDS = {
    "mug": "house",
    "plate": "deep-water",
    "napkin": "woods",
    "road": "road",
    "river": "shallow-water",
    "bridge": "bridge",
    "book": "hill",
    "wall": "wall",
    "mat": "open",
    "lid": "foxhole",
}
MEANINGS = Meanings(
    kinds=KINDS,
    words=frozenset(KINDS.values()) | {"rough", "swamp", "cliff"},
    lifting=frozenset({"hill", "cliff"}),
)
HARD_BLOCKERS = frozenset({"house", "hill", "cliff"})
SIGHT = SightRule(region="kite", blocking=HARD_BLOCKERS | {"woods"})
HARD_SIGHT = SightRule(region="kite", blocking=HARD_BLOCKERS)


def look(book: Book, scene: Scene, question: Question) -> Sight:
    """`sight`: geometry alone."""
    declared(book, question)
    return see(book, scene, question, SIGHT)


def fortified(field: Field, soldier: Soldier) -> bool:
    """Whether he is in a foxhole or inside a house, not on its roof."""
    houses = (field.thing(i) for i in field.inside(soldier, "house"))
    return bool(field.inside(soldier, "foxhole")) or any(not h.inverted for h in houses)
