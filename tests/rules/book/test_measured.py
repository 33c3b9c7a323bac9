"""What is refused for a length, a number or an angle says how much it was and how much may be."""

import pytest
from shapely import box

from rules.book.ask import ask
from rules.book.measured import at_least, at_most
from rules.book.shelf import book_named
from table.scene import Scene, Soldier, Thing

TABLE = (200.0, 60.0)


def refusals(book, question, *men, things=()):
    """Why the question is refused, by rule."""
    answer = ask(Scene(*TABLE, men, things), question, book_named(book))
    return {one.rule: one.why for one in answer.refusals}


def man(name, side, x, *weapons, y=30.0, **more):
    """A man on the line."""
    return Soldier(name, side, x, y, weapons, **more)


def walk(x):
    """R1 goes straight along the line from 10."""
    return {"ask": "move", "soldier": "R1", "path": [[10, 30], [x, 30]]}


WOODS = Thing("w", "napkin", box(9, 20, 30, 40), 0.0)


@pytest.mark.parametrize(
    ("book", "rule", "told", "weapon", "things", "x"),
    [
        ("omog-advanced", "OA-MOVE-11", "7 in, 4 in at most", "rifle", (), 17),
        ("omog-advanced", "OA-MOVE-11", "4.02 in, 4 in at most", "rifle", (), 14.02),
        ("omog-advanced", "OA-MOVE-11", "4 in, 3 in at most", "rifle", (WOODS,), 14),
        ("omog-musket", "OM-MOVE-11", "7 in, 4 in at most", "musket", (), 17),
        ("lgam", "LG-MOVE-02", "13 in, 12 in at most", "rifle", (), 23),
        ("lgam", "LG-MOVE-02", "13 in, 6 in at most", "rifle", (WOODS,), 23),
        ("omniwar", "OW-MOVE-01", "at most", "infantry", (), 90),
        ("combat", "CO-MOVE-02", "70 in, 15 in at most", "rifle", (), 80),
    ],
)
def test_too_far(book, rule, told, weapon, things, x):  # noqa: PLR0917 - a row of the table
    """How far he went and how far he may, over the ground that he went over."""
    assert told in refusals(book, walk(x), man("R1", "red", 10, weapon), things=things)[rule]


@pytest.mark.parametrize(
    ("book", "rule", "told", "weapon", "x"),
    [
        ("omog-advanced", "OA-SHOOT-03", "30 in, 18 in at most", "rifle", 40),
        ("omog-advanced", "OA-ROCKET-03", "2 in, 3 in at least", "bazooka", 12),
        ("omog-musket", "OM-SHOOT-03", "in at most", "musket", 60),
        ("lgam", "LG-FIRE-09", "in at most", "pistol", 100),
        ("omniwar", "OW-ATK-01", "at most", "infantry", 150),
        ("combat", "CO-RNG-03", "in at most", "pistol", 199),
    ],
)
def test_out_of_range(book, rule, told, weapon, x):
    """How far the target is and how far the weapon reaches."""
    men = man("R1", "red", 10, weapon), man("B1", "blue", x, weapon)
    question = {"ask": "shoot", "shooter": "R1", "target": "B1", "weapon": weapon}

    assert told in refusals(book, question, *men)[rule]


def test_too_near_for_a_mortar_and_too_far():
    """A burst has both limits, and the one that is broken is told."""
    men = man("R1", "red", 10, "mortar"), man("R2", "red", 11, "rifle")
    question = {"ask": "burst", "shooter": "R1", "weapon": "mortar"}

    near = refusals("omog-advanced", {**question, "aim": [15, 30]}, *men)["OA-MORTAR-02"]
    far = refusals("omog-advanced", {**question, "aim": [45, 30]}, *men)["OA-MORTAR-02"]

    assert near.endswith("5 in, 12 in at least")
    assert far.endswith("35 in, 30 in at most")


def test_a_man_who_looks_away():
    """COMBAT says how far to his side the target is."""
    men = man("R1", "red", 50, "rifle", facing=180.0), man("B1", "blue", 60, "rifle")
    question = {"ask": "shoot", "shooter": "R1", "target": "B1"}

    assert refusals("combat", question, *men)["CO-FIRE-05"].endswith(
        "180 degrees, 90 degrees at most"
    )


def test_men_who_do_not_touch():
    """Hand to hand says how far apart their bases are."""
    men = man("R1", "red", 10, "rifle"), man("B1", "blue", 13, "rifle")
    question = {"ask": "fight", "attackers": ["R1"], "defender": "B1"}

    assert refusals("omog-advanced", question, *men)["OA-HAND-01"].endswith("2 in, 0.25 in at most")


def test_nothing_is_measured_of_what_is_no_length():
    """Who shoots at his own side is told that alone."""
    men = man("R1", "red", 10, "rifle"), man("R2", "red", 15, "rifle")
    question = {"ask": "shoot", "shooter": "R1", "target": "R2"}

    assert refusals("omog-advanced", question, *men) == {
        "OA-SHOOT-04": book_named("omog-advanced").rows["OA-SHOOT-04"].why
    }


def test_the_two_numbers_always_differ():
    """However little is too much."""
    assert at_most(4.0004, 4.0) == "4.0004 in, 4 in at most"
    assert at_least(2.9996, 3.0) == "2.9996 in, 3 in at least"
