"""Dice are counted, never thrown: chances are exact fractions."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache


@dataclass(frozen=True, slots=True)
class Roll:
    """What must be thrown: "4+", "7-", "always" or "never" on these dice, and its chance."""

    dice: str
    succeeds: str
    chance: Fraction


@cache
def totals(dice: str) -> Counter[int]:
    """How many ways each total of dice like "2d6" can fall.

    >>> totals("2d6")[7]
    6
    """
    count, sides = (int(part) for part in dice.split("d"))
    ways = Counter({0: 1})
    for _ in range(count):
        thrown: Counter[int] = Counter()
        for face in range(1, sides + 1):
            for so_far, number in ways.items():
                thrown[so_far + face] += number
        ways = thrown
    return ways


def _chance(dice: str, lowest: float, highest: float) -> Fraction:
    ways = totals(dice)
    return Fraction(
        sum(n for thrown, n in ways.items() if lowest <= thrown <= highest), ways.total()
    )


def _roll(dice: str, succeeds: str, chance: Fraction) -> Roll:
    settled = {Fraction(0): "never", Fraction(1): "always"}
    return Roll(dice, settled.get(chance, succeeds), chance)


@cache
def at_least(dice: str, number: int) -> Roll:
    """Succeeds on `number` or more.

    >>> at_least("1d6", 4)
    Roll(dice='1d6', succeeds='4+', chance=Fraction(1, 2))
    """
    return _roll(dice, f"{number}+", _chance(dice, number, float("inf")))


@cache
def at_most(dice: str, number: int) -> Roll:
    """Succeeds on `number` or less."""
    return _roll(dice, f"{number}-", _chance(dice, -float("inf"), number))


def needs_words(succeeds: str) -> str:
    """What must be thrown, as it is read: "3-" looks like a sum.

    >>> needs_words("4+"), needs_words("3-")
    ('4+', '3 or less')
    """
    return f"{succeeds.removesuffix('-')} or less" if succeeds.endswith("-") else succeeds


def always(dice: str) -> Roll:
    """Succeeds whatever is thrown."""
    return Roll(dice, "always", Fraction(1))
