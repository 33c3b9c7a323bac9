"""The plan as a PNG file."""

from pathlib import Path

import pygame

from overlay.mark_strokes import strokes_of
from overlay.paint_pixels import paint
from overlay.plan import Plan
from overlay.theme import PAPER, Theme
from overlay.view import plan_view

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
    pygame.image.save(plan_surface(plan, theme, px_per_in or _fitting_px_per_in(plan)), path)


def _fitting_px_per_in(plan: Plan) -> float:
    """The usual scale, finer for small tables and coarser for large ones."""
    left, _, right, _ = plan.box
    wide_in = right - left
    return min(max(PX_PER_IN, _NARROWEST_PX / wide_in), _WIDEST_PX / wide_in)
