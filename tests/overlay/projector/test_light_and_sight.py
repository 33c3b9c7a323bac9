"""Projected light does not spoil the seeing, on virtual tables with a virtual projector."""

from dataclasses import replace

import numpy as np
import pygame
import pytest

from overlay.projector.masks import mask_rings
from overlay.projector.paint_projector import paint_projector
from overlay.projector.projector_window import desk_marks
from overlay.window.window_marks import table_drawing
from overlay.window.window_state import window_of
from tests.bench.score import score, truth_of
from tests.overlay.desk import asking
from tests.virtual.projector import lit_table, random_projector_map
from tests.virtual.random_table import random_table
from tests.virtual.truth import truth_json
from vision.look import look

SIZE_WH = (1920, 1080)
SEEDS = (31, 34)


def full_overlay(scene, army, warp, corner_in):
    """Everything that can be drawn about one man, as the projector's picture."""
    chosen = next(s.id for s in scene.soldiers if s.weapons)
    layers = frozenset({"bands", "moves", "sight", "links"})
    state = replace(window_of(scene, army), chosen=chosen, layers=layers)
    surface = pygame.Surface(SIZE_WH)
    marks = desk_marks(scene, table_drawing(state, asking(), on_picture=True), army, corner_in)
    paint_projector(surface, marks, warp, mask_rings(scene, army, corner_in))
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1)[:, :, ::-1])


def looked_at(seed):
    """How well a table is understood without and with a full overlay on it."""
    virtual = random_table(seed, "easy", size_wh=SIZE_WH, table_wh=(24.0, 18.0), usual=True)
    table = lit_table(virtual)
    truth = truth_of(truth_json(virtual, table.canvas))
    warp = random_projector_map(seed, (24.0, 18.0), SIZE_WH)
    light = full_overlay(truth.scene, virtual.army, warp, virtual.spec.corner_marker)
    assert (light.max(axis=2) > 100).mean() > 0.005
    pictures = [table.shown(shown, warp) for shown in (np.zeros_like(light), light)]
    scenes = [look(p, virtual.spec, virtual.army, lens=virtual.camera.lens) for p in pictures]
    return [score(scene, truth) for scene in scenes]


def overlap(scores):
    """The mean overlap of all that lies on the tables; what was missed has none."""
    kinds = [kind for one in scores for kind in one.kinds.values()]
    there = sum(len(kind.overlaps) + kind.missed for kind in kinds)
    return sum(sum(kind.overlaps) for kind in kinds) / there


@pytest.mark.slow
def test_light_does_not_spoil_the_seeing():
    """With a full overlay on, tags are found and outlines measured as well as with it off."""
    off, on = zip(*(looked_at(seed) for seed in SEEDS), strict=True)

    men = [sum(len(one.men) for one in scores) for scores in (off, on)]
    assert men[1] >= 0.99 * men[0]
    assert not any(one.wrong for one in on)
    assert overlap(on) >= overlap(off) - 0.02
