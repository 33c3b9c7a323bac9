"""Names and places stay what they were unless they changed."""

from dataclasses import replace

import pytest
from shapely import box

from table.scene import Scene, Soldier, Thing
from vision.live.merge import UNCHANGED, DeadBand, GroundTest, merged

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


TAKEN = GroundTest(lambda _: 1.0, lambda _: True)
COVERED = GroundTest(lambda _: 1.0, lambda _: False)


def seen(*soldiers, things=(MUG,)):
    """What a new look gives."""
    return Scene(36.0, 24.0, soldiers=soldiers, things=tuple(things))


def test_measuring_noise_is_not_followed():
    """A hundredth of an inch is no move: the place stays to the last digit."""
    again = replace(BEFORE.soldiers[0], x=10.03, y=11.98, facing=91.0, state={})

    scene = merged(BEFORE, seen(again, BEFORE.soldiers[1]), TAKEN, DeadBand())

    assert scene.soldier("R01") == BEFORE.soldier("R01")


def test_a_man_who_moved_keeps_his_state():
    """His new place, his old ammunition."""
    there = replace(BEFORE.soldiers[0], x=14.0, state={})

    scene = merged(BEFORE, seen(there), TAKEN, DeadBand())

    assert scene.soldier("R01") == replace(there, state={"ammo": {"bazooka": 1}})


def test_nobody_is_made_up():
    """Who is not seen is not in the new look: what became of him is told elsewhere."""
    scene = merged(BEFORE, seen(BEFORE.soldiers[0]), TAKEN, DeadBand())

    assert [man.id for man in scene.soldiers] == ["R01"]


def test_a_place_is_no_surer_than_it_was_measured():
    """Two looks that may both be off by a tenth of an inch differ by less than that by chance."""
    here = replace(BEFORE.soldiers[0], error=0.1)
    again = replace(here, x=10.13)

    scene = merged(replace(BEFORE, soldiers=(here,)), seen(again), TAKEN, DeadBand())

    assert scene.soldier("R01").x == 10.0


def test_what_is_slid_under_a_man_is_under_him():
    """He has not moved, and stands on a napkin now."""
    napkin = Thing("napkin-1", "napkin", box(8, 10, 12, 14), 0.0)
    man = replace(BEFORE.soldiers[0], on="napkin-1", x=10.02)

    scene = merged(BEFORE, seen(man, things=(MUG, napkin)), TAKEN, DeadBand())

    assert (scene.soldier("R01").on, scene.soldier("R01").x) == ("napkin-1", 10.0)


def test_things_keep_their_names():
    """A mug that is found as another number stays the mug it was, and men stand on it still."""
    other = replace(MUG, id="mug-1", footprint=box(3, 3, 6, 6))
    again = replace(MUG, id="mug-2", footprint=box(20.05, 10, 23.05, 13))
    man = replace(BEFORE.soldiers[1], x=22.0, on="mug-2")

    scene = merged(BEFORE, seen(man, things=(other, again)), TAKEN, DeadBand())

    assert {thing.id: thing.footprint.bounds[0] for thing in scene.things} == {
        "mug-1": 20.0,
        "mug-2": 3.0,
    }
    assert scene.soldier("B01").on == "mug-1"


@pytest.mark.parametrize(("ground", "left"), [(UNCHANGED, 1), (COVERED, 1), (TAKEN, 0)])
def test_a_thing_not_found_is_gone_only_where_the_ground_shows(ground, left):
    """A missed mug stays, and one with a sheet over it; one that was taken away is gone."""
    scene = merged(BEFORE, seen(things=()), ground, DeadBand())

    assert len(scene.things) == left


@pytest.mark.parametrize(("ground", "right"), [(COVERED, 23.0), (TAKEN, 21.0)])
def test_a_thing_half_under_a_sheet_keeps_its_outline(ground, right):
    """What is seen of it is a part, unless the ground shows beside it."""
    part = replace(MUG, footprint=box(20, 10, 21, 13))

    scene = merged(BEFORE, seen(things=(part,)), ground, DeadBand())

    assert [(thing.id, thing.footprint.bounds[2]) for thing in scene.things] == [("mug-1", right)]


