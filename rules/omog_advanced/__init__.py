"""The rulebook OMOG Advanced, by its parts."""

from rules.book import AnswerFunction, Book
from rules.omog.meanings import MEANINGS, sight_rule
from rules.omog.rows_file import rows_of
from rules.omog.see import see
from rules.omog.units import units
from rules.omog_advanced.burst import burst
from rules.omog_advanced.fight import fight
from rules.omog_advanced.move import move, reach
from rules.omog_advanced.shoot import shoot

KEYS = frozenset(
    {"double_ranges", "peekaboo", "at", "same_spot_shots", "observer", "elapsed", "force_limit"}
)
FIRING_KEYS = dict.fromkeys(("shoot", "burst"), frozenset({"line_of_fire"}))
ANSWERS: dict[str, AnswerFunction] = {
    "sight": see,
    "shoot": shoot,
    "burst": burst,
    "move": move,
    "reach": reach,
    "fight": fight,
    "units": units,
}
BOOK = Book(
    name="omog-advanced",
    title="OMOG Advanced",
    rows=rows_of(__name__),
    meanings=MEANINGS,
    answers=ANSWERS,
    # A key that another question understands does no harm; an unknown one is refused.
    declares={word: KEYS | FIRING_KEYS.get(word, frozenset()) for word in ANSWERS},
    game="rules.omog_advanced.game",
    sees=sight_rule,
)
