"""Two men throw a die each and add: who wins, and what three to one changes."""

from collections.abc import Sequence
from fractions import Fraction

FACES = range(1, 7)


def win_chance(lead: float) -> Fraction:
    """The chance of the man whose bonuses lead by that much; equal sums are thrown again.

    >>> win_chance(0), win_chance(1), win_chance(-1)
    (Fraction(1, 2), Fraction(21, 31), Fraction(10, 31))
    """
    wins = sum(own + lead > other for own in FACES for other in FACES)
    losses = sum(own + lead < other for own in FACES for other in FACES)
    return Fraction(wins, wins + losses)


def attack_chance(leads: Sequence[float]) -> Fraction:
    """The chance that attackers who fight one after the other remove the defender."""
    if len(leads) == 3:
        return Fraction(1)  # whoever still stands then is removed by the third
    stands = Fraction(1)
    for lead in leads:
        stands *= 1 - win_chance(lead)
    return 1 - stands
