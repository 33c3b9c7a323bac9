"""Formations: who stands in front of whom in a file (OW-ABL-14)."""

from collections.abc import Iterable

from rules.book import Book
from rules.measure import beyond, within
from rules.omniwar.unit import Unit, unit_of
from table.directions import frame_of
from table.scene import Scene, Soldier

FILE_LENGTH_IN = 4.5  # how far ahead a team-mate still belongs to the file
FILE_WIDTH_IN = 0.5  # how far to the side


def fights_from(book: Book, scene: Scene, unit: Unit) -> Soldier:
    """The soldier from whose place it attacks: the foremost of its file, or itself."""
    ahead = file_ahead(unit, _team_mates(book, scene, unit))
    if not 1 <= len(ahead) < (book.rows["OW-ABL-14"].value or 0):
        return unit.soldier
    return max(ahead, key=lambda mate: _ahead_in(unit.soldier, mate)[0])


def file_ahead(unit: Unit, team_mates: Iterable[Soldier]) -> tuple[Soldier, ...]:
    """The team-mates in front of it in its file; its rank is one more than their number."""
    return tuple(mate for mate in team_mates if _in_file(*_ahead_in(unit.soldier, mate)))


def _in_file(forward_in: float, right_in: float) -> bool:
    in_front = beyond(forward_in, 0.0) and within(forward_in, FILE_LENGTH_IN)
    return in_front and within(abs(right_in), FILE_WIDTH_IN)


def _team_mates(book: Book, scene: Scene, unit: Unit) -> list[Soldier]:
    """The others of its team who keep the formation with it."""
    man = unit.soldier
    if man.team is None or not unit.in_formation:
        return []
    same = [s for s in scene.soldiers if (s.team, s.side) == (man.team, man.side) and s is not man]
    return [mate for mate in same if unit_of(book, mate).in_formation]


def _ahead_in(man: Soldier, mate: Soldier) -> tuple[float, float]:
    return frame_of(man.place, man.facing, mate.place)
