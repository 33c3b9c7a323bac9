"""`spotter ask`: questions about a scene to answers, JSON in and JSON out."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from rules.ask import ask_all
from rules.books import book_named
from table.errors import UserError
from table.json_text import parse_json
from table.scene_file import read_scene
from table.text_file import read_text


def run(args: argparse.Namespace) -> int:
    """Print the answers; 2 when a question could not be answered."""
    book = book_named(args.rules)
    questions = read_questions(args.questions)
    answers = ask_all(read_scene(args.scene), questions, book)
    print(json.dumps(answers, indent=1))
    wrong = sum("error" in answer for answer in answers)
    if wrong:
        plural = "question" if len(answers) == 1 else "questions"
        print(
            f"spotter: {args.questions}: {wrong} of {len(answers)} {plural} cannot be answered; "
            "each has its error in the answers",
            file=sys.stderr,
        )
    return 2 if wrong else 0


def read_questions(path: Path) -> list[Any]:
    """The list of questions in a file, or on standard input for "-"."""
    text = sys.stdin.read() if str(path) == "-" else read_text(path)
    questions = parse_json(text, str(path))
    if not isinstance(questions, list):
        raise UserError(f"{path}: is not a list; write the questions as a JSON list [...]")
    return questions
