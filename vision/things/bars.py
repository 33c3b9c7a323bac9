"""Bars, as pencils and rulers are: laid on their two long edges, then followed to their ends.

A bar is so narrow that its width must be known to a pixel, and so long that its ends may be far
from where it was first seen.
"""

from dataclasses import dataclass
from math import cos, sin

import cv2
import numpy as np

from calibration.medians import median
from table.places import Floats
from vision.pictures.channels import three_channels
from vision.surface.flat_table import Mask, Singles
from vision.things.cells import Cells

WIDEST_IN = 1.4
_SLENDER = 3.0  # times as long as wide
_BEYOND_IN, _BESIDE_IN = 2.5, 0.35
_STEP_IN = 1 / 16  # along a bar; across it the picture's own
_MIDDLE = 0.6  # of a bar's length, which tells its edges
_SWAY_IN = 0.12  # of either half's edges from those of the whole
_NARROWEST_IN = 0.12
_ASIDE_IN = 0.14  # from an edge to what lies beside the bar
_STRONG = 40.0  # Lab units, of a step that could not be clearer
_CLEAR_STEP = 0.5  # of the clearest
_FADED = 0.22  # of a bar's usual step, where it ends


@dataclass(frozen=True, eq=False)
class _BarPatch:
    """A bar's surroundings, straightened: colours (along, across, 3), and which are seen."""

    t: Floats
    u: Floats
    lab: Singles
    shown: Mask


def are_bars(rectangles: Floats) -> Mask:
    """Which rectangles are narrow and long enough."""
    length, width = rectangles[:, 3], rectangles[:, 4]
    return np.asarray((2 * width < WIDEST_IN) & (length > _SLENDER * width))


def laid(cells: Cells, rectangles: Floats) -> Floats:
    """Bars (n, 5) laid on their edges and followed to their ends."""
    return np.array([_laid(cells, row) for row in rectangles]).reshape(-1, 5)


def _laid(cells: Cells, row: Floats) -> Floats:
    patch = _patch(cells, row)
    step = _steps(patch)
    middle = np.abs(patch.t) < _MIDDLE * row[3]
    whole = _edges(patch, step, middle, (-row[4], row[4]), _BESIDE_IN * 0.6)
    first = _edges(patch, step, middle & (patch.t < 0), whole, _SWAY_IN)
    second = _edges(patch, step, middle & (patch.t >= 0), whole, _SWAY_IN)
    width = (whole[1] - whole[0]) / 2
    sway = sum(second) / 2 - sum(first) / 2
    aside = (sum(first) + sum(second)) / 4
    turn = np.arctan2(sway, _MIDDLE * row[3])
    low, high = _ends(cells, patch, whole, row[3])
    x, y, angle = row[:3]
    along = (low + high) / 2
    return np.array(
        [
            x + along * cos(angle) - aside * sin(angle),
            y + along * sin(angle) + aside * cos(angle),
            angle + turn,
            (high - low) / 2,
            width,
        ]
    )


def _patch(cells: Cells, row: Floats) -> _BarPatch:
    middle_x, middle_y, angle, length, width = row
    t = np.arange(-length - _BEYOND_IN, length + _BEYOND_IN, _STEP_IN)
    reach, fine = width + _BESIDE_IN, 1 / cells.view.fine.px_per_in
    u = np.arange(-reach, reach + fine, fine)
    way, aside = np.array([cos(angle), sin(angle)]), np.array([-sin(angle), cos(angle)])
    places = np.array([middle_x, middle_y]) + t[:, None, None] * way + u[:, None] * aside
    at = cells.view.pixels_from_seen(places.reshape(-1, 2)).astype(np.float32)
    x, y = (np.ascontiguousarray(at[:, k]).reshape(places.shape[:2]) for k in (0, 1))
    seen = cv2.remap(cells.view.picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    bgr = three_channels(np.asarray(seen, np.uint8)).astype(np.float32) / np.float32(255)
    numbers, inside = cells.at(places)
    lab = np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2Lab), np.float32)
    return _BarPatch(t, u, lab, inside & cells.free.ravel()[numbers])


def _steps(patch: _BarPatch) -> Floats:
    """How clear the step of colour across the bar is at each place."""
    steps = np.zeros(patch.lab.shape[:2])
    off = patch.lab[:, 2:] - patch.lab[:, :-2]
    steps[:, 1:-1] = np.minimum(np.sqrt((off**2).sum(axis=2)), _STRONG)
    return np.asarray(steps * patch.shown)


def _edges(
    patch: _BarPatch, steps: Floats, rows: Mask, near: tuple[float, float], reach_in: float
) -> tuple[float, float]:
    """Where across the bar its two edges run, near where they are thought to."""
    profile = steps[rows].sum(axis=0) / np.maximum(patch.shown[rows].sum(axis=0), 1)
    found = []
    for place, out in zip(near, (-1, 1), strict=True):
        weight = profile * np.clip(1 - np.abs(patch.u - place) / (2 * reach_in), 0, 1)
        weight[np.abs(patch.u - place) > reach_in] = 0
        best = _outermost(weight, out)
        around = slice(max(0, best - 1), best + 2)
        heavy = profile[around].sum()
        found.append(float((profile[around] * patch.u[around]).sum() / heavy) if heavy else place)
    low, high = found
    return (low, high) if high - low > _NARROWEST_IN else near


def _outermost(steps: Floats, out: int) -> int:
    """The outermost of the clear steps: a facet's edge inside a pencil may be the clearest."""
    peak = (steps >= np.roll(steps, 1)) & (steps >= np.roll(steps, -1))
    clear = np.flatnonzero(peak & (steps >= _CLEAR_STEP * steps.max()))
    return int(clear[-1] if out > 0 else clear[0])


def _ends(
    cells: Cells, patch: _BarPatch, edges: tuple[float, float], length: float
) -> tuple[float, float]:
    """Where along the bar it begins and ends: where it no longer differs from both its sides."""
    u, (low, high) = patch.u, edges
    rim = 0.25 * (high - low)
    inside = _mean(patch, (u > low + rim) & (u < high - rim))
    sides = [
        _mean(patch, np.abs(u - place) < _ASIDE_IN / 2)
        for place in (low - _ASIDE_IN, high + _ASIDE_IN)
    ]
    off = np.min([np.sqrt(((inside - side) ** 2).sum(axis=1)) for side in sides], axis=0)
    shown = patch.shown[:, np.abs(u - (low + high) / 2) < (high - low) / 2].mean(axis=1) > 0.5
    middle = (np.abs(patch.t) < _MIDDLE * length) & shown
    usual = max(float(median(off[middle])) if middle.any() else 0.0, 2 * cells.noise)
    gain = np.where(shown, np.clip(off / usual - _FADED, -_FADED, _FADED), 0.0)
    start = len(gain) // 2
    after, before = np.cumsum(gain[start:]), np.cumsum(gain[:start][::-1])
    last = start + int(after.argmax())
    first = start - 1 - int(before.argmax())
    return float(patch.t[first] - _STEP_IN / 2), float(patch.t[last] + _STEP_IN / 2)


def _mean(patch: _BarPatch, columns: Mask) -> Floats:
    """The colours at each place along the bar, over some of those across it."""
    return np.asarray(patch.lab[:, columns].mean(axis=1) if columns.any() else patch.lab[:, 0])
