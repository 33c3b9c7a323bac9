"""`sight`: geometry alone; what hides is what the book's ground says."""

from rules.book import answer
from rules.book.book import Book
from rules.book.question import Question
from rules.book.see import see
from rules.measure.sight import SightRule
from rules.plain.plain_rules import plain_of
from table.scene import Scene


def sight(book: Book, scene: Scene, question: Question) -> answer.Sight:
    """How much of one man another sees."""
    return see(book, scene, question, sight_rule(book))


def sight_rule(book: Book) -> SightRule:
    """What hides a standing man."""
    plain = plain_of(book)
    hills = frozenset(word for word, ground in plain.grounds.items() if ground.lifts)
    return SightRule(region="kite", blocking=plain.words(hiding=True), hills=hills)
