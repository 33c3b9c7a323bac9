"""Shots of L.G.A.M. in kinds."""

from collections.abc import Iterator

import numpy as np
import shapely
from shapely import Polygon

from rules.book.shot_kinds import (
    Kinds,
    TwoMenQuestion,
    any_near,
    between,
    company,
    off_deg,
    only_where,
    seen,
)
from rules.lgam.attack_facts import OBSTACLES, SIDE_MOUNT_DEG
from rules.lgam.company import standing_radios
from rules.lgam.declared import declared
from rules.lgam.line_in_use import is_marksman
from rules.lgam.roles import has_radio, is_armoured, is_leader, is_standing
from rules.lgam.sight import SIGHT
from rules.lgam.state import state_of
from rules.lgam.weapons import AttackRow, asked_weapon, line_of
from rules.measure.covers import behind
from rules.measure.exposures import exposures
from rules.measure.lengths import HAIR_IN
from rules.measure.meetings import Meetings
from rules.measure.ragged import Flags
from rules.measure.stands import stands_of

OTHER_LINES = ("rifle", "sniper-rifle", "lmg")  # which a man may come to use instead of his own


def shot_kinds(pairing: TwoMenQuestion) -> Kinds | None:
    """All that a shot's answer may hang on; who may be a sniper's spotter is asked one by one."""
    if pairing.shooter_moves and "binoculars" in pairing.shooter.weapons:
        return None
    book, meetings = pairing.book, pairing.meetings
    far_in = book.rows.tables["reach_in"]["binoculars"]
    alone_in = book.rows["LG-ROLE-14"].number
    lines = [line_of(book, name) for name in (_weapon(pairing), *OTHER_LINES)]
    exposure, distance_in = meetings.exposure(SIGHT), meetings.distance_in()
    limits = [0.0, far_in, alone_in, *_ranges(lines)]
    told = _radio_sees(pairing)[None] & (exposure <= 0.0)
    asked = ((exposure > 0.0) | told) & (distance_in <= max(limits) + HAIR_IN)
    facts = [
        between(distance_in, limits),
        *_arcs(pairing),
        seen(exposure, [book.rows["LG-COV-02"].number]),
        meetings.second.within("smoke")[None] + 2 * _covered(pairing),
        meetings.second.within("foxhole")[None] & ~np.zeros(meetings.shape, dtype=bool),
        meetings.first.within("smoke")[:, None] + 2 * meetings.first.within("foxhole")[:, None],
        _in_field(pairing)[None],
        told,
        *_company(pairing),
    ]
    return only_where(asked, facts)


def _weapon(pairing: TwoMenQuestion) -> str:
    weapon = asked_weapon(pairing.book, pairing.question, pairing.shooter)
    return weapon if weapon in pairing.book.rows.weapons else OTHER_LINES[0]


def _ranges(lines: list[AttackRow]) -> Iterator[float]:
    for line in lines:
        yield from (line.min_in, line.effective_in, line.max_in)


def _company(pairing: TwoMenQuestion) -> Kinds:
    """Who is near the shooter: his team, leaders and radios, and anybody near a sniper."""
    book, shooter = pairing.book, pairing.shooter
    reach_in = book.rows.tables["reach_in"]
    mates = [man for man in pairing.others if man.side == shooter.side]
    standing = [man for man in mates if is_standing(man)]
    team = [man for man in mates if man.team is not None and man.team == shooter.team]
    watched = pairing.others if is_marksman(shooter) else ()
    near_in = [reach_in["spotter"], book.rows["LG-ROLE-14"].number]
    return [
        *company(pairing, team, [reach_in["team"]]),
        *(
            any_near(pairing, [man for man in standing if is_it(man)], reach_in["leader"])
            for is_it in (is_leader, has_radio)
        ),
        *company(pairing, watched, near_in),
    ]


def _arcs(pairing: TwoMenQuestion) -> Kinds:
    """Whether the target lies in the arc before him, and in those to his sides."""
    half_deg = pairing.book.rows["LG-FIRE-14"].number / 2
    said, facing = declared(pairing.question), pairing.shooter.facing
    ahead = facing if said.weapon_facing_deg is None else said.weapon_facing_deg
    aside = [] if said.mount is None else [facing + SIDE_MOUNT_DEG[said.mount]]
    return [
        between(off_deg(pairing, ahead), [half_deg]),
        *(between(off_deg(pairing, middle), [90.0]) for middle in aside),
    ]


def _covered(pairing: TwoMenQuestion) -> Flags:
    """Where something other than what hides him covers part of the target."""
    return pairing.meetings.together("covered", _all_covered)


def _all_covered(meetings: Meetings) -> Flags:
    field = meetings.field
    houses = [i for i in field.things_of("house") if not field.thing(i).inverted]
    found = meetings.second.within("foxhole", "woods")
    found = found | meetings.second.inside[:, houses].any(axis=1)
    walls = behind(meetings, OBSTACLES).values()
    return np.asarray(np.logical_or.reduce([np.broadcast_to(found, meetings.shape), *walls]))


def _in_field(pairing: TwoMenQuestion) -> Flags:
    """Where the target lies in the overwatch group's field of fire, when it has one."""
    field = state_of(pairing.shooter).field
    if field is None:
        return np.ones(len(pairing.meetings.second), dtype=bool)
    ring = Polygon([(corner.x, corner.y) for corner in field]).buffer(0)
    points = shapely.points(pairing.meetings.second.xy)
    return np.asarray(shapely.distance(ring, points) <= HAIR_IN)


def _radio_sees(pairing: TwoMenQuestion) -> Flags:
    """Where another radio of the shooter's side sees the target for him."""
    field, second = pairing.meetings.field, pairing.meetings.second
    radios = [
        field.stand(man)
        for man in standing_radios(pairing.scene, pairing.shooter.side)
        if man.id not in {pairing.shooter.id, pairing.target.id}
        and not (is_armoured(man) and state_of(man).posture == "hide")
    ]
    return np.asarray((exposures(SIGHT, stands_of(field, radios), second) > 0.0).any(axis=0))
