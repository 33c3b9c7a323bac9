"""COMBAT: turns of three seconds, percentile dice, the chance to hit a sum of named factors."""

from pathlib import Path

from rules.book.book import Book
from rules.book.parts import answers_of, later
from rules.book.rows import rows_from_toml
from rules.book.terms import LENGTH, between
from rules.combat.declared import KEYS
from rules.combat.terrain import MEANINGS, SIGHT
from table.toml_text import read_toml

ANSWERS = answers_of(__name__)
ROWS = rows_from_toml(read_toml(Path(__file__).with_name("book.toml")).value)
BOOK = Book(
    name="combat",
    title="COMBAT",
    rows=ROWS,
    meanings=MEANINGS,
    answers=ANSWERS,
    declares=dict.fromkeys(ANSWERS, KEYS),
    game="rules.combat.game",
    shot_kinds="rules.combat.shot_kinds",
    sees=lambda _: SIGHT,
    terms={**LENGTH, "scale": between(0.01, 1000), "current": between(0.1, 1000)},
    shows=later(f"{__name__}.shown", "shown"),
    travels=later(f"{__name__}.reach", "travels"),
    holds=frozenset({"scale"}),
    roles=frozenset({*ROWS.tables["vehicle"], *ROWS.tables["boat"]}),
)
