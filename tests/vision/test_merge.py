"""Names and places stay what they were unless they changed."""

from dataclasses import replace

import pytest
from shapely import box

from table.scene import Scene, Soldier, Thing
from vision.merge import DeadBand, merged

MUG = Thing("mug-1", "mug", box(20, 10, 23, 13), 3.75)
BEFORE = Scene(
    36.0,
    24.0,
    soldiers=(
        Soldier("R01", "red", 10.0, 12.0, facing=90.0, state={"ammo": {"bazooka": 1}}),
        Soldier("B01", "blue", 21.0, 11.0, on="mug-1"),
    ),
    things=(MUG,),
)


def nothing_changed(_):
    """As if no cell of the table had changed."""
    return False


def all_changed(_):
    """As if every cell of the table had changed."""
    return True


def seen(*soldiers, things=(MUG,)):
    """What a new look gives."""
    return Scene(36.0, 24.0, soldiers=soldiers, things=tuple(things))


def test_measuring_noise_is_not_followed():
    """A hundredth of an inch is no move: the place stays to the last digit."""
    again = replace(BEFORE.soldiers[0], x=10.03, y=11.98, facing=91.0, state={})

    scene = merged(BEFORE, seen(again, BEFORE.soldiers[1]), all_changed, DeadBand())

    assert scene.soldier("R01") == BEFORE.soldier("R01")


def test_a_man_who_moved_keeps_his_state():
    """His new place, his old ammunition."""
    there = replace(BEFORE.soldiers[0], x=14.0, state={})

    scene = merged(BEFORE, seen(there), all_changed, DeadBand())

    assert scene.soldier("R01") == replace(there, state={"ammo": {"bazooka": 1}})


@pytest.mark.parametrize(
    ("has_changed", "left"), [(nothing_changed, {"R01", "B01"}), (all_changed, {"R01"})]
)
def test_a_man_not_read_is_gone_only_where_something_changed(has_changed, left):
    """A tag in glare is no casualty; an empty place is."""
    scene = merged(BEFORE, seen(BEFORE.soldiers[0]), has_changed, DeadBand())

    assert {man.id for man in scene.soldiers} == left


def test_things_keep_their_names():
    """A mug that is found as another number stays the mug it was, and men stand on it still."""
    other = replace(MUG, id="mug-1", footprint=box(3, 3, 6, 6))
    again = replace(MUG, id="mug-2", footprint=box(20.05, 10, 23.05, 13))
    man = replace(BEFORE.soldiers[1], x=22.0, on="mug-2")

    scene = merged(BEFORE, seen(man, things=(other, again)), all_changed, DeadBand())

    assert {thing.id: thing.footprint.bounds[0] for thing in scene.things} == {
        "mug-1": 20.0,
        "mug-2": 3.0,
    }
    assert scene.soldier("B01").on == "mug-1"


@pytest.mark.parametrize(("has_changed", "left"), [(nothing_changed, 1), (all_changed, 0)])
def test_a_thing_not_found_is_gone_only_where_something_changed(has_changed, left):
    """A missed napkin stays; one that was taken away is gone."""
    scene = merged(BEFORE, seen(things=()), has_changed, DeadBand())

    assert len(scene.things) == left


def test_a_thing_carried_elsewhere_keeps_its_name():
    """The mug that went and the mug that came are one; a plate that came is another thing."""
    carried = replace(MUG, footprint=box(5, 3, 8, 6))
    plate = Thing("plate-1", "plate", box(28, 3, 31, 6), 0.5)
    large = replace(MUG, footprint=box(5, 3, 12, 10))

    scene = merged(BEFORE, seen(things=(carried, plate)), all_changed, DeadBand())
    other = merged(BEFORE, seen(things=(large,)), all_changed, DeadBand())

    assert {thing.id: thing.footprint.bounds[0] for thing in scene.things} == {
        "mug-1": 5.0,
        "plate-1": 28.0,
    }
    assert [thing.id for thing in other.things] == ["mug-2"]
