"""`units`: crews, weapon teams, commandos and diggers that break a rule."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.book.answer import Problem, Units
from rules.book.book import Book
from rules.book.question import Question
from rules.lgam.company import assistants
from rules.lgam.declared import declared
from rules.lgam.roles import DIGGERS, is_vehicle, role_of
from rules.lgam.state import state_of
from rules.lgam.weapons import line_of, own_weapons
from table.scene import Scene, Soldier


def units(book: Book, scene: Scene, question: Question) -> Units:
    """What is wrong, sorted by rule, then by soldiers."""
    declared(question)
    found = [*_commandos(book, scene)]
    for man in scene.soldiers:
        found += [*_crew(book, man), *_teams(book, scene, man), *_diggers(book, man)]
    return Units(tuple(sorted(found, key=lambda problem: (problem.rule, problem.soldiers))))


def _problem(book: Book, rule_id: str, *soldiers: str) -> Problem:
    return Problem(rule_id, tuple(sorted(soldiers)), book.rows[rule_id].why)


def _commandos(book: Book, scene: Scene) -> Iterable[Problem]:
    """LG-ROLE-18, for each side; vehicles are not counted."""
    per_hundred = int(book.rows["LG-ROLE-18"].number)
    for side in sorted({man.side for man in scene.soldiers}):
        men = [man for man in scene.soldiers if man.side == side and not is_vehicle(man)]
        commandos = [man.id for man in men if role_of(man) == "commando"]
        if len(commandos) > per_hundred * (len(men) - len(commandos)) // 100:
            yield _problem(book, "LG-ROLE-18", *commandos)


@dataclass(frozen=True, slots=True)
class Passengers:
    """How many a vehicle takes, and the row that says so."""

    most: int
    rule: str


def most_passengers(book: Book, man: Soldier) -> Passengers | None:
    """How many passengers a vehicle takes; None where no row gives a number."""
    row = book.rows.tables["crew"].get(role_of(man))
    if row is None:
        return None
    most = _number(row, "passengers", armed=bool(own_weapons(book, man)))
    return None if most < 0 else Passengers(most, row.get("passenger_rule", row["rule"]))


def _crew(book: Book, man: Soldier) -> Iterable[Problem]:
    """LG-VEH-10 to -14, LG-HELI-01 and -02: too small a crew, too many passengers."""
    row = book.rows.tables["crew"].get(role_of(man))
    if row is None:
        return
    state, armed = state_of(man), bool(own_weapons(book, man))
    rules = set()
    if state.crew is not None and state.crew < _number(row, "crew", armed=armed):
        rules.add(row["rule"])
    limit = most_passengers(book, man)
    if limit is not None and state.passengers > limit.most:
        rules.add(limit.rule)
    for rule in sorted(rules):
        yield _problem(book, rule, man.id)


def _number(row: Mapping[str, Any], key: str, *, armed: bool) -> int:
    return int(row.get(f"armed_{key}", row[key]) if armed else row[key])


def _teams(book: Book, scene: Scene, man: Soldier) -> Iterable[Problem]:
    """LG-TEAM-04 to -07: a team's weapon on foot without its men."""
    if is_vehicle(man):
        return
    men = 1 + len(assistants(book, scene, man))
    rules = book.rows.tables["team_rule"]
    short = {rules[w] for w in man.weapons if w in rules and men < line_of(book, w).team}
    for rule in sorted(short):
        yield _problem(book, rule, man.id)


def _diggers(book: Book, man: Soldier) -> Iterable[Problem]:
    """LG-DIG-02: who digs without a shovel or the skill."""
    skilled = "shovel" in man.weapons or role_of(man) in DIGGERS
    if state_of(man).entrenching and not skilled:
        yield _problem(book, "LG-DIG-02", man.id)
