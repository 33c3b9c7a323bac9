"""A mug set down at the table's edge is no hand."""

from dataclasses import replace

import numpy as np
import pytest
from shapely import box

from table.scene import Scene, Thing
from vision.live.carried import is_carried
from vision.live.resting import PX_PER_IN, Resting
from vision.surface.flat_table import FlatTable
from vision.surface.masks import where

GRID = FlatTable(24.0, 16.0, (12.0, 8.0, 40.0), PX_PER_IN, 1.0)
DESK, SHADE, MUG, SKIN = (4.5, 4.5, 4.5), (3.9, 3.9, 3.9), (3.0, 3.2, 5.0), (4.0, 4.4, 4.9)
LID = Thing("lid-1", "lid", box(6, 3, 9, 6), 0.0)
THERE = replace(LID, footprint=box(6, 0.5, 9, 3.5))
BEFORE, AFTER = (Scene(24.0, 16.0, things=(lid,)) for lid in (LID, THERE))


def table(*patches):
    """The table with patches (x, y, x, y) of some light on it."""
    light = np.full((*GRID.size_wh[::-1], 3), DESK, np.float32)
    for (left, top, right, bottom), colour in patches:
        at = [round((v + 1.0) * PX_PER_IN) for v in (top, bottom, left, right)]
        light[at[0] : at[1], at[2] : at[3]] = colour
    rows, columns = light.shape[:2]
    everywhere = where(GRID, np.ones((rows, columns), bool))
    return Resting(GRID, light, np.zeros((rows, columns), np.float32), everywhere)


THEN = table(((6, 3, 9, 6), MUG))
MOVED = [((9, 0, 11, 4), SHADE), ((6, 0.5, 9, 3.5), MUG)]


def cells(now):
    """What has changed."""
    return where(GRID, np.abs(now.light - THEN.light).max(axis=2) > 0)


def test_what_was_carried_to_the_edge_is_no_hand():
    """Where it was, where it is and its shadow are all that has changed."""
    now = table(*MOVED)

    assert is_carried(cells(now), BEFORE, AFTER, THEN, now)
    assert not is_carried(cells(now), BEFORE, BEFORE, THEN, now)


def test_two_things_carried_at_once():
    """However many were moved while nobody looked, none of them is a hand."""
    other = replace(LID, id="lid-2", footprint=box(16, 3, 19, 6))
    before = replace(BEFORE, things=(LID, other))
    after = replace(AFTER, things=(THERE, replace(other, footprint=box(16, 0.5, 19, 3.5))))
    now = table(*MOVED, ((16, 0.5, 19, 3.5), MUG))

    assert is_carried(cells(now), before, after, THEN, now)


@pytest.mark.parametrize("hand", [(12, -1, 14, 5), (9, -1, 12, 3)])
def test_a_hand_beside_it_is_a_hand(hand):
    """What no thing explains stays a hand, however still it lies."""
    now = table(*MOVED, (hand, SKIN))

    assert not is_carried(cells(now), BEFORE, AFTER, THEN, now)
