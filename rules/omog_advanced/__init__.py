"""The rulebook OMOG Advanced, by its parts."""

from rules.book.book import Book
from rules.book.parts import answers_of, later
from rules.book.terms import LENGTH, places, yes_or_no
from rules.omog.meanings import MEANINGS, sight_rule
from rules.omog.rows_file import rows_of
from rules.omog_advanced.templates import TEMPLATES

KEYS = frozenset(
    {"double_ranges", "peekaboo", "at", "same_spot_shots", "observer", "elapsed", "force_limit"}
)
FIRING_KEYS = dict.fromkeys(("shoot", "burst"), frozenset({"line_of_fire"}))
ANSWERS = answers_of(__name__)
BOOK = Book(
    name="omog-advanced",
    title="OMOG Advanced",
    rows=rows_of(__name__),
    meanings=MEANINGS,
    answers=ANSWERS,
    # A key that another question understands does no harm; an unknown one is refused.
    declares={word: KEYS | FIRING_KEYS.get(word, frozenset()) for word in ANSWERS},
    game="rules.omog_advanced.game",
    shot_kinds="rules.omog_advanced.shot_kinds",
    sees=sight_rule,
    terms={**LENGTH, "objectives": places, "double_ranges": yes_or_no, "force_limit": yes_or_no},
    shows=later(f"{__name__}.shown", "shown"),
    templates=TEMPLATES,
    holds=frozenset({"double_ranges"}),
    travels=later(f"{__name__}.reach", "travels"),
    roles=frozenset({"officer", "carrier"}),
    mates=("carrier",),
)
