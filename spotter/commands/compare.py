"""`spotter compare`: the same questions under several rulebooks, side by side."""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rules.book.answer import answer_json
from rules.book.book import Book
from rules.book.compare import Compared, compare
from rules.book.compare_text import comparison_text
from rules.book.shelf import NAMES, book_named
from spotter.commands.asked import need_questions, questions_asked, table_asked
from spotter.commands.named_scene import scene_named
from table.errors import UserError


def run(args: argparse.Namespace) -> int:
    """Print the comparison; 2 when some question has no answer under any of the books."""
    books = _books(args.books)
    named = table_asked(args)
    need_questions(args.questions)
    scene = scene_named(named)
    questions = questions_asked(args.questions, scene, next(iter(books.values())))
    compared = compare(scene, questions, books)
    if args.json:
        print(json.dumps([_json(one) for one in compared], indent=1))
    else:
        print(comparison_text(compared))
    wrong = sum(not one.answered_by for one in compared)
    if wrong:
        words = f"{wrong} of {len(compared)} questions cannot be answered by any of these books"
        print(f"spotter: {' '.join(args.questions)}: {words}", file=sys.stderr)
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
