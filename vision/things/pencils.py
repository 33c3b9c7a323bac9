"""A pencil to a hundredth of an inch: where its paint runs, and where its rubber ends.

A pencil is so thin that a shadow along one side, taken for an edge, would move it by a tenth
of its width. Its paint is told from shadow by how colourful it is for its brightness.
"""

from dataclasses import replace
from math import hypot

import numpy as np
from numpy.typing import NDArray

from calibration.medians import median
from table.places import Floats
from vision.surface.edge_search import edge_offsets, sampled_lab
from vision.surface.flat_table import Mask, Pixels
from vision.surface.flat_view import FlatView
from vision.surface.patches import at
from vision.surface.rays import along_rays
from vision.things.boxes import Box

PENCIL_IN = (7.0, 0.3)
_PAINTED_IN = 5.66  # of a pencil's length; the rest is wood, lead and rubber
_LEAST_RUN_IN = 3.0  # of paint that tells where a pencil's ends are
_STEP_IN = 1 / 64
_OFFSETS_IN = np.arange(-0.45, 0.45 + 1e-9, _STEP_IN)  # across, within which paint is looked for
_PIECES = 8
_END_REACH_IN = 0.3
_HALF_LIKE = 0.35  # shaded paint counts as much as lit paint: what matters is where it ends
_LONGEST_GAP_IN = 0.2
_FARTHEST_IN = 6.0
_STEPS_IN = np.arange(-_FARTHEST_IN, _FARTHEST_IN, 2 * _STEP_IN)
_ACROSS_IN = np.array([-0.45, -0.35, -0.05, 0.0, 0.05, 0.35, 0.45])
_STANDS_OUT = 9.0  # Lab units between a pencil and the ground beside it
_FERRULE_IN = 0.45  # as grey as many a desk
_NEARLY_IN = 0.3
_PAINT_GIVE_IN = 0.25


def pencil(view: FlatView, box: Box, covered: Pixels) -> Box:
    """The pencil whose painted part the box is; the box itself where it is none."""
    run = paint_run(view, box, covered)
    # Shine along a pencil may part its paint; the patch of its colour then tells more.
    parted = 2 * run.half_length < _LEAST_RUN_IN < 2 * box.half_length
    box = _centred(view, box, covered) if parted else run
    if not _LEAST_RUN_IN < 2 * box.half_length < 7.6:
        return box
    box = replace(_centred(view, box, covered), half_width=PENCIL_IN[1] / 2)
    return _end_to_end(view, box, covered) or _whole_length(view, box, covered)


def paint_run(view: FlatView, box: Box, covered: Pixels) -> Box:
    """The box on the paint's middle line, as long as the paint runs, in light and in shadow."""
    return _painted(view, _centred(view, box, covered), covered)


def stands_out(view: FlatView, box: Box, covered: Pixels) -> bool:
    """Whether a pencil differs from the ground beside it more than a line in the desk's grain."""
    s = _STEPS_IN[np.abs(_STEPS_IN) < box.half_length]
    lab, shows = _along(view, box, s, covered)
    middle, ground = _middle_and_ground(lab[shows])
    return bool(median(_lengths(middle - ground)) > _STANDS_OUT)


def is_as_long_as_paint(box: Box) -> bool:
    """Whether a box is as long as a pencil's painted part."""
    return abs(2 * box.half_length - _PAINTED_IN) < _PAINT_GIVE_IN


def bundle(view: FlatView, box: Box, covered: Pixels) -> Box:
    """The pencils, side by side, whose painted part the box is; else the box itself."""
    count = round(2 * box.half_width / PENCIL_IN[1])
    fits = abs(2 * box.half_width - count * PENCIL_IN[1]) < 0.1
    if not fits or not 5.0 < 2 * box.half_length < 7.6:
        return box
    box = replace(box, half_width=count * PENCIL_IN[1] / 2)
    return _whole_length(view, box, covered)


def _whole_length(view: FlatView, box: Box, covered: Pixels) -> Box:
    """The box of a pencil's painted part made a whole pencil's."""
    middle = box.centre + _hidden_shift_in(view, box, covered) * box.along
    whole = replace(box, centre=middle, half_length=PENCIL_IN[0] / 2)
    return replace(whole, centre=middle + _end_shift_in(view, whole, covered) * box.along)


