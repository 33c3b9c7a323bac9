"""Bars, as pencils and rulers are: laid on their two long edges, then followed to their ends.

A bar is so narrow that its width must be known to a pixel, and so long that its ends may be far
from where it was first seen. Bars are laid together: the straightened surroundings of all of them
are one picture.
"""

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.medians import median
from table.places import Floats, SeenXY
from vision.pictures.channels import summed, three_channels
from vision.surface.flat_table import Mask, Pixels, Singles
from vision.surface.paper_white import lab_of_pixels
from vision.things.cells import Cells
from vision.things.shapes import NARROWEST_IN

WIDEST_IN = 1.4
_SLENDER = 3.0  # times as long as wide
_BEYOND_IN, _BESIDE_IN = 2.5, 0.35
_STEP_IN = 1 / 16  # along a bar; across it the picture's own
_MIDDLE = 0.6  # of a bar's length, which tells its edges
_SWAY_IN = 0.12  # of either half's edges from those of the whole
_ASIDE_IN = 0.14  # from an edge to what lies beside the bar
_STRONG = 40.0  # Lab units, of a step that could not be clearer
_CLEAR_STEP = 0.5  # of the clearest
_FADED = 0.22  # of a bar's usual step, where it ends
_AT_ONCE = 20  # bars: more than OpenCV takes side by side there may be of long ones


@dataclass(frozen=True, eq=False)
class _BarPatch:
    """A bar's surroundings, straightened: colours (across, along, 3), and which are seen."""

    t: Floats
    lab: Singles
    shown: Mask


@dataclass(frozen=True, eq=False)
class _BarProfiles:
    """How clear steps of colour are across bars, added up over places where they are seen."""

    clear: Floats  # (bars, across)
    seen: Floats

    def __add__(self, other: "_BarProfiles") -> "_BarProfiles":
        """Both stretches of the bars together."""
        return _BarProfiles(self.clear + other.clear, self.seen + other.seen)

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
    some = (rectangles[n : n + _AT_ONCE] for n in range(0, len(rectangles), _AT_ONCE))
    return np.concatenate([rectangles[:0], *(_laid(cells, bars) for bars in some)])


def _laid(cells: Cells, bars: Floats) -> Floats:
    u = _across(cells, bars)
    patches = _patches(cells, bars, u)
    x, y, angle, length, width = bars.T
    first, second = (_profiles(patches, u, half * _MIDDLE * length) for half in (-1, 1))
    whole = _edges(u, first + second, np.column_stack([-width, width]), _BESIDE_IN * 0.6)
    before, after = (_edges(u, half, whole, _SWAY_IN) for half in (first, second))
    sway, aside = (after - before).mean(axis=1), (after + before).mean(axis=1) / 2
    each = zip(patches, _shares(u, whole), _MIDDLE * length, strict=True)
    low, high = np.array([_ends(*one, 2 * cells.noise) for one in each]).T
    along = (low + high) / 2
    return np.column_stack(
        [
            x + along * np.cos(angle) - aside * np.sin(angle),
            y + along * np.sin(angle) + aside * np.cos(angle),
            angle + np.arctan2(sway, _MIDDLE * length),
            (high - low) / 2,
            (whole[:, 1] - whole[:, 0]) / 2,
        ]
    )


def _across(cells: Cells, bars: Floats) -> Floats:
    """Places across bars (bars, most places), nan beyond each one's own."""
    reach, fine = bars[:, 4:] + _BESIDE_IN, 1 / cells.view.fine.px_per_in
    u = fine * np.arange(np.ceil((2 * reach.max() + fine) / fine)) - reach
    return np.where(u < reach + fine, u, np.nan)


