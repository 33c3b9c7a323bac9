"""COMBAT: turns of three seconds, percentile dice, the chance to hit a sum of named factors."""

from pathlib import Path

from rules.book import AnswerFunction, Book
from rules.combat.declared import KEYS
from rules.combat.lacking import burst, fight
from rules.combat.move import move
from rules.combat.reach import reach
from rules.combat.shoot import shoot
from rules.combat.terrain import MEANINGS, SIGHT, look
from rules.combat.units import units
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
    name="combat",
    title="COMBAT",
    rows=rows_from_toml(read_toml(Path(__file__).with_name("book.toml")).value),
    meanings=MEANINGS,
    answers=ANSWERS,
    declares=dict.fromkeys(ANSWERS, KEYS),
    game="rules.combat.game",
    sees=lambda _: SIGHT,
)
