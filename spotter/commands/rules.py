"""`spotter rules`: the rulebooks, what one of them knows, or one rule of it."""

import argparse
import json
from dataclasses import asdict
from typing import Any

from rules.book.book import Book
from rules.book.shelf import NAMES, book_named
from spotter.options.own_books import opened_name
from spotter.words.book_lines import (
    book_lines,
    examples,
    rule_lines,
    rule_list,
    rules_of,
    shelf_lines,
)


def run(args: argparse.Namespace) -> None:
    """Print the shelf, a book, or a rule; its id alone says of which book."""
    if args.what is None:
        books = {name: book_named(name) for name in NAMES}
        told = {name: book.title for name, book in books.items()}
        print(json.dumps(told, indent=1) if args.json else "\n".join(shelf_lines(books)))
        return
    book, said = _asked(args.what, args.rule)
    if said is not None:
        _tell(book, said, as_json=args.json)
        return
    print(json.dumps(_json(book), indent=1) if args.json else "\n".join(book_lines(book)))


def _asked(name: str, said: str | None) -> tuple[Book, str | None]:
    """The book, and the rule or the word of it; players know a rule by the id that they read."""
    if said is None:
        shelf = map(book_named, NAMES)
        found = next((book for book in shelf if name.upper() in book.rows.rules), None)
        if found is not None:
            return found, name
    return book_named(opened_name(name)), said


def _tell(book: Book, said: str, *, as_json: bool) -> None:
    """One rule by its id, or a line for each whose words hold what was said."""
    found = rules_of(book, said)
    if as_json:
        told = [asdict(rule) for rule in found]
        print(json.dumps(told[0] if len(told) == 1 else told, indent=1))
        return
    print("\n".join(rule_lines(found[0]) if len(found) == 1 else rule_list(found)))


def _json(book: Book) -> dict[str, Any]:
    return {
        "name": book.name,
        "title": book.title,
        "weapons": {name: book.rows.weapons.get(name, {}) for name in book.weapons},
        "terrain": dict(book.meanings.kinds),
        "as": sorted(book.meanings.words),
        "roles": sorted(book.roles),
        "questions": examples(book),
        "declarations": [asdict(one) for one in book.rows.declarations],
        "rules": [asdict(rule) for rule in book.rows.rules.values()],
    }
