"""The smallest step that helps: it may be made, and asking again from there proves it."""

from dataclasses import replace
from random import Random

import pytest
from shapely import box

from rules.book.ask import ask
from rules.book.shelf import NAMES, book_named
from rules.foresight.mirrored_table import mirrored_table
from rules.foresight.nearby import POOR, chance_of, nearby
from rules.foresight.options import is_free
from spotter.setup.army_text import army_of, example
from table.scene import Scene, Soldier, Thing


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_step_is_allowed_and_helps(name, seed):
    """Every hint of a random table is asked again."""
    book, random = book_named(name), Random(seed)
    men = example(book)
    scene = mirrored_table(army_of((("red", men), ("blue", men)), book), random)
    scene = scene.with_soldiers(
        *(replace(m, x=random.uniform(2, 34), y=random.uniform(2, 22)) for m in scene.soldiers)
    )
    man = scene.soldiers[0]
    arms = {"weapon": man.weapons[0]} if man.weapons else {}
    for enemy in (other for other in scene.soldiers if other.side != man.side):
        question = {"ask": "shoot", "shooter": man.id, "target": enemy.id, **arms}
        answer = ask(scene, question, book)
        found = nearby(book, scene, question, answer)
        if found is None:
            continue
        assert chance_of(answer) <= POOR
        path = [[man.x, man.y], [found.place.x, found.place.y]]
        assert ask(scene, {"ask": "move", "soldier": man.id, "path": path}, book).allowed
        there = replace(man, x=found.place.x, y=found.place.y, on=None, elevation=0.0)
        again = ask(scene.with_soldiers(there), question, book)
        assert again == found.shot
        assert chance_of(again) > chance_of(answer)


def test_a_mug_in_the_way():
    """A step to the side and the mug no longer hides him."""
    book = book_named("omog-advanced")
    men = (
        Soldier("R01", "red", 10.0, 10.0, ("rifle",)),
        Soldier("B01", "blue", 16.0, 10.0, ("rifle",), facing=180.0),
    )
    scene = Scene(36.0, 24.0, men, (Thing("mug-1", "mug", box(12.5, 9.0, 14.0, 10.8), 3.75),))
    question = {"ask": "shoot", "shooter": "R01", "target": "B01", "weapon": "rifle"}
    answer = ask(scene, question, book)
    assert not answer.allowed

    found = nearby(book, scene, question, answer)

    assert found is not None
    assert found.way == "to the right"
    assert found.length_in < 3.0


@pytest.mark.parametrize("name", NAMES)
def test_no_step_leads_onto_anybody_or_off_the_table(name):
    """Men crowd by the table's edge: where a hint leads, his whole base has room."""
    book, random = book_named(name), Random(4)
    arms = book.weapons[:1]
    places = [(random.uniform(0.6, 35.4), y) for y in (0.6, 2.0, 3.4, 22.0, 23.4)]
    men = [Soldier(f"R{i:02}", "red", x, y, arms) for i, (x, y) in enumerate(places)]
    men += [Soldier(f"B{i:02}", "blue", x + 0.8, y + 0.7, arms) for i, (x, y) in enumerate(places)]
    scene = Scene(36.0, 24.0, tuple(men), (Thing("mug-1", "mug", box(9, 1, 12, 23), 3.75),))
    for man, enemy in ((one, other) for one in men for other in men if one.side != other.side):
        question = {"ask": "shoot", "shooter": man.id, "target": enemy.id, "weapon": arms[0]}
        found = nearby(book, scene, question, ask(scene, question, book))
        assert found is None or is_free(scene, man, found.place)


def test_a_good_shot_needs_no_advice():
    """Nothing is said of a shot that is likelier to hit than not."""
    book = book_named("omog-advanced")
    men = (
        Soldier("R01", "red", 10.0, 10.0, ("rifle",)),
        Soldier("B01", "blue", 13.0, 10.0, ("rifle",)),
    )
    question = {"ask": "shoot", "shooter": "R01", "target": "B01", "weapon": "rifle"}
    scene = Scene(36.0, 24.0, men)

    assert nearby(book, scene, question, ask(scene, question, book)) is None
