"""A battle's report as a PDF: a page of numbers, then a plan and its log for each phase."""

import io
from collections.abc import Iterator
from dataclasses import replace

import pygame
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader, simpleSplit
from reportlab.pdfgen.canvas import Canvas

from overlay.paint.paint_plan import plan_surface
from overlay.plan import plan_of
from overlay.strokes.theme import PAPER, Theme
from rules.book.book import Book
from rules.game.dice_tray import Thrown
from spotter.report.battle import Battle, Moment, PhaseTold, phases_told
from spotter.report.page import moment_words, outcome, rule_words
from spotter.report.phase_drawing import phase_drawing
from spotter.report.summary import summary_of

_WIDE, _HIGH = A4
_EDGE = 42.0
_LINE = 13.0
_PX_PER_IN = 50.0


def report_pdf(battle: Battle, title: str, theme: Theme = PAPER) -> bytes:
    """The whole report."""
    content = io.BytesIO()
    canvas = Canvas(content, pagesize=A4)
    canvas.setTitle(title)
    _page(canvas, title, _numbers(battle), None)
    for phase in phases_told(battle):
        drawing = phase_drawing(battle.book, phase)
        surface = plan_surface(
            plan_of(phase.end.scene, replace(drawing, title="")), theme, _PX_PER_IN
        )
        _page(canvas, drawing.title, _log(battle.book, phase), surface)
    canvas.save()
    return content.getvalue()


def _numbers(battle: Battle) -> list[str]:
    summary = summary_of(battle)
    lines = [f"{battle.book.title}: {' against '.join(battle.first.sides)}; {outcome(battle)}", ""]
    lines += [f"{side} lost {counts[-1]}" for side, counts in summary.losses.items()]
    lines += [
        f"{luck.side}: {luck.actual} of {luck.throws} throws made, {luck.expected:.1f} expected "
        f"(percentile {luck.percentile:.0f})"
        for luck in summary.luck
    ]
    if summary.best is not None:
        lines.append(f"the best throw: {summary.best.words} at {summary.best.chance:.0%}")
    return [*lines, "", *(f"{who}: {whom}, {why}" for who, whom, why in summary.struck)]


def _log(book: Book, phase: PhaseTold) -> list[str]:
    return [_log_line(book, moment) for moment in phase.moments if moment.is_told]


def _log_line(book: Book, moment: Moment) -> str:
    dice, rules = "".join(_die(one) for one in moment.thrown), rule_words(book, moment.reasons)
    return f"{moment_words(moment)}{dice}{f'; {rules}' if rules else ''}"


def _die(one: Thrown) -> str:
    return f" [{one.number} of {one.die.needs}]" if one.die.needs else f" [{one.number}]"


def _wrapped(lines: list[str], wide: float) -> Iterator[str]:
    """The lines as broad as the page; an empty one stays a gap."""
    for line in lines:
        yield from simpleSplit(line, "Helvetica", 10, wide) or [""]


def _page(canvas: Canvas, title: str, lines: list[str], plan: pygame.Surface | None) -> None:
    """One page, and as many more as its lines need."""
    canvas.setFont("Helvetica-Bold", 15)
    canvas.drawString(_EDGE, _HIGH - _EDGE, title)
    y = _HIGH - _EDGE - 1.8 * _LINE
    wide = _WIDE - 2 * _EDGE
    if plan is not None:
        high = wide * plan.get_height() / plan.get_width()
        picture = io.BytesIO()
        pygame.image.save(plan, picture, "plan.png")
        picture.seek(0)
        canvas.drawImage(ImageReader(picture), _EDGE, y - high, wide, high)
        y -= high + _LINE
    canvas.setFont("Helvetica", 10)
    for line in _wrapped(lines, wide):
        if y < _EDGE:
            canvas.showPage()
            canvas.setFont("Helvetica", 10)
            y = _HIGH - _EDGE
        canvas.drawString(_EDGE, y, line)
        y -= _LINE
    canvas.showPage()
