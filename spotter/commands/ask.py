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
from table.text_file import MOST_BYTES, read_text

MOST_QUESTIONS = 100_000


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
    text = _standard_input() if str(path) == "-" else read_text(path)
    questions = parse_json(text, str(path))
    if isinstance(questions, dict) and "soldiers" in questions:
        raise UserError(f"{path}: is a scene; name the scene first, then the questions")
    if isinstance(questions, dict):
        raise UserError(f"{path}: is one object; write the questions as a JSON list [...]")
    if not isinstance(questions, list):
        raise UserError(f"{path}: is not a list; write the questions as a JSON list [...]")
    if len(questions) > MOST_QUESTIONS:
        raise UserError(f"{path}: has {len(questions)} questions; the most is {MOST_QUESTIONS}")
    return questions


def _standard_input() -> str:
    if sys.stdin is None:  # closed by whoever started us
        raise UserError("-: there is no standard input; name a file of questions")
    try:
        text = sys.stdin.read(MOST_BYTES + 1)
    except (OSError, UnicodeDecodeError):
        raise UserError("-: standard input is no text (UTF-8)") from None
    if len(text) > MOST_BYTES:
        raise UserError(f"-: standard input is over {MOST_BYTES / 1e6:g} MB; ask less at once")
    return text
