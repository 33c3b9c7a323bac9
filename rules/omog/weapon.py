"""A weapon's line of the book as a value, and which weapon a question means."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.book.book import Book
from rules.book.measured import at_least, at_most
from rules.book.question import Question, QuestionError, shown
from rules.measure.lengths import closer, within
from rules.omog.man_state import OmogMan
from table.errors import listed
from table.scene import Soldier

BANDS = ("short", "medium", "long")


@dataclass(frozen=True, slots=True)
class Band:
    """A range band: its word, how far it goes, and the number needed; None where a cone is used."""

    word: str
    number: int | None = None


@dataclass(frozen=True)
class Weapon:
    """One weapon of a book; `scale` is 2 where ranges are doubled, else 1."""

    name: str
    line: Mapping[str, Any]
    scale: float = 1.0

    @property
    def rule(self) -> str:
        """The id of the weapon's row."""
        return str(self.line["rule"])

    @property
    def cone(self) -> Mapping[str, Any] | None:
        """Its cone's numbers as the book gives them, None where it has none."""
        cone: Mapping[str, Any] | None = self.line.get("cone")
        return cone

    def length(self, key: str) -> float | None:
        """A length along the line of fire, doubled where ranges are; None where it has none."""
        found = self.line.get(key)
        return None if found is None else found * self.scale

    def band(self, distance_in: float) -> Band:
        """The band a distance falls in; a distance on a limit belongs to the nearer band."""
        least_in = self.length("least")
        if least_in is not None and closer(distance_in, least_in):
            return Band("too-close")
        if self.cone is not None and self.reaches_with_cone(distance_in):
            return Band("cone")
        for word in BANDS:
            if word in self.line and within(distance_in, self.line[word][0] * self.scale):
                return Band(word, self.line[word][1])
        return Band("out")

    def measured(self, distance_in: float) -> str:
        """A distance that is none of its bands, beside the least or the greatest that is."""
        least_in = self.length("least")
        if least_in is not None and closer(distance_in, least_in):
            return at_least(distance_in, least_in)
        return at_most(distance_in, self._greatest_in())

    def _greatest_in(self) -> float:
        bands = [float(self.line[word][0]) for word in BANDS if word in self.line]
        cone = [] if self.cone is None else [float(self.cone["length"])]
        return max([*bands, *cone]) * self.scale

    def reaches_with_cone(self, distance_in: float) -> bool:
        """Whether the cone is used at this distance."""
        assert self.cone is not None
        if "under" in self.cone:
            return closer(distance_in, self.cone["under"] * self.scale)
        return within(distance_in, self.cone["length"] * self.scale)


def weapon_asked(book: Book, question: Question, who: Soldier, scale: float = 1.0) -> Weapon:
    """The weapon a question names, else the first he carries; an error where it cannot do this."""
    name = question.fields.get("weapon")
    if name is None:
        name = next((word for word in who.weapons if word in book.rows.weapons), None)
        if name is None:
            raise QuestionError(f"{who.id} carries no weapon; name one")
    if not isinstance(name, str) or name not in book.rows.weapons:
        raise QuestionError(f"no weapon {shown(name)}; there are {listed(book.rows.weapons)}")
    line = book.rows.weapons[name]
    if question.ask not in line["asked"]:
        able = listed(n for n, w in book.rows.weapons.items() if question.ask in w["asked"])
        raise QuestionError(f"{question.ask} is not for {name}; it is for {able}")
    return Weapon(name, line, scale)


def takes_bayonet(book: Book, who: Soldier) -> bool:
    """Whether he carries a weapon with a bayonet on it."""
    if not OmogMan(who).bayonet:
        return False
    lines = (book.rows.weapons.get(name, {}) for name in who.weapons)
    return any(line.get("bayonet", False) for line in lines)
