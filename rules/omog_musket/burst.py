"""`burst`: this book has no artillery, so there is nothing to answer."""

from rules.book.answer import Answer
from rules.book.book import Book
from rules.book.question import Question, QuestionError
from table.scene import Scene


def burst(book: Book, _: Scene, __: Question) -> Answer:
    """Never an answer: the error that says why."""
    rule = book.rows["OM-ART-01"]
    raise QuestionError(f"{rule.why} ({rule.id})")
