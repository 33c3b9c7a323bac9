"""The join code in the window and as light on the desk: a phone reads it in both."""

import cv2
import numpy as np
import pygame
import pytest

from overlay.marks.code_marks import code_marks
from overlay.marks.marks import Code, Drawing
from overlay.paint.paint_plan import plan_surface
from overlay.plan import plan_of
from overlay.projector.light_marks import light_marks
from overlay.strokes.theme import LIGHT, PAPER
from spotter.page.join_code import join_modules
from table.scene import Scene, Soldier

URL = "http://192.168.178.123:8470/#code=Zi8ne4U7raY1hcNssRPQDQ"
MEN = tuple(Soldier(f"R{n:02d}", "red", 2.0 + 3 * n, 4.0, ()) for n in range(10))
SCENE = Scene(36.0, 24.0, soldiers=MEN)


def painted(marks, theme):
    """The picture of some marks on an empty sheet, as a phone's camera has it."""
    surface = plan_surface(plan_of(Scene(36.0, 24.0), Drawing(marks, "")), theme, px_per_in=60)
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))


@pytest.mark.parametrize(
    ("marks", "theme"),
    [
        pytest.param(code_marks(join_modules(URL), SCENE), PAPER, id="window"),
        pytest.param(light_marks(code_marks(join_modules(URL), SCENE), SCENE), LIGHT, id="light"),
    ],
)
def test_a_phone_reads_it(marks, theme):
    """Black on white, also where black is the desk without light."""
    assert cv2.QRCodeDetector().detectAndDecode(painted(marks, theme))[0] == URL


def test_it_lies_where_nobody_stands():
    """As far from everybody as the table lets it."""
    code = next(mark for mark in code_marks(join_modules(URL), SCENE) if isinstance(mark, Code))

    assert code.corner.y > max(man.y + man.radius for man in MEN)
    assert code.corner.y + code.side_in <= SCENE.height
