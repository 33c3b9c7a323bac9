"""Questions as players say them."""

from pathlib import Path

import pytest

from rules.book.ask import ask
from rules.book.shelf import NAMES, book_named
from spotter.words.question_words import EXAMPLES, questions_of
from table.errors import UserError
from table.scene_file import read_scene
from tests.spotter.running import ROOT

SCENE = read_scene(ROOT / "docs" / "examples" / "skirmish.json")
BOOK = book_named("omog-advanced")


def meant(text):
    """The likeliest question."""
    return questions_of(text, SCENE, BOOK)[0]


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("R01 sees B01", {"ask": "sight", "from": "R01", "to": "B01"}),
        ("can r01 see b01?", {"ask": "sight", "from": "R01", "to": "B01"}),
        ("r1 sees B1", {"ask": "sight", "from": "R01", "to": "B01"}),
        ("R01 shoots B01", {"ask": "shoot", "shooter": "R01", "target": "B01"}),
        (
            "R01 fires at B01 with his rifle.",
            {"ask": "shoot", "shooter": "R01", "target": "B01", "weapon": "rifle"},
        ),
        (
            "R01 fires the rifle at mug-1",
            {"ask": "shoot", "shooter": "R01", "target": "mug-1", "weapon": "rifle"},
        ),
        (
            "R01 throws a hand grenade at (15, 9.5) rolling 5",
            {
                "ask": "burst",
                "shooter": "R01",
                "aim": [15, 9.5],
                "weapon": "hand-grenade",
                "roll": 5,
            },
        ),
        (
            "R01 shoots the hand-grenade at 15,9",
            {"ask": "burst", "shooter": "R01", "aim": [15, 9], "weapon": "hand-grenade"},
        ),
        ("R01 blasts B02", {"ask": "burst", "shooter": "R01", "aim": "B02"}),
        (
            "R01 moves to 12,8",
            {"ask": "move", "soldier": "R01", "path": [[10, 12], [12, 8]]},
        ),
        (
            "R01 goes 11,11 12,8",
            {"ask": "move", "soldier": "R01", "path": [[10, 12], [11, 11], [12, 8]]},
        ),
        (
            "R01 moves 3 in toward B01",
            {"ask": "move", "soldier": "R01", "path": [[10, 12], [13, 12]]},
        ),
        ("R01 runs 2 forward", {"ask": "move", "soldier": "R01", "path": [[10, 12], [12, 12]]}),
        ("R01 moves to B02", {"ask": "move", "soldier": "R01", "path": [[10, 12], [15, 9]]}),
        ("where can R01 go?", {"ask": "reach", "soldier": "R01"}),
        ("how far may R01 move", {"ask": "reach", "soldier": "R01"}),
        ("R02, R03 attack B03", {"ask": "fight", "attackers": ["R02", "R03"], "defender": "B03"}),
        ("R02 and R03 fight B03", {"ask": "fight", "attackers": ["R02", "R03"], "defender": "B03"}),
        ("check the units", {"ask": "units"}),
        (
            "units declaring force_limit",
            {"ask": "units", "declare": {"force_limit": True}},
        ),
        (
            "R01 shoots B01, declaring double_ranges and peekaboo=[9, 12]",
            {
                "ask": "shoot",
                "shooter": "R01",
                "target": "B01",
                "declare": {"double_ranges": True, "peekaboo": [9, 12]},
            },
        ),
    ],
)
def test_sentences(text, question):
    """What is said is what is asked, whatever the case, articles and hyphens."""
    assert meant(text) == question


@pytest.mark.parametrize("typed", ["hand-grenade", "hand grenade", "handgrenade", "Hand Grenade"])
def test_weapons_without_their_hyphens(typed):
    """However a weapon of two words is typed, it is the book's."""
    assert meant(f"R01 throws the {typed} at B01")["weapon"] == "hand-grenade"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("R01 shoots B01 with the rifel", "no weapon rifel; did you mean rifle? There are rifle"),
        ("R01 dances", 'is no question I understand; ask like "R01 shoots B01 with the rifle"'),
        ("R99 moves to 3,4", "no soldier R99; the scene has R01, R02"),
        ("", "is no question I understand"),
    ],
)
def test_what_is_not_understood(text, sentence):
    """One line says what is wrong and what would be right."""
    with pytest.raises(UserError) as problem:
        meant(text)

    assert sentence in str(problem.value)


def test_every_question_has_a_sentence():
    """The seven questions each have an example, and it asks just that."""
    asked = {word: questions_of(text, SCENE, BOOK)[0]["ask"] for word, text in EXAMPLES.items()}

    assert asked == {word: word for word in BOOK.answers}


@pytest.mark.parametrize("name", NAMES)
def test_declarations_are_told_as_they_are_taken(name):
    """Each key that a book takes is told with a value that its questions do not refuse."""
    book = book_named(name)
    told = {one.key for one in book.rows.declarations}

    assert told == set().union(*book.declares.values())
    for one in book.rows.declarations:
        for word in one.asks:
            assert one.key in book.declares[word], (one.key, word)
            answer = ask(SCENE, {**_asked(word), "declare": {one.key: one.like}}, book)
            wrong = getattr(answer, "error", "")
            assert not wrong.startswith(f"{one.key} is"), wrong
            assert "knows no declare" not in wrong, wrong


def _asked(word):
    return {
        "sight": {"ask": "sight", "from": "R01", "to": "B01"},
        "shoot": {"ask": "shoot", "shooter": "R01", "target": "B01"},
        "burst": {"ask": "burst", "shooter": "R01", "aim": "B02", "weapon": "hand-grenade"},
        "move": {"ask": "move", "soldier": "R01", "path": [[10, 12], [11, 12]]},
        "reach": {"ask": "reach", "soldier": "R01"},
        "fight": {"ask": "fight", "attackers": ["R02"], "defender": "B03"},
        "units": {"ask": "units"},
    }[word]


def test_the_example_scene_ships():
    """The documents' scene is read as it stands."""
    assert len(SCENE.soldiers) == 6
    assert Path(ROOT / "docs" / "examples").is_dir()
