"""A soldier as a unit of OmniWar: his line of the sample table, what was bought for it, its state.

Values are hexes and numbers on one die.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from rules.book.book import EQUIPMENT, Book
from rules.book.question import Question, QuestionError, shown
from rules.book.state import State
from table.errors import listed
from table.scene import Soldier

PLAIN_UNIT = "army-squad"
STATE_KEYS = (
    *("mods", "vehicle", "moved", "attacks", "waiting", "revealed", "submerged", "in"),
    *("entered", "broken", "dropped"),
)
SUBMERGED = frozenset({"cover", "hidden"})

# Each value with the mod that betters and the one that worsens it, and the rows of the two.
BETTER_AND_WORSE = {
    "move": ("OW-ABL-08", "OW-ABL-15"),
    "range": ("OW-ABL-08", "OW-ABL-15"),
    "offense": ("OW-ABL-07", "OW-ABL-16"),
    "defense": ("OW-ABL-07", "OW-ABL-16"),
}
LEAST = {"move": 0.0, "range": 0.0, "offense": -inf, "defense": -inf}


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit: the values of its line, its abilities, the mods bought for it, and its state.

    `abilities` holds the line's and the bought ones, an ability twice where it was bought twice.
    """

    soldier: Soldier
    name: str
    line: Mapping[str, Any]
    values: Mapping[str, float]  # move, range, offense, defense with all mods
    mods: tuple[str, ...]
    vehicle: bool
    moved: bool
    attacks: int
    waiting: bool
    revealed: bool
    submerged: str | None
    carried_by: str | None
    entered: bool
    broken: bool
    dropped: bool  # came as drop troops in this turn

    @property
    def abilities(self) -> tuple[str, ...]:
        """What its line has and what was bought."""
        return (*self.line.get("abilities", ()), *self.mods)

    def has(self, *abilities: str) -> bool:
        """Whether it has one of these abilities."""
        return any(ability in self.abilities for ability in abilities)

    @property
    def in_formation(self) -> bool:
        """Whether it keeps a formation that is not broken."""
        return self.has("formation") and not self.broken

    @property
    def unseen_scout(self) -> bool:
        """Whether it is a scout that has neither moved nor fired."""
        return self.has("scout") and not self.revealed


def unit_of(book: Book, soldier: Soldier) -> Unit:
    """The soldier as a unit, each value of his state checked."""
    state = State(soldier)
    name = _unit_name(book, soldier)
    line = book.rows.tables["unit"][name]
    mods = state.words("mods", book.rows.tables["percent"])
    return Unit(
        soldier=soldier,
        name=name,
        line=line,
        values={value: _value(book, line, mods, value) for value in BETTER_AND_WORSE},
        mods=mods,
        vehicle=state.flag("vehicle", default=line.get("vehicle", False)),
        moved=state.flag("moved"),
        attacks=state.count("attacks"),
        waiting=state.flag("waiting"),
        revealed=state.flag("revealed"),
        submerged=state.word("submerged", SUBMERGED, "") or None,
        carried_by=state.text("in"),
        entered=state.flag("entered"),
        broken=state.flag("broken"),
        dropped=state.flag("dropped"),
    )


def _unit_name(book: Book, soldier: Soldier) -> str:
    """The unit his role names, else the one of his first weapon."""
    if soldier.role in book.rows.tables["unit"]:
        return str(soldier.role)
    first = next((word for word in soldier.weapons if word not in EQUIPMENT), None)
    return str(book.rows.tables["unit_of_weapon"].get(first, PLAIN_UNIT))


def check_weapon(question: Question, soldier: Soldier) -> None:
    """A weapon that a question names is one of his; which it is changes nothing."""
    weapon = question.fields.get("weapon")
    if weapon is not None and weapon not in soldier.weapons:
        raise QuestionError(
            f"{soldier.id} has no weapon {shown(weapon)}; he has {listed(soldier.weapons)}"
        )


def _value(book: Book, line: Mapping[str, Any], mods: tuple[str, ...], value: str) -> float:
    better, worse = BETTER_AND_WORSE[value]
    change = step_of(book, better) * mods.count(f"+1-{value}")
    change += step_of(book, worse) * mods.count(f"-1-{value}")
    return max(LEAST[value], float(line[value]) + change)


def step_of(book: Book, rule: str) -> float:
    """What one mod of that row adds."""
    return book.rows[rule].number
