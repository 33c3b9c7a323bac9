"""How well edges bear out the side below a rim."""

import numpy as np
from shapely import Point

from table.table_spec import ThingSpec
from tests.vision.surface.test_flat_table import overhead
from tests.vision.things.test_find import BLUE
from tests.vision.things.test_flat_things import ring
from tests.vision.things.test_rim_edges import HEIGHT_IN, evidence_of, seen_circle
from vision.surface.patches import Region
from vision.things.circles import Circle
from vision.things.rim_search import ROUNDS, Search
from vision.things.rim_sides import side_share

RIM_IN = 1.6


def standing(spot: Point) -> tuple[Search, Circle]:
    """A blue mug from base to rim, painted level by level, and its rim as it is seen."""
    shapes = [(ring(spot.buffer(RIM_IN)), BLUE, h) for h in np.linspace(0, HEIGHT_IN, 30)]
    evidence = evidence_of(shapes, ThingSpec("mug", BLUE, HEIGHT_IN))
    patch = Region(evidence.masks[0], np.zeros((0, 2)), 0.0)
    search = Search(evidence, patch, ROUNDS["mug"], HEIGHT_IN, evidence.strict[0])
    return search, seen_circle(evidence, spot, RIM_IN, HEIGHT_IN)


def test_side_of_a_mug():
    """A mug's own rim has its side below it, its base taken for a rim has none."""
    search, rim = standing(Point(28, 17))
    flat = search.evidence.flat
    x, y = flat.table_from_seen(rim.centre[None], HEIGHT_IN)[0]

    assert side_share(search, rim) > 0.8
    assert side_share(search, Circle(float(x), float(y), RIM_IN)) < 0.5


def test_mug_under_the_camera():
    """Straight below the camera no side shows, and none is told of."""
    search, rim = standing(Point(overhead().eye[:2]))

    assert side_share(search, rim) is None
