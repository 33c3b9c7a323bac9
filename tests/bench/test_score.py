"""The scorer counts what is right, missed, invented and wrongly named."""

from dataclasses import replace

import pytest
from shapely import box

from table.places import TablePoint
from table.scene import Order, Scene, Soldier, Thing
from tests.bench.accuracy_rows import sure_rows, worse_rows
from tests.bench.score import TagTruth, Truth, overlap, score

MEN = (Soldier("R01", "red", 10.0, 10.0, facing=350.0), Soldier("R02", "red", 20.0, 10.0))
MUG = Thing("mug-1", "mug", box(4, 4, 7, 7), 3.75)
REAL = Scene(36.0, 24.0, MEN, (MUG,), (Order("FIRE", 3.0, 20.0),), unknown=("Q77",))


def test_the_truth_scores_full():
    """The truth agrees with itself."""
    s = score(REAL, Truth(REAL))

    assert (len(s.men), s.missed, s.wrong, s.recall) == (2, (), (), 1.0)
    assert s.kinds["mug"].mean_overlap == pytest.approx(1.0)
    assert (s.orders_missed, s.orders_invented, s.unknown_missed) == (0, 0, ())


def test_places_and_facings_are_measured():
    """Off by 3 and 4 tenths is half an inch off; 350 to 5 degrees is fifteen."""
    found = replace(REAL, soldiers=(replace(MEN[0], x=10.3, y=10.4, facing=5.0, error=0.4),))
    man = score(found, Truth(REAL)).men[0]

    assert man.off_in == pytest.approx(0.5)
    assert man.facing_off_deg == pytest.approx(15.0)
    assert man.honest is False


def test_swapped_names_are_wrong():
    """Two men who changed names are two wrong names and two men missed."""
    swapped = (replace(MEN[0], x=20.0), replace(MEN[1], x=10.0))
    s = score(replace(REAL, soldiers=swapped), Truth(REAL))

    assert (s.wrong, s.missed, s.men) == (("R01", "R02"), ("R01", "R02"), ())


def test_a_hidden_man_is_not_held_against_anybody():
    """A tag of which hardly anything shows is counted apart."""
    truth = Truth(REAL, {"R02": TagTruth(0.1, 2.0)})
    s = score(replace(REAL, soldiers=MEN[:1]), truth)

    assert (s.missed, s.hidden_missed) == ((), ("R02",))


def test_a_man_in_the_hand_is_no_wrong_name():
    """Who is held may be reported where he last stood."""
    truth = Truth(replace(REAL, soldiers=MEN[:1]), held=("R02",))

    assert score(REAL, truth).wrong == ()


def test_things_by_overlap():
    """A mug half an inch aside is found; a napkin nobody laid is invented; none is missed."""
    found = replace(
        REAL,
        things=(
            replace(MUG, footprint=box(4.5, 4, 7.5, 7)),
            Thing("napkin-1", "napkin", box(0, 0, 3, 3), 0.0),
        ),
    )
    s = score(found, Truth(REAL))

    assert s.kinds["mug"].overlaps == (pytest.approx(2.5 / 3.5),)
    assert s.kinds["mug"].centre_off_in == (pytest.approx(0.5),)
    assert (s.kinds["napkin"].invented, s.kinds["napkin"].precision) == (1, 0.0)


def test_overlap_of_apart_is_none():
    """Footprints that do not meet overlap by 0."""
    assert overlap(box(0, 0, 1, 1), box(2, 2, 3, 3)) == 0.0


def test_orders_and_strangers():
    """A card under another word is one missed and one invented; a stranger unread is missed."""
    found = replace(
        REAL, orders=(Order("MOVE", 3.0, 20.0),), unknown=(), unread=(TablePoint(1, 1),)
    )
    s = score(found, Truth(REAL))

    assert (s.orders_missed, s.orders_invented) == (1, 1)
    assert (s.unknown_missed, s.unread) == (("Q77",), 1)


def test_confidences_are_held_against_the_truth():
    """Of two things found with 0.97 of which one is there, half are there."""
    found = replace(
        REAL,
        things=(
            replace(MUG, confidence=0.97),
            Thing("napkin-1", "napkin", box(0, 0, 3, 3), 0.0, confidence=0.97),
        ),
    )
    rows = sure_rows(score(found, Truth(REAL)).kinds.values())

    assert rows == [{"sure": "0.95", "things": 2, "mean_sure": 0.97, "there": 0.5}]


def test_worse_rows_are_named():
    """A row with fewer men, or farther off than a hair, is told; a better one is not."""
    stored = [{"picture": "oak", "named": 11, "median_in": 0.02}]

    assert worse_rows([{"picture": "oak", "named": 12, "median_in": 0.021}], stored) == []
    told = worse_rows([{"picture": "oak", "named": 10, "median_in": 0.05}], stored)
    assert told == ["oak: median_in 0.05, was 0.02", "oak: named 10, was 11"]


def test_one_more_thing_is_not_worse_though_it_lowers_the_mean():
    """A mean overlap is held against one of as many things, not of fewer."""
    stored = [{"picture": "oak", "kind": "napkin", "right": 1, "overlap": 0.95}]
    more = {"picture": "oak", "kind": "napkin", "right": 2, "overlap": 0.92}

    assert worse_rows([more], stored) == []
    assert worse_rows([more | {"right": 1}], stored) == ["oak napkin: overlap 0.92, was 0.95"]
