"""Sight: exposure, what hides, heights, depth; in the fan and in the kite."""

from dataclasses import replace
from math import asin, atan, degrees

import pytest
from hypothesis import given, settings
from shapely import Polygon

from rules.measure.aim import place_in_sight
from rules.measure.field import field_of
from rules.measure.sight import SightRule, sight, sights
from rules.omog.meanings import MEANINGS
from table.places import TablePoint
from table.scene import Scene, Soldier
from tests.rules.geometry_scenes import field, stand, thing
from tests.rules.ray_casting import cast_exposure
from tests.strategies import scenes

HIDING = frozenset({"house", "hill", "woods"})
FAN = SightRule("fan", HIDING, deep_words=frozenset({"woods"}))
KITE = SightRule("kite", HIDING)


@pytest.mark.parametrize("rule", [FAN, KITE], ids=["fan", "kite"])
@pytest.mark.parametrize(
    ("outline", "exposure"),
    [
        pytest.param((8, 10, 10, 14), 0.5, id="half of him behind a house"),
        pytest.param((8, 8, 10, 12), 0.0, id="all of him behind a house"),
        pytest.param((8, 10.5, 10, 14), 1.0, id="a house beside the fan"),
        pytest.param((16, 8, 18, 12), 1.0, id="a house behind him"),
        pytest.param((1, 8, 3.5, 12), 1.0, id="a house behind the viewer"),
    ],
)
def test_exposure(rule, outline, exposure):
    """The share of directions that no house hides."""
    seen = sight(field(thing("mug", outline)), rule, stand(4, 10), stand(14, 10))

    assert seen.exposure == pytest.approx(exposure, abs=1e-9)
    assert seen.blocked_by == (("mug-1",) if exposure < 1.0 else ())
    assert seen.distance_in == pytest.approx(10.0)


def test_things_that_touch_leave_no_gap():
    """Two houses wall to wall hide what one of their size hides."""
    two = field(thing("mug", (8, 8, 10, 10)), thing("mug", (8, 10, 10, 12)))

    seen = sight(two, FAN, stand(4, 10), stand(14, 10))

    assert (seen.exposure, seen.blocked_by) == (0.0, ("mug-1", "mug-2"))


def test_half_behind_each_of_two_things():
    """What two things hide of one man adds up, what both hide counts once."""
    gap = field(thing("mug", (8, 10.1, 10, 14)), thing("book", (11, 6, 12, 9.9), 4.0))

    seen = sight(gap, FAN, stand(4, 10), stand(14, 10))

    upper, lower = degrees(atan(0.1 / 6)), degrees(atan(0.1 / 8))
    assert seen.exposure == pytest.approx((upper + lower) / (2 * degrees(asin(0.05))), abs=1e-6)


def test_through_the_gap_of_a_concave_house():
    """A house with a doorway hides no more than its walls."""
    walls = Polygon(
        [(8, 6), (10, 6), (10, 9.8), (8.5, 9.8), (8.5, 10.2), (10, 10.2), (10, 14), (8, 14)]
    )
    court = Polygon([(8, 6), (10, 6), (10, 9.7), (8, 9.7)])

    assert sight(field(thing("mug", walls)), FAN, stand(4, 10), stand(14, 10)).exposure == 0.0
    assert sight(field(thing("mug", court)), FAN, stand(4, 10), stand(14, 10)).exposure < 1.0


def test_fan_ends_at_the_near_rim_and_kite_at_the_centre():
    """A house inside the near half of a wide base hides in the kite, not in the fan."""
    inside = field(thing("mug", (13.2, 9, 13.4, 11)))
    viewer, target = stand(4, 10), stand(14, 10, base=2.0)

    assert sight(inside, FAN, viewer, target).exposure > 0.5
    assert sight(inside, KITE, viewer, target).exposure < 0.3


def test_within_the_base_all_is_seen():
    """A viewer closer than half a base sees all of it, whatever lies there."""
    seen = sight(field(thing("mug", (9.9, 9, 10.1, 11))), FAN, stand(10, 10), stand(10.4, 10))

    assert (seen.exposure, seen.blocked_by) == (1.0, ())


@pytest.mark.parametrize(
    ("viewer_in", "target_in", "left", "visible"),
    [
        pytest.param(4.0, 0.0, 6.0, True, id="over woods that are near the viewer"),
        pytest.param(4.0, 0.0, 12.0, False, id="not over woods that are near the target"),
        pytest.param(0.0, 4.0, 4.8, False, id="not from below over woods near the viewer"),
        pytest.param(0.0, 4.0, 12.0, True, id="from below over woods near the target"),
        pytest.param(4.0, 4.0, 9.0, True, id="from height to height"),
    ],
)
def test_heights(viewer_in, target_in, left, visible):
    """A thing hides only where the line of sight is lower than it is high."""
    woods = field(thing("napkin", (left, 8, left + 0.5, 12)))

    seen = sight(woods, FAN, stand(4, 10, elevation=viewer_in), stand(14, 10, elevation=target_in))

    assert seen.visible is visible


