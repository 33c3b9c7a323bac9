"""Tag sheets hold as many tags as asked for, at the size asked for."""

import cv2
import numpy as np
import pytest
import zxingcpp

from tests.virtual.render import exposed, render
from tests.virtual.tag_sheet import tag_corners_px, tag_sheet
from tests.virtual.tags import tag_squares
from tests.virtual.truth import truth_json


@pytest.mark.parametrize("size", [0.75, 1.5, 3.0])
def test_size_in_pixels(size):
    """A module is as many pixels as asked for, within a tenth."""
    virtual = tag_sheet(1, size)
    sides = []
    for man in virtual.scene.soldiers:
        ring = tag_corners_px(virtual, man.id)
        sides.append(np.linalg.norm(ring - np.roll(ring, 1, axis=0), axis=1).mean() / 25)

    assert len(sides) == 40
    assert np.mean(sides) == pytest.approx(size, rel=0.1)


def test_big_tags_are_read():
    """At three pixels a module an ordinary reader reads nearly all of them, foreign ones too."""
    virtual = tag_sheet(2, 3.0, n=20, foreign=2)
    grey = cv2.cvtColor(render(virtual), cv2.COLOR_BGR2GRAY)
    read = {code.text for code in zxingcpp.read_barcodes(grey)}
    there = {s.id for s in virtual.scene.soldiers} | set(virtual.scene.unknown)

    assert len(there) == 22
    assert len(there & read) >= 20
    assert read <= there


def test_scraps_hide_the_share_asked_for():
    """With a fifth hidden each tag shows about four fifths of itself."""
    virtual = tag_sheet(3, 2.0, n=12, hidden=0.2)
    rows = truth_json(virtual, exposed(virtual).canvas)["soldiers"]

    assert np.mean([row["tag"]["visible"] for row in rows]) == pytest.approx(0.8, abs=0.06)


def test_squares_are_a_version_one_code():
    """A tag is 25 modules across, two of them white on every side, finders in three corners."""
    squares = tag_squares("R01")

    assert squares.shape == (25, 25)
    assert squares[:2].sum() == squares[-2:].sum() == 0
    assert squares[2, 2:9].all()
    assert squares[2, 16:23].all()
    assert squares[22, 2:9].all()
    assert not squares[22, 16:23].all()
