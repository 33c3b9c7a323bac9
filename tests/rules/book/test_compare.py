"""The same questions under several rulebooks."""

import pytest

from rules.book.compare import compare
from rules.book.compare_text import comparison_text
from rules.book.house_rules import read_house_rules
from rules.book.shelf import NAMES, book_named
from table.scene_file import scene_from_json

SCENE = scene_from_json(
    {
        "table": {"width": 36.0, "height": 24.0},
        "soldiers": [
            {"id": "R1", "side": "red", "weapons": ["rifle"], "x": 5, "y": 12},
            {"id": "B1", "side": "blue", "weapons": ["rifle"], "x": 19, "y": 12, "facing": 180},
        ],
        "things": [{"kind": "napkin", "outline": [[17, 10], [21, 10], [21, 14], [17, 14]]}],
    },
    "test",
)
SHOT = {"ask": "shoot", "shooter": "R1", "target": "B1"}


def compared(question, *names):
    (one,) = compare(SCENE, [question], {name: book_named(name) for name in names})
    return one


def test_books_differ_in_the_chance_and_say_by_which_rules():
    """A shot into woods is 5- on 2d6 in one book and 5+ on 1d6 in another; both cite the woods."""
    one = compared(SHOT, "lgam", "omog-advanced")

    assert one.differs == ("chance",)
    assert "LG-H-PART" in {cause.rule for cause in one.causes("lgam")}
    assert "OA-COVER-01" in {cause.rule for cause in one.causes("omog-advanced")}


def test_what_all_books_answer_alike_is_no_difference():
    """Both see the whole man in the woods."""
    assert compared({"ask": "sight", "from": "R1", "to": "B1"}, "lgam", "combat").differs == ()


def test_a_declaration_only_one_book_knows_is_the_others_error():
    """The books that do not know the word show their sentence; nothing differs."""
    one = compared({**SHOT, "declare": {"subphase": "4b"}}, "lgam", "omog-advanced")

    assert one.answered_by == ("lgam",)
    assert "only lgam can answer this" in comparison_text([one])
    assert "no answer: " in comparison_text([one])


def test_house_rules_show_only_the_rule_that_was_changed(tmp_path):
    """A house rule against its own book: the shared weapon number is not what differs."""
    path = tmp_path / "home.toml"
    path.write_text('extends = "lgam"\n[rule.LG-H-PART]\nvalue = -4\n')
    books = {"lgam": book_named("lgam"), "home": read_house_rules(path)}
    (one,) = compare(SCENE, [SHOT], books)

    assert [cause.rule for cause in one.causes("home")] == ["LG-H-PART"]
    assert "LG-H-PART: the target is under partial cover (-4)" in comparison_text([one])


@pytest.mark.parametrize("ask", ["sight", "shoot", "burst", "move", "reach", "fight", "units", 7])
def test_every_question_gets_a_block_of_text(ask):
    """Each kind of question can be compared over all five books, a wrong one too."""
    question = {
        "ask": ask,
        "from": "R1",
        "to": "B1",
        "shooter": "R1",
        "target": "B1",
        "weapon": "rifle",
        "aim": [19, 12],
        "soldier": "R1",
        "path": [[5, 12], [19, 12]],
        "attackers": ["R1"],
        "defender": "B1",
    }
    text = comparison_text([compared(question, *NAMES)])

    assert text.startswith(f"1. {ask}")
    assert all(name in text for name in NAMES)
    assert max(map(len, text.splitlines()[1:])) <= 100
