"""Sequences tell a move as a camera sees it, and go wrong where they are told to."""

from dataclasses import replace

import numpy as np
import pytest

from table.places import TablePoint
from tests.virtual.random_table import random_table
from tests.virtual.sequence import Move, play_sequence, random_moves


@pytest.fixture(scope="module")
def virtual():
    small = {"size_wh": (480, 270), "table_wh": (20.0, 12.0), "surface": "white_desk"}
    table = random_table(6, "easy", men=3, helmets=False, **small)
    return replace(table, scene=replace(table.scene, things=()), looks={})


@pytest.fixture(scope="module")
def move(virtual):
    return Move(virtual.scene.soldiers[0].id, TablePoint(14.0, 7.0), 30.0)


@pytest.fixture(scope="module")
def played(virtual, move):
    return list(play_sequence(virtual, [move]))


def test_the_man_is_taken_and_set_down(virtual, move, played):
    """He is on the table, in the hand, then at his new place, and nobody else moves."""
    assert [m.truth["held"] for m in played] == [[], [], [move.soldier], [], []]
    last = played[-1].table.scene.soldier(move.soldier)
    assert (last.x, last.y, last.facing) == (14.0, 7.0, 30.0)
    others = [s for s in virtual.scene.soldiers if s.id != move.soldier]
    assert [s for s in played[-1].table.scene.soldiers if s.id != move.soldier] == others


def test_the_hand_is_seen(played):
    """The picture with the hand differs widely from the one at rest, but not everywhere."""
    changed = np.abs(played[0].picture.astype(int) - played[1].picture).max(axis=2) > 25

    assert 0.01 < changed.mean() < 0.5


def test_a_man_may_leave_the_table(virtual, move):
    """A move without a place takes him off."""
    *_, last = play_sequence(virtual, [Move(move.soldier, None)])

    assert last.table.scene.soldier(move.soldier) is None


def test_faults(virtual, move):
    """Black and frozen pictures, a bump and darkness come when they are asked for."""
    faults = {0: "black", 2: "frozen", 3: "bump", 4: "darker"}
    moments = list(play_sequence(virtual, [move], faults=faults))

    assert moments[0].picture.max() == 0
    assert np.array_equal(moments[2].picture, moments[1].picture)
    shift = moments[3].table.camera.position - virtual.camera.position
    assert np.linalg.norm(shift) > 0.3
    assert moments[4].picture.mean() < 0.9 * moments[1].picture.mean()


def test_shots_differ_in_noise_alone(virtual):
    """The same moment taken twice has other noise and nothing else."""
    one, two, *_ = play_sequence(virtual, [], shots=2)

    assert not np.array_equal(one.picture, two.picture)
    assert np.abs(one.picture.astype(int) - two.picture).mean() < 6


def test_random_moves_go_to_free_places(virtual):
    """Random moves name men of the table, and no two go to the same place."""
    moves = random_moves(virtual, 3)

    assert len({m.soldier for m in moves}) == 3
    places = [(m.to.x, m.to.y) for m in moves]
    assert min(np.hypot(a[0] - b[0], a[1] - b[1]) for a in places for b in places if a != b) > 2
