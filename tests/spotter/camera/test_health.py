"""A camera that fails is noticed within two seconds, and its return too."""

import numpy as np
import pytest

from spotter.camera.health import CameraHealth, checked

NOISE = np.random.default_rng(1)


def noisy(level: int = 120, size_wh: tuple[int, int] = (640, 360)):
    """A picture as a camera gives it: never the same twice."""
    width, height = size_wh
    return NOISE.integers(level - 20, level + 20, (height, width, 3)).astype(np.uint8)


def after(*pictures, step_s: float = 0.5) -> CameraHealth:
    """What is known after these pictures, half a second apart; None is no picture."""
    health = CameraHealth(0.0)
    for number, picture in enumerate(pictures):
        health = checked(health, picture, number * step_s)
    return health


STILL = noisy()


@pytest.mark.parametrize(
    ("pictures", "said"),
    [
        pytest.param([noisy(), None, None, None, None, None], "is gone", id="unplugged"),
        pytest.param([noisy(), *[STILL] * 5], "repeats its last picture", id="frozen"),
        pytest.param([noisy(), np.zeros((360, 640, 3), np.uint8)], "is black", id="cap on"),
        pytest.param([noisy(), np.full((360, 640, 3), 255, np.uint8)], "blown out", id="glare"),
    ],
)
def test_trouble_is_said(pictures, said):
    """Within two seconds, in words."""
    assert said in after(*pictures).trouble


@pytest.mark.parametrize(
    "pictures",
    [
        pytest.param([noisy() for _ in range(9)], id="a still table"),
        pytest.param([noisy(), None, None, noisy()], id="a stutter"),
        pytest.param([noisy(), *[None] * 8, noisy()], id="unplugged and back"),
        pytest.param([noisy(), *[STILL] * 6, noisy()], id="frozen and going again"),
        pytest.param([noisy(20), noisy(25)], id="a dark table"),
        pytest.param([noisy(), noisy(size_wh=(320, 240))], id="another size, which vision sees to"),
    ],
)
def test_all_is_well(pictures):
    """A healthy camera, and one that came back, is not complained of."""
    assert after(*pictures).trouble is None
