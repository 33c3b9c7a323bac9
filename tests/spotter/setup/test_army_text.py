"""Armies as players type or paste them, checked by the book they fight by."""

import pytest

from rules.book.shelf import NAMES, book_named
from spotter.setup.army_check import checked_army
from spotter.setup.army_csv import army_of_csv
from spotter.setup.army_text import army_of
from table.army_file import read_army, write_army
from table.errors import UserError

BOOK = book_named("omog-advanced")


def both(men, book=BOOK):
    """Two sides with the same men."""
    return army_of([("red", men), ("blue", men)], book)


def test_men_in_words():
    """Counts, weapons joined by a plus, roles and teams, numbered through for each side."""
    army = both("1 pistol officer; 2 rifle + hand grenade, submachine gun")

    told = [(man.id, man.weapons, man.role, man.team) for man in army.soldiers[:4]]
    assert told == [
        ("R01", ("pistol",), "officer", "red-1"),
        ("R02", ("rifle", "hand-grenade"), None, "red-2"),
        ("R03", ("rifle", "hand-grenade"), None, "red-2"),
        ("R04", ("submachine-gun",), None, "red-2"),
    ]
    assert [man.id for man in army.soldiers[4:]] == ["B01", "B02", "B03", "B04"]
    assert [side.name for side in army.sides] == ["red", "blue"]


def test_sides_of_like_names_have_other_letters():
    """No two men have one id, whatever their sides are called."""
    army = army_of([("blue", "2 rifle"), ("black", "2 rifle"), ("белые", "1 rifle")], BOOK)

    assert [man.id for man in army.soldiers] == ["BLU01", "BLU02", "BLA01", "BLA02", "X01"]


@pytest.mark.parametrize(
    ("men", "sentence"),
    [
        ("4 rifel", 'no weapon or role "rifel"; did you mean rifle? There are assault-rifle'),
        ("4", 'no weapon or role "4"; there are'),
        ("", "red: nobody; type men like 3 rifle"),
        ("0 rifle", '"0 rifle": none of them'),
        ("99 rifle, 1 rifle", "red: has over 99 men"),
        ("1 rifle officer carrier", "has two roles, officer and carrier"),
    ],
)
def test_men_that_cannot_be(men, sentence):
    """A slip is named with the book's own words."""
    with pytest.raises(UserError) as problem:
        both(men)

    assert sentence in str(problem.value)


@pytest.mark.parametrize("name", NAMES)
def test_every_book_has_armies_to_begin_with(name, tmp_path):
    """They break no rule of units, cost the same on both sides, and are read back as written."""
    book = book_named(name)

    assert book.rows.samples
    for sample in book.rows.samples:
        army = both(sample.men, book)
        check = checked_army(army, book)
        write_army(army, tmp_path / "army.toml")
        assert not check.problems, check.problems
        assert len(set(check.points.values())) <= 1
        assert read_army(tmp_path / "army.toml") == army


def test_rules_of_units_are_checked():
    """A team that is too large is said with the rule; points are told where the book has some."""
    too_many = checked_army(both("6 rifle"), BOOK)
    costly = checked_army(both("2 tank", book_named("omniwar")), book_named("omniwar"))

    assert too_many.problems[0].endswith("a team has at most five men (OA-UNIT-01)")
    assert costly.lines == ("blue: 92 points", "red: 92 points")


CSV = """id,side,weapons,team,role
r1,green,rifle hand-grenade,g-1,
R2,green,pistol,,officer
7,tan,,,
"""


def test_a_pasted_table():
    """Columns by their names or in the usual order; ids in capitals."""
    army = army_of_csv(CSV, BOOK, "pasted")
    plain = army_of_csv(CSV.split("\n", 1)[1], BOOK, "pasted")

    assert army == plain
    told = [(man.id, man.side, man.weapons, man.team, man.role) for man in army.soldiers]
    assert told == [
        ("R1", "green", ("rifle", "hand-grenade"), "g-1", None),
        ("R2", "green", ("pistol",), None, "officer"),
        ("7", "tan", (), None, None),
    ]
    assert [side.colour for side in army.sides] == ["#47682f", "#c3a674"]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("pistol", "pistl", "pasted: line 3"),
        ("pistol", "pistl", "did you mean pistol?"),
        ("weapons", "arms", 'pasted: no column "arms"; there are id, side, weapons'),
        ("R2", "R1", "pasted: R1 is there twice"),
        ("R2", "R_2", 'line 3: id "R_2"; a tag holds'),
        ("officer", "oficer", "did you mean officer?"),
        (CSV, "\n\n", "pasted: no lines"),
    ],
)
def test_a_table_that_cannot_be(old, new, sentence):
    """The line and the word are named."""
    with pytest.raises(UserError) as problem:
        army_of_csv(CSV.replace(old, new), BOOK, "pasted")

    assert sentence in str(problem.value)
