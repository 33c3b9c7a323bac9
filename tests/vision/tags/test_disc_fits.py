"""Round patterns weighed at every shift in windows."""

import numpy as np
import pytest

from vision.surface.flat_table import Singles
from vision.tags.disc_fits import disc, disc_fits, small_disc_fits

SIDE, WINDOW_SIDE = 5, 9


def _normal(values: Singles) -> Singles:
    """Patterns with a mean of 0 and a length of 1 on the disc, zero round it."""
    on_disc = disc(SIDE)
    values = (values - (values @ on_disc)[:, None] / on_disc.sum()) * on_disc
    return np.asarray(values / np.linalg.norm(values, axis=1, keepdims=True), np.float32)


def _random(rows: int, columns: int) -> Singles:
    return np.random.default_rng(5).normal(0.0, 40.0, (rows, columns)).astype(np.float32)


def test_a_pattern_fits_where_it_is() -> None:
    """A window with a pattern in its last corner fits that pattern best there, and wholly."""
    patterns = _normal(_random(3, SIDE**2))
    window = _random(1, WINDOW_SIDE**2)
    square = window.reshape(WINDOW_SIDE, WINDOW_SIDE)
    square[-SIDE:, -SIDE:] = 100.0 + 50.0 * patterns[1].reshape(SIDE, SIDE)

    fits = disc_fits(window, patterns, SIDE)[..., 0]

    assert np.unravel_index(fits.argmax(), fits.shape) == (24, 1)
    assert fits.max() == pytest.approx(1.0, abs=1e-3)


@pytest.mark.parametrize("count", [0, 1, 4])
def test_small_discs_fit_as_all_discs_do(count: int) -> None:
    """Few windows, or none, weighed in one product give the same fits."""
    patterns, windows = _normal(_random(3, SIDE**2)), _random(count, WINDOW_SIDE**2)

    fits = small_disc_fits(windows, patterns, SIDE)

    assert fits.shape == (3, 25, count)
    np.testing.assert_allclose(
        fits.transpose(1, 0, 2), disc_fits(windows, patterns, SIDE), atol=1e-4
    )
