"""The evening as a short animated picture: one plan for each phase, its deeds drawn in."""

import io

import pygame
from PIL import Image

from overlay.paint.paint_plan import plan_surface
from overlay.plan import plan_of
from overlay.strokes.theme import Theme
from spotter.report.battle import Battle, PhaseTold, phases_told
from spotter.report.phase_drawing import phase_drawing

_WIDE_PX = 960
_SHOWN_MS = 1400  # long enough to find the arrow, short enough for an evening in a minute
_MOST = 80  # pictures; a longer evening shows every second phase, or third


def film_of(battle: Battle, theme: Theme) -> bytes | None:
    """The animated picture (WebP), None where nothing happened."""
    told = list(phases_told(battle))
    if not told:
        return None
    every = -(-len(told) // _MOST)
    pictures = [_picture(battle, phase, theme) for phase in told[::every]]
    size = (max(p.width for p in pictures), max(p.height for p in pictures))
    even = [_on_ground(picture, size, theme) for picture in pictures]
    content = io.BytesIO()
    even[0].save(
        content,
        "WEBP",
        save_all=True,
        append_images=even[1:],
        duration=_SHOWN_MS,
        loop=0,
        quality=70,
    )
    return content.getvalue()


def _picture(battle: Battle, phase: PhaseTold, theme: Theme) -> Image.Image:
    plan = plan_of(phase.end.scene, phase_drawing(battle.book, phase))
    surface = plan_surface(plan, theme, _WIDE_PX / (plan.box[2] - plan.box[0]))
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))


def _on_ground(picture: Image.Image, size: tuple[int, int], theme: Theme) -> Image.Image:
    whole = Image.new("RGB", size, theme.ground)
    whole.paste(picture, (0, 0))
    return whole
