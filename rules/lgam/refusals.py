"""The rows that refuse an attack, each with what must be so; all that apply are collected."""

from collections.abc import Callable

from rules.book.book import Book
from rules.book.measured import at_least, at_most
from rules.book.reason import Refusal
from rules.lgam.attack import Attack
from rules.lgam.weapons import watches

Table = tuple[tuple[str, Callable[[Attack], bool]], ...]


def _has_fired(attack: Attack) -> bool:
    """LG-FIRE-05: one weapon a turn; LG-CONV-10: armoured vehicles fire each weapon once."""
    fired = attack.shooter.state.fired
    return attack.weapon in fired if attack.shooter.armoured else bool(fired)


def _wrong_subphase(attack: Attack) -> bool:
    """LG-TURN-10: a sub-phase was declared and is not the weapon's."""
    return attack.declared.subphase not in {None, attack.line.subphase}


def _flames_on_the_run(attack: Attack) -> bool:
    """LG-ROLE-13: a flame thrower on foot after more than half its move."""
    on_foot = attack.line.name == "flame-thrower" and not attack.shooter.mounted
    return on_foot and attack.shooter.moved_far


def _unseen(attack: Attack) -> bool:
    """LG-FIRE-07, save LG-ROLE-06."""
    return not attack.aim.visible and not spotted_by_radio(attack)


def spotted_by_radio(attack: Attack) -> bool:
    """LG-ROLE-06: an indirect weapon fires at what only a radio of its side sees."""
    return not attack.aim.visible and "indirect" in attack.line.flags and attack.help.radio_sees


def _short_of_men(rule_id: str) -> Callable[[Attack], bool]:
    """LG-TEAM-04, -05, -07: the weapon's team is incomplete; mounted weapons need none."""
    return lambda attack: (
        attack.shooter.team_rule == rule_id
        and not attack.shooter.mounted
        and attack.shooter.men < attack.line.team
    )


def _no_overwatch_weapon(attack: Attack) -> bool:
    """LG-OVER-04: neither automatic nor with a blast."""
    return not watches(attack.line)


def _turret_down(attack: Attack) -> bool:
    """LG-HULL-02: all but the LMG."""
    posture = attack.shooter.state.posture
    return attack.shooter.armoured and posture == "turret-down" and attack.line.name != "lmg"


def _hidden(attack: Attack) -> bool:
    """LG-HULL-03."""
    return attack.shooter.armoured and attack.shooter.state.posture == "hide"


def _not_for_opportunity(attack: Attack) -> bool:
    """LG-OPP-02: opportunity and return fire need a ranged weapon that fires directly."""
    ranged = not attack.line.of_the_hand and "indirect" not in attack.line.flags
    return attack.declared.opportunity and not ranged


def _blind_into_smoke(attack: Attack) -> bool:
    """LG-SMOKE-05: opportunity or overwatch fire at somebody in smoke."""
    reacts = attack.declared.opportunity or attack.shooter.state.overwatch
    return attack.aim.in_smoke and reacts


def _covered_fully(attack: Attack) -> bool:
    """LG-COV-05: full cover keeps off whatever is not through-cover."""
    covered = attack.target is not None and attack.target.full_cover
    return covered and "through-cover" not in attack.line.flags


def _harmless_to_armour(attack: Attack) -> bool:
    """LG-H-AFV: only anti-armour weapons harm an armoured fighting vehicle."""
    armoured = attack.target is not None and attack.target.armoured
    return armoured and "anti-armour" not in attack.line.flags


def _not_for_planes(attack: Attack) -> bool:
    """LG-PLANE-03: only anti-aircraft guns reach a plane."""
    plane = attack.target is not None and attack.target.plane
    return plane and attack.line.name != "anti-aircraft-gun"


ATTACK: Table = (
    ("LG-TURN-06", lambda a: a.shooter.state.down == "knocked"),
    ("LG-CONV-05", lambda a: a.shooter.state.jammed and a.line.worst == "jam"),
    ("LG-CONV-07", lambda a: a.shooter.state.no_ammo and a.line.worst == "out-of-ammo"),
    ("LG-COV-06", lambda a: a.shooter.under_full_cover),
    ("LG-DIG-04", lambda a: a.shooter.state.entrenching),
    ("LG-ROLE-07", lambda a: a.shooter.state.working),
    ("LG-HULL-02", _turret_down),
    ("LG-HULL-03", _hidden),
    ("LG-HELI-01", lambda a: a.shooter.crew_short),
    ("LG-PLANE-02", lambda a: a.shooter.role == "plane"),
    ("LG-TURN-10", _wrong_subphase),
    ("LG-FIRE-05", _has_fired),
    ("LG-CONV-09", lambda a: a.shooter.moved and a.must_stay_put),
    ("LG-ROLE-13", _flames_on_the_run),
    ("LG-TEAM-01", lambda a: a.shooter.team_has_fired),
    ("LG-TEAM-02", lambda a: a.shooter.in_team and a.shooter.moved),
    ("LG-TEAM-04", _short_of_men("LG-TEAM-04")),
    ("LG-TEAM-05", _short_of_men("LG-TEAM-05")),
    ("LG-TEAM-07", _short_of_men("LG-TEAM-07")),
    ("LG-FIRE-07", _unseen),
    ("LG-FIRE-09", lambda a: a.band == "out"),
    ("LG-FIRE-11", lambda a: a.band == "too-close"),
    ("LG-FIRE-14", lambda a: not a.aim.in_arc),
    ("LG-OVER-02", lambda a: a.shooter.state.overwatch and a.shooter.moved),
    ("LG-OVER-04", lambda a: a.shooter.state.overwatch and _no_overwatch_weapon(a)),
    ("LG-OVER-05", lambda a: a.shooter.state.overwatch and not a.aim.in_field),
    ("LG-OPP-02", _not_for_opportunity),
    ("LG-SMOKE-05", _blind_into_smoke),
)

TARGET: Table = (
    ("LG-FIRE-16", lambda a: a.target is not None and a.target.own_side),
    ("LG-TURN-09", lambda a: a.target is not None and a.target.down),
    ("LG-COV-05", _covered_fully),
    ("LG-H-AFV", _harmless_to_armour),
    ("LG-PLANE-03", _not_for_planes),
)

BLAST: Table = (("LG-FIRE-19", lambda a: a.line.blast_in is None and "smoke" not in a.line.flags),)


def _men(attack: Attack) -> str:
    return at_least(attack.shooter.men, attack.line.team, "men")


MEASURED: dict[str, Callable[[Attack], str]] = {
    "LG-FIRE-09": lambda a: at_most(a.aim.distance_in, a.line.max_in),
    "LG-FIRE-11": lambda a: at_least(a.aim.distance_in, a.line.min_in),
    "LG-TEAM-04": _men,
    "LG-TEAM-05": _men,
    "LG-TEAM-07": _men,
}


def _measured(rule_id: str, attack: Attack) -> str | None:
    """The numbers of a rule that is about some."""
    return MEASURED[rule_id](attack) if rule_id in MEASURED else None


def refusals(book: Book, attack: Attack, *tables: Table) -> tuple[Refusal, ...]:
    """Every row of these tables that refuses the attack, in the tables' order."""
    return tuple(
        book.rows[rule_id].refusal(measured=_measured(rule_id, attack))
        for table in tables
        for rule_id, applies in table
        if applies(attack)
    )