def _centred(view: FlatView, box: Box, covered: Pixels) -> Box:
    """The box moved and turned so that its middle line is the paint's."""
    s = np.linspace(-0.95, 0.95, max(16, int(2 * box.half_length / 0.1))) * box.half_length
    middle = box.centre + s[:, None] * box.along
    shows = ~at(covered, view.coarse, middle)
    count = np.count_nonzero(shows)
    if count < _PIECES:
        return box
    lab = sampled_lab(view, along_rays(middle[shows], box.across, _OFFSETS_IN))
    likeness, contrast = _paint_likeness(lab, box.half_width)
    sizes = (count + np.arange(_PIECES)[::-1]) // _PIECES
    along, middles, contrasts = (
        _means(s[shows, None], sizes)[:, 0],
        _middles_in(_means(likeness, sizes)),
        _means(contrast[:, None], sizes)[:, 0],
    )
    offset, slope = _robust_line(along, middles, contrasts)
    way = box.along + slope * box.across
    return replace(box, centre=box.centre + offset * box.across, along=way / hypot(*way))


def _means(rows: Floats, sizes: NDArray[np.intp]) -> Floats:
    """The mean row of each piece of so many rows, one after another."""
    return np.asarray(np.add.reduceat(rows, np.cumsum(sizes) - sizes, axis=0) / sizes[:, None])


def _painted(view: FlatView, box: Box, covered: Pixels) -> Box:
    """The box as long as the paint that runs through its middle."""
    lab, shows = _along(view, box, _STEPS_IN, covered)
    colourful = lab[..., 1:] / (lab[..., :1] + 16)
    middle, ground = _middle_and_ground(colourful)
    sure = shows & (np.abs(_STEPS_IN) < 0.7 * box.half_length)
    if np.count_nonzero(sure) < _PIECES:
        return box
    paint = median(middle[sure])
    usual = float(median(_lengths(ground[sure] - paint)))
    off = _lengths(middle - paint)
    on = shows & (off < _lengths(middle - ground)) & (off < 0.5 * usual)
    low, high = _run(_STEPS_IN, on, ~shows, _LONGEST_GAP_IN)
    return _stretch(box, low, high) if high - low > 2.0 else box


def _end_to_end(view: FlatView, box: Box, covered: Pixels) -> Box | None:
    """The whole pencil, where all of it stands out from the ground beside it."""
    lab, shows = _along(view, box, _STEPS_IN, covered)
    middle, ground = _middle_and_ground(lab)
    on = shows & (_lengths(middle - ground) > _STANDS_OUT)
    low, high = _run(_STEPS_IN, on, ~shows, _FERRULE_IN)
    if abs(high - low - PENCIL_IN[0]) > _NEARLY_IN:
        return None
    return replace(_stretch(box, low, high), half_length=PENCIL_IN[0] / 2)


def _along(view: FlatView, box: Box, s: Floats, covered: Pixels) -> tuple[Floats, Mask]:
    """Colours across the middle line at steps along it, and where nothing hides it."""
    middle = box.centre + s[:, None] * box.along
    places = along_rays(middle, box.across, _ACROSS_IN)
    return sampled_lab(view, places), ~at(covered, view.coarse, middle)


def _middle_and_ground(colours: Floats) -> tuple[Floats, Floats]:
    """The colour in the middle of each row, and beside it: medians of three and of four."""
    left, most_left, one, two, three, right, most_right = colours.transpose(1, 0, 2)
    middle = np.maximum(np.minimum(one, two), np.minimum(np.maximum(one, two), three))
    low, high = np.minimum(left, most_left), np.maximum(left, most_left)
    other_low, other_high = np.minimum(right, most_right), np.maximum(right, most_right)
    return middle, (np.maximum(low, other_low) + np.minimum(high, other_high)) / 2


def _lengths(vectors: Floats) -> Floats:
    """How long each row is."""
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", vectors, vectors)))


def _stretch(box: Box, low: float, high: float) -> Box:
    """The part of the box's middle line from one place to another."""
    return replace(
        box, centre=box.centre + box.along * (low + high) / 2, half_length=(high - low) / 2
    )


def _run(s: Floats, on: Mask, hidden: Mask, gap_in: float) -> tuple[float, float]:
    """The stretch around the middle over which something goes on, but for hidden places."""
    gap = round(gap_in / (2 * _STEP_IN))
    ends = []
    for way in (-1, 1):
        ahead = s * way >= 0
        steps, there = s[ahead][::way], (on | hidden)[ahead][::way]
        run = np.convolve(there, np.ones(gap), "full")[: len(steps)]
        broken = np.flatnonzero((run == 0) & (np.arange(len(run)) >= gap))
        last = np.flatnonzero(on[ahead][::way][: broken[0] if len(broken) else len(steps)])
        ends.append(float(steps[last[-1]]) if len(last) else 0.0)
    return ends[0], ends[1]


