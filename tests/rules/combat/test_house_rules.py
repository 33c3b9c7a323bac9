"""House rules of COMBAT: each number that can be changed changes an answer."""

import pytest

from rules.book.ask import ask
from rules.book.shelf import book_named
from table.scene import Scene, Soldier

MEN = (
    Soldier("R1", "red", 5.0, 12.0, ("rifle",), state={"aimed": True}),
    Soldier("B1", "blue", 20.0, 12.0, ("rifle",)),
)


def shot(tmp_path, text, **declare):
    house = tmp_path / "house.toml"
    house.write_text(f'extends = "combat"\n{text}', encoding="utf-8")
    question = {"ask": "shoot", "shooter": "R1", "target": "B1", "declare": declare}
    return ask(Scene(36.0, 24.0, MEN), question, book_named(str(house)))


@pytest.mark.parametrize(
    ("text", "succeeds"),
    [
        pytest.param("", "86-", id="the book's own"),
        pytest.param("[rule.CO-HIT-09]\nvalue = 13", "89-", id="a better aim"),
        pytest.param("[weapon.rifle]\nshort = 40", "76-", id="a shorter rifle: medium range"),
        pytest.param("[scale]\ndefault = 0.125", "76-", id="a smaller scale: medium range"),
        pytest.param("[rule.CO-HIT-30]\nvalue = 0", "76-", id="nothing for the open"),
    ],
)
def test_numbers(tmp_path, text, succeeds):
    """The percentage is the sum of the house's factors."""
    assert shot(tmp_path, text).roll.succeeds == succeeds


def test_a_factor_worth_nothing_is_not_cited(tmp_path):
    """What adds nothing is no reason."""
    cited = {reason.rule for reason in shot(tmp_path, "[rule.CO-HIT-30]\nvalue = 0").reasons}

    assert "CO-HIT-30" not in cited


def test_more_bullets(tmp_path):
    """A rifle with two bullets a turn, and what more bullets are worth."""
    text = "[weapon.rifle]\nbullets = 2\n[more_bullets]\nCO-HIT-20 = 1"

    assert shot(tmp_path, text, shots=2).roll.succeeds == "70-"
    assert not shot(tmp_path, "", shots=2).allowed
