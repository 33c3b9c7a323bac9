"""The attack table's lines, and which weapon a question asks for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.book.book import EQUIPMENT, Book
from rules.book.question import Question, QuestionError, shown
from rules.lgam.roles import role_of
from rules.lgam.state import state_of
from rules.measure.lengths import within
from table.errors import UserError, listed
from table.scene import Soldier

FUEL_TANKS = "fuel-tanks"
SUBPHASES = ("4a", "4b", "4c")
WORST = ("jam", "out-of-ammo", "none")
ARTILLERY_MEN = 3
HAND_IN = 1.5  # from centre to centre: as far as an arm reaches
FLAGS = ("automatic", "through-cover", "anti-armour", "indirect", "stationary", "smoke")


@dataclass(frozen=True, slots=True)
class AttackRow:
    """One line of the attack table; `blast_in` is None for a weapon without a blast."""

    name: str
    subphase: str
    min_in: float
    effective_in: float
    max_in: float
    attack: int
    rate: int
    blast_in: float | None
    worst: str | None
    team: int
    flags: frozenset[str]

    @property
    def of_the_hand(self) -> bool:
        """Whether it reaches no farther than contact: knives, machetes, bayonets."""
        return within(self.max_in, HAND_IN)


def line_of(book: Book, name: str) -> AttackRow:
    """The weapon's line."""
    row: Mapping[str, Any] = book.rows.weapons[name]
    _check_word(name, row, "subphase", SUBPHASES)
    _check_word(name, row, "worst", WORST)
    return AttackRow(
        name=name,
        subphase=row["subphase"],
        min_in=row["min"],
        effective_in=row["effective"],
        max_in=row["max"],
        attack=int(row["attack"]),
        rate=int(row["rate"]),
        blast_in=row["blast"] or None,
        worst=None if row["worst"] == "none" else row["worst"],
        team=row["team"],
        flags=frozenset(flag for flag in FLAGS if row[flag]),
    )


def is_artillery(line: AttackRow) -> bool:
    """Whether it is a heavy piece: light cannons and howitzers, which take a team of three."""
    return line.team >= ARTILLERY_MEN


def watches(line: AttackRow) -> bool:
    """Whether it serves for overwatch: full automatic fire, or a blast (LG-OVER-04)."""
    return "automatic" in line.flags or line.blast_in is not None


def _check_word(name: str, row: Mapping[str, Any], key: str, words: tuple[str, ...]) -> None:
    """A player's own attack table may hold a word that means nothing."""
    if row[key] not in words:
        raise UserError(f"weapon.{name}.{key} is {shown(row[key])}; it is one of {listed(words)}")


def shots_of(book: Book, shooter: Soldier, line: AttackRow) -> int:
    """The rate of fire; a helicopter's two missile launchers fire each on its own (LG-HELI-03)."""
    twice = role_of(shooter) == "helicopter" and line.name == "missile-launcher"
    return line.rate * (int(book.rows["LG-HELI-03"].number) if twice else 1)


def own_weapons(book: Book, soldier: Soldier) -> tuple[str, ...]:
    """What he carries that is a weapon, in the order of his list."""
    return tuple(word for word in soldier.weapons if word in book.rows.weapons)


def asked_weapon(book: Book, question: Question, soldier: Soldier) -> str:
    """The weapon a question names, else his first; raises QuestionError for no weapon at all."""
    asked = question.fields.get("weapon")
    if asked == FUEL_TANKS:
        return FUEL_TANKS
    return first_weapon(book, soldier) if asked is None else known_weapon(book, asked)


def known_weapon(book: Book, name: object) -> str:
    """A weapon of the attack table; raises QuestionError for any other word."""
    if isinstance(name, str) and name in book.rows.weapons:
        return name
    if isinstance(name, str) and name in EQUIPMENT:
        raise QuestionError(f"{name} is no weapon")
    known = ", ".join(sorted(book.rows.weapons))
    raise QuestionError(f"no weapon {shown(name)}; there are {known}")


def carries(soldier: Soldier, weapon: str) -> bool:
    """Whether he has that weapon in his hands; a flame thrower comes with its tanks."""
    own = "flame-thrower" if weapon == FUEL_TANKS else weapon
    return own in soldier.weapons and own not in state_of(soldier).dropped


def first_weapon(book: Book, soldier: Soldier) -> str:
    """The weapon he fires where none is named; raises QuestionError where he has none."""
    own = own_weapons(book, soldier)
    if not own:
        raise QuestionError(f"{soldier.id} has no weapon; he carries {listed(soldier.weapons)}")
    return own[0]
