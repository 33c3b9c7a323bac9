"""`spotter draw`: the picture of a scene and of answers, as the table's plan."""

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from overlay.marks.answer_cache import AnswerCache
from overlay.marks.drawing import questions_drawing, scene_drawing, threat_drawing
from overlay.marks.marks import Plan
from overlay.paint.paint_plan import paint_plan
from overlay.paint.paint_svg import paint_svg
from overlay.plan import plan_of
from overlay.strokes.theme import PAPER, Theme
from rules.book.answer import Mistake
from rules.book.book import Book
from rules.book.question import shown
from rules.book.shelf import book_named
from spotter.commands.asked import questions_asked, table_asked
from spotter.commands.named_scene import scene_named
from table.army_file import read_army
from table.errors import UserError, listed
from table.natural_order import natural_order
from table.scene import Scene, Soldier

_PAINTERS: Mapping[str, Callable[[Plan, Path, Theme], None]] = {
    ".png": paint_plan,
    ".svg": paint_svg,
}


def run(args: argparse.Namespace) -> int:
    """Write the picture; 2 when a question could not be answered."""
    _painter(args.out)
    named = table_asked(args)
    rules = named.need_rules() if args.questions or args.threat else named.rules
    book = None if rules is None else book_named(rules)
    scene = scene_named(named)
    questions = questions_asked(args.questions, scene, book) if args.questions and book else []
    threat = args.threat
    if threat is not None and scene.soldier(threat) is None:
        there = listed((man.id for man in scene.soldiers), natural_order)
        raise UserError(f"--threat: no soldier {shown(threat)}; the scene has {there}")
    print(draw_plan(args.out, scene, questions, book, named.path("army"), threat))
    off = [man.id for man in scene.soldiers if not _is_drawn(man, scene)]
    if off:
        print(
            f"spotter: {named.source}: off the table, not drawn: {', '.join(off)}", file=sys.stderr
        )
    return 2 if book and _mistakes(scene, questions, AnswerCache(book)) else 0


def draw_plan(  # noqa: PLR0913, PLR0917 - what is drawn, and where
    out: Path,
    scene: Scene,
    questions: list[Any],
    book: Book | None,
    army: Path | None,
    threat: str | None = None,
) -> str:
    """Write the plan with the answers on it, and say what it shows."""
    painter, asking = _painter(out), None if book is None else AnswerCache(book)
    drawing = (
        questions_drawing(scene, questions, asking)
        if asking is not None and questions
        else scene_drawing(scene, asking)
    )
    if asking is not None and threat is not None:
        drawing = threat_drawing(scene, drawing, asking, threat)
    painter(plan_of(scene, drawing), out, _theme(army))
    return f"{out}: {drawing.title}"


def _painter(out: Path) -> Callable[[Plan, Path, Theme], None]:
    painter = _PAINTERS.get(out.suffix.lower())
    if painter is None:
        raise UserError(f"{out}: ends in {out.suffix or 'nothing'}; use .png or .svg")
    return painter


def _is_drawn(man: Soldier, scene: Scene) -> bool:
    """Whether a part of his base lies on the table."""
    rim = man.radius
    return -rim < man.x < scene.width + rim and -rim < man.y < scene.height + rim


def _mistakes(scene: Scene, questions: list[Any], asking: AnswerCache) -> int:
    """How many questions could not be answered; each is told on standard error."""
    wrong = 0
    for i, question in enumerate(questions):
        answer = asking.ask(scene, question)
        if isinstance(answer, Mistake):
            print(f"spotter: question[{i}]: {answer.error}", file=sys.stderr)
            wrong += 1
    return wrong


def _theme(army: Path | None) -> Theme:
    """Paper, with the army's own colours where they are known."""
    if army is None:
        return PAPER
    return PAPER.with_sides({side.name: side.colour for side in read_army(army).sides})