def _patches(cells: Cells, bars: Floats, u: Floats) -> list[_BarPatch]:
    """The surroundings of bars, sampled all at once."""
    view, ts = cells.view, [np.arange(-far, far, _STEP_IN) for far in bars[:, 3] + _BEYOND_IN]
    whose = np.repeat(np.arange(len(bars)), [len(each) for each in ts])
    t, across = np.concatenate(ts), np.nan_to_num(u).astype(np.float32)
    cos, sin = np.cos(bars[:, 2]), np.sin(bars[:, 2])
    starts = bars[whose, :2] + t[:, None] * np.column_stack([cos, sin])[whose]
    fine = (view.fine.cells_from_seen(SeenXY(starts)) - view.corner).astype(np.float32)
    ways = np.column_stack([-sin, cos]).astype(np.float32) * np.float32(view.fine.px_per_in)
    x, y = (fine[:, k] + (across * ways[:, k : k + 1]).T[:, whose] for k in (0, 1))
    picture = cv2.remap(view.picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    lab = lab_of_pixels(three_channels(cast("Pixels", picture)))
    finer = view.fine.px_per_in / cells.flat.px_per_in
    coarse_x, coarse_y = (
        (fine_at + np.float32(by + 0.5)) * np.float32(1 / finer) - np.float32(0.5)
        for fine_at, by in zip((x, y), view.corner, strict=True)
    )
    free = cv2.remap(cells.free.view(np.uint8), coarse_x, coarse_y, cv2.INTER_NEAREST)
    ends = np.cumsum([len(each) for each in ts])[:-1]
    each = (np.split(some, ends, axis=1) for some in (lab, free.view(bool)))
    return [_BarPatch(*one) for one in zip(ts, *each, strict=True)]


def _profiles(patches: list[_BarPatch], u: Floats, ends: Floats) -> _BarProfiles:
    """How clear steps of colour are across bars from their middles to a place along each."""
    clear, seen = np.zeros(u.shape), np.zeros(u.shape)
    for n, (patch, end) in enumerate(zip(patches, ends.tolist(), strict=True)):
        part = slice(*np.searchsorted(patch.t, sorted((0.0, end))).tolist())
        off = patch.lab[2:, part] - patch.lab[:-2, part]
        steps = np.minimum(np.sqrt(summed(np.square(off, off))), np.float32(_STRONG))
        shown = patch.shown[:, part]
        clear[n, 1:-1] = (steps * shown[1:-1]).sum(axis=1)
        seen[n] = np.count_nonzero(shown, axis=1)
    # Beyond a bar's own places there is no step.
    clear[:, :-1] *= np.isfinite(u[:, 1:])
    return _BarProfiles(clear, seen)


def _edges(u: Floats, profiles: _BarProfiles, near: Floats, reach_in: float) -> Floats:
    """Where across bars their two edges run (bars, 2), near where they are thought to."""
    clear, u, bars = profiles.mean, np.nan_to_num(u), np.arange(len(u))[:, None]
    edges = near.copy()
    for side, out in enumerate((-1, 1)):
        off = np.abs(u - near[:, side, None])
        weights = np.where(off > reach_in, 0.0, clear * (1 - off / (2 * reach_in)))
        around = bars, (_outermost(weights, out)[:, None] + (-1, 0, 1)).clip(0, u.shape[1] - 1)
        heavy = clear[around].sum(axis=1)
        middles = (clear[around] * u[around]).sum(axis=1) / np.maximum(heavy, 1e-9)
        edges[:, side] = np.where(heavy > 0, middles, near[:, side])
    return np.where(edges[:, 1:] - edges[:, :1] > NARROWEST_IN, edges, near)


def _outermost(steps: Floats, out: int) -> NDArray[np.intp]:
    """The outermost of each bar's clear steps: a facet inside a pencil may have the clearest."""
    around = np.pad(steps, ((0, 0), (1, 1)))
    peak = (steps >= around[:, :-2]) & (steps >= around[:, 2:])
    clear = peak & (steps >= _CLEAR_STEP * steps.max(axis=1, keepdims=True))
    if out < 0:
        return np.asarray(clear.argmax(axis=1))
    return np.asarray(steps.shape[1] - 1 - clear[:, ::-1].argmax(axis=1))


def _shares(u: Floats, edges: Floats) -> Singles:
    """What each place across bars counts in means: well inside, beside either edge, inside.

    (bars, 4, across)
    """
    low, high = edges.T
    rim = 0.25 * (high - low)
    aside = np.array([-1.5, -0.5]) * _ASIDE_IN
    spans = np.array(
        [
            (low + rim, high - rim),
            (low + aside[0], low + aside[1]),
            (high - aside[1], high - aside[0]),
            (low, high),
        ]
    ).transpose(2, 0, 1)
    own = (u[:, None] > spans[..., :1]) & (u[:, None] < spans[..., 1:])
    own[..., 0] |= ~own.any(axis=2)
    return np.asarray(own / np.count_nonzero(own, axis=2)[..., None], np.float32)


def _ends(patch: _BarPatch, shares: Singles, middle_in: float, least: float) -> tuple[float, float]:
    """Where along a bar it begins and ends: where it no longer differs from both its sides."""
    lab = np.ascontiguousarray(patch.lab).reshape(shares.shape[1], -1)
    inside, *sides = (shares[:3] @ lab).reshape(3, -1, 3)
    off = np.min([np.linalg.norm(inside - side, axis=1) for side in sides], axis=0)
    shown = shares[3] @ patch.shown > 0.5
    middle = (np.abs(patch.t) < middle_in) & shown
    usual = max(float(median(off[middle])) if middle.any() else 0.0, least)
    gain = np.where(shown, np.clip(off / usual - _FADED, -_FADED, _FADED), 0.0)
    start = len(gain) // 2
    after, before = np.cumsum(gain[start:]), np.cumsum(gain[:start][::-1])
    last = start + int(after.argmax())
    first = start - 1 - int(before.argmax())
    return float(patch.t[first] - _STEP_IN / 2), float(patch.t[last] + _STEP_IN / 2)