def test_depth_in_woods():
    """Beyond 2 inches of woods a man is hidden from outside, at 2 inches he is not."""
    men = (
        Soldier("R1", "red", 4, 10),
        Soldier("B1", "blue", 12, 10),
        Soldier("B2", "blue", 13, 10),
    )
    deep = field(thing("napkin", (10, 4, 30, 16)), men=men)

    assert sight(deep, FAN, men[0], men[1]).exposure == 1.0
    hidden = sight(deep, FAN, men[0], men[2])
    assert (hidden.exposure, hidden.blocked_by) == (0.0, ("napkin-1",))
    assert sight(deep, FAN, men[1], men[2]).exposure == 1.0


@settings(max_examples=40)
@given(scene=scenes(most_things=4, most_soldiers=2))
@pytest.mark.parametrize("rule", [SightRule("fan", HIDING), KITE], ids=["fan", "kite"])
def test_rays_agree(rule, scene: Scene):
    """Casting rays one by one comes to the same exposure, concave, raised or overlapping."""
    table = field_of(scene, MEANINGS)
    one, other = (table.stand(man) for man in scene.soldiers)
    seen = sight(table, rule, one, other)
    if seen.distance_in <= other.radius:
        assert seen.exposure == 1.0
        return

    rays = 200
    assert seen.exposure == pytest.approx(
        cast_exposure(table, rule, one, other, rays), abs=8 / rays
    )


def test_many_at_once_are_the_same_as_one_by_one():
    """A batch of views gives what each gives alone."""
    crowd = field(thing("mug", (8, 10, 10, 14)), thing("napkin", (12, 6, 13, 9.8)))
    views = [(stand(4, y), stand(16, 10)) for y in (6, 9, 10, 11, 15)]

    batch, alone = sights(crowd, FAN, views), [sights(crowd, FAN, [view])[0] for view in views]

    assert [seen.exposure for seen in batch] == pytest.approx([seen.exposure for seen in alone])
    assert [seen.blocked_by for seen in batch] == [seen.blocked_by for seen in alone]


def test_what_was_seen_is_not_told_of_another_table():
    """A man who steps aside, or a thing that is moved, is seen anew though all ids stay."""
    men = (Soldier("R1", "red", 4, 10), Soldier("B1", "blue", 14, 10))
    mug, aside = thing("mug", (8, 8, 10, 12)), thing("mug", (8, 13, 10, 17))
    stepped = (men[0], replace(men[1], y=20.0))

    assert not sight(field(mug, men=men), FAN, *men).visible
    assert sight(field(mug, men=stepped), FAN, *stepped).visible
    assert sight(field(aside, men=men), FAN, *men).visible
    assert not sight(field(mug, men=men), FAN, *men).visible


def test_whoever_asks_first_all_are_told_the_same():
    """One man asked about alone, his row, all rows: each sight is what it is by itself."""
    men = tuple(Soldier(f"R{i}", "red", 3 + 4 * (i % 4), 3 + 5 * (i // 4)) for i in range(8))
    crowd = field(thing("mug", (8, 6, 10, 9)), thing("napkin", (12, 4, 16, 7)), men=men)
    pairs = [(one, other) for one in men for other in men if one is not other]

    told = [sight(crowd, FAN, *pair) for pair in pairs]

    alone = [sights(crowd, FAN, [(crowd.stand(a), crowd.stand(b))])[0] for a, b in pairs]
    assert [seen.exposure for seen in told] == pytest.approx([seen.exposure for seen in alone])
    assert [seen.blocked_by for seen in told] == [seen.blocked_by for seen in alone]


@pytest.mark.parametrize(
    ("place", "visible"),
    [
        pytest.param((14, 10), False, id="behind a house"),
        pytest.param((9, 10), True, id="in the house"),
        pytest.param((16, 7), True, id="past its corner"),
        pytest.param((14, 2), True, id="beside it"),
    ],
)
def test_place_in_sight(place, visible):
    """A place is seen where the straight line to it runs through no thing higher than it."""
    house = field(thing("mug", (8, 9, 10, 12)))

    assert place_in_sight(house, FAN, stand(4, 10), TablePoint(*place)) is visible
