"""The plan as a PNG file."""

from pathlib import Path

import pygame

from overlay.mark_strokes import strokes_of
from overlay.paint_pixels import paint
from overlay.plan import Plan
from overlay.theme import PAPER, Theme
from overlay.view import plan_view

PX_PER_IN = 40.0
_FINER = 2  # painted at twice the size and shrunk, so that edges are smooth


def plan_surface(plan: Plan, theme: Theme = PAPER, px_per_in: float = PX_PER_IN) -> pygame.Surface:
    """The plan's pixels."""
    view = plan_view(plan.box, px_per_in * _FINER)
    fine = pygame.Surface(view.size_wh)
    fine.fill(theme.ground)
    paint(fine, strokes_of(plan.marks, theme), view)
    return pygame.transform.smoothscale(fine, plan_view(plan.box, px_per_in).size_wh)


def paint_plan(plan: Plan, path: Path, theme: Theme = PAPER, px_per_in: float = PX_PER_IN) -> None:
    """Write the plan as a picture; the name's ending says which kind."""
    pygame.image.save(plan_surface(plan, theme, px_per_in), path)
