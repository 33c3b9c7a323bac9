"""Where a mug stands and how high it is, by its foot and its sides as well as its rim."""

import numpy as np
import pytest
import shapely
from shapely import LinearRing, Point

from table.places import TablePoint
from table.table_spec import ThingSpec
from tests.vision.painted import BLUE, overhead, overlap, painted, ring, seen, table
from vision.surface.flat_table import flat_table
from vision.things.pointed import pointed_at
from vision.things.standing import Vessels

USUAL_IN = 3.75
FOOT = Point(8.0, 7.0).buffer(1.5)
SHADE, DRINK = "#2c5a94", "#30281e"


def mug(height_in, drink_in=0.25):
    """A mug's side from its foot up, its rim, and something dark that fills it."""
    levels = [(ring(FOOT), SHADE, up) for up in np.linspace(0, height_in, 40)]
    drink = (ring(FOOT.buffer(-drink_in)), DRINK, height_in - 0.3)
    return [*levels, (ring(FOOT), BLUE, height_in), drink]


def pointed(height_in, *, is_said):
    """What a player points at who calls it a mug."""
    pose, place = overhead(), TablePoint(8.0, 7.0)
    thing = ThingSpec("mug", None, USUAL_IN)
    picture = painted(pose, mug(height_in))
    empty = painted(pose, [])
    said = {"place": place, "thing": thing, "is_height_said": is_said}
    return pointed_at(picture, pose, table(), [], empty, **said)


@pytest.mark.parametrize("height_in", [3.3, 3.75, 4.3])
def test_who_does_not_say_how_high_it_is_need_not(height_in):
    """A mug's height is read off its sides, and where it stands and how wide with it."""
    found = pointed(height_in, is_said=False)

    assert found.height_in == pytest.approx(height_in, abs=0.25)
    assert found.size == pytest.approx((3.0,), abs=0.12)
    assert overlap(found.footprint, FOOT) > 0.93


def test_what_is_said_of_its_height_is_kept():
    """The player has the last word, whatever the sides look like."""
    assert pointed(4.3, is_said=True).height_in == USUAL_IN


@pytest.mark.parametrize("height_in", [3.5, 4.1])
def test_a_mug_listed_too_high_or_too_low_stands_where_its_foot_is(height_in):
    """What a list says of its height does not move a mug whose sides are seen."""
    (thing,) = seen(mug(height_in), ThingSpec("mug", BLUE, USUAL_IN))

    assert overlap(thing.footprint, FOOT) > 0.9


def test_the_outline_moves_as_its_numbers_do():
    """The slopes tell how far each place of the outline goes when a number changes a little."""
    family = Vessels(flat_table(overhead(), 36.0, 24.0, 10.0), USUAL_IN)
    numbers = np.array([[8.0, 7.0, 1.5, 3.75]])
    before = family.outlines(numbers)
    slopes = family.slopes(numbers, before)[0]

    for number, slope in enumerate(slopes):
        step = np.zeros((1, 4))
        step[0, number] = 0.05
        (grown,) = family.samples(family.moved(numbers, step)).rings
        moved = before.places[0] + 0.05 * slope[:, None] * before.outward[0]
        off = shapely.distance(shapely.points(moved), LinearRing(grown))
        assert off.max() < 0.01


def test_a_rim_is_seen_above_its_foot():
    """From a rim to its thing and back is the same circle."""
    family = Vessels(flat_table(overhead(), 36.0, 24.0, 10.0), USUAL_IN)
    rims = np.array([[9.0, 8.0, 1.7], [30.0, 4.0, 1.6]])

    assert family.rims(family.under(rims, 3.4)) == pytest.approx(rims)
