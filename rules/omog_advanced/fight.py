"""`fight`: hand to hand, one to three against one."""

from collections.abc import Iterator

from rules.book.answer import Bonus, Fight
from rules.book.book import Book
from rules.book.question import Question
from rules.book.reason import Reason, Refusal, total
from rules.measure.field import Field
from rules.omog.duel import attack_chance
from rules.omog.inside import under_roof_or_trees
from rules.omog.meanings import omog_field
from rules.omog.odds import odds_reasons
from rules.omog.refusals import apart_refusal, in_order
from rules.omog.weapon import takes_bayonet
from rules.omog_advanced.man import ManState
from table.scene import Scene, Soldier


def fight(book: Book, scene: Scene, question: Question) -> Fight:
    """The answer to `fight`."""
    attackers, defender = question.soldiers("attackers"), question.soldier("defender")
    field = omog_field(book, scene)
    refusals = in_order(_refusals(book, attackers, defender))
    if refusals:
        return Fight(allowed=False, refusals=refusals)
    odds = odds_reasons(book, len(attackers), "HAND-05", "HAND-06")
    strengths = [(*_bonus(book, field, man, defender), *odds[i]) for i, man in enumerate(attackers)]
    against = [_bonus(book, field, defender, man) for man in attackers]
    leads = [total(own) - total(other) for own, other in zip(strengths, against, strict=True)]
    men = zip((*attackers, defender), (*strengths, against[0]), strict=True)
    return Fight(
        allowed=True,
        refusals=(),
        bonuses=tuple(Bonus(man.id, total(reasons), reasons) for man, reasons in men),
        chance=attack_chance(leads),
    )


def _refusals(book: Book, attackers: tuple[Soldier, ...], defender: Soldier) -> Iterator[Refusal]:
    if len(attackers) > book.rows["OA-HAND-07"].number:
        yield book.rows["OA-HAND-07"].refusal()
    for man in attackers:
        apart = apart_refusal(book, man, defender)
        if apart is not None:
            yield apart
        if ManState(man).fled:
            yield book.rows["OA-FLAME-03"].refusal()


def _bonus(book: Book, field: Field, man: Soldier, opponent: Soldier) -> tuple[Reason, ...]:
    """What a man adds by himself against this opponent."""
    cramped = any(under_roof_or_trees(field, field.stand(who)) for who in (man, opponent))
    judged = (
        ("OA-HAND-03", takes_bayonet(book, man) and not cramped),
        ("OA-HAND-04", ManState(man).elite),
    )
    return tuple(book.rows[rule].reason() for rule, counts in judged if counts)
