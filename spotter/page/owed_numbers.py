"""How many numbers a phone may type for what is about to happen, and which dice they are of."""

from collections.abc import Iterable
from itertools import groupby

from overlay.window.hud import OwedDice


def owed_words(dice: Iterable[OwedDice]) -> str:
    """The dice that are owed, those thrown one after the other for the same counted.

    >>> twice = OwedDice(2, 6, "R1", "rifle at B1", "7-")
    >>> owed_words([twice, twice, OwedDice(1, 6, "red", "initiative", "3-")])
    '3 numbers: 2 x 2d6 for R1, rifle at B1 (7-); 1d6 for red, initiative (3-)'
    """
    runs = [(one, len(list(run))) for one, run in groupby(dice)]
    count = sum(times for _, times in runs)
    if not count:
        return ""
    told = "; ".join(f"{_times(times)}{_words(one)}" for one, times in runs)
    return f"{count} number{'s' if count > 1 else ''}: {told}"


def _times(count: int) -> str:
    return f"{count} x " if count > 1 else ""


def _words(one: OwedDice) -> str:
    needs = f" ({one.needs})" if one.needs else ""
    return f"{one.count}d{one.sides} for {one.who}, {one.why}{needs}"
