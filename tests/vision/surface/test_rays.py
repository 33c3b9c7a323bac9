"""Places along rays."""

import numpy as np
import pytest

from vision.surface.rays import along_rays

STARTS = np.array([[1.0, 2.0], [5.0, 5.0]])


def test_each_ray_has_its_own_way():
    """Two steps right of one start, two steps up from the other."""
    places = along_rays(STARTS, np.array([[1.0, 0.0], [0.0, -1.0]]), np.array([0.0, 2.0]))

    assert places.shape == (2, 2, 2)
    assert places[:, 0] == pytest.approx(STARTS)
    assert places[:, 1] == pytest.approx(np.array([[3.0, 2.0], [5.0, 3.0]]))


def test_rays_may_share_a_way():
    """One way serves all starts."""
    places = along_rays(STARTS, np.array([0.6, 0.8]), np.array([5.0]))

    assert places[:, 0] == pytest.approx(STARTS + np.array([3.0, 4.0]))
