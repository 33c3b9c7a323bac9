"""Projected light: lines where the table says, none on tags, and known to those who look."""

from dataclasses import replace

import numpy as np
import pygame
import pytest
import shapely.affinity
from shapely import Point, Polygon, union_all

from overlay.marks.marks import Area, Body, Hatch, Line, Ring, Sheet, Words, shape_of
from overlay.marks.scene_marks import scene_marks
from overlay.projector.light_marks import light_marks
from overlay.projector.light_plan import LIGHT_PX_PER_IN, light_plan
from overlay.projector.masks import mask_rings
from overlay.projector.paint_projector import paint_projector
from overlay.projector.projector_window import ProjectorWindow, desk_marks
from overlay.window.window_marks import table_drawing
from overlay.window.window_state import window_of
from table.places import ProjectorPixel, TablePoint
from table.plane_map import PlaneMap
from tests.overlay.desk import ARMY, MUG, NAPKIN, SCENE, asking

# Keystoned and turned a little, as a projector on a shelf is.
WARP = PlaneMap(
    TablePoint,
    ProjectorPixel,
    np.array([[36.0, 2.0, 50.0], [-1.5, 38.0, 60.0], [-0.002, 0.001, 1.0]]),
)
SIZE = (1000, 720)


def projected(marks, dark=()):
    surface = pygame.Surface(SIZE)
    paint_projector(surface, marks, WARP, dark)
    return pygame.surfarray.array3d(surface)


def test_a_ring_falls_where_the_table_has_it():
    """Light for a place of the table is at that place's own projector pixel."""
    picture = projected([Ring(TablePoint(10, 7), 3.0, "band-1")])

    for bearing in range(0, 360, 45):
        turn = np.radians(bearing)
        at = WARP(TablePoint(10 + 3 * np.cos(turn), 7 + 3 * np.sin(turn)))
        x, y = round(at.x), round(at.y)
        assert picture[x - 1 : x + 2, y - 1 : y + 2].max() > 150
    centre = WARP(TablePoint(10, 7))
    assert picture[round(centre.x), round(centre.y)].max() == 0


def test_words_lie_on_the_table():
    """Words are turned and stretched as the table is seen by the projector."""
    picture = projected([Words(TablePoint(6.0, 7.0), "MMMM", "note", 1.0)])

    lit = np.argwhere(picture.max(axis=2) > 128)
    places = WARP.inverse.many(lit)
    assert places[:, 0].min() == pytest.approx(6.1, abs=0.15)
    assert places[:, 1].max() == pytest.approx(7.0, abs=0.1)
    assert places[:, 1].min() == pytest.approx(6.0, abs=0.1)


def tag_of(soldier, margin_in=0.0):
    """The default tag, one inch of side, three quarters before its man's feet."""
    out = 0.5 + margin_in
    tag = shapely.box(0.75 - out, -out, 0.75 + out, out)
    turned = shapely.affinity.rotate(tag, soldier.facing, origin=(0, 0))
    return shapely.affinity.translate(turned, soldier.x, soldier.y)


def lit_share(light, shape):
    """How much of a shape on the table is lit, 0 to 1."""
    rows, columns = light.lit.shape
    y, x = (np.mgrid[0:rows, 0:columns] + 0.5) / LIGHT_PX_PER_IN
    return float(light.lit[shapely.contains_xy(shape, x, y)].mean())


def test_masks_hold_every_tag_and_marker():
    """Tags with a margin, corner markers, unread tags and high things are all masked."""
    dark = union_all([Polygon(ring) for ring in mask_rings(SCENE, ARMY)])

    for soldier in SCENE.soldiers:
        assert dark.covers(tag_of(soldier, 0.2))
    for corner in ((0.75, 0.75), (23.25, 0.75), (23.25, 15.25), (0.75, 15.25)):
        assert dark.covers(Point(corner).buffer(0.75))
    assert dark.covers(Point(22.0, 2.0).buffer(0.7))
    assert dark.covers(MUG.footprint)
    assert not dark.intersects(NAPKIN.footprint)


def test_full_overlay_leaves_tags_dark():
    """With everything switched on not one pixel of light falls on a tag or a marker."""
    state = replace(
        window_of(SCENE, ARMY), chosen="R1", layers=frozenset({"bands", "moves", "sight", "links"})
    )
    marks = desk_marks(SCENE, table_drawing(state, asking(), on_picture=True), ARMY)
    surface = pygame.Surface(SIZE)
    paint_projector(surface, marks, WARP, mask_rings(SCENE, ARMY))

    light = light_plan(surface, WARP, (24.0, 16.0), 5.0)

    assert light.since_s == 5.0
    assert light.lit.mean() > 0.02
    for soldier in SCENE.soldiers:
        assert lit_share(light, tag_of(soldier)) == 0.0
    for corner in ((0.75, 0.75), (23.25, 0.75), (23.25, 15.25), (0.75, 15.25)):
        assert lit_share(light, Point(corner).buffer(0.75)) == 0.0


def test_no_hatch_on_what_is_measured():
    """Hatches stop short of things and men; nothing that is on the desk is thrown on it."""
    whole = ((1.0, 1.0), (23.0, 1.0), (23.0, 15.0), (1.0, 15.0))

    marks = light_marks([*scene_marks(SCENE), Area((whole,), "danger")], SCENE)

    hatched = [shape_of(mark.rings) for mark in marks if isinstance(mark, Hatch)]
    assert hatched
    assert not any(shape.intersects(thing.footprint) for shape in hatched for thing in SCENE.things)
    assert not [m for m in marks if isinstance(m, Body | Sheet)]
    assert [m for m in marks if isinstance(m, Line) and m.ink == "danger"]


def test_projector_tells_what_shines():
    """The projector knows what light is on the table and since when; blank is blank."""
    projector = ProjectorWindow(WARP, ARMY)
    drawing = table_drawing(window_of(SCENE, ARMY), asking(), on_picture=True)

    projector.show(SCENE, drawing, 10.0)
    shining = projector.light
    projector.show(SCENE, drawing, 11.0)
    unchanged = projector.light
    projector.blank(SCENE, 12.0)
    dark = projector.light
    projector.close()

    assert not shining.dark
    assert unchanged is shining
    assert (dark.dark, dark.since_s) == (True, 12.0)


def test_light_lies_where_the_projector_throws_it():
    """Half a shape under light is half lit."""
    surface = pygame.Surface(SIZE)
    left = WARP.many(np.array([(2.0, 2.0), (6.0, 2.0), (6.0, 6.0), (2.0, 6.0)]))
    pygame.draw.polygon(surface, (255, 255, 255), left.tolist())
    shape = Polygon([(4, 3), (8, 3), (8, 5), (4, 5)])

    light = light_plan(surface, WARP, (24.0, 16.0), 0.0)

    assert lit_share(light, shape) == pytest.approx(0.5, abs=0.06)
