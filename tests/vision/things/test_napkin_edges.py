"""Napkins whose edges are neither straight nor bulging."""

import numpy as np
from shapely import Polygon, box
from shapely.affinity import rotate

from table.table_spec import ThingSpec
from tests.vision.painted import BLUE, GREEN, PAPER, overlap, ring, seen

NAPKIN = ThingSpec("napkin", GREEN, 0.0)


def colour_of(rgb) -> str:
    return "#" + "".join(f"{round(value):02x}" for value in rgb)


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


def test_a_card_on_a_crumpled_napkin_does_not_part_it():
    """A cloth is narrow where it ends in sight, not where something lies on it."""
    top = [(8.0, 8.0), (11.6, 8.3), (13.2, 8.8), (14.4, 8.3), (16.6, 7.8)]
    bottom = [(16.8, 14.2), (14.9, 13.7), (13.4, 12.8), (11.8, 13.8), (8.2, 14.1)]
    napkin, card = Polygon([*top, *bottom]), rotate(box(11.9, 8.2, 14.4, 11.6), 10)

    things = seen([(ring(napkin), GREEN, 0), (ring(card), PAPER, 0)], NAPKIN)

    assert [overlap(thing.footprint, napkin) > 0.85 for thing in things] == [True]


def test_a_book_across_the_gap_does_not_join_two_napkins():
    """Two cloths that show bare desk between them are two, whatever lies across the gap."""
    upper, lower = box(8, 4, 14.5, 10), rotate(box(8.6, 10.6, 14.2, 15.6), 3)
    book = rotate(box(7, 8.8, 9.7, 11.6), 10)
    shapes = [(ring(upper), GREEN, 0), (ring(lower), GREEN, 0), (ring(book), BLUE, 0.02)]

    things = seen(shapes, NAPKIN, ThingSpec("book", BLUE, 0.02))

    found = [thing.footprint for thing in things if thing.kind == "napkin"]
    assert len(found) == 2
    assert all(max(overlap(one, napkin) for one in found) > 0.9 for napkin in (upper, lower))


def test_a_card_whose_rim_passes_for_cloth_does_not_join_two_napkins():
    """Two cloths that hang together at a card's rim are parted where bare desk shows."""
    upper, lower = box(8, 4, 14.5, 10), rotate(box(8.6, 10.9, 14.2, 15.6), 3)
    card = rotate(box(7.6, 9.2, 9.4, 11.6), 10)
    shapes = [(ring(upper), GREEN, 0), (ring(lower), GREEN, 0), (ring(card), PAPER, 0)]

    found = [thing.footprint for thing in seen(shapes, NAPKIN)]

    assert len(found) == 2
    assert all(max(overlap(one, napkin) for one in found) > 0.85 for napkin in (upper, lower))
