"""Straight strips that are one road, and those that are two."""

import numpy as np
import pytest
from shapely import box

from vision.boxes import Box, box_around
from vision.flat_table import FlatTable
from vision.regions import filled
from vision.strip_ground import Strip, StripGround
from vision.strip_joints import joined, joined_under_bridges

FLAT = FlatTable(36, 24, (18.0, 12.0, 40.0), 16)


def strip(box: Box) -> Strip:
    return Strip(box, 1.0)


def ground(*, strange=(0, 0, 0, 0), bridge=(0, 0, 0, 0)) -> StripGround:
    none = np.zeros(FLAT.size_wh[::-1], np.uint8)
    odd, cut = (filled(np.array(box(*some).exterior.coords), FLAT) for some in (strange, bridge))
    return StripGround(FLAT, none, none, none, odd, cut)


def test_strips_that_meet_at_a_corner_stay_whole():
    """Two strips that touch at a bend's inner corner alone are one road with all of both."""
    one = box_around(np.array(box(2, 10, 12, 12).exterior.coords))
    other = box_around(np.array(box(12, 3, 14, 9.95).exterior.coords))

    (road, _), *more = joined(ground(), [strip(one), strip(other)])

    assert not more
    assert road.area > one.area + other.area


@pytest.mark.parametrize("bridge", [(15, 9, 17, 13), (0, 0, 0, 0)], ids=["bridge", "litter"])
def test_a_bridge_in_a_long_gap_parts_two_roads(bridge):
    """Strips in line are one road where things hide the gap, and two where one is a bridge."""
    roads = [box(2, 10, 12, 12), box(21, 10, 33, 12)]
    strips = [strip(box_around(np.array(road.exterior.coords))) for road in roads]

    found = joined(ground(strange=(12, 10, 20, 12), bridge=bridge), strips)

    assert len(found) == (2 if any(bridge) else 1)


RIVER = [(box(10, 1, 12, 8), 0.9), (box(11, 12, 13, 22), 0.7)]


def test_a_river_that_bends_under_its_bridge_is_one():
    """Two pieces that end at one bridge, not in line, are one river that runs on beneath it."""
    bridge = box(9, 8.2, 14, 11.8)

    ((river, edge),) = joined_under_bridges(RIVER, [bridge])

    assert river.covers(box(10, 1, 12, 8).union(box(11, 12, 13, 22)))
    assert river.intersection(bridge).area > 3.6 * 1.5
    assert edge == 0.7


@pytest.mark.parametrize("bridge", [(9, 3, 14, 6), (20, 8.2, 24, 11.8)], ids=["crossed", "afar"])
def test_rivers_that_do_not_end_at_a_bridge_stay_apart(bridge):
    """A river that crosses a bridge, or is nowhere near it, is not joined to another."""
    assert joined_under_bridges(RIVER, [box(*bridge)]) == RIVER
