"""The plan picture: golden pictures, true scale, and the same in PNG and SVG."""

from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pygame
import pytest

from overlay.marks.drawing import questions_drawing, scene_drawing
from overlay.paint.paint_plan import plan_surface
from overlay.paint.paint_svg import svg_text
from overlay.plan import plan_of
from overlay.strokes.mark_strokes import strokes_of
from overlay.strokes.strokes import Text
from overlay.strokes.theme import PAPER
from table.scene_file import read_scene
from tests.overlay.desk import R1, SCENE, asking

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parent / "golden"
PX_PER_IN = 12.0

DRAWINGS = {
    "every-kind": lambda: (_oak(), scene_drawing(_oak())),
    "blocked": lambda: (SCENE, _asked({"ask": "sight", "from": "R1", "to": "B1"})),
    "shot": lambda: (SCENE, _asked({"ask": "shoot", "shooter": "R1", "target": "B2"})),
    "mortar": lambda: (
        SCENE,
        _asked({"ask": "burst", "shooter": "R2", "weapon": "mortar", "aim": [18.0, 10.0]}),
    ),
    "reach": lambda: (SCENE, _asked({"ask": "reach", "soldier": "R1"})),
}


def _oak():
    return read_scene(ROOT / "fixtures" / "photos" / "oak-normal" / "truth.json")


def _asked(question):
    return questions_drawing(SCENE, [question], asking())


@pytest.mark.parametrize("name", DRAWINGS)
def test_golden(name):
    """The picture is the one somebody looked at and found good, give or take a pixel's edge."""
    scene, drawing = DRAWINGS[name]()
    made = pygame.surfarray.array3d(plan_surface(plan_of(scene, drawing), PAPER, PX_PER_IN))

    kept = pygame.surfarray.array3d(pygame.image.load(GOLDEN / f"{name}.png"))

    assert made.shape == kept.shape
    off = np.abs(made.astype(int) - kept.astype(int)).max(axis=2)
    assert off.mean() < 2.0
    assert (off > 60).mean() < 0.01


def test_a_man_is_at_his_inch():
    """A pixel of the plan is where its inches say, counted from the table's corner."""
    plan = plan_of(SCENE, scene_drawing(SCENE))
    surface = plan_surface(plan, PAPER, 20.0)

    x, y = (R1.x - plan.box[0]) * 20, (R1.y - plan.box[1]) * 20
    assert surface.get_at((round(x - 6), round(y + 5)))[:3] == PAPER.side_rgb("red")


def test_svg_says_the_same():
    """The SVG holds every word of the plan and prints at true size."""
    plan = plan_of(SCENE, _asked({"ask": "shoot", "shooter": "R1", "target": "B2"}))

    root = ET.fromstring(svg_text(plan))  # noqa: S314 - our own text

    words = {text.text for text in root.iter("{http://www.w3.org/2000/svg}text")}
    assert words == {s.text for s in strokes_of(plan.marks, PAPER) if isinstance(s, Text)}
    assert root.get("width") == f"{plan.box[2] - plan.box[0]:.3f}in"


def test_title_is_the_answer():
    """The title says the answer in words."""
    drawing = _asked({"ask": "sight", "from": "R1", "to": "B1"})

    assert drawing.title == "R1 cannot see B1: mug-1 in the way"


def test_several_answers_have_numbers():
    """Several questions get a numbered card each, a mistake too."""
    questions = [{"ask": "reach", "soldier": "R1"}, {"ask": "sight", "from": "R1", "to": "Z"}, 7]

    drawing = questions_drawing(SCENE, questions, asking())

    assert [card.title[:2] for card in drawing.cards] == ["1.", "2.", "3."]
    assert "no soldier Z" in drawing.cards[1].title


def test_hexes_when_played_on_them():
    """OmniWar on its grid shows the grid."""
    plain = {"ask": "sight", "from": "R1", "to": "B1"}
    rules = asking("omniwar")

    on_grid = questions_drawing(SCENE, [{**plain, "declare": {"grid": True}}], rules)
    without = questions_drawing(SCENE, [plain], rules)

    assert [m for m in on_grid.marks if getattr(m, "ink", "") == "hexes"]
    assert not [m for m in without.marks if getattr(m, "ink", "") == "hexes"]


def test_side_view_of_a_blocked_line():
    """The side view has the mug where the line meets it, as high as it is, and says it hides."""
    profile = _asked({"ask": "sight", "from": "R1", "to": "B1"}).profile

    assert (profile.eye_in, profile.aim_in, profile.visible) == (2.0, 1.125, False)
    (hump,) = profile.humps
    assert (hump.start_in, hump.end_in) == pytest.approx((6.5, 9.5), abs=0.01)
    assert (hump.words, hump.height_in, hump.hides) == ("house, 3.75 in high", 3.75, True)


def test_no_side_view_over_flat_ground():
    """Where nothing stands up under the line there is no side view."""
    assert _asked({"ask": "sight", "from": "R1", "to": "B2"}).profile is None
