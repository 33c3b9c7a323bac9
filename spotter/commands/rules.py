"""`spotter rules`: the rulebooks, what one of them knows, or one rule of it."""

import argparse
import json
from dataclasses import asdict
from typing import Any

from rules.book.book import Book
from rules.book.shelf import NAMES, book_named
from spotter.words.book_lines import book_lines, examples, rule_lines, rule_named, shelf_lines


def run(args: argparse.Namespace) -> None:
    """Print the shelf, a book or a rule."""
    if args.book is None:
        books = {name: book_named(name) for name in NAMES}
        told = {name: book.title for name, book in books.items()}
        print(json.dumps(told, indent=1) if args.json else "\n".join(shelf_lines(books)))
        return
    book = book_named(args.book)
    if args.rule is not None:
        rule = asdict(rule_named(book, args.rule))
        print(json.dumps(rule, indent=1) if args.json else "\n".join(rule_lines(book, args.rule)))
        return
    print(json.dumps(_json(book), indent=1) if args.json else "\n".join(book_lines(book)))


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
