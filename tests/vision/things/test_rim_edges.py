"""Circles moved onto edges: rims with two edges, rims that are cut off, plates in shade."""

import numpy as np
import pytest
from shapely import Point, box

from table.places import TableXY
from table.table_spec import ThingSpec
from tests.vision.surface.test_flat_table import overhead
from tests.vision.things.test_find import BLUE, PAPER, painted, table
from tests.vision.things.test_flat_things import ring
from tests.vision.things.test_round_things import CHINA, COFFEE, PLATE
from vision.colour.gathering import gathered
from vision.things.circles import Circle
from vision.things.rim_edges import LEAST_SHARP, outermost, plainest_near, sharpened, sharpness

HEIGHT_IN = 3.75
SHADE = "#6b6b69"


def evidence_of(shapes, thing: ThingSpec):
    """The evidence of a table on which some shapes are painted."""
    pose = overhead()
    return gathered(painted(pose, shapes), pose, table(thing), [], None)


def seen_circle(evidence, spot: Point, radius_in: float, height_in: float) -> Circle:
    """The circle that a rim at that height is seen as."""
    flat = evidence.flat
    x, y = flat.seen_from_table(TableXY(np.array([[spot.x, spot.y]])), height_in)[0]
    return Circle(float(x), float(y), radius_in * flat.spread(height_in))


@pytest.mark.parametrize("thick_in", [0.13, 0.2])
def test_outer_edge_of_a_rim(thick_in):
    """From the inner edge of a mug's rim the way leads to the outer one."""
    spot = Point(20, 13)
    shapes = [(ring(spot.buffer(1.6)), BLUE, HEIGHT_IN)]
    shapes += [(ring(spot.buffer(1.6 - thick_in)), COFFEE, HEIGHT_IN)]
    evidence = evidence_of(shapes, ThingSpec("mug", BLUE, HEIGHT_IN))
    inner = seen_circle(evidence, spot, 1.6 - thick_in, HEIGHT_IN)

    circle, share = outermost(evidence, inner, 1.0, HEIGHT_IN)

    assert circle.apart(seen_circle(evidence, spot, 1.6, HEIGHT_IN)) < 0.04
    assert share > 0.9


def test_outer_edge_stays():
    """From a rim's outer edge the way leads nowhere else."""
    spot = Point(20, 13)
    evidence = evidence_of(
        [(ring(spot.buffer(1.6)), BLUE, HEIGHT_IN)], ThingSpec("mug", BLUE, HEIGHT_IN)
    )
    outer = seen_circle(evidence, spot, 1.6, HEIGHT_IN)

    assert outermost(evidence, outer, 1.0, HEIGHT_IN) == (outer, 1.0)


def test_plate_beside_its_shadow():
    """From the outline of a plate and its shadow together the way leads to the plate's edge."""
    spot = Point(20, 12)
    shapes = [(ring(Point(20.35, 12.25).buffer(3.25)), SHADE, 0)]
    shapes += [(ring(spot.buffer(3.0)), CHINA, 0.5)]
    evidence = evidence_of(shapes, PLATE)
    rough = seen_circle(evidence, Point(20.3, 12.2), 3.3, 0.5)

    circle, share = plainest_near(evidence, rough, 0.4, 0.5)

    assert circle.apart(seen_circle(evidence, spot, 3.0, 0.5)) < 0.05
    assert share > 0.9


def test_no_plainer_edge():
    """A circle on bare desk stays where it is."""
    evidence = evidence_of([(ring(box(0, 0, 1.5, 1.5)), PAPER, 0)], PLATE)
    rough = Circle(18.0, 12.0, 3.0)

    assert plainest_near(evidence, rough, 0.0, 0.5) == (rough, 0.0)


def test_rim_that_the_picture_cuts_off():
    """What lies beyond the picture's edge says nothing against a rim."""
    evidence = evidence_of([], PLATE)
    rows, columns = np.nonzero(evidence.view.reached)
    x, y = evidence.flat.seen_from_cells(np.array([columns.max() - 8.0, float(rows.mean())]))
    evidence = evidence_of([(ring(Point(x, y).buffer(2.5)), CHINA, 0)], PLATE)

    ((_, share),) = sharpened(evidence, [Circle(float(x), float(y), 2.5)], 0.0)

    assert share > 0.9


def test_round_that_fades_out_is_not_sharp():
    """A rim's colour turns at once, a round shadow's over a third of an inch."""
    spot = Point(20, 12)
    rim = evidence_of([(ring(spot.buffer(2.0)), CHINA, 0)], PLATE)
    faded = [
        (ring(spot.buffer(2.2 - step / 40)), f"#{154 - 4 * step:02x}{106 - 3 * step:02x}3c", 0)
        for step in range(16)
    ]
    shadow = evidence_of(faded, PLATE)
    circle = Circle(20.0, 12.0, 2.0)

    assert sharpness(rim, circle) > 0.9
    assert sharpness(shadow, circle) < LEAST_SHARP
