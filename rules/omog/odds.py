"""What attacking two or three to one adds."""

from rules.book.book import Book
from rules.book.reason import Reason
from rules.omog.meanings import row


def odds_reasons(book: Book, count: int, two: str, three: str) -> list[tuple[Reason, ...]]:
    """For each attacker in turn, what their number adds; the third adds nothing and wins."""
    if count == 2:
        return [(row(book, two).reason(),)] * 2
    if count == 3:
        rule = row(book, three)
        first, second = rule.reason(), rule.reason(value=2 * rule.number)
        return [(first,), (second,), (Reason(rule.id, rule.why, None),)]
    return [()] * count
