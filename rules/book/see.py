"""`sight`: geometry alone, the same question for every book and its own rule of sight."""

from rules.book.answer import Sight
from rules.book.book import Book
from rules.book.question import Question
from rules.measure.field import field_of
from rules.measure.sight import SightRule, sight
from table.scene import Scene


def see(book: Book, scene: Scene, question: Question, rule: SightRule) -> Sight:
    """How much of the one soldier the other sees, and what hides the rest."""
    viewer, target = question.soldier("from"), question.soldier("to")
    seen = sight(field_of(scene, book.meanings), rule, viewer, target)
    return Sight(seen.visible, seen.exposure, seen.blocked_by, seen.distance_in)
