"""Reach where walls cost a share of the move to climb."""

from math import hypot

import pytest
from shapely import Point, Polygon, box

from rules.combat.terrain import MEANINGS
from rules.measure.field import field_of
from rules.measure.ground import Ground
from rules.measure.reach import reach_polygon
from rules.measure.travel import Travel
from table.places import TablePoint
from table.scene import Scene, Thing

START = TablePoint(18.0, 12.0)
LIMIT_IN = 10.0


def reach(*walls, toll=0.4, size=(36.0, 24.0), start=START):
    things = tuple(Thing(f"wall-{i}", "wall", wall, 1.0) for i, wall in enumerate(walls))
    field = field_of(Scene(*size, (), things), MEANINGS)
    tolls = dict.fromkeys(range(len(walls)), toll)
    ground = Ground("CO-MOVE-02", LIMIT_IN)
    return reach_polygon([Travel(field, start, lambda _: ground, tolls)])


def within_in(area, x, y):
    """How far inside the area the place lies, below 0 outside."""
    away_in = area.exterior.distance(Point(x, y))
    return away_in if area.contains(Point(x, y)) else -away_in


def test_over_a_long_wall():
    """Beyond it he gets as far as the climb leaves him, before it as ever."""
    area = reach(box(20.0, 0.0, 20.3, 24.0))

    assert within_in(area, 23.9, 12.0) > 0.05
    assert within_in(area, 24.1, 12.0) < -0.05
    assert within_in(area, 18.0 - 9.95, 12.0) > 0.04
    assert within_in(area, 18.0 - 10.05, 12.0) < -0.04


def test_round_its_end():
    """Where going round is shorter than climbing he goes round."""
    area = reach(box(20.0, 11.0, 20.3, 24.0))
    round_in = hypot(2.0, 1.0) + 0.3
    left_in = LIMIT_IN - round_in
    # From the wall's upper right corner, straight down along the wall is the longest way round.
    assert within_in(area, 20.5, 11.0 + left_in - 0.35) > 0.0
    assert within_in(area, 20.5, 11.0 + left_in + 0.2) < 0.0


@pytest.mark.parametrize(("toll", "reached"), [(0.2, True), (0.4, False)])
def test_each_time_again(toll, reached):
    """A bent wall that a straight way runs through twice is paid for twice."""
    bent = Polygon(
        [(19, 0), (24, 0), (24, 24), (23.7, 24), (23.7, 0.3), (19.3, 0.3), (19.3, 24), (19, 24)]
    )
    area = reach(bent)
    cheap = reach(bent, toll=toll)

    assert within_in(area, 23.0, 12.0) > 0.05
    assert area.contains(Point(23.85, 12.0)) is False
    assert cheap.contains(Point(23.75 if toll > 0.3 else 23.9, 12.0)) is reached


def test_thin_walls_do_not_leak():
    """A wall much thinner than the grid's squares still costs what it costs."""
    area = reach(box(50.5, 0.0, 50.52, 80.0), size=(120.0, 80.0), start=TablePoint(48.0, 40.0))

    assert within_in(area, 54.3, 40.0) < -0.2
    assert within_in(area, 53.8, 40.0) > 0.1


def test_who_starts_in_a_wall_climbs_out_of_it():
    """Every way of a man inside a wall runs through it."""
    area = reach(box(17.8, 0.0, 18.2, 24.0))

    assert within_in(area, 23.9, 12.0) > 0.05
    assert within_in(area, 24.1, 12.0) < -0.05
