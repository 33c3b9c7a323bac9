"""The rulebook OMOG Musket, by its parts."""

from rules.book.book import Book
from rules.book.parts import answers_of, later
from rules.book.terms import LENGTH, places, yes_or_no
from rules.omog.meanings import MEANINGS, sight_rule
from rules.omog.rows_file import rows_of

KEYS = frozenset({"charge", "repel", "mount", "dismount", "elapsed", "force_limit"})
ANSWERS = answers_of(__name__)
BOOK = Book(
    name="omog-musket",
    title="OMOG Musket",
    rows=rows_of(__name__),
    meanings=MEANINGS,
    answers=ANSWERS,
    # A key that another question understands does no harm; an unknown one is refused.
    declares=dict.fromkeys(ANSWERS, KEYS),
    game="rules.omog_musket.game",
    shot_kinds="rules.omog_musket.shot_kinds",
    sees=sight_rule,
    terms={**LENGTH, "objectives": places, "force_limit": yes_or_no},
    travels=later(f"{__name__}.reach", "travels"),
    roles=frozenset({"officer"}),
)
