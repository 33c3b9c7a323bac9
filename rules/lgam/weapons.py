"""The attack table's lines, and which weapon a question asks for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.book import Book
from rules.lgam.roles import EQUIPMENT
from rules.question import Question, QuestionError, listed, shown
from table.errors import UserError
from table.scene import Soldier

FUEL_TANKS = "fuel-tanks"
SUBPHASES = ("4a", "4b", "4c")
WORST = ("jam", "out-of-ammo", "none")
FLAGS = ("automatic", "through-cover", "anti-armour", "indirect", "stationary", "smoke")


@dataclass(frozen=True, slots=True)
class Line:
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


def line_of(book: Book, name: str) -> Line:
    """The weapon's line."""
    row: Mapping[str, Any] = book.rows.weapons[name]
    _check_word(name, row, "subphase", SUBPHASES)
    _check_word(name, row, "worst", WORST)
    return Line(
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


def _check_word(name: str, row: Mapping[str, Any], key: str, words: tuple[str, ...]) -> None:
    """A player's own attack table may hold a word that means nothing."""
    if row[key] not in words:
        raise UserError(f"weapon.{name}.{key} is {shown(row[key])}; it is one of {listed(words)}")


def own_weapons(book: Book, soldier: Soldier) -> tuple[str, ...]:
    """What he carries that is a weapon, in the order of his list."""
    return tuple(word for word in soldier.weapons if word in book.rows.weapons)


def asked_weapon(book: Book, question: Question, soldier: Soldier) -> str:
    """The weapon a question names, else his first; raises QuestionError for no weapon at all."""
    asked = question.fields.get("weapon")
    if asked is None:
        return _first_weapon(book, soldier)
    if isinstance(asked, str) and (asked in book.rows.weapons or asked == FUEL_TANKS):
        return asked
    if isinstance(asked, str) and asked in EQUIPMENT:
        raise QuestionError(f"{asked} is no weapon")
    known = ", ".join(sorted(book.rows.weapons))
    raise QuestionError(f"no weapon {shown(asked)}; there are {known}")


def carries(soldier: Soldier, weapon: str) -> bool:
    """Whether he has that weapon; a flame thrower comes with its tanks."""
    return ("flame-thrower" if weapon == FUEL_TANKS else weapon) in soldier.weapons


def _first_weapon(book: Book, soldier: Soldier) -> str:
    own = own_weapons(book, soldier)
    if not own:
        raise QuestionError(f"{soldier.id} has no weapon; he carries {listed(soldier.weapons)}")
    return own[0]
