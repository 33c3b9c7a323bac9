"""`shoot`: an attack of one unit on another."""

from rules.book.answer import Shot
from rules.book.book import Book
from rules.book.question import Question
from rules.omniwar.attack import (
    Attack,
    attack_of,
    destroys,
    number_to_throw,
    refusals,
    shot_reasons,
)
from rules.omniwar.declared import declared
from rules.omniwar.unit import check_weapon
from table.scene import Scene


def shoot(book: Book, scene: Scene, question: Question) -> Shot:
    """Whether the unit may attack that one, and what destroys it."""
    shooter, target = question.soldier("shooter"), question.soldier("target")
    check_weapon(question, shooter)
    facts = attack_of(book, scene, (shooter, target), declared(book, question))
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


def _band(facts: Attack) -> str:
    if facts.range.is_out:
        return "out"
    return "contact" if facts.by.contact else "range"
