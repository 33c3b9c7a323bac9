"""Reach: a true circle on open ground, bends round lakes, refraction at the edge of woods."""

from math import asin, cos, hypot, pi, sin, sqrt, tan

import numpy as np
import pytest
from shapely import Point, box
from shapely.affinity import rotate

from rules.book.shelf import book_named
from rules.measure.reach import reach_polygon
from rules.measure.travel import Travel
from rules.omog.ground import Walk, ground_of
from table.places import TablePoint
from tests.rules.geometry_scenes import field, thing

BOOK = book_named("omog-advanced")


def reached(*things, start=(12.0, 12.0)):
    """What a man on foot reaches from there."""
    table = field(*things)
    ground = ground_of(BOOK, table, Walk("MOVE", 0.0))
    return reach_polygon([Travel(table, TablePoint(*start), ground)])


def test_open_ground_is_a_circle():
    """On open ground the reach is the circle of a move, to a hundredth of a per cent or so."""
    area = reached()

    assert area.area == pytest.approx(16 * pi, rel=3e-4)
    assert area.hausdorff_distance(Point(12, 12).buffer(4, quad_segs=64)) < 0.01


def test_the_table_ends_it():
    """The reach stays on the table."""
    assert reached(start=(0.0, 0.0)).area == pytest.approx(4 * pi, rel=1e-3)


def test_round_the_corner_of_a_lake():
    """Behind a lake he comes as far as the way round its corner lets him."""
    area = reached(thing("plate", (13, 10, 14, 14)))
    left = 4 - hypot(1, 2) - 1

    assert not area.contains(Point(13.5, 12))
    for turn in (0.1, 0.7, 1.4):
        way = cos(turn), sin(turn)
        assert area.contains(Point(14 + (left - 0.03) * way[0], 10 + (left - 0.03) * way[1]))
        assert not area.contains(Point(14 + (left + 0.03) * way[0], 10 + (left + 0.03) * way[1]))


def test_a_road_carries_him_further():
    """Along a road he gets as far as the best place to step on it allows."""
    area = reached(thing("road", (0, 12.5, 36, 13.5)))
    onto = asin(4 / 6)
    furthest = 12 + 0.5 * tan(onto) + 6 * (1 - 0.5 / cos(onto) / 4)

    assert area.bounds[2] == pytest.approx(furthest, abs=0.03)


def test_refraction_at_the_edge_of_woods():
    """Inside woods he reaches what the quickest bent way reaches, point for point."""
    area = reached(thing("napkin", (13, 0, 36, 24)))
    edges = np.linspace(6, 18, 4801)
    for turn in np.linspace(-1.2, 1.2, 9):
        out = 1 / cos(turn)
        while _quickest(12 + out * cos(turn), 12 + out * sin(turn), edges) < 1:
            out += 0.002
        for off, inside in ((-0.03, True), (0.03, False)):
            place = Point(12 + (out + off) * cos(turn), 12 + (out + off) * sin(turn))
            assert area.contains(place) is inside, (turn, out)


def _quickest(x, y, edges):
    """Moves to a place in the woods from (12, 12), by the best place to enter them."""
    return float(np.min(np.hypot(1, edges - 12) / 4 + np.hypot(x - 13, y - edges) / 3))


def test_a_wall_costs_its_own_inches():
    """Over a wall he loses what its inches cost more than open ground."""
    area = reached(thing("wall", (13, 0, 13.3, 24)))

    assert area.bounds[2] == pytest.approx(12 + 1.3 + 4 * (1 - 1 / 4 - 0.3 / 3), abs=0.02)


def test_in_the_middle_of_a_lake_he_goes_nowhere():
    """Who stands on ground that cannot be entered reaches nothing."""
    assert reached(thing("plate", (10, 10, 14, 14))).is_empty


def test_a_lake_within_reach_is_a_hole():
    """A small lake he can walk round is left out of the reach."""
    area = reached(thing("plate", (13, 11.8, 13.4, 12.2)))

    assert len(area.interiors) == 1
    assert area.area < 16 * pi - 0.15
    assert sqrt(area.area / pi) > 3.9


def test_crowded_ground_is_fine_enough(monkeypatch):
    """With twice as many nodes and squares the reach over mixed ground is the same."""
    crowd = [
        thing("road", rotate(box(4, 12.4, 20, 13.4), 20)),
        thing("napkin", rotate(box(13, 9, 16, 12), 35)),
        thing("plate", rotate(box(9, 13.2, 11, 16), 50)),
        thing("wall", rotate(box(10, 8, 10.3, 12), 10)),
        thing("river", rotate(box(14, 4, 15.2, 20), 15)),
    ]
    plain = reached(*crowd)
    monkeypatch.setattr("rules.measure.travel.GAPS", 192)
    monkeypatch.setattr("rules.measure.reach.POINTS", 672)
    fine = reached(*crowd)

    assert plain.area == pytest.approx(fine.area, rel=1e-3)
    assert plain.hausdorff_distance(fine) < 0.05