def _paint_likeness(lab: Floats, half_width: float) -> tuple[Floats, Floats]:
    """How like the paint and unlike the ground beside it each place is, about 0 to 1.

    Also how much paint and ground differ, squared, in each row.
    """
    # Green to red and blue to yellow apart: a median's numbers then lie in a row.
    colourful = np.ascontiguousarray(lab[..., 1:].transpose(2, 0, 1)) / (lab[..., 0] + 16)
    beside = np.abs(_OFFSETS_IN) > max(0.28, half_width + 0.1)
    paint = median(colourful[..., np.abs(_OFFSETS_IN) < 0.08].reshape(2, 1, -1), axis=2)
    ground = median(colourful[..., beside], axis=2)
    across = (paint - ground)[..., None]
    size = np.maximum((across**2).sum(axis=0), 1e-4)
    likeness = ((colourful - ground[..., None]) * across).sum(axis=0) / size
    return np.minimum(np.maximum(likeness, -0.5), 2 * _HALF_LIKE), size[:, 0]


def _middles_in(likeness: Floats) -> Floats:
    """Where a pencil's width fits each row of likeness best."""
    width = round(PENCIL_IN[1] / _STEP_IN)
    fits = np.array([np.convolve(row, np.ones(width), "valid") for row in likeness - _HALF_LIKE])
    best = fits.argmax(axis=1)
    inner = np.minimum(np.maximum(best, 1), fits.shape[1] - 2)
    rows = np.arange(len(fits))
    before, here, after = (fits[rows, inner + by] for by in (-1, 0, 1))
    bend = before - 2 * here + after
    peak = (bend < 0) & (best == inner)
    shift = np.where(peak, 0.5 * (before - after) / np.where(peak, bend, 1.0), 0.0)
    return np.asarray(_OFFSETS_IN[0] + (best + shift + (width - 1) / 2) * _STEP_IN)


def _robust_line(x: Floats, y: Floats, trust: Floats) -> tuple[float, float]:
    """Level and slope of the line through most places; the slope is held a little stiff."""
    trust = trust / trust.max()
    weights = trust / (1 + ((y - median(y)) / 0.04) ** 2)
    terms = np.stack([np.ones_like(x), x, x * x, y, x * y], axis=1)
    level = slope = 0.0
    for _ in range(5):
        one, sx, sxx, sy, sxy = (weights @ terms).tolist()
        one, sxx = one + 1e-9, sxx + 1e-2
        det = one * sxx - sx * sx
        level, slope = (sy * sxx - sxy * sx) / det, (one * sxy - sx * sy) / det
        weights = trust / (1 + ((y - level - slope * x) / 0.02) ** 2)
    return level, slope


def _hidden_shift_in(view: FlatView, box: Box, covered: Pixels) -> float:
    """How far the middle lies along the box when something hides one of the paint's ends."""
    missing = _PAINTED_IN - 2 * box.half_length
    if missing < 0.3:
        return 0.0
    beyond = box.half_length + np.array([0.1, 0.2, 0.3])
    hidden = [
        bool(at(covered, view.coarse, box.centre + way * beyond[:, None] * box.along).any())
        for way in (-1, 1)
    ]
    if hidden[0] == hidden[1]:
        return 0.0
    return missing / 2 * (1 if hidden[1] else -1)


def _end_shift_in(view: FlatView, box: Box, covered: Pixels) -> float:
    """How far to move along so that a blunt end, the rubber's, lies on its edge."""
    t = np.linspace(-0.6, 0.6, 7) * box.half_width
    outward = np.repeat([-box.along, box.along], len(t), axis=0)
    points = box.centre + box.half_length * outward + np.tile(t, 2)[:, None] * box.across
    offsets = edge_offsets(view, points, outward, _END_REACH_IN)
    clear = ~np.isnan(offsets) & ~at(covered, view.coarse, points)
    shifts = []
    for way, part in ((-1, np.s_[: len(t)]), (1, np.s_[len(t) :])):
        told = offsets[part][clear[part]]
        # A point is no blunt end: there the edge runs off to the sides.
        if len(told) >= 5 and told.std() < 0.04:
            shifts.append(way * float(median(told)))
    return sum(shifts) / len(shifts) if shifts else 0.0
