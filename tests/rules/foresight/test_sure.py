"""How sure a ruling is: what is stated comes true as often as it says."""

from dataclasses import replace
from math import hypot, pi, tan
from random import Random
from statistics import NormalDist

import pytest
from shapely import Point, box
from shapely.affinity import translate

from rules.book.ask import ask
from rules.book.shelf import book_named
from rules.foresight.sure import ruling, sure
from table.directions import step
from table.places import TablePoint
from table.scene import Scene, Soldier, Thing

QUESTION = {"ask": "shoot", "shooter": "R01", "target": "B01", "weapon": "rifle"}
SPREAD = 1.0 / 2.7971  # of one coordinate, where the radius 1 holds 98 in 100
EDGE = 0.035  # within which half of all outlines reach, see docs/foresight.md


def table(distance_in, error=0.3, *, turn=0.0):
    there = step(TablePoint(6.0, 10.0), turn, distance_in)
    arms = {"weapons": ("rifle",), "facing": turn}
    men = (
        Soldier("R01", "red", 6.0, 10.0, error=error, **arms),
        Soldier("B01", "blue", there.x, there.y, error=error, **arms),
    )
    return Scene(36.0, 24.0, men)


def test_men_nobody_measured_have_no_doubt():
    """An exact scene says nothing of it."""
    book, scene = book_named("omog-advanced"), table(9.0, error=None)

    assert sure(book, scene, QUESTION, ask(scene, QUESTION, book)) is None


def test_far_from_any_border_it_is_sure():
    """Nothing within the errors changes it."""
    book, scene = book_named("omog-advanced"), table(9.0)
    found = sure(book, scene, QUESTION, ask(scene, QUESTION, book))

    assert found.chance == 1.0
    assert found.otherwise is None


def test_on_a_border_it_is_an_even_guess():
    """At the end of a range half of the true places lie beyond."""
    book = book_named("omog-advanced")
    scene = table(border_in(book))
    found = sure(book, scene, QUESTION, ask(scene, QUESTION, book))

    assert 0.4 < found.chance < 0.6
    assert found.otherwise


def border_in(book):
    """Where the first range ends."""
    near = ruling(ask(table(8.0), QUESTION, book))
    low, high = 8.0, 20.0
    while high - low > 1e-6:
        middle = (low + high) / 2
        same = ruling(ask(table(middle), QUESTION, book)) == near
        low, high = (middle, high) if same else (low, middle)
    return low


@pytest.mark.parametrize("beside_in", [-0.2, -0.1, 0.1, 0.25])
@pytest.mark.parametrize(
    ("one", "other", "turn"),
    [(0.3, 0.3, 0.0), (0.3, 0.3, 25.0), (0.1, 0.4, -20.0), (0.4, None, 10.0), (None, 0.4, 10.0)],
)
def test_beside_a_border_it_is_as_sure_as_the_errors_say(beside_in, one, other, turn):
    """Two men off by their own normal errors: the chance that they are still on this side of it."""
    book = book_named("omog-advanced")
    scene = table(border_in(book) + beside_in, turn=turn)
    scene = scene.with_soldiers(
        replace(scene.soldier("R01"), error=one), replace(scene.soldier("B01"), error=other)
    )
    found = sure(book, scene, QUESTION, ask(scene, QUESTION, book))

    spread = SPREAD * hypot(one or 0.0, other or 0.0)
    same_side = NormalDist(0.0, spread).cdf(abs(beside_in))
    assert found.chance == pytest.approx(same_side, abs=0.015)


@pytest.mark.slow
def test_what_is_stated_comes_true():
    """Men are seen where they do not quite stand; over all the stated chances add up."""
    book, random, shots = book_named("omog-advanced"), Random(4), 600
    border = border_in(book)
    stated, right = 0.0, 0
    for _ in range(shots):
        true = table(border + random.uniform(-0.5, 0.5))
        seen = true.with_soldiers(
            *(
                replace(
                    man,
                    x=man.x + random.gauss(0, 0.3 * SPREAD),
                    y=man.y + random.gauss(0, 0.3 * SPREAD),
                )
                for man in true.soldiers
            )
        )
        answer = ask(seen, QUESTION, book)
        stated += sure(book, seen, QUESTION, answer).chance
        right += ruling(answer) == ruling(ask(true, QUESTION, book))

    assert right / shots == pytest.approx(stated / shots, abs=1.5 / shots**0.5)


def measured(true, random, error=0.1):
    """The table as a camera might have it: men and things each off for themselves."""

    def off():
        return random.gauss(0, error * SPREAD)

    def edge_off():
        return edge * tan(pi * (random.random() - 0.5))

    men = (replace(man, x=man.x + off(), y=man.y + off(), error=error) for man in true.soldiers)
    edge = max(error * SPREAD, EDGE) / (4.0 / pi + 0.5)
    things = (
        replace(
            thing,
            footprint=grown(translate(thing.footprint, edge_off(), edge_off()), 0.5 * edge_off()),
            height=max(thing.height + off(), 0.0),
        )
        for thing in true.things
    )
    return replace(true, soldiers=tuple(men), things=tuple(things))


