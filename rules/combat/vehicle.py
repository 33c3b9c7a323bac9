"""Vehicles and boats: their rates on land and water (CO-VEH, CO-BOAT)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.book.book import Book
from rules.combat.declared import Declarations
from rules.combat.footing import WATER, Footing, chest_high_walls, words_over
from rules.measure.field import Field

ROUGH = frozenset({"woods", "rough", "swamp"})
SOLID = frozenset({"house", "cliff"})


@dataclass(frozen=True)
class Vehicle:
    """A vehicle that is to move, whatever its path."""

    book: Book
    field: Field
    said: Declarations
    line: Mapping[str, Any]  # its row of the table of vehicles

    def footing(self, over: frozenset[int]) -> Footing:
        """What the inside of these things is to it."""
        if self.line.get("flies", False):
            return self._land("flat")
        words = words_over(self.field, over)
        here = self._on_water(words) if words & WATER else self._land(_surface(words))
        stopped = bool(words & SOLID) or bool(chest_high_walls(self.field, over))
        return Footing(here.rule, here.limit_in, "CO-VEH-14") if stopped else here

    def _land(self, surface: str, barred_by: str | None = None) -> Footing:
        return Footing(self.line["rule"], self.line[surface] * self.said.scale, barred_by)

    def _on_water(self, words: frozenset[str]) -> Footing:
        if "swims" in self.line:
            return _afloat(self.book, self.said, self.line["swims"])
        wades = self.line.get("wades", False) and "deep-water" not in words
        return self._land("flat", None if wades else "CO-VEH-14")


@dataclass(frozen=True)
class Boat:
    """A boat that is to move; it never leaves the water."""

    book: Book
    field: Field
    said: Declarations
    rule: str

    def footing(self, over: frozenset[int]) -> Footing:
        """What the inside of these things is to it; under a bridge is water."""
        words = frozenset(self.field.words[i] for i in over)
        blocked = bool(words & SOLID) or bool(chest_high_walls(self.field, over))
        here = _afloat(self.book, self.said, self.rule)
        if blocked or not words & WATER:
            return Footing(here.rule, here.limit_in, "CO-BOAT-09")
        return here


def _surface(words: frozenset[str]) -> str:
    if words & {"road", "bridge"}:
        return "road"
    return "rough" if words & ROUGH else "flat"


def _afloat(book: Book, said: Declarations, rule: str) -> Footing:
    """CO-BOAT-01: a boat's speed with the current, not below 0."""
    speed = max(0.0, book.rows[rule].number + said.current)
    return Footing(rule, speed * said.scale)


def vehicle_of(
    book: Book, field: Field, role: str | None, said: Declarations
) -> Vehicle | Boat | None:
    """The vehicle or boat of that role, None for a man on foot."""
    tables = book.rows.tables
    if role in tables["vehicle"]:
        return Vehicle(book, field, said, tables["vehicle"][role])
    if role in tables["boat"]:
        return Boat(book, field, said, tables["boat"][role])
    return None
