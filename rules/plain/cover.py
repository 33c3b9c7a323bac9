"""What covers a man: what he stands in, and what he is close behind."""

from rules.book.book import Book
from rules.book.reason import Reason
from rules.measure.cover import covering_walls
from rules.measure.field import Field
from rules.measure.lengths import apart_in, within
from rules.plain.plain_rules import plain_of
from table.places import TablePoint
from table.scene import Soldier


def cover_reasons(book: Book, field: Field, start: TablePoint, target: Soldier) -> list[Reason]:
    """Each rule of cover that helps him against a throw from there, once, in the book's order."""
    plain = plain_of(book)
    words = {word for word in field.words_of(target) if not plain.ground(word).behind}
    if not within(apart_in(start, target), 0.0):
        behind = plain.words(behind=True)
        walls = covering_walls(field, start, field.stand(target), behind)
        words |= {field.words[i] for i in walls}
    found = {plain.ground(word).cover for word in words}
    return [rule.reason() for name, rule in book.rows.rules.items() if name in found]