def grown(shape, by_in):
    found = shape.buffer(by_in, join_style="mitre")
    return shape if found.is_empty else found


def near_an_edge(random):
    """Two men between whom the edge of a mug or a wall runs, more or less."""
    away, kind = random.uniform(7.0, 15.0), random.choice(("mug", "wall", "book"))
    at, height = random.uniform(2.0, away - 1.6), {"mug": 3.75, "wall": 0.5, "book": 2.0}[kind]
    beside = random.uniform(-0.25, 0.25)
    shape = {
        "mug": Point(6.0 + at, 10.0 + random.choice((0.5, -0.5)) + 1.6 + beside).buffer(1.6),
        "wall": box(6.0 + away - 1.0, 10.0 + beside, 6.0 + away - 0.8, 14.0),
        "book": box(6.0 + at, 10.5 + beside, 7.5 + at, 14.0),
    }[kind]
    men = (
        Soldier("R01", "red", 6.0, 10.0, ("rifle",)),
        Soldier("B01", "blue", 6.0 + away, 10.0, ("rifle",)),
    )
    return Scene(36.0, 24.0, men, (Thing(f"{kind}-1", kind, shape, height),))


def told_and_right(shots, seed):
    """What was stated of shots near a border, and whether each was right."""
    book, random = book_named("omog-advanced"), Random(seed)
    found = []
    for _ in range(shots):
        true = near_an_edge(random)
        seen = measured(true, random)
        answer = ask(seen, QUESTION, book)
        same = ruling(answer) == ruling(ask(true, QUESTION, book))
        found.append((sure(book, seen, QUESTION, answer).chance, same))
    return found


def test_a_thing_that_may_lie_otherwise_makes_it_unsure():
    """By the edge of a mug: as sure as other draws of the same errors are of the same ruling."""
    book, random = book_named("omog-advanced"), Random(8)
    mug = Thing("mug-1", "mug", Point(12.0, 11.33).buffer(1.6), 3.75)
    scene = replace(table(10.0, error=0.1), things=(mug,))
    here = ruling(ask(scene, QUESTION, book))
    others = [ruling(ask(measured(scene, random), QUESTION, book)) for _ in range(150)]

    found = sure(book, scene, QUESTION, ask(scene, QUESTION, book))

    assert 0.1 < found.chance < 0.9
    assert found.chance == pytest.approx(others.count(here) / len(others), abs=0.12)


@pytest.mark.parametrize(
    ("inside_in", "least", "most"), [(0.03, 0.5, 0.75), (0.5, 0.95, 0.99), (1.0, 1.0, 1.0)]
)
def test_who_stands_by_a_cloths_edge_may_stand_beside_it(inside_in, least, most):
    """A man measured in woods is in them as far as their outline may lie under him."""
    book = book_named("omog-advanced")
    woods = Thing("napkin-1", "napkin", box(10.0, 5.0, 16.0 + inside_in, 15.0), 0.0)
    scene = replace(table(10.0, error=0.04), things=(woods,))
    scene = scene.with_soldiers(replace(scene.soldier("B01"), on="napkin-1"))
    sight = {"ask": "sight", "from": "R01", "to": "B01"}

    answer = ask(scene, sight, book)

    assert answer.visible
    assert least <= sure(book, scene, sight, answer).chance <= most


@pytest.mark.parametrize(
    ("away_in", "height", "least", "most"),
    [
        (0.44, 0.0, 0.7, 0.85),
        (0.44, 0.3, 0.94, 1.0),
        (0.8, 0.0, 0.94, 1.0),
    ],
)
def test_a_cloth_that_is_seen_to_end_by_a_base_may_go_on_under_it(away_in, height, least, most):
    """One time in four or five he stands in woods that end by his rim; not in what is high."""
    book = book_named("omog-advanced")
    woods = Thing("napkin-1", "napkin", box(16.0 + away_in, 5.0, 22.0, 15.0), height)
    scene = replace(table(10.0, error=0.04), things=(woods,))
    answer = ask(scene, QUESTION, book)

    found = sure(book, scene, QUESTION, answer)

    assert answer.allowed
    assert least <= found.chance <= most


@pytest.mark.slow
def test_things_that_lie_otherwise_are_counted():
    """Near the edges of things, too, the stated chances add up to the rulings that were right."""
    shots = 400
    found = told_and_right(shots, 8)
    stated, right = (sum(one) / shots for one in zip(*found, strict=True))

    assert right == pytest.approx(stated, abs=1.5 / shots**0.5)
    assert any(chance < 1.0 for chance, _ in found)
