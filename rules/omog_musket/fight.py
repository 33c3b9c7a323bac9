"""`fight`: hand to hand with bayonets, sabres, lances and horses."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.book.answer import Bonus, Fight
from rules.book.book import Book
from rules.book.question import Question, QuestionError, place_of, shown
from rules.book.reason import Refusal, total
from rules.measure.field import Field
from rules.omog.duel import attack_chance
from rules.omog.meanings import omog_field
from rules.omog.odds import odds_reasons
from rules.omog.refusals import apart_refusal, in_order
from rules.omog_musket.bonuses import Bout, bonus_reasons
from rules.omog_musket.charge import charge_refusals
from rules.omog_musket.repel import repel_refusals
from table.errors import listed
from table.places import TablePoint
from table.scene import Scene, Soldier


@dataclass(frozen=True)
class Melee:
    """Who fights whom, who of them charges from where, who repels horses."""

    attackers: tuple[Soldier, ...]
    defender: Soldier
    charges: Mapping[str, TablePoint]
    repelling: tuple[Soldier, ...] | None


def fight(book: Book, scene: Scene, question: Question) -> Fight:
    """The answer to `fight`."""
    melee = _melee(question)
    field = omog_field(book, scene)
    refusals = in_order(_refusals(book, melee))
    if refusals:
        return Fight(allowed=False, refusals=refusals)
    odds = odds_reasons(book, len(melee.attackers), "HAND-11", "HAND-12")
    bouts = [_bout(field, melee, man) for man in melee.attackers]
    strengths = [(*bonus_reasons(book, bout), *odds[i]) for i, bout in enumerate(bouts)]
    against = [bonus_reasons(book, bout.turned()) for bout in bouts]
    leads = [total(own) - total(other) for own, other in zip(strengths, against, strict=True)]
    men = zip((*melee.attackers, melee.defender), (*strengths, against[0]), strict=True)
    return Fight(
        allowed=True,
        refusals=(),
        bonuses=tuple(Bonus(man.id, total(reasons), reasons) for man, reasons in men),
        chance=attack_chance(leads),
    )


def _bout(field: Field, melee: Melee, man: Soldier) -> Bout:
    charges = man.id in melee.charges
    return Bout(field, man, melee.defender, charges=charges, repelled=melee.repelling is not None)


def _melee(question: Question) -> Melee:
    attackers, defender = question.soldiers("attackers"), question.soldier("defender")
    named = question.declare.get("repel")
    if named is not None and not isinstance(named, list):
        raise QuestionError(f"repel is {shown(named)}; give a list of soldier ids")
    repelling = None if named is None else tuple(question.known_soldier(i) for i in named)
    return Melee(attackers, defender, _charges(question, attackers), repelling)


def _charges(question: Question, attackers: tuple[Soldier, ...]) -> dict[str, TablePoint]:
    charges = question.declare.get("charge")
    if charges is None:
        return {}
    if not isinstance(charges, Mapping):
        raise QuestionError(f"charge is {shown(charges)}; give attacker -> [x, y]")
    ids = {man.id for man in attackers}
    for name in charges:
        if name not in ids:
            raise QuestionError(f"charge names {shown(name)}; the attackers are {listed(ids)}")
    return {name: place_of(place, f"charge.{name}") for name, place in charges.items()}


def _refusals(book: Book, melee: Melee) -> Iterator[Refusal]:
    if len(melee.attackers) > book.rows["OM-HAND-13"].number:
        yield book.rows["OM-HAND-13"].refusal()
    for man in melee.attackers:
        apart = apart_refusal(book, man, melee.defender)
        if apart is not None:
            yield apart
        if man.id in melee.charges:
            yield from charge_refusals(book, man, melee.charges[man.id], melee.defender)
    if melee.repelling is not None:
        charging = tuple(man for man in melee.attackers if man.id in melee.charges)
        yield from repel_refusals(book, melee.repelling, melee.defender, charging)
