"""Straight strips that are one road, and those that are two."""

import numpy as np
import pytest
from shapely import box

from vision.boxes import Box, box_around
from vision.flat_table import FlatTable
from vision.regions import filled
from vision.strip_ground import Strip, StripGround
from vision.strip_joints import joined

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
