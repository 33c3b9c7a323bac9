"""What holds for a question in every book: its fields are known, its answer is whole."""

import pytest

from rules.book.ask import ask_all
from rules.book.shelf import NAMES, book_named
from table.scene_file import scene_from_json

SCENE = scene_from_json(
    {
        "table": {"width": 36.0, "height": 24.0},
        "soldiers": [
            {"id": "R1", "side": "red", "weapons": ["rifle"], "x": 5, "y": 12},
            {"id": "B1", "side": "blue", "weapons": ["rifle"], "x": 10, "y": 12},
        ],
        "things": [],
    },
    "scene",
)
MOVE = {"ask": "move", "soldier": "R1", "path": [[5, 12], [6, 12]]}


@pytest.mark.parametrize("book", NAMES)
def test_a_field_that_no_question_has_is_an_error(book):
    """A misspelt weapon is not passed over for the one he carries first."""
    shot = {"ask": "shoot", "shooter": "R1", "target": "B1", "wepon": "rifle"}
    (answer,) = ask_all(SCENE, [shot], book_named(book))

    assert "wepon" in answer["error"]


@pytest.mark.parametrize("book", NAMES)
def test_every_move_says_which_rolls_it_owes(book):
    """The list is there, and empty where nothing threatens the mover."""
    (answer,) = ask_all(SCENE, [MOVE], book_named(book))

    assert answer["rolls"] == []


@pytest.mark.parametrize(
    ("question", "words"),
    [
        pytest.param(
            {"ask": "shoot", "shooter": "R1", "target": "B1", "wepon": "rifle"},
            "no question has wepon; did you mean weapon?",
            id="a mistyped field",
        ),
        pytest.param(
            {"ask": "shoot", "shooter": 41, "target": "B1"},
            'an id is a text: write "41" in quotes',
            id="an id without quotes",
        ),
    ],
)
def test_a_mistyped_question_is_told_how(question, words):
    """The sentence says what to write in its place."""
    (answer,) = ask_all(SCENE, [question], book_named("omog-advanced"))

    assert answer["error"].startswith(words)


def test_ids_are_listed_as_people_count():
    """5 comes before 41."""
    men = [{"id": name, "side": "red", "x": 5, "y": 5} for name in ("41", "5")]
    scene = scene_from_json({"table": {"width": 36.0, "height": 24.0}, "soldiers": men}, "scene")

    (answer,) = ask_all(scene, [{"ask": "reach", "soldier": "6"}], book_named("combat"))

    assert answer["error"] == "no soldier 6; the scene has 5, 41"
