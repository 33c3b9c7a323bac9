"""Shots of OmniWar in kinds."""

from rules.book.shot_kinds import Kinds, TwoMenQuestion, between, seen
from rules.measure.covers import walls_behind
from rules.measure.meetings import Meetings
from rules.measure.stands import stands_of
from rules.omniwar.declared import declared
from rules.omniwar.formation import fights_from
from rules.omniwar.terrain import COVERING, SIGHT
from rules.omniwar.unit import step_of, unit_of


def shot_kinds(pairing: TwoMenQuestion) -> Kinds | None:
    """All that an attack's answer may hang on; hexes and moved files are asked one by one."""
    book, said = pairing.book, declared(pairing.book, pairing.question)
    unit = unit_of(book, pairing.shooter)
    in_file = unit.in_formation and pairing.shooter.team is not None
    if said.grid or (in_file and pairing.shooter_moves):
        return None
    meetings = _from_the_front(pairing) if in_file else pairing.meetings
    touching_in = step_of(book, "OW-ATK-03") + meetings.first.radius[:, None]
    gap_in = meetings.distance_in() - touching_in - meetings.second.radius
    _, high = walls_behind(meetings)
    return [
        between(meetings.distance_in(), [0.0, unit.values["range"] * said.scale_in]),
        between(gap_in, [0.0]),
        seen(meetings.exposure(SIGHT)),
        meetings.second.within(*COVERING)[None] | high,
        meetings.second.within("water")[None] + 2 * meetings.first.within("water")[:, None],
    ]


def _from_the_front(pairing: TwoMenQuestion) -> Meetings:
    """The same with the foremost of the shooter's file in his place."""
    book, field = pairing.book, pairing.meetings.field
    front = fights_from(book, pairing.scene, unit_of(book, pairing.shooter))
    return Meetings(stands_of(field, [field.stand(front)]), pairing.meetings.second)
