"""What a rulebook says of an army before it is on the table: its points, and what is wrong."""

from dataclasses import dataclass

from rules.book.answer import Mistake, Units
from rules.book.ask import ask
from rules.book.book import Book
from table.army import Army
from table.scene import Scene, Soldier

_APART_IN = 1.1  # men of a team stand side by side
_ROOM_IN = 40.0  # between sides


@dataclass(frozen=True, slots=True)
class ArmyCheck:
    """What is wrong with the units, and each side's points where the book has points."""

    problems: tuple[str, ...]
    points: dict[str, int]

    @property
    def lines(self) -> tuple[str, ...]:
        """In words, the problems first."""
        costs = tuple(f"{side}: {total:g} points" for side, total in self.points.items())
        return (*self.problems, *costs)


def checked_army(army: Army, book: Book) -> ArmyCheck:
    """The army drawn up in its teams, as the book's own question about units sees it."""
    answer = ask(_drawn_up(army), {"ask": "units"}, book)
    if isinstance(answer, Mistake):
        return ArmyCheck((answer.error,), {})
    assert isinstance(answer, Units), answer
    problems = tuple(
        f"{', '.join(problem.soldiers)}: {problem.why} ({problem.rule})"
        for problem in answer.problems
    )
    return ArmyCheck(problems, dict(answer.points or {}))


def _drawn_up(army: Army) -> Scene:
    """Each side apart from the others, each team in a row."""
    places: dict[tuple[str, str | None], int] = {}
    sides = {side.name: number for number, side in enumerate(army.sides)}
    rows: dict[tuple[str, str | None], int] = {}
    men = []
    for man in army.soldiers:
        team = (man.side, man.team)
        row = rows.setdefault(team, len(rows))
        place = places[team] = places.get(team, -1) + 1
        x, y = 5 + place * _APART_IN, 5 + row * 2 * _APART_IN + sides.get(man.side, 0) * _ROOM_IN
        men.append(Soldier(man.id, man.side, x, y, man.weapons, man.team, man.role, man.base))
    return Scene(200.0, 200.0 + _ROOM_IN * len(sides), tuple(men))
