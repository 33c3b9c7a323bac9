"""`sight`: who sees whom; houses, hills, woods, cliffs and smoke hide men."""

from rules.book.answer import Sight
from rules.book.book import Book
from rules.book.question import Question
from rules.book.see import see
from rules.measure.sight import SightRule
from table.scene import Scene

SIGHT = SightRule(region="kite", blocking=frozenset({"house", "hill", "woods", "cliff", "smoke"}))


def sight(book: Book, scene: Scene, question: Question) -> Sight:
    """How much of the one soldier the other sees, and what hides the rest."""
    return see(book, scene, question, rule=SIGHT)
