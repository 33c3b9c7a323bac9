"""Questions as players say them."""

from pathlib import Path

import pytest

from rules.book.ask import ask
from rules.book.shelf import NAMES, book_named
from spotter.words.question_words import EXAMPLES, questions_of
from table.directions import bearing_deg
from table.errors import UserError
from table.places import TablePoint
from table.scene import Scene, Soldier
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


SIGHT = {"ask": "sight", "from": "R01", "to": "B02"}
SHOT = {"ask": "shoot", "shooter": "R01", "target": "B01"}
RIFLE = {**SHOT, "weapon": "rifle"}
THROW = {"ask": "burst", "shooter": "R01", "aim": "B02", "weapon": "hand-grenade"}
FIGHT = {"ask": "fight", "attackers": ["R02"], "defender": "B03"}
TO_PLACE = {"ask": "move", "soldier": "R01", "path": [[10, 12], [13, 12]]}
REACH = {"ask": "reach", "soldier": "R01"}


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        (SIGHT, ("is b2 visible to r1", "is B02 in sight of R01?", "B02 is seen by R01")),
        (SIGHT, ("does R01 have line of sight to B02", "LOS from R01 to B02", "R01 looks at B02")),
        (SIGHT, ("how far is B02 from R01", "distance R01 B02", "range from R01 to B02")),
        (SHOT, ("what does R01 need to hit B01", "what must R01 roll to hit B01?", "R01 hits B01")),
        (SHOT, ("B01 is shot at by R01", "shoot B01 with R01", "chance of R01 hitting B01")),
        (SHOT, ("please can the man R01 fire on soldier B01", "shoot R01 B01", "R01 aims at B01")),
        (RIFLE, ("R01 shoots B01 using his rifles", "with the rifle R01 shoots B01")),
        (RIFLE, ("R01 rifle B01", "R01 shoot B01 rifle", "R01 attacks B01 with the rifle")),
        (THROW, ("R01 throws a grenade at B02", "R01 lobs his Grenades to b2")),
        ({**THROW, "aim": [15, 9]}, ("R01 throws a grenade at 15, 9", "r1 hand grenade at 15,9")),
        (TO_PLACE, ("move R01 to 13, 12", "R01 go to 13,12", "can R01 get to 13,12")),
        (TO_PLACE, ("R01 moves forward 3", 'R01 moves 3" towards B01', "R01 walks toward b1 3 in")),
        ({**TO_PLACE, "path": [[10, 12], [10, 9]]}, ("R01 moves 3 inches left", "R01 goes left 3")),
        ({**TO_PLACE, "path": [[10, 12], [9, 12]]}, ("R01 moves 1 back", "R01 goes backwards 1")),
        (
            REACH,
            ("R01's reach", "movement of R01", "reach R01", "how far can R01 run?", "R01 moves"),
        ),
        (FIGHT, ("R02 fights with B03", "R02 in melee with B03", "hand to hand R02 B03")),
        (FIGHT, ("fight between R02 and B03", "B03 is attacked by R02", "who wins, R02 or B03")),
        ({**FIGHT, "attackers": ["R02", "R03"]}, ("R02 + R03 attack B03", "R02, R03 & B03 fight")),
        ({"ask": "units"}, ("how many points", "are the units legal?", "check army")),
    ],
)
def test_other_words_and_another_order(question, texts):
    """What is meant counts, not the words it is said in, nor their order."""
    assert {text: meant(text) for text in texts} == dict.fromkeys(texts, question)


def test_the_middle_of_a_thing_is_a_way():
    """A thing may be named by its kind where there is one."""
    (_, place) = meant("R01 moves 2 toward the mug")["path"]
    mug = next(thing for thing in SCENE.things if thing.kind == "mug").footprint.centroid

    assert bearing_deg(TablePoint(10, 12), TablePoint(*place)) == pytest.approx(
        bearing_deg(TablePoint(10, 12), TablePoint(mug.x, mug.y))
    )


def test_numbers_that_are_names():
    """A soldier may be called by a number: what stands beside it tells what it is."""
    men = (
        Soldier("43", "red", 10, 12, ("rifle", "hand-grenade")),
        Soldier("3", "red", 10, 14, ("rifle",)),
        Soldier("2", "blue", 20, 12, ("rifle",), facing=180),
    )
    asked = {
        text: questions_of(text, Scene(36, 24, men), BOOK)[0]
        for text in (
            "43 shoots 2",
            "3, 43 attack 2",
            "43 moves 3 toward 2",
            "43 moves to 3,2",
            "43 moves 2",
            "43 throws the hand-grenade at 3,2",
        )
    }

    assert [*asked.values()] == [
        {"ask": "shoot", "shooter": "43", "target": "2"},
        {"ask": "fight", "attackers": ["3", "43"], "defender": "2"},
        {"ask": "move", "soldier": "43", "path": [[10, 12], [13, 12]]},
        {"ask": "move", "soldier": "43", "path": [[10, 12], [3, 2]]},
        {"ask": "move", "soldier": "43", "path": [[10, 12], [12, 12]]},
        {"ask": "burst", "shooter": "43", "aim": [3, 2], "weapon": "hand-grenade"},
    ]


def test_how_he_goes_is_heard():
    """Where a book asks how he goes, the verb declares it; elsewhere running is going."""
    text = "R01 runs to 13,12"

    assert questions_of(text, SCENE, book_named("combat"))[0]["declare"] == {"gait": "run"}
    assert questions_of(f"{text} declaring gait=walk", SCENE, book_named("combat"))[0][
        "declare"
    ] == {"gait": "walk"}
    assert "declare" not in meant(text)
    assert questions_of("R01 climbs to 13,12", SCENE, book_named("lgam"))[0]["declare"] == {
        "mode": "climb"
    }


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
        ("R01 shoots B01 twice", '"twice" is not understood; ask like "R01 shoots B01 with'),
        ("R01 crawls 3 forward", '"R01 crawls 3 forward" is no question I understand'),
        ("R01 shoots B01 not", '"not" is not understood'),
        ("R01 sees B02 and B03", "that is several at once; part them by semicolons"),
        ("R01 moves to 13,12 and shoots B01", "moves and shoots are two questions; part them"),
        ("whom can R01 shoot", "name two: who, and whom; ask like"),
        ("R01 shoots Bob", "no soldier Bob; the scene has R01"),
        ("R01 shoots B01 from 12,12", "R01 is where he stands; leave out from where"),
        ("R01 throws the grenade at 15 9", "a place is two numbers with a comma, like 12,8"),
        ("R01 moves to 13 12", '"to 13 12" is no way; give places in inches, like 12,8'),
        ("can R01 reach 13,12", '"R01 moves to 12,8" for one straight way'),
        ("R01 moves 3 cm forward", '"cm" is not understood'),
        ("red shoots blue", "no soldier red; the scene has"),
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
