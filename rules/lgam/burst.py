"""`burst`: blasts, smoke, and the tanks on a flame thrower's back."""

from collections.abc import Sequence

from rules.book.answer import Burst, Caught, Outcome
from rules.book.book import Book
from rules.book.question import Question
from rules.lgam.attack import Attack
from rules.lgam.attack_facts import Asked, attack_facts
from rules.lgam.blast import in_blast, in_smoke, smoke_screen
from rules.lgam.fuel_tanks import burst_of_tanks
from rules.lgam.refusals import ATTACK, BLAST, refusals
from rules.lgam.shoot import attack_declared
from rules.lgam.throw import throw_of
from rules.lgam.weapons import FUEL_TANKS, asked_weapon, carries
from rules.measure.area import AreaRings
from rules.measure.lengths import apart_in
from rules.measure.template import Disk
from table.places import TablePoint
from table.scene import Scene

WORST = {"jam": "; the weapon jams", "out-of-ammo": "; out of ammunition", None: ""}


def burst(book: Book, scene: Scene, question: Question) -> Burst:
    """The answer to a blast or to smoke at a place or a soldier."""
    shooter = question.soldier("shooter")
    weapon = asked_weapon(book, question, shooter)
    said = attack_declared(question, weapon)
    if weapon == FUEL_TANKS:
        return burst_of_tanks(book, scene, question, shooter)
    asked, roll = Asked(book, scene, shooter, weapon, question.aim(), said), question.roll(2, 12)
    if not carries(shooter, weapon):
        lacking = book.rows["LG-FIRE-01"].refusal()
        return Burst(False, (lacking,), apart_in(shooter, asked.place))
    attack = attack_facts(asked, blast=True)
    refused = refusals(book, attack, ATTACK, BLAST)
    if refused:
        return Burst(False, refused, attack.aim.distance_in)
    return _allowed(asked, attack, roll)


def _allowed(asked: Asked, attack: Attack, roll: int | None) -> Burst:
    throw = throw_of(asked.book, attack)
    lands = roll is not None and roll <= throw.number
    area, caught = _landed(asked, attack) if lands else ((), ())
    return Burst(
        allowed=True,
        refusals=(),
        distance=attack.aim.distance_in,
        outcomes=_outcomes(attack, throw.number, asked.place),
        reasons=throw.reasons,
        thrown=roll is not None,
        lands=(asked.place.x, asked.place.y) if lands else None,
        area=area,
        caught=tuple(caught),
    )


def _outcomes(attack: Attack, number: int, aim: TablePoint) -> tuple[Outcome, ...]:
    lands, miss = (aim.x, aim.y), f"more than {number}: no effect"
    return tuple(
        Outcome(roll, lands, f"{number} or less: lands where it was aimed")
        if roll <= number
        else Outcome(roll, None, miss + (WORST[attack.line.worst] if roll == 12 else ""))
        for roll in range(2, 13)
    )


def _landed(asked: Asked, attack: Attack) -> tuple[AreaRings, Sequence[Caught]]:
    """The area once it has landed, and whom it catches."""
    book, scene = asked.book, asked.scene
    if attack.declared.smoke or "smoke" in attack.line.flags:
        screen = smoke_screen(book, asked.shooter, asked.place, attack.declared)
        return screen.area(), in_smoke(book, scene, screen)
    assert attack.line.blast_in is not None
    blast = Disk(asked.place, attack.line.blast_in)
    harms_armour = "anti-armour" in attack.line.flags
    return blast.area(), in_blast(book, scene.soldiers, blast, harms_armour=harms_armour)
