"""Shots of OMOG Advanced in kinds."""

from rules.book.shot_kinds import Kinds, TwoMenQuestion, between, company, only_where
from rules.omog.meanings import sight_rule
from rules.omog.shot_kinds import (
    band_limits,
    cover_kinds,
    in_sight_and_range,
    longest_in,
)
from rules.omog_advanced.crew import is_served
from rules.omog_advanced.fire import fire_asked

CREW_ROWS = ("OA-MG-03", "OA-MORTAR-06", "OA-ROCKET-08")


def shot_kinds(pairing: TwoMenQuestion) -> Kinds | None:
    """All that a shot's answer may hang on; a peekaboo shot is asked about one by one."""
    if pairing.question.declare.get("peekaboo") is not None:
        return None
    fire = fire_asked(pairing.book, pairing.scene, pairing.question)
    rule, limits = sight_rule(pairing.book), band_limits(fire.weapon)
    meetings, distance_in = pairing.meetings, pairing.meetings.distance_in()
    asked = in_sight_and_range(meetings, rule, distance_in, limits)
    covers = cover_kinds(meetings, rule, longest_in(limits))
    return only_where(asked, [between(distance_in, limits), *covers, *_crew(pairing)])


def _crew(pairing: TwoMenQuestion) -> Kinds:
    """How near those are who serve his gun, or whose gun he serves."""
    mates = [man for man in pairing.others if man.side == pairing.shooter.side]
    if not is_served(pairing.shooter):
        mates = [man for man in mates if is_served(man)]
    return company(pairing, mates, [pairing.book.rows[row].number for row in CREW_ROWS])
