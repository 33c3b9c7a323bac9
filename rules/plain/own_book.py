"""A rulebook of the player's own: a folder with book.toml and, if he likes, book.py.

book.py is plain Python beside the book. What it may define:

    sight, shoot, burst, move, reach, fight, units    a function (book, scene, question) -> answer
    deeds                                             what the right-click menu offers besides
    changed                                           a function (book) -> book, for all the rest

docs/rulebook.md tells the whole of it.
"""

import sys
from dataclasses import replace
from importlib import import_module, util
from pathlib import Path
from types import ModuleType

from rules.book.book import Book
from rules.game.turn_machine import GameRules
from rules.plain.book_file import ANSWERS, plain_book
from table.errors import UserError
from table.toml_text import read_toml

DATA, CODE = "book.toml", "book.py"


def read_own_book(folder: Path) -> Book:
    """The book of that folder; its Python is run."""
    if not (folder / DATA).is_file():
        raise UserError(f"{folder}: has no {DATA}; docs/rulebook.md tells how to write one")
    book = plain_book(read_toml(folder / DATA))
    code = folder / CODE
    return _with_code(book, _run(code, book.name), code) if code.is_file() else book


def _run(code: Path, name: str) -> ModuleType:
    """The player's Python as a module; what is wrong with it is told in one line."""
    spec = util.spec_from_file_location(f"rulebook_{name.replace('-', '_')}", code)
    assert spec is not None, code
    assert spec.loader is not None, code
    module = util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up by its name
    try:
        spec.loader.exec_module(module)
    except SyntaxError as problem:
        raise UserError(f"{code}: line {problem.lineno}: {problem.msg}") from None
    except Exception as problem:  # noqa: BLE001 - whatever a player's code may raise
        raise UserError(f"{code}: {type(problem).__name__}: {problem}") from None
    return module


def _with_code(book: Book, module: ModuleType, code: Path) -> Book:
    """The book with what its Python says in place of the plain answers."""
    own = {word: getattr(module, word) for word in ANSWERS if callable(getattr(module, word, None))}
    answers = {**book.answers, **own}
    declares = {**dict.fromkeys(answers, frozenset[str]()), **book.declares}
    book = replace(book, answers=answers, declares=declares)
    if hasattr(module, "deeds"):
        book = replace(book, game=replace(_game_of(book), deeds=module.deeds))
    if not hasattr(module, "changed"):
        return book
    made = module.changed(book)
    if not isinstance(made, Book):
        raise UserError(f"{code}: changed gives {made!r}; give the book back")
    return made


def _game_of(book: Book) -> GameRules:
    assert isinstance(book.game, str), book.name
    machine = import_module(book.game).GAME
    assert isinstance(machine, GameRules), book.game
    return machine
