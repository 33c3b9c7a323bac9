"""Which of a picture's colours is the desk's."""

import numpy as np

from vision.colour.desk_colour import desk_ink

WOOD, CHINA = np.array([25.0, 10.0, 12.0]), np.array([90.0, 1.0, 0.0])


def test_grained_desk_beside_a_large_white_thing():
    """Wood whose grain has many colours is the desk, though a white thing's one is commoner."""
    rng = np.random.default_rng(3)
    lab = WOOD + rng.normal(0, (11, 6, 7), (240, 360, 3))
    lab[:, :140] = CHINA + rng.normal(0, 1, (240, 140, 3))

    desk = desk_ink(lab.astype(np.float32), np.ones((240, 360), bool))

    assert np.linalg.norm(desk.mean - WOOD) < 5
