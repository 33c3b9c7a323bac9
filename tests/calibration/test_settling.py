"""Waiting for the projector's light to reach the camera."""

import numpy as np

from calibration.settling import settled


def shade(value, noise=2.0, seed=0):
    grey = value + np.random.default_rng(seed).normal(0, noise, (540, 960, 3))
    return grey.clip(0, 255).astype(np.uint8)


def test_settled():
    """Two alike pictures that differ from the last pattern's are settled, noise or not."""
    assert settled(shade(120, seed=1), shade(120, seed=2), shade(60, seed=3))
    assert settled(shade(120, seed=1), shade(120, seed=2), None)


def test_still_changing():
    """A picture taken while the pattern changes is not settled."""
    assert not settled(shade(120), shade(90), shade(60))


def test_late():
    """The last pattern's light, still there, is not the new pattern's."""
    assert not settled(shade(60, seed=1), shade(60, seed=2), shade(60, seed=3))
