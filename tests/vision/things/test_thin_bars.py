"""Straight thin bars among cells that show other things too."""

import numpy as np
import pytest
from shapely import LineString, box

from tests.vision.things.test_flat_things import ring
from vision.surface.flat_table import FlatTable
from vision.surface.patches import either, filled
from vision.things.thin_bars import thin_bars

FLAT = FlatTable(36, 24, (18.0, 12.0, 40.0), 16)


def cells_of(*shapes):
    """The cells of some shapes in seen inches."""
    cells = np.zeros(FLAT.size_wh[::-1], np.uint8)
    for shape in shapes:
        cells = either(cells, filled(np.array(ring(shape), float), FLAT))
    return cells


@pytest.mark.parametrize(
    "ends", [((8, 8), (14, 8)), ((8, 14), (12.5, 9.6))], ids=["level", "turned"]
)
def test_bar_beside_a_blot(ends):
    """The bar is found though a blot beside it makes their patch broad."""
    line = LineString(ends)

    bar = next(thin_bars(cells_of(line.buffer(0.15, cap_style="flat"), box(9, 8, 11, 10)), FLAT))

    middle = line.interpolate(0.5, normalized=True)
    assert np.hypot(bar.centre[0] - middle.x, bar.centre[1] - middle.y) < 0.5
    assert 2 * bar.half_length == pytest.approx(line.length, abs=0.7)


def test_no_bars():
    """Short bars, thin scratches and nothing at all have none."""
    short = LineString(((8, 8), (11, 8))).buffer(0.15, cap_style="flat")

    assert list(thin_bars(cells_of(short), FLAT)) == []
    assert list(thin_bars(cells_of(), FLAT)) == []
