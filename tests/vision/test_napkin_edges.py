"""Napkins whose edges are neither straight nor bulging."""

import numpy as np
from shapely import Polygon

from table.table_spec import ThingSpec
from tests.vision.test_flat_things import ring, seen
from tests.vision.test_things import GREEN, overlap

NAPKIN = ThingSpec("napkin", GREEN, 0.0)


def test_a_crumpled_napkin_is_one():
    """Dents on two opposite sides of a cloth are creases of one, not the seam of two."""
    top = [(8.0, 8.0), (11.6, 8.1), (13.2, 9.2), (14.4, 8.2), (15.6, 7.8)]
    bottom = [(15.8, 14.2), (14.9, 13.9), (13.4, 12.9), (11.8, 13.9), (8.2, 14.1)]
    napkin = Polygon([*top, *bottom])

    things = seen([(ring(napkin), GREEN, 0)], NAPKIN)

    assert [overlap(thing.footprint, napkin) > 0.85 for thing in things] == [True]


def test_a_napkin_whose_sides_bow_inward():
    """A cloth pulled out at its corners has its sides well inside the line between them."""
    side, bow_in = np.linspace(0, 1, 12, endpoint=False), 0.5
    inward = 4 * bow_in * side * (1 - side)
    top = np.column_stack([9 + 6 * side, 8 + inward])
    turned = [top]
    for _ in range(3):
        turned.append((turned[-1] - (12, 11)) @ np.array([[0, 1], [-1, 0]]) + (12, 11))
    napkin = Polygon(np.vstack(turned))

    things = seen([(ring(napkin), GREEN, 0)], NAPKIN)

    assert [overlap(thing.footprint, napkin) > 0.85 for thing in things] == [True]
