"""Each rulebook stands alone: the same files for the same questions, and nobody imports one."""

import ast
from pathlib import Path

import pytest

from rules.book.shelf import FIRST, NAMES, book_named
from rules.game.engine import event_classes, game_rules

ROOT = Path(__file__).parents[2]
BOOKS = [name.replace("-", "_") for name in NAMES]
FILES = ("sight", "shoot", "burst", "move", "reach", "fight", "units", "game", "events")
# Books that share a family's rules have them in a package of their own.
OF_BOOKS = {*BOOKS, "omog", "plain"}
PACKAGES = ("table", "calibration", "vision", "overlay", "spotter", "fixtures")


@pytest.mark.parametrize("book", [*BOOKS, "plain"])
def test_the_same_files_in_each_book(book):
    """Who knows one book finds his way in the others."""
    there = {path.stem for path in (ROOT / "rules" / book).glob("*.py")}

    assert set(FILES) - there == set()


def outside_books():
    """The program's files that belong to no rulebook."""
    inside = [ROOT / "rules" / book for book in OF_BOOKS]
    paths = [path for name in (*PACKAGES, "rules") for path in (ROOT / name).rglob("*.py")]
    return [path for path in paths if not any(folder in path.parents for folder in inside)]


def imported(path):
    """The modules that a file imports, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_nobody_imports_a_book():
    """A book is taken from the shelf by its name; the program knows none of them."""
    wrong = [
        (path.relative_to(ROOT), module)
        for path in outside_books()
        for module in imported(path)
        if module.split(".")[0] == "rules" and {*module.split(".")[1:2]} & OF_BOOKS
    ]

    assert len(outside_books()) > 100
    assert wrong == []


def test_nobody_names_a_book():
    """Nothing is decided by a book's name: outside its folder none stands in the code."""
    wrong = [
        (path.relative_to(ROOT), node.value)
        for path in outside_books()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in {*NAMES, *OF_BOOKS - {"plain"}}
    ]

    assert wrong == []


def test_the_first_book_is_one_that_ships():
    """The book that stands for all where none is named is named in a file, and there."""
    assert NAMES[0] == FIRST
    assert (ROOT / "rules" / FIRST.replace("-", "_") / "book.toml").exists()


@pytest.mark.parametrize("name", NAMES)
def test_every_event_of_a_book_is_a_class(name):
    """Each word of the journal has one class, and some phase or any in which it may happen."""
    book = book_named(name)
    words = [handler.event.word for handler in game_rules(book).handlers]

    assert len(set(words)) == len(words)
    assert set(words) <= event_classes(book).keys()
