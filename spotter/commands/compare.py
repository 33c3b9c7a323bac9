"""`spotter compare`: the same questions under several rulebooks, side by side."""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rules.answer import answer_json
from rules.book import Book
from rules.books import NAMES, book_named
from rules.compare import Compared, compare
from rules.compare_text import comparison_text
from spotter.commands.ask import read_questions
from table.errors import UserError
from table.scene_file import read_scene


def run(args: argparse.Namespace) -> int:
    """Print the comparison; 2 when some question has no answer under any of the books."""
    books = _books(args.rules)
    compared = compare(read_scene(args.scene), read_questions(args.questions), books)
    if args.json:
        print(json.dumps([_json(one) for one in compared], indent=1))
    else:
        print(comparison_text(compared))
    wrong = sum(not one.answered_by for one in compared)
    if wrong:
        words = f"{wrong} of {len(compared)} questions cannot be answered by any of these books"
        print(f"spotter: {args.questions}: {words}", file=sys.stderr)
    return 2 if wrong else 0


def _books(names: str | None) -> dict[str, Book]:
    """The books by the names given, all five where none is; house rules by their file's name."""
    wanted = list(NAMES) if names is None else [name.strip() for name in names.split(",")]
    books = {Path(name).stem: book_named(name) for name in wanted}
    if len(books) < 2:
        raise UserError("--rules: one rulebook has nothing to differ from; name two or more")
    return books


def _json(one: Compared) -> dict[str, Any]:
    return {
        "question": one.question,
        "differs": list(one.differs),
        "answers": {name: answer_json(answer) for name, answer in one.answers.items()},
        "because": {name: [asdict(cause) for cause in one.causes(name)] for name in one.answers},
    }
