"""Who is who: what a soldier's role and equipment make him."""

from rules.game.common_state import is_down
from table.scene import Soldier

GROUND_VEHICLES = frozenset({"jeep", "truck", "half-track", "apc", "tank"})
ARMOURED = frozenset({"half-track", "apc", "tank"})
WATERCRAFT = frozenset({"boat", "raft"})
AIRCRAFT = frozenset({"helicopter", "plane"})
VEHICLES = GROUND_VEHICLES | WATERCRAFT | AIRCRAFT | {"train"}
LEADERS = frozenset({"leader", "commander"})
DIGGERS = frozenset({"engineer", "minesweeper", "commando"})
MINE_CLEARERS = frozenset({"engineer", "minesweeper"})
FOOT = frozenset(
    {
        "infantry", "leader", "commander", "radio", "engineer", "minesweeper", "medic", "sniper",
        "commando", "assistant",
    }
)  # fmt: skip
ROLES = FOOT | VEHICLES


def role_of(soldier: Soldier) -> str:
    """His role, infantry where he has none."""
    return soldier.role or "infantry"


def is_vehicle(soldier: Soldier) -> bool:
    """Whether this is a vehicle of any sort, aircraft included."""
    return role_of(soldier) in VEHICLES


def is_armoured(soldier: Soldier) -> bool:
    """Whether this is an armoured fighting vehicle."""
    return role_of(soldier) in ARMOURED


def is_leader(soldier: Soldier) -> bool:
    """Whether he gives the leader's bonus."""
    return role_of(soldier) in LEADERS


def has_radio(soldier: Soldier) -> bool:
    """Whether he has a radio: radio men, and every vehicle."""
    return role_of(soldier) == "radio" or "radio" in soldier.weapons or is_vehicle(soldier)


def is_sniper(soldier: Soldier) -> bool:
    """Whether he is a sniper, by role or by his rifle."""
    return role_of(soldier) == "sniper" or "sniper-rifle" in soldier.weapons


def is_standing(soldier: Soldier) -> bool:
    """Whether he is up."""
    return not is_down(soldier)
