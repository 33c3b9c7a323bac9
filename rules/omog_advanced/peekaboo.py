"""The free shot at a man who believed himself hidden."""

from dataclasses import dataclass

from rules.measure.lengths import apart_in, within
from rules.measure.sight import sight
from rules.omog.meanings import sight_rule
from rules.omog_advanced.fire import GunFire
from table.places import TablePoint
from table.scene import Soldier


@dataclass(frozen=True, slots=True)
class Peek:
    """Whether the target is surprised from where the shooter began his move, or was warned."""

    surprised: bool
    warned: bool


def peek_at(fire: GunFire, began: TablePoint, target: Soldier) -> Peek:
    """The free shot a shooter claims who began his move at that place."""
    field, rule = fire.field, sight_rule(fire.book)
    there = field.ground_stand(began, rule.hills, fire.shooter.radius)
    hidden = not sight(field, rule, there, target).visible
    warn_in = fire.rule("OA-PEEK-02").number
    warned = any(
        sight(field, rule, there, other).visible
        for other in field.scene.soldiers
        if other.side == target.side
        and other.id != target.id
        and within(apart_in(other, target), warn_in)
    )
    return Peek(hidden and bool(fire.weapon.line.get("hand_held", False)), warned)
