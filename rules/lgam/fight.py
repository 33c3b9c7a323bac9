"""`fight`: not offered (LG-FIRE-18)."""

from rules.book.answer import Fight
from rules.book.book import Book
from rules.book.question import Question
from rules.lgam.declared import declared
from table.scene import Scene


def fight(book: Book, scene: Scene, question: Question) -> Fight:  # noqa: ARG001 - one signature for all
    """The refusal; the question itself must still make sense."""
    question.soldiers("attackers")
    question.soldier("defender")
    declared(question)
    return Fight(allowed=False, refusals=(book.rows["LG-FIRE-18"].refusal(),))
