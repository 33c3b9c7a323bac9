"""Refusals in the order an answer lists them."""

from collections.abc import Iterable

from rules.reason import Refusal


def in_order(refusals: Iterable[Refusal]) -> tuple[Refusal, ...]:
    """All refusals by id, each rule once."""
    return tuple(sorted({r.rule: r for r in refusals}.values(), key=lambda refusal: refusal.rule))
