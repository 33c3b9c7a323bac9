"""A pencil to a hundredth of an inch: where its paint runs, and where its rubber ends.

A pencil is so thin that a shadow along one side, taken for an edge, would move it by a tenth
of its width. Its paint is told from shadow by how colourful it is for its brightness.
"""

from dataclasses import replace

import numpy as np

from table.places import Floats
from vision.boxes import Box
from vision.edge_search import edge_offsets, sampled_lab
from vision.flat_table import Mask, Pixels
from vision.regions import at
from vision.view import View

PENCIL_IN = (7.0, 0.3)
_PAINTED_IN = 5.66  # of a pencil's length; the rest is wood, lead and rubber
_STEP_IN = 1 / 64
_REACH_IN = 0.45
_PIECES = 8
_END_REACH_IN = 0.3


def pencil(view: View, box: Box, covered: Pixels) -> Box:
    """The pencil whose painted part the box is; the box itself where it is none."""
    if not 3.0 < 2 * box.half_length < 7.6:
        return box
    box = replace(_centred(view, box, covered), half_width=PENCIL_IN[1] / 2)
    return _whole_length(view, box, covered)


def bundle(view: View, box: Box, covered: Pixels) -> Box:
    """The pencils, side by side, whose painted part the box is; else the box itself."""
    count = round(2 * box.half_width / PENCIL_IN[1])
    fits = abs(2 * box.half_width - count * PENCIL_IN[1]) < 0.1
    if not fits or not 5.0 < 2 * box.half_length < 7.6:
        return box
    box = replace(box, half_width=count * PENCIL_IN[1] / 2)
    return _whole_length(view, box, covered)


def _whole_length(view: View, box: Box, covered: Pixels) -> Box:
    """The box of a pencil's painted part made a whole pencil's."""
    middle = box.centre + _hidden_shift_in(view, box, covered) * box.along
    whole = replace(box, centre=middle, half_length=PENCIL_IN[0] / 2)
    return replace(whole, centre=middle + _end_shift_in(view, whole, covered) * box.along)


def _centred(view: View, box: Box, covered: Pixels) -> Box:
    """The box moved and turned so that its middle line is the paint's."""
    s = np.linspace(-0.95, 0.95, max(16, int(2 * box.half_length / 0.1))) * box.half_length
    t = np.arange(-_REACH_IN, _REACH_IN + 1e-9, _STEP_IN)
    places = box.centre + s[:, None, None] * box.along + t[None, :, None] * box.across
    shows = ~at(covered, view.coarse, box.centre + s[:, None] * box.along)
    if shows.sum() < _PIECES:
        return box
    likeness, contrast = _paint_likeness(sampled_lab(view, places[shows]), t, box.half_width)
    pieces = np.array_split(np.arange(shows.sum()), _PIECES)
    middles = np.array([_middle_in(likeness[piece].mean(axis=0), t) for piece in pieces])
    along = np.array([s[shows][piece].mean() for piece in pieces])
    offset, slope = _robust_line(along, middles, np.array([contrast[p].mean() for p in pieces]))
    way = box.along + slope * box.across
    return replace(box, centre=box.centre + offset * box.across, along=way / np.linalg.norm(way))


def _paint_likeness(lab: Floats, t: Floats, half_width: float) -> tuple[Floats, Floats]:
    """How like the paint and unlike the ground beside it each place is, about 0 to 1.

    Also how much paint and ground differ, squared, in each row.
    """
    colourful = lab[..., 1:] / (lab[..., :1] + 16)
    beside = np.abs(t) > max(0.28, half_width + 0.1)
    paint = np.median(colourful[:, np.abs(t) < 0.08].reshape(-1, 2), axis=0)
    ground = np.median(colourful[:, beside], axis=1, keepdims=True)
    across = paint - ground
    size = np.maximum((across**2).sum(axis=2), 1e-4)
    likeness = ((colourful - ground) * across).sum(axis=2) / size
    return likeness.clip(-0.5, 1.2), size[:, 0]


def _middle_in(likeness: Floats, t: Floats) -> float:
    """Where a pencil's width fits the likeness best."""
    width = round(PENCIL_IN[1] / _STEP_IN)
    fits = np.convolve(likeness - 0.5, np.ones(width), "valid")
    best = int(fits.argmax())
    if 0 < best < len(fits) - 1:
        before, here, after = fits[best - 1 : best + 2]
        bend = before - 2 * here + after
        shift = 0.5 * (before - after) / bend if bend < 0 else 0.0
    else:
        shift = 0.0
    return float(t[0] + (best + shift + (width - 1) / 2) * _STEP_IN)


def _robust_line(x: Floats, y: Floats, trust: Floats) -> tuple[float, float]:
    terms = np.column_stack([np.ones_like(x), x])
    trust = trust / trust.max()
    weights = trust / (1 + ((y - np.median(y)) / 0.04) ** 2)
    line: Floats = np.zeros(2)
    for _ in range(5):
        weighted = terms * weights[:, None]
        stiff = np.diag([1e-9, 1e-2])
        line = np.linalg.solve(weighted.T @ terms + stiff, weighted.T @ y).astype(float)
        weights = trust / (1 + ((y - terms @ line) / 0.02) ** 2)
    return float(line[0]), float(line[1])


def _hidden_shift_in(view: View, box: Box, covered: Pixels) -> float:
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


def _end_shift_in(view: View, box: Box, covered: Pixels) -> float:
    """How far to move along so that a blunt end, the rubber's, lies on its edge."""
    t = np.linspace(-0.6, 0.6, 7) * box.half_width
    shifts = []
    for way in (-1, 1):
        outward = way * box.along
        points = box.centre + box.half_length * outward + t[:, None] * box.across
        offsets = edge_offsets(view, points, np.broadcast_to(outward, points.shape), _END_REACH_IN)
        offsets = offsets[~np.isnan(offsets) & _shows(view, points, covered)]
        # A point is no blunt end: there the edge runs off to the sides.
        if len(offsets) >= 5 and offsets.std() < 0.04:
            shifts.append(way * float(np.median(offsets)))
    return float(np.mean(shifts)) if shifts else 0.0


def _shows(view: View, points: Floats, covered: Pixels) -> Mask:
    return ~at(covered, view.coarse, points)