def test_what_a_sheet_leaves_of_a_road_is_no_road_of_its_own():
    """A piece of it, measured a little too wide: the road is there as it was, and once."""
    road = Thing("road-1", "road", box(2, 8, 26, 10), 0.0)
    end = Thing("road-1", "road", box(17, 7.82, 26.1, 10.18), 0.0)
    apart = Thing("road-1", "road", box(17, 12, 26, 14), 0.0)
    before = replace(BEFORE, things=(road,))

    again, other = (
        merged(before, seen(*BEFORE.soldiers, things=(thing,)), COVERED, DeadBand())
        for thing in (end, apart)
    )

    assert again.things == (road,)
    assert {thing.id for thing in other.things} == {"road-1", "road-2"}


def test_both_ends_of_a_road_under_a_sheet_are_one_road():
    """A sheet across its middle leaves two pieces; a man on either stands on the road."""
    road = Thing("road-1", "road", box(2, 8, 26, 10), 0.0)
    west, east = (replace(road, footprint=box(x, 8, x + 7, 10)) for x in (2, 19))
    ends = (west, replace(east, id="road-2"))
    man = Soldier("R02", "red", 24.0, 9.0, on="road-2")

    scene = merged(replace(BEFORE, things=(road,)), seen(man, things=ends), COVERED, DeadBand())

    assert scene.things == (road,)
    assert scene.soldier("R02").on == "road-1"


def test_a_lower_thing_where_one_stood_says_that_it_is_gone():
    """A plate where the mug was: the mug is not under it."""
    plate = Thing("plate-1", "plate", box(19, 9, 24, 14), 0.5)
    book = Thing("book-1", "book", box(19, 9, 24, 14), 5.0)

    there = [merged(BEFORE, seen(things=(one,)), COVERED, DeadBand()) for one in (plate, book)]

    assert [[thing.kind for thing in scene.things] for scene in there] == [
        ["plate"],
        ["book", "mug"],
    ]


def test_a_thing_carried_elsewhere_keeps_its_name():
    """The mug that went and the mug that came are one; a plate that came is another thing."""
    carried = replace(MUG, footprint=box(5, 3, 8, 6))
    plate = Thing("plate-1", "plate", box(28, 3, 31, 6), 0.5)
    large = replace(MUG, footprint=box(5, 3, 12, 10))

    scene = merged(BEFORE, seen(things=(carried, plate)), TAKEN, DeadBand())
    other = merged(BEFORE, seen(things=(large,)), TAKEN, DeadBand())

    assert {thing.id: thing.footprint.bounds[0] for thing in scene.things} == {
        "mug-1": 5.0,
        "plate-1": 28.0,
    }
    assert [thing.id for thing in other.things] == ["mug-2"]


def test_what_is_found_where_nothing_changed_is_not_new():
    """A road that the first look missed is not laid by paper that slides over its end."""
    road = Thing("road-1", "road", box(2, 2, 14, 4), 0.0)
    beside = GroundTest(lambda thing: 0.1 if thing.kind == "road" else 0.0, lambda _: False)

    assert merged(BEFORE, seen(things=(MUG, road)), beside, DeadBand()).things == (MUG,)
    assert len(merged(BEFORE, seen(things=(MUG, road)), TAKEN, DeadBand()).things) == 2


def test_a_narrow_thing_measured_again_is_where_it_was():
    """A pencil's outline a tenth of an inch off is measuring noise; three tenths are a move."""
    pencil = Thing("wall-1", "wall", box(5, 5, 11, 5.3), 0.3)
    before = replace(BEFORE, things=(pencil,))

    for off_in, stays in ((0.1, True), (0.3, False)):
        again = replace(pencil, footprint=box(5, 5 + off_in, 11, 5.3 + off_in))
        (wall,) = merged(before, seen(things=(again,)), TAKEN, DeadBand()).things
        assert (wall == pencil) == stays


def test_what_paper_leaves_of_a_pencil_is_that_pencil():
    """Measured a little wider its piece is as large as the whole, and ends where the paper lies."""
    pencil = Thing("wall-1", "wall", box(5, 5, 11, 5.27), 0.3)
    piece = replace(pencil, footprint=box(5.9, 5, 11, 5.32))
    before = replace(BEFORE, things=(pencil,))

    assert merged(before, seen(things=(piece,)), COVERED, DeadBand()).things == (pencil,)
    assert merged(before, seen(things=(piece,)), TAKEN, DeadBand()).things == (piece,)
