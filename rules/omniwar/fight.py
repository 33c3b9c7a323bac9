"""`fight`: all attacks on one unit, declared before any is rolled (OW-ATK-06)."""

from fractions import Fraction
from math import prod

from rules.book.answer import Bonus, Fight
from rules.book.book import Book
from rules.book.question import Question
from rules.book.reason import Refusal
from rules.omniwar.attack import (
    Attack,
    attack_of,
    destroys,
    number_to_throw,
    refusals,
    shot_reasons,
)
from rules.omniwar.declared import declared
from table.scene import Scene


def fight(book: Book, scene: Scene, question: Question) -> Fight:
    """Whether each may attack, what each must throw, and the chance that one destroys it."""
    attackers, defender = question.soldiers("attackers"), question.soldier("defender")
    said = declared(book, question)
    attacks = [attack_of(book, scene, (soldier, defender), said) for soldier in attackers]
    against = tuple(refusal for facts in attacks for refusal in _named_refusals(book, facts))
    if against:
        return Fight(allowed=False, refusals=against)
    bonuses = tuple(_bonus(book, facts) for facts in attacks)
    lives = prod(
        (1 - destroys(int(bonus.value)).chance) ** facts.by.shots
        for bonus, facts in zip(bonuses, attacks, strict=True)
    )
    return Fight(allowed=True, refusals=(), bonuses=bonuses, chance=Fraction(1 - lives))


def _bonus(book: Book, facts: Attack) -> Bonus:
    why = shot_reasons(book, facts)
    return Bonus(facts.by.unit.soldier.id, number_to_throw(why), why)


def _named_refusals(book: Book, facts: Attack) -> tuple[Refusal, ...]:
    """What forbids this attacker's attack, with his name."""
    name = facts.by.unit.soldier.id
    return tuple(
        Refusal(refusal.rule, f"{name}: {refusal.why}") for refusal in refusals(book, facts)
    )
