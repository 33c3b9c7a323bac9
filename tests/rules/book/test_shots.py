"""Shots in bulk: each is what the single question answers."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.book.answer import Shot
from rules.book.ask import ask
from rules.book.chances import chance_on
from rules.book.shelf import NAMES, book_named
from rules.book.shots import FireQuestion, shots_at, shots_from
from rules.foresight.mirrored_table import mirrored_table
from spotter.setup.army_text import army_of, example
from table.scene import Scene, Soldier, Thing
from tests.rules.geometry_scenes import thing
from tests.strategies import quarter_x, quarter_y, scenes

places = st.lists(
    st.tuples(quarter_x, quarter_y) | st.tuples(st.floats(0.1, 35.9), st.floats(0.1, 23.9)),
    min_size=1,
    max_size=8,
)
AS_ASKED = {
    "combat": ({}, {"declare": {"heard": True}}, {"declare": {"shots": 2}}),
    "lgam": ({}, {"declare": {"opportunity": True}}),
    "omniwar": ({}, {"declare": {"grid": True}}),
    "omog-advanced": ({}, {"declare": {"double_ranges": True}}),
    "omog-musket": ({}, {"weapon": "musket"}),
}


def told(scene, moved, question, book):
    """Whether the single question allows the shot, its chance, a cone's included, how many."""
    answer = ask(scene.with_soldiers(moved), question, book)
    allowed = isinstance(answer, Shot) and answer.allowed
    chance = chance_on(answer, question["target"])
    return (allowed, chance, max(answer.shots, 1) if allowed else 1)


def bulk(shots, *cell):
    return (shots.allowed[cell], shots.chance[cell], shots.times[cell])


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40, deadline=None)
@given(scene=scenes(most_things=7), there=places, data=st.data())
def test_each_is_the_single_answer(name, scene, there, data):
    """At every place, by every man and at every man, as one question would have it."""
    book, man = book_named(name), scene.soldiers[0]
    asked = data.draw(st.sampled_from(AS_ASKED[name]))
    others = [other.id for other in scene.soldiers[1:]]
    fire = FireQuestion(book, scene, asked)
    at = shots_at(fire, others, man.id, np.array(there))
    by = shots_from(fire, man.id, np.array(there), others)
    for column, (x, y) in enumerate(there):
        moved = replace(man, x=x, y=y, elevation=0.0, on=None)
        for row, other in enumerate(others):
            question = {"ask": "shoot", **asked, "shooter": other, "target": man.id}
            back = question | {"shooter": man.id, "target": other}
            single = told(scene, moved, question, book)
            assert bulk(at, row, column) == single
            single = told(scene, moved, back, book)
            assert bulk(by, column, row) == single


@pytest.mark.parametrize("name", NAMES)
def test_what_a_search_keeps_is_what_the_book_says(name):
    """Answers kept by kind, used for all men alike, are the answers without them."""
    book, random = book_named(name), Random(2)
    men = example(book)
    scene = mirrored_table(army_of((("red", men), ("blue", men)), book), Random(4))
    reds, blues = ([m for m in scene.soldiers if m.side == side] for side in ("red", "blue"))
    known = {}
    for man in reds:
        near = [(random.uniform(9.0, 18.0), random.uniform(1.0, 23.0)) for _ in range(12)]
        enemies = [
            replace(enemy, x=random.uniform(18.0, 27.0), y=random.uniform(1.0, 23.0))
            for enemy in blues
        ]
        there = scene.with_soldiers(*enemies)
        for weapon in man.weapons:
            plain = FireQuestion(book, there, {"weapon": weapon})
            found = [
                shots_from(fire, man.id, np.array(near), [enemy.id for enemy in enemies])
                for fire in (plain, replace(plain, known=known))
            ]
            assert np.array_equal(found[0].hit, found[1].hit)
    assert known


def test_a_wall_is_felt_place_by_place():
    """Behind a wall a shot needs more, beside it it does not."""
    wall = thing("wall", (20.0, 10.0, 20.2, 14.0), 0.5)
    men = (
        Soldier("R1", "red", 16.0, 12.0, weapons=("rifle",)),
        Soldier("B1", "blue", 30.0, 12.0, weapons=("rifle",)),
    )
    scene = Scene(36.0, 24.0, men, (Thing("wall-1", "wall", wall.footprint, 0.5),))
    fire = FireQuestion(book_named("omog-advanced"), scene)
    shots = shots_at(fire, ["R1"], "B1", np.array([[21.0, 12.0], [16.0, 17.0], [35.0, 23.0]]))

    assert shots.allowed.tolist() == [[True, True, False]]
    assert 0.0 == shots.chance[0, 2] < shots.chance[0, 0] < shots.chance[0, 1]
    assert shots.distance_in[0] == pytest.approx([5.0, 5.0, np.hypot(19, 11)])


def test_nobody_and_nowhere():
    """No shooters, no places and no weapon give empty answers or none that is allowed."""
    men = (Soldier("R1", "red", 4.0, 4.0), Soldier("B1", "blue", 8.0, 4.0))
    fire = FireQuestion(book_named("lgam"), Scene(36.0, 24.0, men))

    assert shots_at(fire, [], "B1", np.array([[5.0, 5.0]])).chance.shape == (0, 1)
    assert shots_from(fire, "R1", np.empty((0, 2)), ["B1"]).chance.shape == (0, 1)
    assert not shots_at(fire, ["R1"], "B1", np.array([[5.0, 5.0]])).allowed.any()
