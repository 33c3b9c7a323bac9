"""The sum behind a throw, as a player reads it."""

from overlay.marks.words import card
from rules.book.ask import ask
from rules.book.shelf import book_named
from table.scene_file import scene_from_json

SCENE = scene_from_json(
    {
        "table": {"width": 36, "height": 24},
        "soldiers": [
            {"id": "R1", "side": "red", "x": 10, "y": 10, "weapons": ["rifle"]},
            {"id": "B1", "side": "blue", "x": 20, "y": 10, "weapons": ["rifle"]},
        ],
        "things": [{"kind": "napkin", "outline": [[18, 8], [22, 8], [22, 12], [18, 12]]}],
    },
    "scene.json",
)
SHOT = {"ask": "shoot", "shooter": "R1", "target": "B1"}


def test_a_sum_starts_from_a_throw_and_ends_in_one():
    """4+ and -1 for the woods make 5+: the number it starts from is not one to be added."""
    book = book_named("omog-advanced")

    rows = card(SHOT, ask(SCENE, SHOT, book), book).rows

    assert [(row[0], row[-1]) for row in rows] == [
        ("the rifle's number at this range", "4+"),
        ("enemy in woods", "-1"),
        ("so he needs", "5+"),
    ]
