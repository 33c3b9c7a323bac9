"""A battle's report as a PDF: armies, losses, luck, then a plan and its log for each phase."""

import io
from collections.abc import Iterable, Sequence
from dataclasses import replace

import pygame
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader, simpleSplit
from reportlab.pdfgen.canvas import Canvas

from overlay.marks.lines import side_sign_xy
from overlay.paint.paint_plan import plan_surface
from overlay.plan import plan_of
from overlay.strokes.theme import PAPER, Theme
from rules.book.book import Book
from rules.book.dice import needs_words
from rules.game.dice_tray import Thrown
from spotter.report.battle import Battle, Moment, PhaseTold, fallen_in, phases_told
from spotter.report.page import (
    best_words,
    enlisted_words,
    moment_words,
    outcome,
    rule_words,
)
from spotter.report.phase_drawing import phase_drawing
from spotter.report.summary import Summary, steps, summary_of

_WIDE, _HIGH = A4
_EDGE = 42.0
_LINE = 13.0
_ROOM = _WIDE - 2 * _EDGE
_PLAN_HIGH = 0.36 * _HIGH  # two phases with some lines each stand on a page
_LOSSES_HIGH = 90.0
_KEPT_LINES = 3  # of a log, that stand on the same page as its plan
_PX_PER_IN = 50.0


def report_pdf(battle: Battle, title: str, theme: Theme = PAPER) -> bytes:
    """The whole report."""
    content = io.BytesIO()
    canvas = Canvas(content, pagesize=A4)
    canvas.setTitle(title)
    sheet, summary = _Sheet(canvas), summary_of(battle)
    sheet.heading(title, 18.0)
    sheet.lines([f"{battle.book.title}: {' against '.join(battle.first.sides)}; {outcome(battle)}"])
    sheet.heading("The armies")
    for side in battle.first.sides:
        sheet.army(side, *_army(battle, side), theme)
    sheet.heading("Losses over the turns")
    sheet.losses(summary, theme)
    sheet.heading("Luck")
    sheet.lines(_luck(summary))
    if summary.struck:
        sheet.heading("Who struck whom")
        sheet.lines(f"{who}: {whom}, {why}" for who, whom, why in summary.struck)
    for phase in phases_told(battle):
        drawing = phase_drawing(battle.book, phase)
        plan = plan_of(phase.end.scene, replace(drawing, title=""))
        sheet.phase(drawing.title, plan_surface(plan, theme, _PX_PER_IN), _log(battle.book, phase))
    canvas.save()
    return content.getvalue()


def _army(battle: Battle, side: str) -> tuple[list[str], frozenset[str]]:
    """A side's men with what they carry, and those of them who fell."""
    lost = fallen_in(battle.last)
    men = [man for man in battle.first.scene.soldiers if man.side == side]
    fallen = frozenset(enlisted_words(man) for man in men if man.id in lost)
    return [enlisted_words(man) for man in men], fallen


def _luck(summary: Summary) -> list[str]:
    lines = [
        f"{luck.side}: {luck.actual} of {luck.throws} throws made, {luck.expected:.1f} expected "
        f"(percentile {luck.percentile:.0f})"
        for luck in summary.luck
    ]
    lines += ["50 is an even evening; 90 is luckier than nine in ten."] if lines else []
    if summary.best is not None:
        lines.append(best_words(summary.best))
    return lines or ["No throw was made that could succeed or fail."]


def _log(book: Book, phase: PhaseTold) -> list[str]:
    return [_log_line(book, moment) for moment in phase.moments if moment.is_told]


def _log_line(book: Book, moment: Moment) -> str:
    dice, rules = "".join(_die(one) for one in moment.thrown), rule_words(book, moment.reasons)
    return f"{moment_words(moment)}{dice}{f'; {rules}' if rules else ''}"


def _die(one: Thrown) -> str:
    needs = f" of {needs_words(one.die.needs)}" if one.die.needs else ""
    return f" [{one.number}{needs}]"


