"""Army cards say what the rulebook answers."""

import pytest

from rules.book.shelf import book_named
from spotter.setup.weapon_lines import all_card_lines, weapon_lines
from table.army import Army, Enlisted, Side, TagStyle


@pytest.mark.parametrize(
    ("book", "weapon", "first"),
    [
        pytest.param("lgam", "rifle", "to 36 in: effective, 7- on 2d6 (58%)", id="lgam rifle"),
        pytest.param("lgam", "light-mortar", "24 to 48 in: effective, 7- on 2d6 (58%)", id="least"),
        pytest.param(
            "combat", "rifle", "to 3 in: extremely-close, 86- on 1d100 (86%)", id="scaled"
        ),
    ],
)
def test_lines(book, weapon, first):
    """A weapon's first line is its nearest band with the number and its chance."""
    assert weapon_lines(book_named(book), weapon, None)[0] == first


def test_no_weapon():
    """What the rulebook does not know as a weapon is said to be none."""
    assert weapon_lines(book_named("lgam"), "banjo", None) == (
        'nothing to shoot with in L.G.A.M. ("Little Green Army Men")',
    )


def test_all_weapons_of_a_man():
    """A man's card has a heading for each of his weapons."""
    men = (Enlisted("R1", "red", ("rifle", "pistol")), Enlisted("R2", "red"))
    lines = all_card_lines(Army(TagStyle(), (Side("red"),), men), book_named("lgam"))

    assert [text for text, heading in lines["R1"] if heading] == ["rifle", "pistol"]
    assert lines["R2"] == ()
