"""`burst`: what the source announces and does not hold, explosions (CO-LACK-01)."""

from rules.book.answer import Burst
from rules.book.book import Book
from rules.book.question import Question
from rules.combat.declared import declared
from rules.combat.weapon import weapon_of
from rules.measure.lengths import apart_in
from table.scene import Scene, Soldier


def burst(book: Book, _: Scene, question: Question) -> Burst:
    """No blast areas, and nobody is caught in them; nothing is invented in their place."""
    shooter, aim = question.soldier("shooter"), question.aim()
    declared(book, question)
    weapon_of(book, question, shooter)
    question.roll(1, 100)
    place = aim.place if isinstance(aim, Soldier) else aim
    refusals = (book.rows["CO-LACK-01"].refusal(),)
    return Burst(allowed=False, refusals=refusals, distance=apart_in(shooter, place))
