"""What things mean in COMBAT, and what of them hides a man."""

from rules.measure.field import Field
from rules.measure.meanings import Meanings
from rules.measure.sight import SightRule
from table.scene import Soldier

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


def fortified(field: Field, soldier: Soldier) -> bool:
    """Whether he is in a foxhole or inside a house, not on its roof."""
    houses = (field.thing(i) for i in field.inside(soldier, "house"))
    return bool(field.inside(soldier, "foxhole")) or any(not h.inverted for h in houses)
