"""Bars, as pencils and rulers are: laid on their two long edges, then followed to their ends.

A bar is so narrow that its width must be known to a pixel, and so long that its ends may be far
from where it was first seen.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import atan2, cos, sin
from typing import cast

import cv2
import numpy as np

from calibration.medians import median
from table.places import Floats
from vision.pictures.channels import summed, three_channels
from vision.surface.flat_table import Mask, Pixels, Singles
from vision.surface.paper_white import lab_of_pixels
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


@dataclass(frozen=True, eq=False)
class _Profile:
    """How clear steps of colour are across a bar, added up over places where they are seen."""

    clear: Floats
    seen: Floats

    def __add__(self, other: "_Profile") -> "_Profile":
        """Both stretches of a bar together."""
        return _Profile(self.clear + other.clear, self.seen + other.seen)

    @property
    def mean(self) -> Floats:
        """The same for each place that is seen."""
        return self.clear / np.maximum(self.seen, 1)


def are_bars(rectangles: Floats) -> Mask:
    """Which rectangles are narrow and long enough."""
    length, width = rectangles[:, 3], rectangles[:, 4]
    return np.asarray((2 * width < WIDEST_IN) & (length > _SLENDER * width))


def laid(cells: Cells, rectangles: Floats) -> Floats:
    """Bars (n, 5) laid on their edges and followed to their ends."""
    return np.array([_laid(cells, row) for row in rectangles]).reshape(-1, 5)


def _laid(cells: Cells, row: Floats) -> Floats:
    patch = _patch(cells, row)
    first, second = _profiles(patch, _MIDDLE * row[3])
    whole = _edges(patch.u, first + second, (-row[4], row[4]), _BESIDE_IN * 0.6)
    before, after = (_edges(patch.u, half, whole, _SWAY_IN) for half in (first, second))
    width = (whole[1] - whole[0]) / 2
    sway = sum(after) / 2 - sum(before) / 2
    aside = (sum(before) + sum(after)) / 4
    turn = atan2(sway, _MIDDLE * row[3])
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
    view, (middle_x, middle_y, angle, length, width) = cells.view, row
    t = np.arange(-length - _BEYOND_IN, length + _BEYOND_IN, _STEP_IN)
    reach, fine = width + _BESIDE_IN, 1 / view.fine.px_per_in
    u = np.arange(-reach, reach + fine, fine)
    x = middle_x + t[:, None] * cos(angle) - u * sin(angle)
    y = middle_y + t[:, None] * sin(angle) + u * cos(angle)
    fine_at = (
        view.fine.cells_from_seen(at) - by for at, by in zip((x, y), view.corner, strict=True)
    )
    picture = _sampled(view.picture, fine_at, cv2.INTER_LINEAR, cv2.BORDER_REPLICATE)
    coarse_at = (cells.flat.cells_from_seen(at) for at in (x, y))
    free = _sampled(cells.free.view(np.uint8), coarse_at, cv2.INTER_NEAREST, cv2.BORDER_CONSTANT)
    return _BarPatch(t, u, lab_of_pixels(three_channels(picture)), free.view(bool))


def _sampled(picture: Pixels, at: Iterable[Floats], way: int, beyond: int) -> Pixels:
    """What a picture shows at columns and rows, the one plane of them and the other."""
    x, y = (some.astype(np.float32) for some in at)
    return cast("Pixels", cv2.remap(picture, x, y, way, borderMode=beyond))


def _profiles(patch: _BarPatch, half_in: float) -> tuple[_Profile, _Profile]:
    """How clear steps of colour across a bar are in either half of its middle stretch."""
    start, middle, end = np.searchsorted(patch.t, (-half_in, 0.0, half_in)).tolist()
    off = patch.lab[start:end, 2:] - patch.lab[start:end, :-2]
    steps = np.minimum(np.sqrt(summed(np.square(off, off))), np.float32(_STRONG))
    clear = np.zeros((end - start, len(patch.u)))
    shown = patch.shown[start:end]
    clear[:, 1:-1] = steps * shown[:, 1:-1]
    halves = slice(0, middle - start), slice(middle - start, None)
    first, second = (_Profile(clear[own].sum(axis=0), shown[own].sum(axis=0)) for own in halves)
    return first, second


def _edges(
    u: Floats, profile: _Profile, near: tuple[float, float], reach_in: float
) -> tuple[float, float]:
    """Where across the bar its two edges run, near where they are thought to."""
    clear = profile.mean
    found = []
    for place, out in zip(near, (-1, 1), strict=True):
        off = np.abs(u - place)
        weight = np.where(off > reach_in, 0.0, clear * (1 - off / (2 * reach_in)))
        best = _outermost(weight, out)
        around = slice(max(0, best - 1), best + 2)
        heavy = clear[around].sum()
        found.append(float((clear[around] * u[around]).sum() / heavy) if heavy else place)
    low, high = found
    return (low, high) if high - low > _NARROWEST_IN else near


def _outermost(steps: Floats, out: int) -> int:
    """The outermost of the clear steps: a facet's edge inside a pencil may be the clearest."""
    around = np.zeros(len(steps) + 2)
    around[1:-1] = steps
    peak = (steps >= around[:-2]) & (steps >= around[2:])
    clear = np.flatnonzero(peak & (steps >= _CLEAR_STEP * steps.max()))
    return int(clear[-1] if out > 0 else clear[0])


def _ends(
    cells: Cells, patch: _BarPatch, edges: tuple[float, float], length: float
) -> tuple[float, float]:
    """Where along the bar it begins and ends: where it no longer differs from both its sides."""
    u, (low, high) = patch.u, edges
    rim = 0.25 * (high - low)
    beside = (
        (place - _ASIDE_IN / 2, place + _ASIDE_IN / 2)
        for place in (low - _ASIDE_IN, high + _ASIDE_IN)
    )
    spans = ((low + rim, high - rim), *beside)
    inside, *sides = np.moveaxis(np.array([_share(u, *span) for span in spans]) @ patch.lab, 1, 0)
    off = np.min([np.linalg.norm(inside - side, axis=1) for side in sides], axis=0)
    shown = patch.shown @ _share(u, low, high) > 0.5
    middle = (np.abs(patch.t) < _MIDDLE * length) & shown
    usual = max(float(median(off[middle])) if middle.any() else 0.0, 2 * cells.noise)
    gain = np.where(shown, np.clip(off / usual - _FADED, -_FADED, _FADED), 0.0)
    start = len(gain) // 2
    after, before = np.cumsum(gain[start:]), np.cumsum(gain[:start][::-1])
    last = start + int(after.argmax())
    first = start - 1 - int(before.argmax())
    return float(patch.t[first] - _STEP_IN / 2), float(patch.t[last] + _STEP_IN / 2)


def _share(u: Floats, low: float, high: float) -> Singles:
    """What each place across a bar counts in the mean of those between two others."""
    own = (u > low) & (u < high)
    own[0] |= not own.any()
    return np.asarray(own / np.count_nonzero(own), np.float32)
