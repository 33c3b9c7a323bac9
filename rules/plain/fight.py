"""`fight`: each throws and adds, the higher wins, equal sums are thrown again."""

from collections.abc import Iterator
from fractions import Fraction
from math import prod

from rules.book.answer import Bonus, Fight
from rules.book.book import Book
from rules.book.dice import totals
from rules.book.measured import at_most
from rules.book.question import Question
from rules.book.reason import Reason, Refusal, total
from rules.measure.lengths import CONTACT_GAP_IN, gap_in, in_contact
from rules.plain.plain_rules import forbids, plain_of
from table.scene import Scene, Soldier


def fight(book: Book, _: Scene, question: Question) -> Fight:
    """Whether they may fight him, what each adds, and the chance that one of them wins."""
    attackers, defender = question.soldiers("attackers"), question.soldier("defender")
    against = tuple(refusal for man in attackers for refusal in _refusals(book, man, defender))
    if against:
        return Fight(allowed=False, refusals=tuple(dict.fromkeys(against)))
    bonuses = tuple(bonus(book, man) for man in (*attackers, defender))
    leads = [one.value - bonuses[-1].value for one in bonuses[:-1]]
    stands = prod((1 - win_chance(plain_of(book).dice, lead) for lead in leads), start=Fraction(1))
    return Fight(allowed=True, refusals=(), bonuses=bonuses, chance=1 - stands)


def bonus(book: Book, man: Soldier) -> Bonus:
    """What he adds to his throw: the best of his weapons for it."""
    weapons = plain_of(book).weapons
    rules = [weapons[word].fight for word in man.weapons if word in weapons]
    rows = [book.rows[rule] for rule in rules if rule is not None]
    best = max(rows, key=lambda row: row.number, default=None)
    why: tuple[Reason, ...] = () if best is None else (best.reason(),)
    return Bonus(man.id, total(why), why)


def win_chance(dice: str, lead: float) -> Fraction:
    """The chance of the man who adds so much more; equal sums are thrown again.

    >>> win_chance("1d6", 0), win_chance("1d6", 1)
    (Fraction(1, 2), Fraction(21, 31))
    """
    ways = totals(dice)
    pairs = [(a + lead - b, n * m) for a, n in ways.items() for b, m in ways.items()]
    won = sum(count for ahead, count in pairs if ahead > 0)
    lost = sum(count for ahead, count in pairs if ahead < 0)
    return Fraction(won, won + lost)


def _refusals(book: Book, man: Soldier, defender: Soldier) -> Iterator[Refusal]:
    if not in_contact(man, defender):
        gap = at_most(gap_in(man, defender), CONTACT_GAP_IN)
        yield forbids(book, "apart").refusal(measured=gap)
    if man.side == defender.side:
        yield forbids(book, "own_side").refusal()
