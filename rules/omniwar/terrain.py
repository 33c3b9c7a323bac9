"""What things mean in OmniWar, and what that does to sight, movement and defence."""

from rules.measure.cover import covering_walls, is_chest_high
from rules.measure.field import Field
from rules.measure.lengths import apart_in, within
from rules.measure.meanings import Meanings
from rules.measure.sight import SightRule
from table.scene import Soldier

KINDS = {
    "mug": "building",
    "napkin": "forest",
    "book": "hill",
    "plate": "water",
    "river": "water",
    "bridge": "bridge",
    "road": "road",
    "wall": "wall",
    "lid": "trench",
    "mat": "open",
}
MEANINGS = Meanings(
    kinds=KINDS,
    words=frozenset(KINDS.values()) | {"rough", "swamp", "dense"},
    lifting_inverted=frozenset({"building"}),
)
SIGHT = SightRule(region="kite", blocking=frozenset({"building", "forest", "hill", "dense"}))

DENSE = frozenset({"building", "forest", "swamp", "dense"})
COVERING = DENSE | {"trench"}


def in_cover(field: Field, target: Soldier, attacker: Soldier) -> bool:
    """Whether dense terrain, a trench or a chest-high wall protects him from there."""
    if field.words_of(target) & COVERING:
        return True
    if within(apart_in(attacker, target), 0.0):
        return False
    walls = covering_walls(field, attacker.place, field.stand(target))
    return any(is_chest_high(field.thing(i).height) for i in walls)


def in_water(field: Field, soldier: Soldier) -> bool:
    """Whether he stands in water."""
    return "water" in field.words_of(soldier)
