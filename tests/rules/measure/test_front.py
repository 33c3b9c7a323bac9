"""The front that finds the quickest ways: laws of light, and the same on any mesh."""

from math import asin, cos, hypot, sin, tan

import pytest
from shapely import box

from rules.measure.ground import Ground
from rules.measure.travel import Travel, spread_from
from rules.measure.wave import NEVER
from table.places import TablePoint
from tests.rules.geometry_scenes import field, thing

START = TablePoint(12.0, 12.0)


def spread(*things, limits, limit=3.0):
    """The wave from (12, 12) over things that a move goes so many inches on."""
    table = field(*things)
    slowest = {number: Ground("", inches) for number, inches in enumerate(limits)}
    open_ground = Ground("", 4.0)
    travel = Travel(table, START, lambda over: slowest[max(over)] if over else open_ground)
    return spread_from(travel, travel.ground(), limit)


def test_snell():
    """At the edge of slower ground the sines of the way's angles are as the speeds."""
    wave = spread(thing("napkin", (14, 0, 30, 24)), limits=[2.0])
    start, bend, end = wave.way(18 + 16j)[0]
    before, after = (
        (one.imag - other.imag) / abs(one - other) for one, other in ((bend, start), (end, bend))
    )

    assert bend.real == pytest.approx(14.0)
    assert before / after == pytest.approx(4.0 / 2.0, rel=1e-3)


def test_the_critical_angle():
    """The way along a road enters and leaves it at the angle whose sine is the speeds' ratio."""
    wave = spread(thing("road", (0, 14, 36, 16)), limits=[8.0])
    bends, moves = wave.way(24 + 12j)
    aside = 2.0 * tan(asin(4.0 / 8.0))

    assert [at.real for at in bends[1:-1]] == pytest.approx([12 + aside, 24 - aside], abs=1e-3)
    assert moves == pytest.approx(2 * hypot(2, aside) / 4 + (12 - 2 * aside) / 8, abs=1e-6)


def test_round_a_barred_corner():
    """Behind a corner every place is as far as round the corner, exactly."""
    wave = spread(thing("plate", (14, 0, 15, 14)), limits=[None])
    for turn in (0.2, 0.7, 1.1):
        place = 15 + 14j + 2 * complex(cos(turn), -sin(turn))
        bends, moves = wave.way(place)

        assert bends[1:-1] == [14 + 14j, 15 + 14j]
        assert moves == pytest.approx((hypot(2, 2) + 1 + 2) / 4)


def test_nothing_leads_into_barred_ground():
    """A place that cannot be entered has no way."""
    wave = spread(thing("plate", (14, 0, 15, 14)), limits=[None])

    assert wave.way(14.5 + 5j) == ([], NEVER)


def test_a_slit_between_two_things_is_passed():
    """A gap of a tenth of an inch is a way through."""
    walls = [thing("plate", box(14, 0, 15, 11.95)), thing("plate", box(14, 12.05, 15, 24))]
    wave = spread(*walls, limits=[None, None])

    assert wave.way(18 + 12j)[1] == pytest.approx(6 / 4)
    assert wave.way(18 + 13j)[1] == pytest.approx((3 + hypot(3, 0.95)) / 4, abs=1e-3)
