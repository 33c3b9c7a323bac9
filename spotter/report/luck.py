"""Luck: what the dice were expected to give each side, and what they gave."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.book.dice import at_least, at_most
from rules.game.dice_tray import Thrown
from spotter.report.battle import Battle


@dataclass(frozen=True, slots=True)
class Luck:
    """A side's throws that had a number to reach.

    `percentile` is the share of evenings, of a hundred with the very same throws to make, on
    which the dice are no kinder than they were: 50 is neither luck nor bad luck.
    """

    side: str
    throws: int
    expected: float
    actual: int
    percentile: float


def luck_of(battle: Battle) -> tuple[Luck, ...]:
    """Each side's luck, in the order of the sides; a side that threw nothing is left out."""
    side_of = _sides(battle)
    thrown = [(side_of.get(one.die.who), one) for m in battle.moments for one in m.thrown]
    found = []
    for side in battle.first.sides:
        own = [one for of, one in thrown if of == side and one.die.needs is not None]
        if own:
            found.append(_luck(side, own))
    return tuple(found)


def _sides(battle: Battle) -> dict[str, str]:
    """The side of everybody who ever stood on the table."""
    games = (battle.first, *(moment.after for moment in battle.moments))
    return {man.id: man.side for game in games for man in game.scene.soldiers}


def _luck(side: str, thrown: Sequence[Thrown]) -> Luck:
    chances = [chance_of(one) for one in thrown]
    actual = sum(one.reached for one in thrown)
    below = distribution(chances)
    percentile = sum(below[:actual]) + below[actual] / 2
    return Luck(side, len(thrown), float(sum(chances)), actual, 100.0 * percentile)


def chance_of(one: Thrown) -> Fraction:
    """How likely the die was to reach its number."""
    needs = str(one.die.needs)
    if needs in {"always", "never"}:
        return Fraction(needs == "always")
    roll = (at_least if needs.endswith("+") else at_most)(one.die.dice, int(needs[:-1]))
    return roll.chance


def distribution(chances: Iterable[Fraction]) -> list[float]:
    """How likely each count of successes is, for throws of different chances (Poisson binomial).

    >>> distribution([Fraction(1, 2), Fraction(1, 2)])
    [0.25, 0.5, 0.25]
    """
    counts = [1.0]
    for chance in map(float, chances):
        missed = [count * (1 - chance) for count in counts]
        hit = [count * chance for count in counts]
        counts = [a + b for a, b in zip([*missed, 0.0], [0.0, *hit], strict=True)]
    return counts
