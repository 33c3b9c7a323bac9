"""`spotter draw`: the picture of a scene and of answers, as the table's plan."""

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from overlay.asking import Asking
from overlay.drawing import questions_drawing, scene_drawing
from overlay.marks import Drawing
from overlay.paint_plan import paint_plan
from overlay.paint_svg import paint_svg
from overlay.plan import Plan, plan_of
from overlay.theme import PAPER, Theme
from rules.answer import Mistake
from rules.books import book_named
from spotter.commands.ask import read_questions
from table.army_file import read_army
from table.errors import UserError
from table.scene import Scene, Soldier
from table.scene_file import read_scene

_PAINTERS: Mapping[str, Callable[[Plan, Path, Theme], None]] = {
    ".png": paint_plan,
    ".svg": paint_svg,
}


def run(args: argparse.Namespace) -> int:
    """Write the picture; 2 when a question could not be answered."""
    painter = _PAINTERS.get(args.out.suffix.lower())
    if painter is None:
        raise UserError(f"{args.out}: ends in {args.out.suffix or 'nothing'}; use .png or .svg")
    if args.questions is not None and args.rules is None:
        raise UserError("--rules: the questions need a rulebook, like --rules omog-advanced")
    scene = read_scene(args.scene)
    asking = None if args.rules is None else Asking(book_named(args.rules))
    questions = [] if args.questions is None else read_questions(args.questions)
    drawing = _drawing(scene, questions, asking)
    painter(plan_of(scene, drawing), args.out, _theme(args.army))
    print(f"{args.out}: {drawing.title}")
    off = [man.id for man in scene.soldiers if not _is_drawn(man, scene)]
    if off:
        print(f"spotter: {args.scene}: off the table, not drawn: {', '.join(off)}", file=sys.stderr)
    return 2 if asking and _mistakes(scene, questions, asking) else 0


def _is_drawn(man: Soldier, scene: Scene) -> bool:
    """Whether a part of his base lies on the table."""
    rim = man.radius
    return -rim < man.x < scene.width + rim and -rim < man.y < scene.height + rim


def _drawing(scene: Scene, questions: list[Any], asking: Asking | None) -> Drawing:
    if asking is None or not questions:
        return scene_drawing(scene, asking)
    return questions_drawing(scene, questions, asking)


def _mistakes(scene: Scene, questions: list[Any], asking: Asking) -> int:
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
