"""Things whose colour, in this light, passes for that of another listed kind."""

import numpy as np
from shapely import Point

from table.table_spec import ThingSpec
from tests.vision.painted import BLUE, overlap, ring, seen

GOLD, SHINING_GOLD, GREY, WHITE = "#c8a23a", "#c9b079", "#b0b4b8", "#e8e6df"
RED, PLUM = "#7b2d26", "#4a3a5c"


def kinds(things) -> list[str]:
    return [thing.kind for thing in things]


def test_a_lid_is_found_though_its_colour_was_learnt_from_a_drink():
    """What is in a mug passes for a lid's colour, and is far from how the lid looks here."""
    spot, lid = Point(8, 16), Point(24, 8).buffer(1.5)
    shapes = [(ring(spot.buffer(1.7)), BLUE, up) for up in np.linspace(0, 3.75, 40)]
    shapes += [(ring(spot.buffer(1.5)), "#55585a", 3.75), (ring(lid), "#dcd6cc", 0.3)]

    things = seen(shapes, ThingSpec("lid", GREY, 0.3), ThingSpec("mug", BLUE, 3.75))

    assert kinds(things) == ["mug", "lid"]
    assert overlap(things[1].footprint, lid) > 0.95
