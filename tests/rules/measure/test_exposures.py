"""Sights in bulk: the same as one by one, whoever looks at whom over what."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Polygon

from rules.book.shelf import NAMES, book_named
from rules.measure.exposures import distances_in, exposures
from rules.measure.field import field_of
from rules.measure.sight import sights
from rules.measure.stands import stands_at, stands_of
from table.scene import Scene, Soldier, Thing
from tests.strategies import quarter_x, quarter_y, scenes

places = st.lists(
    st.tuples(quarter_x, quarter_y) | st.tuples(st.floats(0.1, 35.9), st.floats(0.1, 23.9)),
    min_size=1,
    max_size=12,
)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=60, deadline=None)
@given(scene=scenes(most_things=7), others=places)
def test_they_are_those_of_sight(name, scene, others):
    """Every exposure is that of the single question, to a billionth, hills and roofs included."""
    book = book_named(name)
    field, rule = field_of(scene, book.meanings), book.sees(book)
    men, there = stands_of(field, list(field.stands.values())), stands_at(field, others)
    for viewers, targets in ((men, there), (there, men), (there, there)):
        seen = exposures(rule, viewers, targets)
        pairs = [
            (viewers.stand(i), targets.stand(j))
            for i in range(len(viewers))
            for j in range(len(targets))
        ]
        single = [one.exposure for one in sights(field, rule, pairs)]
        assert seen.reshape(-1) == pytest.approx(single, abs=1e-9)


def test_an_edge_that_just_touches_a_base_hides_the_same_in_bulk():
    """Where the square root of a rounding would tell, bulk and single question round alike."""
    ring = Polygon([(11.25, 5), (11.5, 5), (11.5, 7.25), (11.25, 7.25)])
    man = Soldier("B1", "blue", 17.0, 1.25, ("rifle",))
    scene = Scene(36.0, 24.0, soldiers=(man,), things=(Thing("mug-0", "mug", ring, 3.75),))
    book = book_named("omog-advanced")
    field, rule = field_of(scene, book.meanings), book.sees(book)
    men, there = stands_of(field, list(field.stands.values())), stands_at(field, [(11.0, 7.25)])
    (single,) = sights(field, rule, [(men.stand(0), there.stand(0))])
    assert exposures(rule, men, there)[0, 0] == pytest.approx(single.exposure, abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(scene=scenes(most_things=7), others=places)
def test_who_stands_where_stands_as_a_man_put_there(scene, others):
    """Elevation and surroundings at a place are those of a man moved to it."""
    field, man = field_of(scene, book_named("omog-advanced").meanings), scene.soldiers[0]
    stands = stands_at(field, np.array(others), man.radius)
    for number, (x, y) in enumerate(others):
        moved = replace(man, x=x, y=y, elevation=0.0, on=None)
        assert stands.stand(number) == field.stand(moved)


def test_an_empty_table_hides_nobody():
    """Without things everybody is seen whole, at his distance."""
    book = book_named("combat")
    field = field_of(Scene(36.0, 24.0), book.meanings)
    men = stands_at(field, np.array([[1.0, 1.0], [4.0, 5.0]]))

    assert exposures(book.sees(book), men, men).tolist() == [[1.0, 1.0], [1.0, 1.0]]
    assert distances_in(men, men).tolist() == [[0.0, 5.0], [5.0, 0.0]]
