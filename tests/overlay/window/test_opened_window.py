"""Windows on small screens."""

import pytest

from overlay.window.opened_window import fitted_wh


@pytest.mark.parametrize(
    ("desktop", "size"),
    [
        pytest.param((1920, 1080), (1280, 860), id="room enough"),
        pytest.param((1366, 768), (1024, 688), id="a small laptop"),
        pytest.param((800, 600), (773, 520), id="an old projector"),
        pytest.param((1080, 1920), (1064, 714), id="a screen on its side"),
    ],
)
def test_a_window_fits_its_screen(desktop, size):
    """Its first lines and its last are on the screen, whatever its size."""
    assert fitted_wh((1280, 860), desktop) == size
