"""The number a shooter needs once all modifiers are added up."""

from collections.abc import Iterable

from rules.book.dice import Roll, at_least
from rules.book.reason import Reason, total

DIE = "1d6"
BEST = 2  # a 1 always misses


def needed(number: float, modifiers: Iterable[Reason]) -> Roll:
    """The throw that hits: the band's number shifted by the modifiers.

    >>> needed(4, [Reason("OA-COVER-01", "enemy in woods", -1)]).succeeds
    '5+'
    >>> needed(5, [Reason("OA-COVER-02", "enemy in a house", -2)]).succeeds
    'never'
    """
    return at_least(DIE, max(BEST, round(number - total(modifiers))))
