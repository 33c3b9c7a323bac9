"""House rules of OmniWar: each number that can be changed changes an answer."""

import pytest

from rules.book.ask import ask
from rules.book.shelf import book_named
from table.errors import UserError
from table.scene import Scene, Soldier

SHOOT = {"ask": "shoot", "shooter": "R1", "target": "B1"}
FAST = {"ask": "move", "soldier": "R1", "path": [[5, 12], [25, 12]]}


def answer(tmp_path, text, question, **state):
    house = tmp_path / "house.toml"
    house.write_text(f'extends = "omniwar"\n{text}', encoding="utf-8")
    men = (
        Soldier("R1", "red", 5.0, 12.0, ("rifle",), state=state),
        Soldier("B1", "blue", 20.0, 12.0, ("rifle",)),
    )
    return ask(Scene(36.0, 24.0, men), question, book_named(str(house)))


def test_a_units_line(tmp_path):
    """A better squad throws more."""
    shot = answer(tmp_path, "[unit.army-squad]\noffense = 5", SHOOT)

    assert shot.roll.succeeds == "5-"


def test_a_rules_number(tmp_path):
    """An elite offense worth two."""
    shot = answer(tmp_path, "[rule.OW-ABL-07]\nvalue = 2", SHOOT, mods=["+1-offense"])

    assert shot.roll.succeeds == "always"


def test_the_scale(tmp_path):
    """Twenty inches to the hex."""
    assert not answer(tmp_path, "", FAST).allowed
    assert answer(tmp_path, "[rule.OW-SCALE-08]\nvalue = 20", FAST).allowed


def test_a_wrong_key(tmp_path):
    """A unit that the book does not have is refused with one line."""
    with pytest.raises(UserError, match="dragon"):
        answer(tmp_path, "[unit.dragon]\nmove = 9", SHOOT)
