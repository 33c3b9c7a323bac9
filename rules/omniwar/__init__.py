"""OmniWar: hexes and inches; an attack is Offense less Defense, or less, on one die."""

from pathlib import Path

from rules.book import AnswerFunction, Book
from rules.omniwar.burst import burst
from rules.omniwar.declared import KEYS
from rules.omniwar.move import move
from rules.omniwar.points import units
from rules.omniwar.reach import reach
from rules.omniwar.shoot import fight, shoot
from rules.omniwar.terrain import MEANINGS, SIGHT, look
from rules.rows import rows_from_toml
from table.toml_text import read_toml

ANSWERS: dict[str, AnswerFunction] = {
    "sight": look,
    "shoot": shoot,
    "burst": burst,
    "move": move,
    "reach": reach,
    "fight": fight,
    "units": units,
}

BOOK = Book(
    name="omniwar",
    title="OmniWar",
    rows=rows_from_toml(read_toml(Path(__file__).with_name("book.toml")).value),
    meanings=MEANINGS,
    answers=ANSWERS,
    declares=dict.fromkeys(ANSWERS, KEYS),
    game="rules.omniwar.game",
    sees=lambda _: SIGHT,
)
