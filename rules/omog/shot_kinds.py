"""The facts of cover in OMOG, for many pairs at once: what `cover_of` tells of one."""

import numpy as np

from rules.book.shot_kinds import Kinds, between
from rules.measure.cover import NEAR_IN, is_chest_high
from rules.measure.covers import behind, beside, in_fans, just_inside
from rules.measure.lengths import HAIR_IN
from rules.measure.meetings import Meetings
from rules.measure.ragged import Flags
from rules.measure.sight import SightRule
from rules.omog.cover import HIGH_PLACE_IN, TREES
from rules.omog.meanings import LARGE, WALLS
from rules.omog.weapon import BANDS, Weapon
from table.places import Floats


def band_limits(weapon: Weapon) -> list[float]:
    """All distances at which the weapon's band may change."""
    lengths = [weapon.length("least"), *(_band_in(weapon, word) for word in BANDS)]
    cone = weapon.cone or {}
    lengths += [cone[key] * weapon.scale for key in ("under", "length") if key in cone]
    return [length for length in lengths if length is not None]


def longest_in(limits: list[float]) -> float:
    """How far a weapon of these limits reaches."""
    return max(limits, default=0.0)


def _band_in(weapon: Weapon, word: str) -> float | None:
    return weapon.line[word][0] * weapon.scale if word in weapon.line else None


def in_sight_and_range(
    meetings: Meetings, rule: SightRule, distance_in: Floats, limits: list[float]
) -> Flags:
    """Where the target is seen and no further than the longest limit: no other shot is allowed."""
    reaches = distance_in <= longest_in(limits) + HAIR_IN
    return np.asarray((meetings.exposure(rule) > 0.0) & reaches)


def cover_kinds(meetings: Meetings, rule: SightRule, far_in: float) -> Kinds:
    """What covers the target of the pairs that are in sight and no further than that."""
    found = meetings.together(
        ("omog cover", rule, far_in),
        lambda met: _covers(met, rule, in_sight_and_range(met, rule, met.distance_in(), [far_in])),
    )
    return [*found, between(meetings.rise_in(), [HIGH_PLACE_IN])]


def _covers(meetings: Meetings, rule: SightRule, asked: Flags) -> Flags:
    """All that covers, one after the other, for the pairs that are asked about."""
    low, high, around = _walls(meetings, asked)
    around |= meetings.exposure(rule) < 1.0
    found = (
        np.broadcast_to(meetings.second.within("woods")[None], meetings.shape),
        _in_house(meetings),
        low,
        high,
        _crest(meetings, asked),
        around | _trees(meetings, asked),
        _large(meetings, asked),
    )
    return np.stack(found) & asked


def _in_house(meetings: Meetings) -> Flags:
    """Whether the second is in a house in which the first is not."""
    found = np.zeros(meetings.shape, dtype=bool)
    for house in meetings.field.things_of("house"):
        if not meetings.field.thing(house).inverted:
            found |= meetings.second.inside[None, :, house] & ~meetings.first.inside[:, house, None]
    return found


def _walls(meetings: Meetings, asked: Flags) -> tuple[Flags, Flags, Flags]:
    """Where he is behind a low wall, behind a chest-high one, and beside one in the sight fan."""
    low, high, around = np.zeros((3, *meetings.shape), dtype=bool)
    covering = behind(meetings, WALLS)
    for wall, hidden in covering.items():
        kind = high if is_chest_high(meetings.field.thing(wall).height) else low
        kind |= hidden
        near = asked & beside(meetings, wall)[None] & ~hidden
        around |= in_fans(meetings, wall, near, NEAR_IN)
    return low, high, around


def _crest(meetings: Meetings, asked: Flags) -> Flags:
    """Where he stands on a hill, just behind the edge that faces a lower shooter."""
    found = np.zeros(meetings.shape, dtype=bool)
    lower = meetings.rise_in() < -HAIR_IN
    for hill in meetings.field.things_of("hill"):
        wanted = asked & lower & ~meetings.first.inside[:, hill, None]
        found |= just_inside(meetings, hill, wanted & meetings.second.inside[None, :, hill])
    return found


def _trees(meetings: Meetings, asked: Flags) -> Flags:
    found = np.zeros(meetings.shape, dtype=bool)
    for tree in meetings.field.things_of(*TREES):
        found |= in_fans(meetings, tree, asked & meetings.second.near(tree, NEAR_IN)[None])
    return found


def _large(meetings: Meetings, asked: Flags) -> Flags:
    """Where a large object near him, in which neither is, has a part in the sight fan."""
    found = np.zeros(meetings.shape, dtype=bool)
    for thing in meetings.field.things_of(*LARGE):
        held = meetings.first.inside[:, thing, None] | meetings.second.inside[None, :, thing]
        near = meetings.second.near(thing, NEAR_IN)[None]
        found |= in_fans(meetings, thing, asked & near & ~held)
    return found
