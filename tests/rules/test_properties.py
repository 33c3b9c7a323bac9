"""What holds of every scene and every question, whatever the numbers."""

from dataclasses import replace
from math import cos, radians, sin
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Point, Polygon
from shapely.affinity import affine_transform

from rules.book.ask import ask, ask_all
from rules.book.dice import at_least, at_most
from rules.book.shelf import NAMES, book_named
from rules.measure.area import AreaRings
from table.scene import Scene, Soldier
from tests.strategies import questions, scenes, things

FEW = settings(max_examples=60)
OMOG = ("omog-advanced", "omog-musket")


def _turned(scene: Scene, turn_deg: float, dx: float, dy: float) -> Scene:
    """The whole scene turned about the origin and shifted."""
    c, s = cos(radians(turn_deg)), sin(radians(turn_deg))

    def man(soldier: Soldier) -> Soldier:
        x, y = c * soldier.x - s * soldier.y + dx, s * soldier.x + c * soldier.y + dy
        return replace(soldier, x=x, y=y, facing=(soldier.facing + turn_deg) % 360.0)

    return replace(
        scene,
        soldiers=tuple(map(man, scene.soldiers)),
        things=tuple(
            replace(thing, footprint=affine_transform(thing.footprint, [c, -s, s, c, dx, dy]))
            for thing in scene.things
        ),
    )


def _without_places(value: Any) -> Any:
    """An answer without what moves when the scene does, numbers rounded."""
    if isinstance(value, dict):
        moving = {"area", "lands"}
        return {k: _without_places(v) for k, v in value.items() if k not in moving}
    if isinstance(value, list):
        return [_without_places(entry) for entry in value]
    return round(value, 4) if isinstance(value, float) else value


def _questions(scene: Scene) -> list[dict[str, Any]]:
    one, other = scene.soldiers[0].id, scene.soldiers[1].id
    return [
        {"ask": "sight", "from": one, "to": other},
        {"ask": "sight", "from": other, "to": one},
        {"ask": "shoot", "shooter": one, "target": other},
        {"ask": "burst", "shooter": one, "aim": other, "roll": 5},
        {"ask": "fight", "attackers": [one], "defender": other},
        {"ask": "units"},
    ]


@pytest.mark.parametrize("book", OMOG)
@FEW
@given(scene=scenes(), turn_deg=st.sampled_from([0.0, 30.0, 90.0, 137.5]), dx=st.floats(-9, 9))
def test_turning_the_table_changes_no_answer(book: str, scene: Scene, turn_deg, dx):
    """Turn and shift everything, and no answer changes but its places."""
    asked = _questions(scene)
    here = ask_all(scene, asked, book_named(book))
    there = ask_all(_turned(scene, turn_deg, dx, 2.0), asked, book_named(book))

    assert _without_places(there) == _without_places(here)


@pytest.mark.parametrize("book", NAMES)
@FEW
@given(scene=scenes(), extra=things(99))
def test_another_thing_never_raises_exposure(book: str, scene: Scene, extra):
    """A thing that nobody stands in hides more or the same, never less."""
    held = any(extra.footprint.distance(Point(man.x, man.y)) < 0.01 for man in scene.soldiers)
    more = replace(scene, things=(*scene.things, extra))
    question = _questions(scene)[0]
    before, after = (ask(table, question, book_named(book)) for table in (scene, more))

    assert held or after.exposure <= before.exposure + 1e-9


@pytest.mark.parametrize("book", NAMES)
@FEW
@given(scene=scenes(most_things=3), question=questions)
def test_no_question_raises(book: str, scene: Scene, question):
    """However malformed, a question gets an answer or an error sentence."""
    answers = ask_all(scene, [question], book_named(book))

    assert len(answers) == 1


@given(dice=st.sampled_from(["1d6", "2d6", "1d10", "1d100"]), number=st.integers(-2, 110))
def test_a_harder_throw_is_never_likelier(dice, number):
    """One more is never easier to reach, one less never easier to stay under."""
    assert at_least(dice, number + 1).chance <= at_least(dice, number).chance
    assert at_most(dice, number - 1).chance <= at_most(dice, number).chance


legs = st.tuples(st.floats(-7, 7), st.floats(-7, 7))


@pytest.mark.parametrize("book", OMOG)
@settings(max_examples=12)
@given(scene=scenes(), ways=st.lists(st.lists(legs, min_size=1, max_size=2), min_size=20))
def test_reach_holds_the_end_of_every_allowed_move(book: str, scene: Scene, ways):
    """Whatever way a man goes, straight or bent, he ends inside his reach, empty if he cannot."""
    man = scene.soldiers[0]
    rules = book_named(book)
    polygon = _polygon(ask(scene, {"ask": "reach", "soldier": man.id}, rules).area)
    for way in ways:
        path = [[man.x, man.y], *([man.x + dx, man.y + dy] for dx, dy in way)]
        move = ask(scene, {"ask": "move", "soldier": man.id, "path": path}, rules)
        if polygon.is_empty:  # he cannot go anywhere; to stay is no way to go
            assert not move.allowed or move.length == 0, path
            continue
        assert not move.allowed or polygon.distance(Point(path[-1])) < 0.05, path


def _polygon(area: AreaRings) -> Polygon:
    return Polygon(area[0], area[1:]) if area else Polygon()
