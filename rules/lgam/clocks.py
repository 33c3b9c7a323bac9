"""How long players may take: clocks for setting up and for moving, and their warnings."""

from collections.abc import Iterable
from math import ceil

from rules.book.book import Book
from rules.lgam.roles import is_armoured, is_standing, is_vehicle
from rules.lgam.weapons import is_artillery, line_of, own_weapons
from table.scene import Scene, Soldier

WARNINGS_S = (120.0, 60.0, 30.0)
TROOPS = 30


def troops(scene: Scene, side: str | None = None) -> tuple[Soldier, ...]:
    """The standing men of a side, of all sides where none is given; vehicles are no troops."""
    return tuple(
        man
        for man in scene.soldiers
        if side in {None, man.side} and is_standing(man) and not is_vehicle(man)
    )


def move_clock_s(book: Book, scene: Scene, side: str) -> float:
    """LG-TURN-03: 2 minutes for each started 30 standing men; vehicles alone take as long."""
    return _minutes_s(book, "LG-TURN-03", max(1, _started(troops(scene, side))))


def defender_clock_s(book: Book, scene: Scene, side: str) -> float:
    """LG-SCEN-03: 5 minutes for each started 30 troops, heavy piece and armoured vehicle."""
    own = [man for man in scene.soldiers if man.side == side]
    pieces = sum(not is_vehicle(man) and _is_heavy_piece(book, man) for man in own)
    armoured = sum(is_armoured(man) for man in own)
    return _minutes_s(book, "LG-SCEN-03", _started(troops(scene, side)) + pieces + armoured)


def attacker_clock_s(book: Book, scene: Scene, side: str) -> float:
    """LG-SCEN-06: 5 minutes for each started 30 troops and each vehicle."""
    vehicles = sum(man.side == side and is_vehicle(man) for man in scene.soldiers)
    return _minutes_s(book, "LG-SCEN-06", _started(troops(scene, side)) + vehicles)


def meeting_clock_s(book: Book, scene: Scene) -> float:
    """LG-SCEN-09: 5 minutes for each started 30 troops of all sides together."""
    return _minutes_s(book, "LG-SCEN-09", _started(troops(scene)))


def warnings_s(clock_s: float) -> tuple[float, ...]:
    """LG-TURN-05, LG-SCEN-04: those whose moment comes after the start."""
    return tuple(left_s for left_s in WARNINGS_S if left_s < clock_s)


def _started(men: Iterable[Soldier]) -> int:
    return ceil(len(tuple(men)) / TROOPS)


def _minutes_s(book: Book, rule_id: str, count: int) -> float:
    return 60.0 * book.rows[rule_id].number * count


def _is_heavy_piece(book: Book, man: Soldier) -> bool:
    """Artillery: what takes a team of three."""
    return any(is_artillery(line_of(book, weapon)) for weapon in own_weapons(book, man))
