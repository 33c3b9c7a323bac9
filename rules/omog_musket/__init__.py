"""The rulebook OMOG Musket, by its parts."""

from rules.book import AnswerFunction, Book
from rules.omog.meanings import MEANINGS, sight_rule
from rules.omog.rows_file import rows_of
from rules.omog.see import see
from rules.omog.units import units
from rules.omog_musket.burst import burst
from rules.omog_musket.fight import fight
from rules.omog_musket.move import move, reach
from rules.omog_musket.shoot import shoot

KEYS = frozenset({"charge", "repel", "mount", "dismount", "elapsed", "force_limit"})
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
    name="omog-musket",
    title="OMOG Musket",
    rows=rows_of(__name__),
    meanings=MEANINGS,
    answers=ANSWERS,
    # A key that another question understands does no harm; an unknown one is refused.
    declares=dict.fromkeys(ANSWERS, KEYS),
    game="rules.omog_musket.game",
    sees=sight_rule,
)
