"""What a man sees, and what is too close to call."""

from dataclasses import replace

import numpy as np
import pytest
from shapely import Point, box

from overlay.marks.seen_marks import area_seen
from overlay.marks.shadows import seen_area, shadow
from overlay.marks.too_close import doubt
from rules.book.shelf import book_named
from rules.measure.aim import place_in_sight
from rules.measure.field import field_of
from table.places import TablePoint
from tests.overlay.desk import B1, BOOK, MUG, R1, SCENE, asking


def test_shadow_of_a_box():
    """A shadow has the box's angle and begins at the box."""
    made = shadow(TablePoint(0, 0), box(2, -1, 3, 1))

    assert made.covers(Point(10, 4.9))
    assert not made.covers(Point(10, 5.1))
    assert not made.covers(Point(1.9, 0))


def test_short_shadow():
    """From above a thing hides only what is near behind it."""
    made = shadow(TablePoint(0, 0), box(2, -1, 3, 1), stretch=2.0)

    assert made.covers(Point(5.9, 0))
    assert not made.covers(Point(6.1, 0))


def test_thing_itself_is_seen():
    """A man in the thing that hides others is not hidden by it."""
    seen = seen_area(TablePoint(0, 5), box(0, 0, 10, 10), [(box(4, 4, 6, 6), 1e3)])

    assert seen.covers(Point(5, 5))
    assert not seen.covers(Point(8, 5))


@pytest.mark.parametrize("elevation", [0.0, 1.0, 6.0])
@pytest.mark.parametrize("name", ["omog-advanced", "omog-musket", "combat", "lgam", "omniwar"])
def test_area_agrees_with_the_book(name, elevation):
    """A place is in the drawn area exactly when the book says that it is in sight."""
    book = book_named(name)
    man = replace(R1, elevation=elevation)
    scene = replace(
        SCENE.with_soldiers(man), things=(MUG, replace(BOOK, footprint=box(6, 12, 9, 15)))
    )
    field = field_of(scene, book.meanings)
    seen = area_seen(scene, man, book)
    rng = np.random.default_rng(4)

    for x, y in rng.uniform((0, 0), (24, 16), (150, 2)):
        place = TablePoint(float(x), float(y))
        if seen.boundary.distance(Point(x, y)) > 0.01 and not field.holding(place):
            told = place_in_sight(field, book.sees(book), field.stand(man), place)
            assert seen.covers(Point(x, y)) == told, place


def test_too_close_to_call():
    """A shot within the camera's error of a band's end says so, with the other ruling."""
    target = replace(B1, x=R1.x + 12.05, y=R1.y - 4.0, id="B1")
    scene = replace(SCENE, soldiers=(R1, replace(target, x=R1.x + 11.3)), things=())
    question = {"ask": "shoot", "shooter": "R1", "target": "B1"}
    rules = asking()

    far = doubt(scene, question, rules.ask(scene, question), rules)

    assert far == "too close to call: 0.10 in off and it is long, 5+ (33 %), not medium, 4+ (50 %)"


def test_no_doubt_in_the_middle_of_a_band():
    """Far from every limit nothing is said."""
    scene = replace(SCENE, soldiers=(R1, replace(B1, x=13.0)), things=())
    question = {"ask": "shoot", "shooter": "R1", "target": "B1"}
    rules = asking()

    assert doubt(scene, question, rules.ask(scene, question), rules) is None


def test_sight_past_a_corner_is_doubted():
    """A man whose sight hangs on a hair's breadth of the mug is too close to call."""
    scene = SCENE.with_soldiers(replace(B1, y=12.1, error=0.3))
    question = {"ask": "sight", "from": "R1", "to": "B1"}
    rules = asking()

    assert "too close to call" in doubt(scene, question, rules.ask(scene, question), rules)
