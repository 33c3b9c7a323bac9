"""Weapons of COMBAT: which one is meant, and the band of a distance."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.book.book import Book
from rules.book.question import Question, one_of
from rules.measure.lengths import closer, within
from table.scene import Soldier

BANDS = ("short", "medium", "long", "extreme")


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon's line: ranges in source inches, bullets a turn, the rules that it alone has."""

    name: str
    line: Mapping[str, Any]

    @property
    def bullets(self) -> int:
        """How many it fires in a turn."""
        return int(self.line["bullets"])

    @property
    def automatic(self) -> bool:
        """Whether several bullets are automatic fire."""
        return bool(self.line.get("automatic", False))

    @property
    def lobbed(self) -> bool:
        """Whether it reaches men who are only heard behind houses and hills."""
        return bool(self.line.get("lobbed", False))

    def range_in(self, scale: float) -> float:
        """How far it reaches, in table inches."""
        return max(float(self.line[band]) for band in BANDS) * scale

    def has_factor(self, rule: str) -> bool:
        """Whether a rule may bite for this weapon."""
        return rule in self.line.get("factors", ())


def weapon_of(book: Book, question: Question, soldier: Soldier) -> Weapon | None:
    """The weapon the question names, else his first; None where he has none."""
    named = question.fields.get("weapon")
    if named is None:
        named = next((word for word in soldier.weapons if word in book.rows.weapons), None)
        if named is None:
            return None
    name = one_of(named, "weapon", book.rows.weapons)
    return Weapon(name, book.rows.weapons[name])


def band_of(book: Book, weapon: Weapon, distance_in: float, scale: float) -> str:
    """The band of a distance in table inches; "out" beyond the last."""
    if closer(distance_in, book.rows["CO-RNG-02"].number * scale):
        return "extremely-close"
    fitting = (band for band in BANDS if within(distance_in, weapon.line[band] * scale))
    return next(fitting, "out")
