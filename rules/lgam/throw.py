"""The attack number: what must be thrown, and the rows that made it so."""

from collections.abc import Callable
from typing import NamedTuple

from rules.book.book import Book
from rules.book.dice import Roll, at_most
from rules.book.reason import Reason, total
from rules.lgam.attack import Attack
from rules.lgam.refusals import spotted_by_radio

DICE = "2d6"


class AttackThrow(NamedTuple):
    """What must be thrown, the number to stay at or under, and why."""

    roll: Roll
    number: int
    reasons: tuple[Reason, ...]


def throw_of(book: Book, attack: Attack) -> AttackThrow:
    """What this attack must throw; into smoke a natural 2, whatever else applies."""
    if attack.aim.in_smoke:
        only = book.rows["LG-SMOKE-06"].reason()
        number = int(book.rows["LG-SMOKE-06"].number)
        return AttackThrow(at_most(DICE, number), number, (only,))
    found = (
        book.rows["LG-H-WPN"].reason(attack.line.attack),
        *(_reason(book, rule_id, attack) for rule_id, applies in ROWS if applies(attack)),
    )
    reasons = (*found, *_natural_limits(book, total(found)))
    number = int(total(reasons))
    return AttackThrow(at_most(DICE, number), number, reasons)


def _reason(book: Book, rule_id: str, attack: Attack) -> Reason:
    """The row as a reason; one that only says which line is in use carries no number."""
    rule = book.rows[rule_id]
    return Reason(rule.id, rule.why) if rule_id == attack.use.changed_by else rule.reason()


def _natural_limits(book: Book, number: float) -> tuple[Reason, ...]:
    """LG-CONV-03 or LG-CONV-04 where it lifted or lowered the number, by how much it did."""
    least, most = book.rows["LG-CONV-03"], book.rows["LG-CONV-04"]
    if number < least.number:
        return (least.reason(least.number - number),)
    return (most.reason(most.number - number),) if number > most.number else ()


def _covered(attack: Attack) -> bool:
    """LG-H-PART: cover counts for what is not through-cover, an armoured posture always."""
    if attack.target is None:
        return False
    heeds_cover = "through-cover" not in attack.line.flags
    return attack.target.dug_in_armour or (heeds_cover and attack.target.partial_cover)


def _smoke_took_something(attack: Attack) -> bool:
    """LG-SMOKE-08: in smoke he lost a sniper's line, a leader or his binoculars."""
    helped = attack.help.leader or attack.help.net or attack.help.binoculars
    return attack.shooter.in_smoke and (attack.use.smoke_took_it or helped)


def _clear(attack: Attack) -> bool:
    return not attack.shooter.in_smoke


# In the order of the ledger's list of reasons.
ROWS: tuple[tuple[str, Callable[[Attack], bool]], ...] = (
    ("LG-H-EXT", lambda a: a.band == "extreme"),
    ("LG-H-PART", _covered),
    ("LG-ROLE-02", lambda a: _clear(a) and a.help.leader and not a.help.net),
    ("LG-ROLE-04", lambda a: _clear(a) and a.help.net),
    ("LG-ROLE-05", lambda a: _clear(a) and a.help.binoculars),
    ("LG-ROLE-06", spotted_by_radio),
    ("LG-ROLE-08", lambda a: a.shooter.role == "medic"),
    ("LG-ROLE-14", lambda a: a.use.changed_by == "LG-ROLE-14"),
    ("LG-ROLE-15", lambda a: a.use.changed_by == "LG-ROLE-15"),
    ("LG-ROLE-19", lambda a: a.use.changed_by == "LG-ROLE-19"),
    ("LG-TEAM-03", lambda a: a.use.as_sniper and a.help.spotter),
    ("LG-TEAM-06", lambda a: a.use.changed_by == "LG-TEAM-06"),
    ("LG-SMOKE-07", lambda a: a.shooter.in_smoke),
    ("LG-SMOKE-08", _smoke_took_something),
    ("LG-OVER-07", lambda a: a.shooter.state.overwatch and a.declared.entering),
)
