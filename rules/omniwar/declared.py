"""What the players declare with a question of OmniWar."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.book.book import Book
from rules.book.question import ABSURD_IN, Question, number, yes_or_no
from rules.measure.hexes import HexGrid

LEAST_SCALE_IN = 1e-3  # a smaller hex only breaks arithmetic
KEYS = frozenset({"scale", "grid", "reaction", "exit"})


@dataclass(frozen=True, slots=True)
class Declarations:
    """The scale in inches to the hex, and what the unit does out of the ordinary.

    `grid`: ranges and areas go by the hexes of the table. `reaction`: it fires outside its own
    turn. `leaves_transport`: its move starts by getting out.
    """

    scale_in: float
    grid: bool = False
    reaction: bool = False
    leaves_transport: bool = False

    @property
    def hexes(self) -> HexGrid | None:
        """The table's hexes, None while the players play in inches."""
        return HexGrid(self.scale_in) if self.grid else None


def declared(book: Book, question: Question) -> Declarations:
    """The declarations of a question, each checked."""
    return Declarations(
        scale_of(book, question.declare),
        grid=_flag(question, "grid"),
        reaction=_flag(question, "reaction"),
        leaves_transport=_flag(question, "exit"),
    )


def scale_of(book: Book, declare: Mapping[str, Any]) -> float:
    """Inches to the hex, as declared or as the book has it."""
    if declare.get("scale") is None:
        return book.rows["OW-SCALE-08"].number
    return number(declare["scale"], "scale", LEAST_SCALE_IN, ABSURD_IN)


def _flag(question: Question, key: str) -> bool:
    value = question.declare.get(key)
    return False if value is None else yes_or_no(value, key)
