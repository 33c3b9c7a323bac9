"""Teams, officers and stragglers, and what a lone man may do; the same in both OMOG books."""

from collections.abc import Iterable, Iterator
from math import ceil, floor

from rules.book.answer import Problem, Units
from rules.book.book import Book
from rules.book.question import Question, yes_or_no
from rules.book.rows import Rule
from rules.measure.lengths import apart_in, beyond, closer
from rules.omog.meanings import row
from table.places import TablePoint
from table.scene import Scene, Soldier

Teams = dict[tuple[str, str], list[Soldier]]


def team_problems(book: Book, scene: Scene, question: Question) -> Units:
    """What is wrong with the teams and squads on the table."""
    problems = list(_team_problems(book, scene))
    if yes_or_no(question.declared("force_limit", False), "force_limit"):
        problems += _force_problems(row(book, "FORCE-01"), scene)
    return Units(tuple(sorted(problems, key=lambda problem: (problem.rule, problem.soldiers))))


def _teams_of(scene: Scene) -> Teams:
    """The men of each side's teams, officers left out."""
    found: Teams = {}
    for man in scene.soldiers:
        if man.team is not None and man.role != "officer":
            found.setdefault((man.side, man.team), []).append(man)
    return found


def _team_problems(book: Book, scene: Scene) -> Iterator[Problem]:
    teams = _teams_of(scene)
    for men in teams.values():
        yield from _within_team(book, men)
    squad = row(book, "UNIT-03")
    for side in {side for side, _ in teams}:
        own = [men for (of, _), men in teams.items() if of == side]
        officers = sum(man.role == "officer" and man.side == side for man in scene.soldiers)
        if len(own) >= 2 and officers < ceil(len(own) / squad.number):
            yield _problem(squad, (man for men in own for man in men))


def _within_team(book: Book, men: list[Soldier]) -> Iterator[Problem]:
    if len(men) > row(book, "UNIT-01").number:
        yield _problem(row(book, "UNIT-01"), men)
    if len(men) == 1:
        yield _problem(row(book, "UNIT-05"), men)
        return
    straggler = row(book, "UNIT-04")
    for man in men:
        nearest_in = min(apart_in(man, other) for other in men if other is not man)
        if beyond(nearest_in, straggler.number):
            yield _problem(straggler, [man])


def force_limit(rule: Rule, scene: Scene) -> int:
    """How many men a side may have on this table: one a square foot, half up."""
    return floor(scene.width * scene.height / rule.number + 0.5)


def _force_problems(rule: Rule, scene: Scene) -> Iterator[Problem]:
    for side in {man.side for man in scene.soldiers}:
        men = [man for man in scene.soldiers if man.side == side]
        if len(men) > force_limit(rule, scene):
            yield _problem(rule, men)


def _problem(rule: Rule, men: Iterable[Soldier]) -> Problem:
    return Problem(rule.id, tuple(sorted(man.id for man in men)), rule.why)


def strays(scene: Scene, man: Soldier, end: TablePoint) -> bool:
    """Whether a man alone of his team moves otherwise than toward the nearest team.

    Where his side has no other team there is none to join: he holds his place.
    """
    teams = _teams_of(scene)
    if man.role == "officer" or man.team is None or len(teams[man.side, man.team]) != 1:
        return False
    others = [
        other
        for (side, team), men in teams.items()
        if side == man.side and team != man.team
        for other in men
    ]
    if not others:
        return True
    nearest = min(others, key=lambda other: apart_in(man, other))
    joined = [other for other in others if other.team == nearest.team]
    start_in, end_in = (min(apart_in(at, other) for other in joined) for at in (man.place, end))
    return not closer(end_in, start_in)
