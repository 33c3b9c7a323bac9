"""Projected light falls where the projector's map says and is seen there by the camera."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from table.places import TablePoint
from tests.virtual.projector import lit_table, random_projector_map
from tests.virtual.random_table import random_table


@pytest.fixture(scope="module")
def shown():
    virtual = random_table(
        9, "easy", size_wh=(960, 540), table_wh=(20.0, 12.0), men=1, surface="white_desk"
    )
    bare = replace(virtual, scene=replace(virtual.scene, things=(), soldiers=()), decoys=())
    quiet = replace(bare, sensor=replace(bare.sensor, noise=0.002, exposure=0.4))
    return quiet, lit_table(quiet)


@pytest.mark.parametrize("place", [TablePoint(5.0, 4.0), TablePoint(15.0, 8.0)])
def test_a_dot_is_seen_at_its_place(shown, place):
    """A projected dot's brightest spot is the pixel of its table place."""
    virtual, lit = shown
    projector_from_table = random_projector_map(2, (20.0, 12.0))
    picture = np.zeros((1080, 1920, 3), np.uint8)
    black = lit.shown(picture, projector_from_table).astype(int)
    dot = projector_from_table(place)
    cv2.circle(picture, (round(dot.x), round(dot.y)), 16, (255, 255, 255), -1, cv2.LINE_AA)

    gain = (lit.shown(picture, projector_from_table) - black).sum(axis=2).clip(0)
    gain[gain < gain.max() / 3] = 0
    rows, cols = np.nonzero(gain)
    seen = np.average(np.stack([cols, rows], axis=1), axis=0, weights=gain[rows, cols])
    expected = virtual.camera.pixels(np.array([[place.x, place.y, 0.0]]))[0]
    assert seen == pytest.approx(expected, abs=0.6)


def test_black_adds_little(shown):
    """A black picture leaves the table nearly as it was."""
    _, lit = shown
    dark = np.zeros((1080, 1920, 3), np.uint8)
    full = np.full((1080, 1920, 3), 255, np.uint8)
    projector_from_table = random_projector_map(2, (20.0, 12.0))

    low = lit.shown(dark, projector_from_table).mean()
    assert lit.shown(full, projector_from_table).mean() > low + 40
