"""Straight strips that are one road, and those that are two."""

import numpy as np
import pytest
from shapely import box
from shapely.affinity import rotate

from vision.surface.flat_table import FlatTable, Pixels
from vision.surface.patches import either, filled
from vision.things.boxes import Box, box_around
from vision.things.strip_ground import Strip, StripGround
from vision.things.strip_joints import joined, joined_under_bridges, mitred

FLAT = FlatTable(36, 24, (18.0, 12.0, 40.0), 16)
SKEW = rotate(box(15, 10.5, 25, 12.5), 12, origin=(15, 11.5))
TURNED = ((8, -48), (13, 48))  # where two strips begin, and which way they lead apart
RIVER = [(box(10, 1, 12, 8), 0.9), (box(11, 12, 13, 22), 0.7)]


def strip(box: Box) -> Strip:
    return Strip(box, 1.0)


def cells(*boxes: tuple[float, float, float, float]) -> Pixels:
    whole = np.zeros(FLAT.size_wh[::-1], np.uint8)
    for some in boxes:
        whole = either(whole, filled(np.array(box(*some).exterior.coords), FLAT))
    return whole


def ground(*, untold=(), cut=(), roads=()) -> StripGround:
    hidden, bridges, paper = (cells(*some) for some in (untold, cut, roads))
    return StripGround(
        FLAT,
        shown=cells(),
        raw=cells(),
        hidden=hidden,
        cut=bridges,
        strange=hidden,
        own=paper,
        flat_things=(),
        find_roads=lambda: paper,
    )


def test_strips_that_meet_at_a_corner_stay_whole():
    """Two strips that touch at a bend's inner corner alone are one road with all of both."""
    one = box_around(np.array(box(2, 10, 12, 12).exterior.coords))
    other = box_around(np.array(box(12, 3, 14, 9.95).exterior.coords))

    (road, _), *more = joined(ground(), [strip(one), strip(other)])

    assert not more
    assert road.area > one.area + other.area


def test_a_strip_does_not_turn_back_unseen():
    """Two strips whose lines cross far off, under a large thing, are joined by the short way."""
    upper, lower = (rotate(box(8, y, 18, y + 2), turn, origin=(8, y + 1)) for y, turn in TURNED)
    strips = [strip(box_around(np.array(shape.exterior.coords))) for shape in (upper, lower)]
    under = ground(untold=[(1, 2, 9, 20)])

    ((river, _),) = joined(under, mitred(under, strips))

    assert river.bounds[0] > 6


@pytest.mark.parametrize("bridge", [[(15, 9, 17, 13)], []], ids=["bridge", "litter"])
def test_a_bridge_in_a_long_gap_parts_two_roads(bridge):
    """Strips in line are one road where things hide the gap, and two where one is a bridge."""
    roads = [box(2, 10, 12, 12), box(21, 10, 33, 12)]
    strips = [strip(box_around(np.array(road.exterior.coords))) for road in roads]

    found = joined(ground(untold=[(12, 10, 20, 12)], cut=bridge), strips)

    assert len(found) == (2 if bridge else 1)


@pytest.mark.parametrize("hidden_to", [14.6, 12.5], ids=["little desk between", "much"])
def test_strips_that_hardly_part_are_one(hidden_to):
    """Strips not in line are one where all but a little of the ground between them is hidden."""
    strips = [strip(box_around(np.array(b.exterior.coords))) for b in (box(2, 10, 12, 12), SKEW)]

    found = joined(ground(untold=[(12, 9, hidden_to, 13)]), strips)

    assert len(found) == (1 if hidden_to > 14 else 2)


def test_strips_that_lead_elsewhere_are_two():
    """Two roads that end at one large thing, side by side, do not meet under it."""
    roads = [box(2, 4, 12, 6), box(2, 10, 12, 12)]
    strips = [strip(box_around(np.array(road.exterior.coords))) for road in roads]

    assert len(joined(ground(untold=[(11.5, 3, 18, 13)]), strips)) == 2


@pytest.mark.parametrize(
    "roads", [[(2, 9, 9.8, 11), (13.4, 9, 20, 11)], [(2, 9, 9.8, 11)]], ids=["crossed", "beside"]
)
def test_a_river_between_the_ends_of_a_road_is_one(roads):
    """Two pieces of a river are one where roads come to the gap between them from both sides."""
    strips = [strip(box_around(np.array(shape.exterior.coords))) for shape, _ in RIVER]

    found = joined(ground(roads=roads), strips)

    assert len(found) == (1 if len(roads) == 2 else 2)


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
