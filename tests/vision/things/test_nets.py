"""Places on rays, looked up in a mask at once."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.surface.flat_table import FlatTable
from vision.surface.patches import at
from vision.things.boxes import Box
from vision.things.nets import net, past_ends

INCH_CELLS = FlatTable(6.0, 4.0, (3.0, 2.0, 40.0), px_per_in=1.0, margin_in=0.0)
RIGHT_HALF = np.repeat(np.array([[0, 0, 0, 255, 255, 255]], np.uint8), 4, axis=0)


def test_a_ray_enters_the_mask_where_it_begins_and_leaves_it_with_the_grid():
    """Along +x the first three cells are outside the mask, the next inside, then the grid ends."""
    ray = net(INCH_CELLS, np.array([[0.5, 1.5]]), np.array([[1.0, 0.0]]), np.arange(8.0))

    assert ray.on(RIGHT_HALF).tolist() == [[False] * 3 + [True] * 3 + [False] * 2]


def test_past_a_boxes_ends_the_first_rays_go_backward():
    """A box along +x has less x past its first end, more past its last."""
    box = Box(np.array([3.0, 2.0]), np.array([1.0, 0.0]), 0.4, 0.2)

    beyond = past_ends(INCH_CELLS, box, np.array([-0.1, 0.1]), np.array([0.5, 1.5]))

    assert beyond.on(RIGHT_HALF).tolist() == [[False, False]] * 2 + [[True, True]] * 2


@given(
    x=st.floats(-2, 8), y=st.floats(-2, 6), way=st.floats(0, 6.28), mask=st.integers(0, 2**24 - 1)
)
def test_a_net_tells_what_a_look_at_each_place_tells(x, y, way, mask):
    """Looked up at once or one by one, places hold the same, but for those midway of two cells."""
    cells = np.array([255 * (mask >> n & 1) for n in range(24)], np.uint8).reshape(4, 6)
    start, out = np.array([[x, y]]), np.array([[np.cos(way), np.sin(way)]])
    steps = np.arange(0, 4, 0.37)
    places = start + steps[:, None] * out
    clear = (np.abs(places - np.rint(places)) > 0.05).all(axis=1)

    told = net(INCH_CELLS, start, out, steps).on(cells)[0]

    assert (told == at(cells, INCH_CELLS, places))[clear].all()
