"""Which line of the attack table a shot uses: sniper or rifle, HMG or LMG.

Settled before range, rate of fire and flags are looked at.
"""

from dataclasses import dataclass

from rules.book.book import Book
from rules.lgam.company import assistants, is_alone
from rules.lgam.roles import is_sniper, is_vehicle, role_of
from rules.lgam.state import state_of
from rules.lgam.weapons import AttackRow, line_of, shots_of
from rules.measure.field import field_of
from rules.measure.lengths import beyond
from table.scene import Scene, Soldier

RIFLES = frozenset({"rifle", "sniper-rifle"})


@dataclass(frozen=True, slots=True)
class LineInUse:
    """The line, the rule that put it in the place of another, and what smoke took away."""

    line: AttackRow
    changed_by: str | None = None
    as_sniper: bool = False
    smoke_took_it: bool = False


def line_in_use(
    book: Book, scene: Scene, shooter: Soldier, weapon: str, *, in_smoke: bool
) -> LineInUse:
    """The line that this man's weapon uses now."""
    if weapon in RIFLES and is_marksman(shooter):
        return _marksman_line(book, scene, shooter, weapon, in_smoke=in_smoke)
    if weapon == "hmg" and not is_vehicle(shooter) and not assistants(book, scene, shooter):
        return LineInUse(line_of(book, "lmg"), "LG-TEAM-06")
    return LineInUse(line_of(book, weapon))


def shots_now(book: Book, scene: Scene, shooter: Soldier, weapon: str) -> int:
    """How many firing events an attack with this weapon has now (LG-FIRE-15)."""
    in_smoke = bool(field_of(scene, book.meanings).inside(shooter, "smoke"))
    use = line_in_use(book, scene, shooter, weapon, in_smoke=in_smoke)
    return shots_of(book, shooter, use.line)


def is_marksman(shooter: Soldier) -> bool:
    """Whether he may fire as a sniper: a sniper, or a commando who stood still (LG-ROLE-19)."""
    return is_sniper(shooter) or _is_still_commando(shooter)


def _is_still_commando(shooter: Soldier) -> bool:
    return role_of(shooter) == "commando" and not beyond(state_of(shooter).moved, 0.0)


def _marksman_line(
    book: Book, scene: Scene, shooter: Soldier, weapon: str, *, in_smoke: bool
) -> LineInUse:
    """The sniper's line where he is alone and out of smoke, else the rifle's."""
    if not is_alone(book, scene, shooter):
        return LineInUse(line_of(book, "rifle"), "LG-ROLE-15" if is_sniper(shooter) else None)
    if in_smoke:
        return LineInUse(line_of(book, "rifle"), smoke_took_it=True)
    by = "LG-ROLE-19" if _is_still_commando(shooter) else "LG-ROLE-14"
    changed_by = None if weapon == "sniper-rifle" else by
    return LineInUse(line_of(book, "sniper-rifle"), changed_by, as_sniper=True)