class _Sheet:
    """A document that is filled from the top; what has no room goes on the next page."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._y = _HIGH - _EDGE

    def heading(self, words: str, size: float = 13.0, with_room: float = 3 * _LINE) -> None:
        """A heading, on the page on which what follows it has its room."""
        self._make_room(2.2 * size + with_room)
        if self._y < _HIGH - _EDGE:
            self._y -= size
        self._canvas.setFont("Helvetica-Bold", size)
        self._canvas.drawString(_EDGE, self._y - size, words)
        self._y -= 1.7 * size

    def lines(self, lines: Iterable[str]) -> None:
        """Lines as broad as the page."""
        for line in lines:
            for part in _parts(line):
                self._make_room(_LINE)
                self._canvas.setFont("Helvetica", 10)
                self._canvas.drawString(_EDGE, self._y - 10.0, part)
                self._y -= _LINE

    def army(self, side: str, men: Sequence[str], fallen: frozenset[str], theme: Theme) -> None:
        """A side and its men, the fallen struck through."""
        fell = sum(man in fallen for man in men)
        self._make_room(2 * _LINE)
        self._key(side, theme)
        self._canvas.setFont("Helvetica", 10)
        self._canvas.drawString(_EDGE + 14.0, self._y - 10.0, f"{side}: {fell} of {len(men)} lost")
        self._y -= _LINE
        x = _EDGE
        for man in men:
            wide = self._canvas.stringWidth(man, "Helvetica", 10)
            if x + wide > _WIDE - _EDGE:
                x, self._y = _EDGE, self._y - _LINE
                self._make_room(_LINE)
            self._canvas.drawString(x, self._y - 10.0, man)
            if man in fallen:
                self._canvas.setLineWidth(0.8)
                self._canvas.line(x, self._y - 6.5, x + wide, self._y - 6.5)
            x += wide + 14.0
        self._y -= 1.5 * _LINE

    def losses(self, summary: Summary, theme: Theme) -> None:
        """A step line for each side, the first one whole."""
        turns = max(len(counts) for counts in summary.losses.values()) - 1
        most = max(1, *(max(counts) for counts in summary.losses.values()))
        self._make_room(_LOSSES_HIGH + 3 * _LINE)
        left, low = _EDGE + 20.0, self._y - _LOSSES_HIGH
        wide, high = _ROOM - 40.0, _LOSSES_HIGH - 14.0
        canvas = self._canvas
        canvas.setFont("Helvetica", 9)
        for lost in (0, most):
            canvas.drawRightString(left - 6.0, low + high * lost / most - 3.0, str(lost))
        for turn in range(turns + 1):
            canvas.drawCentredString(left + wide * turn / max(turns, 1), low - 13.0, str(turn))
        canvas.drawCentredString(left + wide / 2, low - 24.0, "turn")
        canvas.drawString(left, low + high + 5.0, "men lost")
        canvas.setLineWidth(2.0)
        for place, (side, counts) in enumerate(summary.losses.items()):
            canvas.setStrokeColorRGB(*(part / 255 for part in theme.side_rgb(side)))
            canvas.setDash([6, 4] if place else [])
            at = [
                (left + wide * turn / max(turns, 1), low + high * lost / most)
                for turn, lost in steps(counts)
            ]
            path = canvas.beginPath()
            path.moveTo(*at[0])
            for point in at[1:]:
                path.lineTo(*point)
            canvas.drawPath(path)
        canvas.setDash([])
        canvas.setStrokeColorRGB(0, 0, 0)
        self._y = low - 2.3 * _LINE

    def phase(self, title: str, plan: pygame.Surface, log: Sequence[str]) -> None:
        """A phase's plan, and below it what happened."""
        wide = min(_ROOM, _PLAN_HIGH * plan.get_width() / plan.get_height())
        high = wide * plan.get_height() / plan.get_width()
        below = sum(len(_parts(line)) for line in log)
        self.heading(title, with_room=high + (1 + min(below, _KEPT_LINES)) * _LINE)
        picture = io.BytesIO()
        pygame.image.save(plan, picture, "plan.png")
        picture.seek(0)
        self._canvas.drawImage(ImageReader(picture), _EDGE, self._y - high, wide, high)
        self._y -= high + 0.4 * _LINE
        self.lines(log)

    def _key(self, side: str, theme: Theme) -> None:
        """The side's sign as its men have it on the plan: its shape in its colour."""
        canvas, path = self._canvas, self._canvas.beginPath()
        ring = side_sign_xy(theme.side_place(side), _EDGE + 4.5, -(self._y - 6.5), 4.5)
        (x, y), *others = [(float(x), -float(y)) for x, y in ring]
        path.moveTo(x, y)
        for x, y in others:
            path.lineTo(x, y)
        path.close()
        canvas.setFillColorRGB(*(part / 255 for part in theme.side_rgb(side)))
        canvas.drawPath(path, stroke=0, fill=1)
        canvas.setFillColorRGB(0, 0, 0)

    def _make_room(self, high: float) -> None:
        if self._y - high < _EDGE and self._y < _HIGH - _EDGE:
            self._canvas.showPage()
            self._y = _HIGH - _EDGE


def _parts(line: str) -> list[str]:
    """A line as broad as the page; an empty one stays a gap."""
    return simpleSplit(line, "Helvetica", 10, _ROOM) or [""]
