"""Refusals in the order an answer lists them."""

from collections.abc import Iterable

from rules.book.reason import Refusal


def in_order(refusals: Iterable[Refusal]) -> tuple[Refusal, ...]:
    """All refusals by id, each rule once."""
    by_rule = {refusal.rule: refusal for refusal in refusals}
    return tuple(by_rule[rule] for rule in sorted(by_rule))
