"""`shoot`: whether a man may fire at another, and what he must throw."""

from rules.answer import Shot
from rules.book import Book
from rules.lgam.attack import Attack
from rules.lgam.attack_facts import Asked, attack_facts
from rules.lgam.declared import Declared, declared
from rules.lgam.refusals import ATTACK, TARGET, refusals
from rules.lgam.throw import throw_of
from rules.lgam.weapons import FUEL_TANKS, asked_weapon, carries, line_of
from rules.measure import apart_in
from rules.question import Question, QuestionError
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
        shots=_shots(book, attack),
        reasons=throw.reasons,
        on_worst=attack.line.worst,
    )


def attack_declared(question: Question, weapon: str) -> Declared:
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


def _shots(book: Book, attack: Attack) -> int:
    """The rate of fire; a helicopter's two missile launchers fire each on its own (LG-HELI-03)."""
    twice = attack.shooter.role == "helicopter" and attack.line.name == "missile-launcher"
    return attack.line.rate * (int(book.rows["LG-HELI-03"].value or 1) if twice else 1)
