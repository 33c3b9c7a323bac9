"""The attack table is data: players change it, and the program says what makes no sense."""

import pytest

from rules.book.answer import Mistake, Shot
from rules.book.ask import ask
from rules.book.house_rules import read_house_rules
from rules.book.shelf import book_named
from table.errors import UserError
from table.scene import Scene, Soldier

SCENE = Scene(
    60.0,
    40.0,
    (Soldier("R1", "red", 5.0, 12.0, ("rifle",)), Soldier("B1", "blue", 45.0, 12.0)),
)
SHOT = {"ask": "shoot", "shooter": "R1", "target": "B1"}


def house(tmp_path, text):
    path = tmp_path / "house.toml"
    path.write_text('extends = "lgam"\n' + text)
    return read_house_rules(path)


def test_a_changed_number_changes_the_throw(tmp_path):
    """A rifle of attack 9 whose extreme range costs 3 is thrown at 6 or less."""
    book = house(tmp_path, "[weapon.rifle]\nattack = 9\n[rule.LG-H-EXT]\nvalue = -3\n")
    shot = ask(SCENE, SHOT, book)

    assert isinstance(shot, Shot)
    assert shot.roll.succeeds == "6-"


def test_a_changed_flag_changes_the_shot(tmp_path):
    """An automatic rifle may watch; the book's own may not (LG-OVER-04)."""
    watching = Soldier("R1", "red", 5.0, 12.0, ("rifle",), state={"overwatch": True})
    scene = SCENE.with_soldiers(watching)

    assert not ask(scene, SHOT, book_named("lgam")).allowed
    assert ask(scene, SHOT, house(tmp_path, "[weapon.rifle]\nautomatic = true\n")).allowed


def test_a_word_that_means_nothing_is_refused_with_its_choices(tmp_path):
    """A natural 12 can jam or empty a weapon and nothing else."""
    book = house(tmp_path, '[weapon.rifle]\nworst = "explodes"\n')
    answer = ask(SCENE, SHOT, book)

    assert isinstance(answer, Mistake)
    assert "weapon.rifle.worst is explodes" in answer.error


def test_a_weapon_the_book_does_not_have_is_refused(tmp_path):
    """A mistyped name does not go unnoticed."""
    with pytest.raises(UserError, match="rilfe"):
        house(tmp_path, "[weapon.rilfe]\nattack = 9\n")
