"""Shots of OMOG Musket in kinds."""

import numpy as np

from rules.book.shot_kinds import Kinds, TwoMenQuestion, between, only_where
from rules.omog.meanings import sight_rule
from rules.omog.shot_kinds import (
    band_limits,
    cover_kinds,
    in_sight_and_range,
    longest_in,
)
from rules.omog.weapon import weapon_asked
from rules.omog_musket.man import Rider
from table.places import Floats


def shot_kinds(pairing: TwoMenQuestion) -> Kinds:
    """All that a shot's answer may hang on."""
    weapon = weapon_asked(pairing.book, pairing.question, pairing.shooter)
    rule, limits = sight_rule(pairing.book), band_limits(weapon)
    meetings, distance_in = pairing.meetings, _distance_in(pairing)
    asked = in_sight_and_range(meetings, rule, distance_in, limits)
    asked &= meetings.back.exposure(rule).T > 0.0  # who is not seen himself may not shoot
    # The band of a charge may be that of half the way: then no pair is too far away.
    far_in = np.inf if Rider(pairing.target).charging else longest_in(limits)
    return only_where(asked, [between(distance_in, limits), *cover_kinds(meetings, rule, far_in)])


def _distance_in(pairing: TwoMenQuestion) -> Floats:
    """The distance that the weapon's band goes by: half the way of a charge at the shooter."""
    target = Rider(pairing.target)
    if target.charging != pairing.shooter.id:
        return pairing.meetings.distance_in()
    began = target.charge_from
    if began is None:
        return pairing.meetings.distance_in() / 2
    dx, dy = pairing.meetings.first.xy.T - np.array([[began.x], [began.y]])
    return np.broadcast_to(np.hypot(dx, dy)[:, None] / 2, pairing.meetings.shape)
