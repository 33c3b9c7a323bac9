"""L.G.A.M. ("Little Green Army Men"): its rows, what things mean, and who answers what."""

from importlib.resources import files
from tomllib import loads

from rules.book.book import Book
from rules.book.parts import answers_of, later
from rules.book.rows import Rows, rows_from_toml
from rules.lgam.declared import KEYS
from rules.lgam.roles import ROLES
from rules.lgam.sight import SIGHT
from rules.lgam.templates import TEMPLATES
from rules.lgam.terms import TERMS
from rules.measure.meanings import Meanings

FURTHER_WORDS = frozenset(
    {"wire", "cliff", "rough", "swamp", "trench", "mines", "smoke", "rails", "open", "out"}
)


def _rows() -> Rows:
    """The book's rows and the attack table, which players edit in a file of its own."""
    here = files("rules.lgam")
    book, house = (
        loads(here.joinpath(name).read_text(encoding="utf-8"))
        for name in ("book.toml", "house.toml")
    )
    return rows_from_toml({**book, **house, "rule": [*book["rule"], *house["rule"]]})


ROWS = _rows()
MEANINGS = Meanings(
    kinds=ROWS.tables["meanings"],
    words=FURTHER_WORDS | frozenset(ROWS.tables["meanings"].values()),
    same_as={"trench": "foxhole", "swamp": "rough"},
    lifting=frozenset({"hill", "cliff"}),
)
ANSWERS = answers_of(__name__)
BOOK = Book(
    name="lgam",
    title='L.G.A.M. ("Little Green Army Men")',
    rows=ROWS,
    meanings=MEANINGS,
    answers=ANSWERS,
    declares=dict.fromkeys(ANSWERS, KEYS),
    game="rules.lgam.game",
    shot_kinds="rules.lgam.shot_kinds",
    sees=lambda _: SIGHT,
    terms=TERMS,
    shows=later(f"{__name__}.shown", "shown"),
    templates=TEMPLATES,
    travels=later(f"{__name__}.reach", "travels"),
    roles=ROLES,
    mates=("assistant", "assistant"),
)
