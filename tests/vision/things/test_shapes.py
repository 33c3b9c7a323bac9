"""Families of shapes: places on and in them, and outlines pulled onto a picture's edges."""

from dataclasses import replace

import numpy as np
import pytest
from shapely import Point, Polygon, box
from shapely.affinity import rotate

from table.table_spec import ThingSpec
from tests.vision.painted import BLUE, overhead, overlap, painted, ring, table
from vision.surface.outlines import clockwise, evenly, thinned
from vision.things.cells import cells_of
from vision.things.edges import pulled
from vision.things.shapes import DISCS, OUTLINE, RECTANGLES, ring_samples, tops_in
from vision.things.signs import SIGNS, sign_rows, signs_of


def cells_with(shape):
    """The cells of a desk with one blue shape lying on it."""
    pose = overhead()
    listed = table(ThingSpec("mat", BLUE, 0.0))
    return cells_of(painted(pose, [(ring(shape), BLUE, 0)]), pose, listed, [], None)


@pytest.mark.parametrize(
    ("family", "numbers"),
    [(DISCS, [[10.0, 8.0, 2.0]]), (RECTANGLES, [[10.0, 8.0, 0.4, 3.0, 1.0]])],
    ids=["disc", "rectangle"],
)
def test_outward_leads_out(family, numbers):
    """A little outward of its outline is outside a shape, a little inward inside."""
    some = family.samples(np.array(numbers))
    shape = Polygon(some.rings[0])

    assert some.outline.shape == (1, OUTLINE, 2)
    for place, out in zip(some.outline[0], some.outward[0], strict=True):
        assert shape.contains(Point(place - 0.1 * out))
        assert not shape.contains(Point(place + 0.1 * out))


@pytest.mark.parametrize("family", [DISCS, RECTANGLES], ids=["discs", "rectangles"])
def test_slopes_tell_how_outlines_move(family):
    """A small change of a number moves the outline outward as its slope says."""
    numbers = np.array([[10.0, 8.0, 2.0]] if family is DISCS else [[10.0, 8.0, 0.4, 3.0, 1.0]])
    before = family.outlines(numbers)
    slopes = family.slopes(numbers, before)
    for k in range(numbers.shape[1]):
        step = np.zeros_like(numbers)
        step[0, k] = 1e-3
        after = family.outlines(family.moved(numbers, step))
        moved = ((after.places - before.places) * before.outward).sum(axis=2)
        assert moved[0] == pytest.approx(1e-3 * slopes[0, k], abs=2e-4)


def test_a_circle_is_pulled_onto_its_edge():
    """A disc offered a quarter inch aside and too small comes to lie on the round."""
    found = pulled(cells_with(Point(14, 11).buffer(2.5)), DISCS, np.array([[14.15, 10.9, 2.35]]))

    assert found[0] == pytest.approx((14, 11, 2.5), abs=0.04)


def test_a_rectangle_is_pulled_onto_its_edges():
    """A rectangle offered a little turned and too large comes to lie on the cover."""
    cover = rotate(box(12, 8, 18, 12), 20)
    offered = np.array([[15.1, 10.1, np.radians(23), 3.1, 2.15]])

    found = pulled(cells_with(cover), RECTANGLES, offered)

    assert overlap(Polygon(RECTANGLES.samples(found).rings[0]), cover) > 0.97


def test_places_in_rings_lie_in_them():
    """The places that tell what is inside a bent ring lie inside it."""
    bent = np.array([(4.0, 4), (12, 4), (12, 10), (10, 10), (10, 6), (4, 6)])
    some = ring_samples([bent], cells_with(box(20, 15, 22, 17)).flat)

    assert all(Polygon(bent).buffer(0.05).contains(Point(place)) for place in some.core[0])


def test_rings_keep_their_corners():
    """A square walked in small steps is thinned back to four corners."""
    square = np.array([[0.0, 0], [4, 0], [4, 4], [0, 4]])

    assert len(thinned(evenly(clockwise(square[::-1]), 0.1), 0.05)) == 4


def test_a_box_top_is_told_from_its_sides():
    """Of a book's top and the sides that show beyond it, the top is told."""
    flat, height = cells_with(Point(14, 11).buffer(1)).flat, 1.4
    top = np.array([[30.0, 20.0, 0.3, 4.0, 2.5]])
    seen = RECTANGLES.samples(top).rings[0]
    foot = np.asarray(flat.table_from_seen(seen, height))
    turned = rotate(
        Polygon(seen).union(Polygon(foot)).convex_hull, -0.3, (30, 20), use_radians=True
    )
    left, low, right, high = turned.bounds
    middle = rotate(Point((left + right) / 2, (low + high) / 2), 0.3, (30, 20), use_radians=True)
    whole = np.array([[middle.x, middle.y, 0.3, (right - left) / 2, (high - low) / 2]])

    assert np.hypot(*(whole - top)[0, :2]) > 0.1
    assert tops_in(whole, flat, height)[0] == pytest.approx(top[0], abs=0.03)


def test_what_is_hollow_is_told():
    """Two squares at a corner are as hollow as can be, a notched one a little, one square not."""
    cells = cells_with(box(8, 8, 12, 12))
    one = np.array([(8.0, 8), (12, 8), (12, 12), (8, 12)])
    two = np.array([(4.0, 4), (8, 4), (8, 8), (12, 8), (12, 12), (8, 12), (8, 8), (4, 8)])
    notched = np.array([(8.0, 8), (12, 8), (12, 11), (11, 11), (11, 12), (8, 12)])
    some = ring_samples([one, notched, two], cells.flat)

    rows = sign_rows(cells, some, signs_of(cells, some, cells.free, cells.odd), 0)

    hollow = 0.5 / 15.5  # what the hull adds where a square inch is cut off at the corner
    assert rows[:, SIGNS.index("hollow")] == pytest.approx([0, hollow / 0.3, 1], abs=0.01)


def test_what_lies_under_found_things_is_told():
    """The more of a shape things on it hide, the more of it is under them; tags are no things."""
    cells = cells_with(box(8, 8, 12, 12))
    half = np.array([(4.0, 8), (12, 8), (12, 12), (4, 12)])
    some = ring_samples([np.array([(8.0, 8), (12, 8), (12, 12), (8, 12)]), half], cells.flat)
    hidden = cells.free.copy()
    _, columns = np.indices(hidden.shape)
    x = (columns + 0.5) / cells.flat.px_per_in - cells.flat.margin_in
    hidden[x > 8] = False

    told = sign_rows(cells, some, signs_of(cells, some, hidden, cells.odd), 0)
    tagged = replace(cells, free=hidden)
    tags = sign_rows(tagged, some, signs_of(tagged, some, hidden, cells.odd), 0)

    assert told[:, SIGNS.index("under")] == pytest.approx([1, 0.25], abs=0.1)
    assert tags[:, SIGNS.index("under")] == pytest.approx([0, 0])
