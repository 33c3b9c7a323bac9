"""Formations: who stands in front of whom in a file (OW-ABL-14)."""

from rules.book.book import Book
from rules.measure.lengths import beyond, within
from rules.omniwar.unit import Unit, step_of, unit_of
from table.directions import frame_of
from table.scene import Scene, Soldier


def fights_from(book: Book, scene: Scene, unit: Unit) -> Soldier:
    """The soldier from whose place it attacks: the foremost of its file, or itself."""
    ahead = _file_ahead(book, scene, unit)
    if not 1 <= len(ahead) < step_of(book, "OW-ABL-14"):
        return unit.soldier
    return max(ahead, key=lambda mate: _ahead_in(unit.soldier, mate)[0])


def _file_ahead(book: Book, scene: Scene, unit: Unit) -> tuple[Soldier, ...]:
    """The team-mates in front of it in its file; its rank is one more than their number."""
    limits = book.rows.tables["formation"]

    def in_file(mate: Soldier) -> bool:
        forward_in, right_in = _ahead_in(unit.soldier, mate)
        in_front = beyond(forward_in, 0.0) and within(forward_in, limits["ahead_in"])
        return in_front and within(abs(right_in), limits["aside_in"])

    return tuple(mate for mate in _team_mates(book, scene, unit) if in_file(mate))


def _team_mates(book: Book, scene: Scene, unit: Unit) -> list[Soldier]:
    """The others of its team who keep the formation with it."""
    man = unit.soldier
    if man.team is None or not unit.in_formation:
        return []
    same = [s for s in scene.soldiers if (s.team, s.side) == (man.team, man.side) and s is not man]
    return [mate for mate in same if unit_of(book, mate).in_formation]


def _ahead_in(man: Soldier, mate: Soldier) -> tuple[float, float]:
    return frame_of(man.place, man.facing, mate.place)
