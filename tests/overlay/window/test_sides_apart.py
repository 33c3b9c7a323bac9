"""Sides are told apart by shape as well as colour: by eyes that see no green, and in grey."""

import numpy as np
import pygame
import pytest

from overlay.paint.paint_pixels import paint
from overlay.paint.view import pixel_view
from overlay.strokes.theme import GLASS
from overlay.window.desk import desk_of
from overlay.window.hud import Hud, SideRoster
from overlay.window.paint_desk import desk_strokes
from overlay.window.window import Window
from table.army import Army, Enlisted, Side, TagStyle
from table.scene import Scene, Soldier

SIZE_WH = (1280, 720)
# Machado, Oliveira and Fernandes 2009, severity 1: what is seen without the middle cones.
DEUTERANOPIA = np.array(
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]
)
GREY = np.full((3, 3), [0.299, 0.587, 0.114])
COLOURS = {
    "red and green": ("#b83232", "#3f7f34"),
    "alike": ("#808080", "#808080"),
    "red and brown": ("#b83232", "#7a6a30"),
}


def seen(surface, filter_rgb):
    """A picture as it looks through a filter, rows first."""
    rgb = pygame.surfarray.array3d(surface).astype(float).transpose(1, 0, 2)
    return np.clip(rgb @ filter_rgb.T, 0, 255)


def around(picture, x, y, radius):
    """The rim of a man: names stand in the middle, so the middle is left out."""
    ys, xs = np.mgrid[-radius : radius + 1, -radius : radius + 1]
    rim = (np.hypot(xs, ys) <= radius) & (np.hypot(xs, ys) >= 0.55 * radius)
    cut = picture[y - radius : y + radius + 1, x - radius : x + radius + 1]
    return cut[rim]


def unlike(one, other):
    """How different two cuts look: the mean difference of their brightest tenth of pixels."""
    far = np.abs(one - other).max(axis=1)
    return float(np.sort(far)[-len(far) // 10 :].mean())


@pytest.mark.parametrize("filter_rgb", [DEUTERANOPIA, GREY], ids=["deuteranopia", "grey"])
@pytest.mark.parametrize("colours", COLOURS)
def test_men_of_two_sides_look_unlike_and_of_one_side_alike(filter_rgb, colours):
    """On the window's own pixels, measured at the rims of men on bare table."""
    men = (
        Soldier("A1", "left", 8.0, 8.0, ("rifle",)),
        Soldier("A2", "left", 8.0, 14.0, ("rifle",)),
        Soldier("A3", "right", 26.0, 8.0, ("rifle",)),
        Soldier("A4", "right", 26.0, 14.0, ("rifle",)),
    )
    sides = zip(("left", "right"), COLOURS[colours], strict=True)
    listed = tuple(Enlisted(man.id, man.side, man.weapons) for man in men)
    army = Army(TagStyle(), tuple(Side(name, colour) for name, colour in sides), listed)
    window = Window(Scene(36.0, 24.0, men), None, army, size_wh=SIZE_WH)
    picture = seen(window.paint(wait=True), filter_rgb)
    radius = round(men[0].radius * window.view.px_per_in(8.0, 8.0))
    at = window.view.px_from_table(np.array([(man.x, man.y) for man in men]))
    one, same, other, _ = (around(picture, round(x), round(y), radius) for x, y in at)
    window.close()

    assert unlike(one, other) > 60.0
    assert unlike(one, same) < 0.6 * unlike(one, other)


@pytest.mark.parametrize("filter_rgb", [DEUTERANOPIA, GREY], ids=["deuteranopia", "grey"])
def test_the_rosters_signs_look_unlike(filter_rgb):
    """The same colour, the same grey: still a disc and a square."""
    hud = Hud(rosters=(SideRoster("left", "0 of 2 lost"), SideRoster("right", "0 of 2 lost")))
    desk = desk_of(SIZE_WH, hud)
    surface = pygame.Surface(SIZE_WH)
    theme = GLASS.with_sides({"left": "#808080", "right": "#808080"})
    paint(surface, desk_strokes(desk, theme), pixel_view(SIZE_WH))
    picture = seen(surface, filter_rgb)
    heads = [line for line in desk.lines if line.side is not None]
    size = round(desk.capital_px)
    cuts = [
        picture[round(y) - size : round(y) + size, round(x) - size : round(x) + size].reshape(-1, 3)
        for line in heads
        for x, y in [(line.x - 1.2 * line.capital_px, line.y - line.capital_px / 2)]
    ]

    assert len(cuts) == 2
    assert unlike(*cuts) > 60.0
