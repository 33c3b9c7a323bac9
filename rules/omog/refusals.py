"""Refusals of both OMOG books: in the order an answer lists them, and of men too far apart."""

from collections.abc import Iterable

from rules.book.book import Book
from rules.book.measured import at_most
from rules.book.reason import Refusal
from rules.measure.lengths import CONTACT_GAP_IN, gap_in, in_contact
from rules.omog.meanings import row
from table.scene import Soldier


def in_order(refusals: Iterable[Refusal]) -> tuple[Refusal, ...]:
    """All refusals by id, each rule once."""
    by_rule = {refusal.rule: refusal for refusal in refusals}
    return tuple(by_rule[rule] for rule in sorted(by_rule))


def apart_refusal(book: Book, man: Soldier, enemy: Soldier) -> Refusal | None:
    """HAND-01: who is no enemy, or too far off to be fought; None where they can fight."""
    rule, touch = row(book, "HAND-01"), in_contact(man, enemy)
    if not touch:
        return rule.refusal(measured=at_most(gap_in(man, enemy), CONTACT_GAP_IN))
    return rule.refusal() if man.side == enemy.side else None
