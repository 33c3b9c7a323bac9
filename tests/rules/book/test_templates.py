"""The paper templates are the shapes that the rulebooks judge by."""

import pytest
from shapely.geometry import Polygon

from rules.book.ask import ask_all
from rules.book.shelf import book_named
from rules.omniwar.templates import hexagon
from table.scene import Scene, Soldier


def area_asked(book, weapon, aim_in, roll=6):
    """The area that the rulebook gives a weapon aimed so far off on an open table."""
    men = (
        Soldier("A", "own", 50.0, 50.0, (weapon,), team="t"),
        Soldier("M", "own", 50.0, 51.0, team="t", role="assistant"),
        Soldier("C", "own", 50.0, 49.0, team="t", role="carrier"),
    )
    question = {"ask": "burst", "shooter": "A", "weapon": weapon, "aim": [50 + aim_in, 50]}
    declared = {**question, "roll": roll} if roll else question
    (answer,) = ask_all(Scene(200.0, 100.0, men), [declared], book_named(book))
    assert answer.get("area"), answer
    return Polygon(answer["area"][0])


@pytest.mark.parametrize(
    ("book", "weapon", "aim_in", "roll", "name"),
    [
        ("omog-advanced", "assault-rifle", 3, None, "Assault rifle cone"),
        ("omog-advanced", "submachine-gun", 2, None, "Submachine gun cone"),
        ("omog-advanced", "machine-gun", 10, None, "Machine gun kite"),
        ("omog-advanced", "automatic-rifle", 10, None, "Automatic rifle cone"),
        ("omog-advanced", "flamethrower", 5, None, "Flamethrower swath"),
        ("omog-advanced", "hand-grenade", 5, 6, "Grenade disk"),
        ("omog-advanced", "mortar", 20, 6, "Mortar disk"),
        ("omog-advanced", "bazooka", 6, 6, "Blast cone"),
        ("lgam", "bazooka", 10, 2, "Blast, radius 2"),
        ("lgam", "grenade", 10, 2, "Blast, radius 3"),
        ("lgam", "heavy-mortar", 40, 2, "Blast, radius 4"),
    ],
)
def test_templates(book, weapon, aim_in, roll, name):
    """Laid where the rulebook lays it, the paper covers what the rulebook says is caught."""
    asked = area_asked(book, weapon, aim_in, roll)
    template = next(t for t in book_named(book).templates if t.name == name)
    starts_at = 50 if asked.bounds[0] >= 49.99 and asked.bounds[0] < 50.01 else 50 + aim_in
    paper = Polygon([(starts_at + along, 50 + right) for along, right in template.ring])

    assert paper.symmetric_difference(asked).area < 0.02 * asked.area


def test_hexagon():
    """OmniWar's hex of 12 in has the area the rulebook states."""
    assert Polygon(hexagon(12.0).ring).area == pytest.approx(124.7077, abs=0.001)


def test_books_without_templates():
    """A book without templates has none."""
    assert book_named("combat").templates == ()
    assert book_named("omog-musket").templates == ()
