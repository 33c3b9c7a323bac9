"""OmniWar: hexes and inches; an attack is Offense less Defense, or less, on one die."""

from pathlib import Path

from rules.book.book import Book
from rules.book.parts import answers_of, later
from rules.book.rows import rows_from_toml
from rules.book.terms import a_side, between, men_of_sides, states, yes_or_no
from rules.omniwar.declared import KEYS, scale_of
from rules.omniwar.templates import hexagon
from rules.omniwar.terrain import MEANINGS, SIGHT
from table.toml_text import read_toml

ANSWERS = answers_of(__name__)
ROWS = rows_from_toml(read_toml(Path(__file__).with_name("book.toml")).value)
BOOK = Book(
    name="omniwar",
    title="OmniWar",
    rows=ROWS,
    meanings=MEANINGS,
    answers=ANSWERS,
    declares=dict.fromkeys(ANSWERS, KEYS),
    game="rules.omniwar.game",
    shot_kinds="rules.omniwar.shot_kinds",
    sees=lambda _: SIGHT,
    terms={
        "first": a_side,
        "scale": between(0.01, 1000),
        "grid": yes_or_no,
        "cards": yes_or_no,
        "reserve": men_of_sides,
        "state": states,
    },
    templates=(hexagon(12.0),),
    travels=later(f"{__name__}.reach", "travels"),
    hexes=scale_of,
    shows=later(f"{__name__}.shown", "shown"),
    holds=frozenset({"grid", "scale"}),
    roles=frozenset(ROWS.tables["unit"]),
    weapon_words=frozenset(ROWS.tables["unit_of_weapon"]),
)
