"""House rules: numbers change, wrong keys are refused with one line."""

import pytest

from rules.book.ask import ask
from rules.book.shelf import book_named
from table.errors import UserError
from table.scene import Scene, Soldier

SCENE = Scene(
    36.0, 24.0, (Soldier("R1", "red", 5, 5, ("rifle",)), Soldier("B1", "blue", 15, 5, ("rifle",)))
)
SHOT = {"ask": "shoot", "shooter": "R1", "target": "B1"}


def house(tmp_path, text):
    """The book that a house-rules file makes."""
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    return book_named(str(path))


def test_a_weapon_line_changes(tmp_path):
    """A weapon's band and number are the house's."""
    book = house(tmp_path, 'extends = "omog-advanced"\n[weapon.rifle]\nmedium = [9.0, 4]\n')

    shot = ask(SCENE, SHOT, book)

    assert (shot.band, shot.roll.succeeds) == ("long", "5+")
    assert ask(SCENE, SHOT, book_named("omog-advanced")).band == "medium"


def test_a_rule_value_changes(tmp_path):
    """A modifier or a ground's limit is the house's."""
    book = house(tmp_path, 'extends = "omog-advanced"\n[rule.OA-MOVE-03]\nvalue = 5.0\n')

    move = ask(SCENE, {"ask": "move", "soldier": "R1", "path": [[5, 5], [10, 5]]}, book)

    assert move.allowed
    assert move.limit == pytest.approx(5.0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("# extends nothing", ["extends", "omog-musket"], id="no book"),
        pytest.param('extends = "chess"', ["chess"], id="unknown book"),
        pytest.param("[rule.OA-COVER-99]\nvalue = 1", ["OA-COVER-99"], id="unknown rule"),
        pytest.param("[rule.OA-COVER-01]\nvalu = 1", ["valu"], id="mistyped key"),
        pytest.param("[rule.OA-COVER-01]\nvalue = 'x'", ["number"], id="no number"),
        pytest.param("[rule.OA-COVER-01]\nvalue = nan", ["number"], id="not a number"),
        pytest.param("[rule.OA-COVER-01]\nvalue = " + "9" * 400, ["number"], id="400 digits"),
        pytest.param("[weapon.rifle]\nshort = [1e300, 2]", ["number"], id="no such length"),
        pytest.param("[rule.OA-LOS-01]\nvalue = 1", ["OA-LOS-01"], id="a rule without a number"),
        pytest.param("[rule.OA-MOVE-03]\nvalue = 0.0", ["OA-MOVE-03"], id="a length of nothing"),
        pytest.param("[weapon.laser]\nshort = [1.0, 2]", ["laser"], id="unknown weapon"),
        pytest.param("[weapon.rifle]\nshrt = [1.0, 2]", ["shrt", "short"], id="mistyped band"),
        pytest.param("[weapon.rifle]\nshort = [1.0]", ["short"], id="a band without its number"),
        pytest.param("[weapon.rifle]\nshort = [-1.0, 3]", ["short"], id="a length below zero"),
        pytest.param("[weapon.rifle]\nshort = [6.0, 3.5]", ["whole"], id="half a number to throw"),
        pytest.param("[weapon.rifle]\nrule = 'OA-COVER-01'", ["rule"], id="another row's id"),
        pytest.param("[rule.OA-COVER-1]\nvalue = 1", ["OA-COVER-01?"], id="a digit left out"),
        pytest.param("[rule.OA-COVER-01]\nvalue = '-2'", ['is "-2"'], id="a number in quotes"),
        pytest.param("[rules.OA-COVER-01]\nvalue = 1", ["rule, weapon"], id="one letter more"),
        pytest.param("[wepon.rifle]\nshort = [1.0, 2]", ["wepon"], id="mistyped table"),
        pytest.param("rule = 3", ["rule"], id="no table"),
    ],
)
def test_a_wrong_key_is_refused(tmp_path, text, words):
    """One line that names the file, what is wrong and what could stand there."""
    extends = "" if "extends" in text or not text else 'extends = "omog-advanced"\n'

    with pytest.raises(UserError) as refused:
        house(tmp_path, extends + text)

    line = str(refused.value)
    assert "house.toml" in line
    assert "\n" not in line
    assert all(word in line for word in words), line


def test_an_unknown_book_is_refused():
    """A name that is no book is answered with the names that are."""
    with pytest.raises(UserError, match="combat, lgam, omniwar, omog-advanced, omog-musket"):
        book_named("omog")
