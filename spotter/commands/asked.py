"""What a command is asked: a file of questions, or a sentence as players say it."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rules.book.answer import Mistake
from rules.book.ask import ask
from rules.book.book import Book
from rules.book.question import QuestionJson
from spotter.files.table_folder import NamedTable, is_camera, is_table, named_table
from table.errors import UserError
from table.json_text import parse_json
from table.scene import Scene
from table.text_file import MOST_BYTES, is_there, read_text

MOST_QUESTIONS = 100_000


def table_asked(args: argparse.Namespace) -> NamedTable:
    """The table that is asked about; this folder's where only questions are named."""
    words = [*args.questions]
    if args.what is not None and _is_a_question(args.what, words):
        args.what, args.questions = None, [args.what, *words]
    return named_table(args, args.what)


def _is_a_question(what: str, words: Sequence[str]) -> bool:
    """Whether the first word is no file, folder or camera, but what is asked of this folder."""
    if is_camera(what) or is_there(Path(what)):
        return False
    if " " in what.strip():
        return True
    return not words and is_table(Path()) and not Path(what).suffix


def need_questions(words: Sequence[str]) -> None:
    """Refuse where nothing is asked."""
    if not any(word.strip(" ;") for word in words):
        raise UserError('nothing is asked; ask like "R01 sees B01", see spotter rules')


def names_a_file(words: Sequence[str]) -> bool:
    """Whether what was asked is a file of questions, or standard input, and no sentence."""
    if len(words) != 1:
        return False
    (word,) = words
    return word == "-" or word.endswith(".json") or (bool(word) and is_there(Path(word)))


def questions_asked(words: Sequence[str], scene: Scene, book: Book) -> list[Any]:
    """The questions of a file or of a sentence; several sentences are parted by semicolons."""
    if names_a_file(words):
        return read_questions(Path(words[0]))
    sentences = [part for part in " ".join(words).split(";") if part.strip()]
    return [_meant(sentence, scene, book) for sentence in sentences]


def _meant(sentence: str, scene: Scene, book: Book) -> QuestionJson:
    """What a sentence means to this book: the first of its meanings that can be answered."""
    # Who asks by a file needs no grammar.
    from spotter.words.question_words import questions_of  # noqa: PLC0415

    meanings = questions_of(sentence, scene, book)
    if len(meanings) == 1:
        return meanings[0]
    answered = (one for one in meanings if not isinstance(ask(scene, one, book), Mistake))
    return next(answered, meanings[0])


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
