"""What the source announces and does not hold: explosions and hand-to-hand fights.

Nothing is invented in their place; asked for them, the answer says so.
"""

from rules.answer import Burst, Fight
from rules.book import Book
from rules.combat.declared import declared
from rules.combat.weapon import weapon_of
from rules.measure import apart_in
from rules.question import Question
from table.scene import Scene, Soldier


def burst(book: Book, _: Scene, question: Question) -> Burst:
    """CO-LACK-01: no blast areas, and nobody is caught in them."""
    shooter, aim = question.soldier("shooter"), question.aim()
    declared(book, question)
    weapon_of(book, question, shooter)
    question.roll(1, 100)
    place = aim.place if isinstance(aim, Soldier) else aim
    refusals = (book.rows["CO-LACK-01"].refusal(),)
    return Burst(allowed=False, refusals=refusals, distance=apart_in(shooter, place))


def fight(book: Book, _: Scene, question: Question) -> Fight:
    """CO-LACK-02: no fighting hand to hand."""
    question.soldiers("attackers")
    question.soldier("defender")
    declared(book, question)
    return Fight(allowed=False, refusals=(book.rows["CO-LACK-02"].refusal(),))
