"""L.G.A.M. ("Little Green Army Men"): its rows, what things mean, and who answers what."""

from functools import partial
from importlib.resources import files
from tomllib import loads

from rules.book import AnswerFunction, Book
from rules.lgam.attack_facts import SIGHT
from rules.lgam.burst import burst
from rules.lgam.declared import KEYS
from rules.lgam.fight import fight
from rules.lgam.move import move
from rules.lgam.reach import reach
from rules.lgam.shoot import shoot
from rules.lgam.units import units
from rules.meanings import Meanings
from rules.rows import Rows, rows_from_toml
from rules.see import see

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
ANSWERS: dict[str, AnswerFunction] = {
    "sight": partial(see, rule=SIGHT),
    "shoot": shoot,
    "burst": burst,
    "move": move,
    "reach": reach,
    "fight": fight,
    "units": units,
}
BOOK = Book(
    name="lgam",
    title='L.G.A.M. ("Little Green Army Men")',
    rows=ROWS,
    meanings=MEANINGS,
    answers=ANSWERS,
    declares=dict.fromkeys(ANSWERS, KEYS),
    game="rules.lgam.game",
    sees=lambda _: SIGHT,
)
