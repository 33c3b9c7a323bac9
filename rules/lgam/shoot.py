"""`shoot`: whether a man may fire at another, and what he must throw."""

from rules.book.answer import Shot
from rules.book.book import Book
from rules.book.question import Question, QuestionError
from rules.lgam.attack_facts import Asked, attack_facts
from rules.lgam.declared import Declarations, declared
from rules.lgam.refusals import ATTACK, TARGET, refusals
from rules.lgam.throw import throw_of
from rules.lgam.weapons import FUEL_TANKS, asked_weapon, carries, line_of, shots_of
from rules.measure.lengths import apart_in
from table.scene import Scene, Soldier

MORTARS = frozenset({"light-mortar", "heavy-mortar"})


def shoot(book: Book, scene: Scene, question: Question) -> Shot:
    """The answer to a shot at a soldier."""
    shooter, target = question.soldier("shooter"), question.soldier("target")
    weapon = _shot_weapon(book, question, shooter)
    said = attack_declared(question, weapon)
    if not carries(shooter, weapon):
        lacking = book.rows["LG-FIRE-01"].refusal()
        return Shot(False, (lacking,), apart_in(shooter, target), None, None, 0, ())
    attack = attack_facts(Asked(book, scene, shooter, weapon, target, said), blast=False)
    refused = refusals(book, attack, ATTACK, TARGET)
    if refused:
        return Shot(False, refused, attack.aim.distance_in, attack.band, None, 0, ())
    throw = throw_of(book, attack)
    return Shot(
        allowed=True,
        refusals=(),
        distance=attack.aim.distance_in,
        band=attack.band,
        roll=throw.roll,
        shots=shots_of(book, shooter, attack.line),
        reasons=throw.reasons,
        on_worst=attack.line.worst,
    )


def attack_declared(question: Question, weapon: str) -> Declarations:
    """What was declared with an attack; only mortars fire smoke (LG-SMOKE-01)."""
    said = declared(question)
    if said.smoke and weapon not in MORTARS:
        raise QuestionError(f"{weapon} fires no smoke rounds; mortars do")
    return said


def _shot_weapon(book: Book, question: Question, shooter: Soldier) -> str:
    weapon = asked_weapon(book, question, shooter)
    if weapon == FUEL_TANKS or "smoke" in line_of(book, weapon).flags:
        raise QuestionError(f"{weapon} is not shot at a man; ask burst")
    return weapon
