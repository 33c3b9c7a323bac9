"""The plan as a PNG file."""

import io
from pathlib import Path

import pygame

from overlay.marks.marks import Plan
from overlay.paint.paint_pixels import paint
from overlay.paint.view import plan_view
from overlay.strokes.mark_strokes import strokes_of
from overlay.strokes.theme import PAPER, Theme
from table.text_file import write_whole

PX_PER_IN = 40.0
_NARROWEST_PX, _WIDEST_PX = 900, 2400
_FINER = 2  # painted at twice the size and shrunk, so that edges are smooth


def plan_surface(plan: Plan, theme: Theme = PAPER, px_per_in: float = PX_PER_IN) -> pygame.Surface:
    """The plan's pixels."""
    view = plan_view(plan.box, px_per_in * _FINER)
    fine = pygame.Surface(view.size_wh)
    fine.fill(theme.ground)
    paint(fine, strokes_of(plan.marks, theme), view)
    return pygame.transform.smoothscale(fine, plan_view(plan.box, px_per_in).size_wh)


def paint_plan(
    plan: Plan, path: Path, theme: Theme = PAPER, px_per_in: float | None = None
) -> None:
    """Write the plan as a picture; the name's ending says which kind."""
    save_surface(plan_surface(plan, theme, px_per_in or _fitting_px_per_in(plan)), path)


def save_surface(surface: pygame.Surface, path: Path) -> None:
    """Write the pixels, whole or not at all; the name's ending says as which kind."""
    content = io.BytesIO()
    pygame.image.save(surface, content, path.name)
    write_whole(path, content.getvalue())


def _fitting_px_per_in(plan: Plan) -> float:
    """The usual scale, finer for small tables and coarser for large ones."""
    left, top, right, bottom = plan.box
    wide_in, long_in = right - left, max(right - left, bottom - top)
    return min(max(PX_PER_IN, _NARROWEST_PX / wide_in), _WIDEST_PX / long_in)
