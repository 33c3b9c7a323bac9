"""The light on the table, told by white paper: corner markers and tags seen, colours out.

Paper is the one thing on every table whose colour is known. What it looks like here and
there is the light; everything else is measured relative to it, so that a warm lamp or a
cold window does not rename a napkin.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, floor
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.medians import median
from table.errors import UserError
from table.places import Floats
from vision.surface.flat_table import FlatTable, Pixels, Singles

PAPER = 0.88  # the share of light that white paper gives back

_LINEAR_FROM_SRGB = np.array(
    [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in np.arange(256) / 255],
    np.float32,
)
_SMALLEST = 1e-3  # share of light: darker paper is not told from black
_NET_WH = (32, 24)  # knots of the light's net over the grid: light changes slowly
_BAND = 32  # rows

# Light in fine steps, white's as many as sixteen bits hold; CIE 1931 and D65: X, Y and Z as
# shares of white's; their cube roots, with the straight piece near black; Lab from the three roots.
_STEPS = 65_534
_STEPS_FROM_SRGB = np.round(_STEPS * _LINEAR_FROM_SRGB).astype(np.uint16)
_XYZ_FROM_BGR = np.array(
    [
        [0.189828, 0.376219, 0.433953],
        [0.072169, 0.715160, 0.212671],
        [0.872765, 0.109477, 0.017758],
    ],
    np.float32,
)
_SHARES = np.arange(1 << 16) / _STEPS
_ROOT_FROM_STEP = np.where(_SHARES > 0.008856, np.cbrt(_SHARES), 7.787 * _SHARES + 16 / 116).astype(
    np.float32
)
_LAB_FROM_ROOTS = np.array([[0, 116, 0, -16], [500, -500, 0, 0], [0, 200, -200, 0]], np.float32)


def linear_light(pixels: Pixels) -> Singles:
    """Light in each channel, 0 to 1, from sRGB bytes."""
    return cast("Singles", cv2.LUT(pixels, _LINEAR_FROM_SRGB))


def lab_of_pixels(pixels: Pixels) -> Singles:
    """Lab colours of sRGB bytes as they are."""
    return _lab_from_steps(cv2.LUT(pixels, _STEPS_FROM_SRGB))


def lab_under_white(light: Singles, white: Singles) -> Singles:
    """Lab colours of light where paper gives back `white`, brighter ones as white light's.

    The white light changes slowly: it may be told on a rougher grid over the same ground.
    """
    lab = np.empty_like(light)
    white = cast("Singles", cv2.resize(white, light.shape[1::-1]))
    # A few rows at a time stay near the processor.
    for rows in (slice(n, n + _BAND) for n in range(0, len(light), _BAND)):
        steps = cv2.divide(light[rows], white[rows], scale=PAPER * _STEPS, dtype=cv2.CV_16U)
        _lab_from_steps(steps, lab[rows])
    return lab


def _lab_from_steps(steps: NDArray[Any], lab: Singles | None = None) -> Singles:
    """Lab colours (L 0 to 100) of blue, green, red light in fine steps, put into `lab` if given.

    OpenCV's own way spends a tenth of a second on its tables when first asked.
    """
    roots = cv2.LUT(cv2.transform(steps, _XYZ_FROM_BGR), _ROOT_FROM_STEP)
    return cast("Singles", cv2.transform(roots, _LAB_FROM_ROOTS, lab))


def _paper_light(light: Singles, corners: Floats) -> Floats | None:
    """The light that the paper inside these four corners gives back, None off the picture."""
    across, down = corners.T.tolist()
    left, top = max(0, floor(min(across))), max(0, floor(min(down)))
    patch = light[top : max(0, ceil(max(down)) + 1), left : max(0, ceil(max(across)) + 1)]
    inside = np.zeros(patch.shape[:2], np.uint8)
    if inside.size == 0:
        return None
    cv2.fillConvexPoly(inside, np.rint(corners - (left, top)).astype(np.int32), 1)
    cells = patch[inside.view(bool)]
    if len(cells) < 16:
        return None
    brightness = cells[:, 0] + cells[:, 1] + cells[:, 2]
    least = np.sort(brightness)[ceil(0.85 * (len(brightness) - 1))]
    return median(cells[brightness >= least]).astype(float)


def light_field(light: Singles, flat: FlatTable, papers: Sequence[Floats]) -> Singles:
    """How bright white paper would be over the grid, a smooth field on a rough net."""
    found = [(p.mean(axis=0), w) for p in papers if (w := _paper_light(light, p)) is not None]
    if not found:
        raise UserError(
            "table.toml: the corner markers would be too small to judge colours by; "
            "check width, height and corner_marker"
        )
    places = np.array([place for place, _ in found]) / np.array(flat.size_wh, float)
    logs = np.log(np.maximum([white for _, white in found], _SMALLEST))
    field = np.exp(_net_terms() @ _smooth_fit(places, logs))
    return np.asarray(field.reshape(*_NET_WH[::-1], 3), np.float32)


@lru_cache(maxsize=1)
def _net_terms() -> Floats:
    net = np.meshgrid(*(np.linspace(0, 1, count) for count in _NET_WH))
    return _terms(np.stack(net, axis=-1).reshape(-1, 2))


def _terms(places: Floats) -> Floats:
    x, y = places[:, 0] - 0.5, places[:, 1] - 0.5
    return np.column_stack([np.ones_like(x), x, y, x * x, y * y, x * y])


def _smooth_fit(places: Floats, logs: Floats) -> Floats:
    """The smooth surface through the papers; one in a shadow or a glare hardly bends it."""
    terms = _terms(places)
    stiffness = np.diag([0.0, 0.05, 0.05, 0.6, 0.6, 0.6])
    weights = np.ones(len(places))
    surface: Floats = np.zeros((terms.shape[1], 3))
    for _ in range(5):
        weighted = terms * weights[:, None]
        surface = cast("Floats", np.linalg.solve(weighted.T @ terms + stiffness, weighted.T @ logs))
        off = np.abs(terms @ surface - logs).mean(axis=1)
        weights = 1 / np.maximum(1, off / 0.06)
    return surface
