"""`fight`: what the source announces and does not hold, hand to hand (CO-LACK-02)."""

from rules.book.answer import Fight
from rules.book.book import Book
from rules.book.question import Question
from rules.combat.declared import declared
from table.scene import Scene


def fight(book: Book, _: Scene, question: Question) -> Fight:
    """No fighting hand to hand; nothing is invented in its place."""
    question.soldiers("attackers")
    question.soldier("defender")
    declared(book, question)
    return Fight(allowed=False, refusals=(book.rows["CO-LACK-02"].refusal(),))
