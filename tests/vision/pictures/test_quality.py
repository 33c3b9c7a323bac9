"""Which rows of a picture came, and which a decoder made up."""

import numpy as np

from tests.spotter.plain_desk import DESK_AT_FIRST, EDGE_IN, PX_PER_IN, picture_of
from vision.pictures.quality import shows_no_more


def test_a_plain_desk_is_no_missing_part():
    """Where the last man leaves his rows they are bare from edge to edge, and still they came."""
    desk = DESK_AT_FIRST.without("R02").without("B02")
    bare, man = picture_of(desk), DESK_AT_FIRST.men["R02"]
    half, middle = 0.5 * PX_PER_IN, [(side + EDGE_IN) * PX_PER_IN for side in (man.x, man.y)]
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half + middle
    cut = bare.copy()
    cut[round(middle[1]) - 20 :] = 128

    assert not shows_no_more(bare, corners[None])
    assert shows_no_more(cut, corners[None])
