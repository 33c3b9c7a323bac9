"""Books whose covers shine until they have a mat's colour."""

import pytest
from shapely import box
from shapely.affinity import rotate, translate

from table.table_spec import ThingSpec
from tests.vision.surface.test_flat_table import overhead
from tests.vision.things.test_find import overlap, painted, table
from tests.vision.things.test_flat_things import ring
from tests.vision.things.test_round_things import on_white_desk
from vision.things.find import things_on_table

TAN_MAT, OLIVE_BOOK, SHADED_WHITE = "#a08a70", "#8c7a3c", "#9a9a97"
BOOK, MAT, BRIGHT_COVER, SHADED_OAK = "#4a3a5c", "#6a5f72", "#6a5e75", "#6e4b2a"


@pytest.mark.parametrize(("shadow_in", "kind"), [(0.6, "book"), (0.0, "mat")])
@pytest.mark.xfail(strict=False, reason="shapes compete; this one does not win yet")
def test_a_rectangle_of_a_mats_colour_with_a_shadow_is_a_book(shadow_in, kind):
    """What a book and a mat both may be is a book if two of its sides are in its shadow."""
    cover = rotate(box(12, 8, 18, 12), 20)
    shadow = translate(cover, shadow_in, shadow_in)
    pose, listed = overhead(), table(ThingSpec("mat", MAT, 0.0), ThingSpec("book", BOOK, 0.02))
    shapes = [(ring(shadow), SHADED_OAK, 0), (ring(cover), BRIGHT_COVER, 0)]

    found = things_on_table(painted(pose, shapes), pose, listed, [])

    assert [thing.kind for thing in found] == [kind]
    assert overlap(found[0].footprint, cover) > 0.95


def test_what_shows_none_of_a_books_colour_is_a_mat():
    """A mat amid men's shadows is no book where a book nearby shows how its colour looks here."""
    cloth, cover = rotate(box(12, 8, 18, 12), 20), box(24, 10, 30, 15)
    shapes = [(ring(translate(cloth, 0.6, 0.6)), SHADED_WHITE, 0), (ring(cloth), TAN_MAT, 0)]
    shapes += [(ring(cover), OLIVE_BOOK, 0.02)]
    listed = ThingSpec("mat", TAN_MAT, 0.0), ThingSpec("book", OLIVE_BOOK, 0.02)

    found = on_white_desk(shapes, *listed)

    assert [thing.kind for thing in found] == ["book", "mat"]
    assert overlap(found[1].footprint, cloth) > 0.9
