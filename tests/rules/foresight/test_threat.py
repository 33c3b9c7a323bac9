"""Maps of danger: every number is what the book answers with the man standing there."""

from dataclasses import replace
from random import Random

import pytest

from rules.book.ask import ask
from rules.book.chances import chance_on
from rules.book.shelf import NAMES, book_named
from rules.foresight.mirrored_table import mirrored_table
from rules.foresight.threat import threat_map
from spotter.setup.army_text import army_of, example


def desk(book, seed):
    men = example(book)
    scene = mirrored_table(army_of((("red", men), ("blue", men)), book), Random(seed))
    random = Random(seed)
    return scene.with_soldiers(
        *(replace(m, x=random.uniform(2, 34), y=random.uniform(2, 22)) for m in scene.soldiers)
    )


def asked_best(book, scene, shooter, target):
    """The best chance of any of his weapons, by asking."""
    found = [0.0]
    for arms in [{"weapon": weapon} for weapon in shooter.weapons] or [{}]:
        question = {"ask": "shoot", "shooter": shooter.id, "target": target.id, **arms}
        found.append(chance_on(ask(scene, question, book), target.id))
    return max(found)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("seed", "cells"),
    [(1, 12), *(pytest.param(s, 500, marks=pytest.mark.slow) for s in range(2, 6))],
)
def test_a_cell_says_what_the_book_says(name, seed, cells):
    """Random cells: each enemy's chance at the man there, and the man's at each enemy."""
    book, random = book_named(name), Random(seed)
    scene = desk(book, seed)
    man = scene.soldiers[0]
    threat = threat_map(book, scene, man.id)

    for cell in random.sample(range(len(threat.xy)), cells):
        x, y = threat.xy[cell].tolist()
        there = replace(man, x=x, y=y, elevation=0.0, on=None)
        moved = scene.with_soldiers(there)
        for number, enemy in enumerate(threat.enemies):
            foe = moved.soldier(enemy)
            danger, strike = threat.dangers[number, cell], threat.strikes[number, cell]
            assert danger == pytest.approx(asked_best(book, moved, foe, there))
            assert strike == pytest.approx(asked_best(book, moved, there, foe))


def test_a_place_is_told_by_its_cell():
    """Danger is that somebody hits; who is likeliest is named first."""
    book = book_named("omog-advanced")
    scene = desk(book, 5)
    threat = threat_map(book, scene, scene.soldiers[0].id)

    told = threat.at(scene.soldiers[-1].place)

    missed = 1.0
    for _, chance in told.by:
        missed *= 1.0 - chance
    assert told.danger == pytest.approx(1.0 - missed)
    assert list(told.by) == sorted(told.by, key=lambda one: (-one[1], one[0]))
    assert abs(told.place.x - scene.soldiers[-1].x) <= threat.cell_in / 2
