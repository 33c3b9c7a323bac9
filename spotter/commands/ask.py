"""`spotter ask`: questions about a scene to answers, in words or as JSON in and out."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from rules.book.answer import Mistake
from rules.book.ask import ask, ask_all
from rules.book.book import Book
from rules.book.shelf import book_named
from spotter.commands.asked import (
    names_a_file,
    need_questions,
    questions_asked,
    read_questions,
    table_asked,
)
from spotter.commands.named_scene import scene_named
from spotter.files.table_folder import NamedTable
from table.scene import Scene

LENGTH_DECIMALS, CHANCE_DECIMALS = 3, 6  # of numbers in JSON that answers words


def run(args: argparse.Namespace) -> int:
    """Print the answers; 2 when a question could not be answered."""
    named = table_asked(args)
    need_questions(args.questions)
    book = book_named(named.need_rules())
    if not names_a_file(args.questions):
        return _in_words(args, named, book)
    (file,) = args.questions
    questions = read_questions(Path(file))
    scene = scene_named(named)
    answers = ask_all(scene, questions, book)
    print(json.dumps(_with_sure(scene, questions, answers, book), indent=1))
    return _wrong(answers, file)


def _wrong(answers: list[dict[str, Any]], file: str) -> int:
    """2 where a question has no answer, which is said in one line."""
    wrong = sum("error" in answer for answer in answers)
    if wrong:
        plural = "question" if len(answers) == 1 else "questions"
        print(
            f"spotter: {file}: {wrong} of {len(answers)} {plural} cannot be answered; "
            "each has its error in the answers",
            file=sys.stderr,
        )
    return 2 if wrong else 0


def _in_words(args: argparse.Namespace, named: NamedTable, book: Book) -> int:
    """Answer sentences with sentences, each with its sum, and draw the plan if that is wanted."""
    scene = scene_named(named)
    questions = questions_asked(args.questions, scene, book)
    if args.json:
        answers = ask_all(scene, questions, book)
        print(json.dumps(rounded(_with_sure(scene, questions, answers, book)), indent=1))
        return _wrong(answers, "the question")
    return _told(scene, questions, book) | _drawn(args, named, scene, questions, book)


def _with_sure(
    scene: Scene, questions: list[Any], answers: list[dict[str, Any]], book: Book
) -> list[dict[str, Any]]:
    """The answers with how sure they are, where the camera measured the men they are about."""
    if not any(man.error for man in scene.soldiers):
        return answers
    from rules.foresight.sure import sure  # noqa: PLC0415 - most scenes are exact

    told = []
    for question, answer in zip(questions, answers, strict=True):
        found = (
            None if "error" in answer else sure(book, scene, question, ask(scene, question, book))
        )
        otherwise = {} if found is None or found.otherwise is None else {"else": found.otherwise}
        told.append(answer if found is None else {**answer, "sure": found.chance, **otherwise})
    return told


def _told(scene: Scene, questions: list[Any], book: Book) -> int:
    from overlay.marks.answer_cache import AnswerCache  # noqa: PLC0415 - JSON needs no words
    from spotter.words.answer_lines import answer_lines  # noqa: PLC0415

    asking, code = AnswerCache(book), 0
    for question in questions:
        answer = asking.ask(scene, question)
        if isinstance(answer, Mistake):
            print(f"spotter: {answer.error}", file=sys.stderr)
            code = 2
        else:
            print("\n".join(answer_lines(scene, question, answer, asking)))
    return code


def _drawn(
    args: argparse.Namespace, named: NamedTable, scene: Scene, questions: list[Any], book: Book
) -> int:
    if args.picture is None:
        return 0
    from spotter.commands.draw import draw_plan  # noqa: PLC0415 - only pictures need a painter

    print(draw_plan(args.picture, scene, questions, book, named.path("army")))
    return 0


def rounded(value: Any, decimals: int = LENGTH_DECIMALS) -> Any:
    """The same with lengths and chances as exact as they are meant."""
    if isinstance(value, float):
        return round(value, decimals)
    if isinstance(value, list):
        return [rounded(entry, decimals) for entry in value]
    if isinstance(value, dict):
        exact = {"chance": CHANCE_DECIMALS}
        return {key: rounded(entry, exact.get(key, decimals)) for key, entry in value.items()}
    return value
