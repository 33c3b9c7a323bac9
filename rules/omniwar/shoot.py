"""`shoot` and `fight`: attacks on one unit, asked one by one or declared together."""

from fractions import Fraction
from math import prod

from rules.answer import Bonus, Fight, Shot
from rules.book import Book
from rules.omniwar.attack import (
    Attack,
    attack,
    attacker,
    destroys,
    number_to_throw,
    refusals,
    shot_reasons,
)
from rules.omniwar.declared import Declared, declared
from rules.omniwar.unit import check_weapon, unit_of
from rules.question import Question
from rules.reason import Refusal
from table.scene import Scene, Soldier


def shoot(book: Book, scene: Scene, question: Question) -> Shot:
    """Whether the unit may attack that one, and what destroys it."""
    shooter, target = question.soldier("shooter"), question.soldier("target")
    check_weapon(question, shooter)
    facts = _facts(book, scene, shooter, target, declared(book, question))
    against = refusals(book, facts)
    why = () if against else shot_reasons(book, facts)
    return Shot(
        allowed=not against,
        refusals=against,
        distance=facts.distance_in,
        band=_band(facts),
        roll=None if against else destroys(number_to_throw(why)),
        shots=0 if against else facts.by.shots,
        reasons=why,
    )


def fight(book: Book, scene: Scene, question: Question) -> Fight:
    """OW-ATK-06: all attacks on one unit, declared before any is rolled."""
    attackers, defender = question.soldiers("attackers"), question.soldier("defender")
    said = declared(book, question)
    attacks = [_facts(book, scene, soldier, defender, said) for soldier in attackers]
    against = tuple(refusal for facts in attacks for refusal in _named_refusals(book, facts))
    if against:
        return Fight(allowed=False, refusals=against)
    bonuses = tuple(_bonus(book, facts) for facts in attacks)
    lives = prod(
        (1 - destroys(int(bonus.value)).chance) ** facts.by.shots
        for bonus, facts in zip(bonuses, attacks, strict=True)
    )
    return Fight(allowed=True, refusals=(), bonuses=bonuses, chance=Fraction(1 - lives))


def _facts(book: Book, scene: Scene, shooter: Soldier, target: Soldier, said: Declared) -> Attack:
    by = attacker(book, scene, unit_of(book, shooter), said)
    return attack(book, scene, by, unit_of(book, target), said)


def _band(facts: Attack) -> str:
    if not facts.in_range:
        return "out"
    return "contact" if facts.by.contact else "range"


def _bonus(book: Book, facts: Attack) -> Bonus:
    why = shot_reasons(book, facts)
    return Bonus(facts.by.unit.soldier.id, number_to_throw(why), why)


def _named_refusals(book: Book, facts: Attack) -> tuple[Refusal, ...]:
    """What forbids this attacker's attack, with his name."""
    name = facts.by.unit.soldier.id
    return tuple(
        Refusal(refusal.rule, f"{name}: {refusal.why}") for refusal in refusals(book, facts)
    )
