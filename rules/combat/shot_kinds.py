"""Shots of COMBAT in kinds."""

import numpy as np

from rules.book.shot_kinds import Kinds, TwoMenQuestion, between, off_deg
from rules.combat.declared import Declarations, declared
from rules.combat.man import man_of
from rules.combat.terrain import HARD_SIGHT, SIGHT
from rules.combat.weapon import BANDS, weapon_of
from rules.measure.cover import NEAR_IN, is_chest_high
from rules.measure.covers import crossed_in, walls_behind
from rules.measure.exposures import exposures
from rules.measure.lengths import HAIR_IN
from rules.measure.meetings import Meetings
from rules.measure.ragged import Flags
from rules.measure.stands import Stands, stands_of


def shot_kinds(pairing: TwoMenQuestion) -> Kinds:
    """All that a shot's answer may hang on; what is not seen at all is told from the rest."""
    book, meetings = pairing.book, pairing.meetings
    said = declared(book, pairing.question)
    weapon = weapon_of(book, pairing.question, pairing.shooter)
    bands = [] if weapon is None else [weapon.line[band] * said.scale for band in BANDS]
    limits = [0.0, book.rows["CO-RNG-02"].number * said.scale, *bands]
    distance = between(meetings.distance_in(), limits)
    faces = between(off_deg(pairing, pairing.shooter.facing), [book.rows["CO-FIRE-05"].number])
    visible = meetings.exposure(SIGHT) > 0.0
    asked = visible | said.heard
    automatic = weapon is not None and weapon.automatic and said.shots > 1
    return [
        *(fact * asked for fact in (distance, faces)),
        visible,
        *(fact & asked for fact in _cover(pairing)),
        _fortified(meetings.first)[:, None] & asked,
        _braced(pairing) & asked,
        _another_near(pairing, said) & asked if automatic else visible,
    ]


def _cover(pairing: TwoMenQuestion) -> Kinds:
    """What protects the target: walls, woods and foxholes, and how little is seen of him."""
    book, meetings = pairing.book, pairing.meetings
    low, high = walls_behind(meetings)
    hard = meetings.exposure(HARD_SIGHT)
    return [
        low,
        high,
        meetings.second.within("woods")[None],
        _fortified(meetings.second)[None],
        meetings.exposure(SIGHT) < book.rows["CO-COV-02"].number - HAIR_IN,
        hard < book.rows["CO-COV-01"].number - HAIR_IN,
        hard < 1.0 if declared(book, pairing.question).heard else low,
    ]


def _fortified(stands: Stands) -> Flags:
    """Who is in a foxhole or inside a house, not on its roof."""
    field = stands.field
    houses = [i for i in field.things_of("house") if not field.thing(i).inverted]
    return np.asarray(stands.within("foxhole") | stands.inside[:, houses].any(axis=1))


def _braced(pairing: TwoMenQuestion) -> Flags:
    """Where the shooter has a wall close before him, as high as he needs it."""
    back, field = pairing.meetings.back, pairing.meetings.field
    kneels = man_of(pairing.book, pairing.shooter).posture in {"kneeling", "sitting"}
    found = np.zeros(back.shape, dtype=bool)
    for wall in field.things_of("wall"):
        rests = kneels or is_chest_high(field.thing(wall).height)
        rows = np.flatnonzero(back.second.near(wall, NEAR_IN))
        if rests and len(rows):
            found[:, rows] |= crossed_in(back, wall, rows) <= NEAR_IN + HAIR_IN
    return found.T


def _another_near(pairing: TwoMenQuestion, said: Declarations) -> Flags:
    """Where another man not of the shooter's side is near the target and in the shooter's sight."""
    near_in = float(pairing.book.rows.tables["near"]["another_target"]) * said.scale
    field, first = pairing.meetings.field, pairing.meetings.first
    men = [field.stand(man) for man in pairing.others if man.side != pairing.shooter.side]
    others = stands_of(field, men)
    visible = exposures(SIGHT, first, others) > 0.0
    close = Meetings(others, pairing.meetings.second).distance_in() <= near_in + HAIR_IN
    return np.asarray(visible @ close)
