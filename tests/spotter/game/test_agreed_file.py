"""What was agreed before the game: kept, or refused before the camera starts."""

import json

import pytest

from rules.book.shelf import NAMES, book_named
from spotter.game.agreed_file import read_agreed
from table.army import Army, Enlisted, Side, TagStyle
from table.errors import UserError
from table.table_spec import TableSpec

SPEC = TableSpec(36.0, 24.0, 1.5)
ARMY = Army(
    TagStyle(), (Side("red"), Side("blue")), (Enlisted("R1", "red"), Enlisted("B1", "blue"))
)
GOOD = {
    "turns": 6,
    "minutes": 45.5,
    "objectives": {"red": [30, 12]},
    "flags": {"blue": [1.5, 12]},
    "escort": {"red": {"who": "R1", "to": [30, 12]}},
    "recover": {"blue": {"who": "B1", "to": [2, 12]}},
    "escape": {"red": {"area": [[30, 0], [36, 0], [36, 24]], "men": 3}},
    "overrun": {"blue": {"area": [[0, 0], [6, 0], [6, 24]]}},
    "destroy": {"red": ["B1", "mug-1"]},
    "leader": {"blue": ["R1"]},
    "won": "red",
    "scenario": "attack-defend",
    "attacker": "blue",
    "roll": 4,
    "scale": 6,
    "first": "blue",
    "current": 12,
    "grid": True,
    "cards": False,
    "double_ranges": True,
    "force_limit": False,
    "reserve": {"red": ["R1"]},
}
STATES = {
    "omog-advanced": {"R1": {"elite": True, "crew": ["B1"]}},
    "omog-musket": {"B1": {"cavalry": "heavy", "mounted": True}},
    "lgam": {"R1": {"wounded": True}},
    "omniwar": {"R1": {"mods": ["teleport"]}},
    "combat": {"R1": {"skill": "expert"}, "B1": {"load": 45}},
}


def agreed(tmp_path, terms, book):
    """The terms as they come out of a file."""
    path = tmp_path / "agreed.json"
    path.write_text(json.dumps(terms))
    return read_agreed(path, book_named(book), ARMY, SPEC)


@pytest.mark.parametrize("book", NAMES)
def test_what_is_agreed_is_kept(book, tmp_path):
    """Every term that a book knows comes out as it was written."""
    good = {**GOOD, "state": STATES[book]}
    terms = {key: good[key] for key in book_named(book).terms}

    assert agreed(tmp_path, terms, book) == terms


@pytest.mark.parametrize(
    ("book", "terms", "sentence"),
    [
        ("omog-advanced", {"turn": 6}, "the file has 'turn'; did you mean 'turns'?"),
        ("omog-advanced", {"turns": "six"}, "turns is 'six'; write a plain number"),
        ("omog-advanced", {"turns": 2.5}, "turns is 2.5; write a whole number"),
        ("omog-advanced", {"turns": 0}, "turns is 0; write a number from 1 to 1000"),
        ("lgam", {"turns": 6}, "lgam has no 'turns'; its terms are attacker, destroy, escape"),
        ("lgam", {"escort": {"red": {"who": "R9", "to": [3, 3]}}}, "no such soldier"),
        ("lgam", {"escort": {"red": {"who": "R1"}}}, "escort.red has no to"),
        ("lgam", {"recover": {"red": {"who": "R1", "to": [99, 3]}}}, "red's goal is off the table"),
        ("lgam", {"escape": {"red": {"area": [[1, 1], [2, 2]]}}}, "write red's area like"),
        ("lgam", {"overrun": {"red": {"area": [[1, 1], [2, 2], [2, 1]], "men": 0}}}, "men is 0"),
        ("lgam", {"destroy": {"red": []}}, 'write it like {"red": ["B09"]}'),
        ("omog-musket", {"objectives": [30, 12]}, 'write it like {"red": [30, 12]}'),
        ("omog-musket", {"objectives": {"green": [30, 12]}}, "the sides are blue, red"),
        ("omog-musket", {"objectives": {"red": 30}}, "objectives.red is 30; write two numbers"),
        ("lgam", {"flags": {"red": [300, 12]}}, "red's place is off the table of 36 x 24"),
        ("lgam", {"scenario": "raid"}, "the scenarios are attack-attack, attack-defend"),
        ("omniwar", {"reserve": ["R1"]}, 'write it like {"red": ["R07"]}'),
        ("omniwar", {"reserve": {"red": ["R9"]}}, "names 'R9'; the army has no such soldier"),
        ("omniwar", {"scale": 0}, "scale is 0; write a number from 0.01"),
        ("combat", {"state": {"R9": {}}}, "names 'R9'; the army has no such soldier"),
        ("combat", {"state": {"R1": "wounded"}}, "state.R1 is 'wounded'; write it like"),
        ("combat", {"state": {"R1": {"skill": "experts"}}}, "R1.state.skill is experts; it is one"),
        (
            "combat",
            {"state": {"R1": {"skil": "poor"}}},
            "no state skil; did you mean skill?",
        ),
        ("lgam", {"state": {"R1": {"postur": "hide"}}}, "no state postur; did you mean posture?"),
        ("omniwar", {"state": {"R1": {"mod": []}}}, "no state mod; did you mean mods?"),
        ("omog-advanced", {"state": {"B1": {"elit": True}}}, "did you mean elite?"),
        ("omog-musket", {"state": {"B1": {"cavalry": "medium"}}}, "state.cavalry is medium"),
        ("omniwar", {"state": {"B1": {"mods": ["teleprt"]}}}, "teleprt"),
        ("combat", [], 'holds no terms; write like {"turns": 6}'),
    ],
)
def test_what_could_never_come_true_is_refused(book, terms, sentence, tmp_path):
    """A term that the game could not keep is said in one line, with what to write."""
    with pytest.raises(UserError) as problem:
        agreed(tmp_path, terms, book)

    assert sentence in str(problem.value)
    assert "agreed.json" in str(problem.value)
