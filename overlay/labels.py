"""Where words go: near what they speak of, over nothing that must stay free.

Labels in, words with their plates out. Greedy, the highest rank first; a label that finds no
free place is left out, because two labels on top of each other say nothing.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from overlay.marks import Label, Line, Mark, Plate, Words
from overlay.text_size import DESCENT, width_in
from overlay.view import Box
from table.places import Floats, TablePoint

_DISTANCES_IN = (0.12, 0.45, 0.9, 1.5, 2.3, 3.4)
_DIRECTIONS = 16
_PAD_IN = 0.07
_LEADER_FROM_IN = 0.8  # words farther off than this get a thin line to their place
_CROSSING_COSTS_IN = 0.25  # how far words would rather go than lie on a sample of a line


def placed(
    labels: Iterable[Label], taken: Iterable[Box], bounds: Box, lines: Floats | None = None
) -> tuple[Mark, ...]:
    """Plates, words and leaders for the labels; none overlaps another or a taken box.

    `lines` are points along drawn lines, avoided where that costs little.
    """
    boxes = [np.array(box) for box in taken]
    made: list[Mark] = []
    for label in sorted(labels, key=lambda label: -label.rank):
        box = _best_box(label, boxes, bounds, np.empty((0, 2)) if lines is None else lines)
        if box is not None:
            boxes.append(box)
            made += _set(label, box)
    return tuple(made)


def _best_box(label: Label, taken: Sequence[Floats], bounds: Box, lines: Floats) -> Floats | None:
    boxes, costs = _candidates(label)
    free = _within(boxes, bounds) & ~_overlaps(boxes, taken)
    if not free.any():
        return None
    boxes, costs = boxes[free], costs[free]
    return np.asarray(boxes[np.argmin(costs + _CROSSING_COSTS_IN * _crossings(boxes, lines))])


def _directions() -> tuple[Floats, Floats, Floats]:
    """Unit steps to all sides for each distance, those distances, and what each side costs."""
    turn = np.tile(2 * np.pi * np.arange(_DIRECTIONS) / _DIRECTIONS, len(_DISTANCES_IN))
    unit = np.column_stack([np.cos(turn), np.sin(turn)]).round(9)
    far_in = np.repeat(np.array(_DISTANCES_IN), _DIRECTIONS)
    # Words read best level with their place.
    return unit, far_in, far_in + np.where(np.abs(unit[:, 1]) < 0.01, 0.0, 0.12)


_UNIT, _FAR_IN, _COST_IN = _directions()
# A box beside its place touches the circle with its nearest side, not its middle.
_LEAN = np.clip(2 * _UNIT, -1, 1)


def _candidates(label: Label) -> tuple[Floats, Floats]:
    """Boxes to try, and how far each is from where the words would like to be."""
    wide = width_in(label.text, label.height_in) + 2 * _PAD_IN
    tall = label.height_in * (1 + DESCENT) + 2 * _PAD_IN
    half = np.array([wide, tall]) / 2
    middle = _UNIT * (label.clear_in + _FAR_IN)[:, None] + _LEAN * half
    costs = _COST_IN
    if label.clear_in == 0:
        middle, costs = np.vstack([[(0.0, 0.0)], middle]), np.concatenate([[0.0], costs])
    middle = middle + np.array([label.at.x, label.at.y])
    return np.concatenate([middle - half, middle + half], axis=1), costs


def _within(boxes: Floats, bounds: Box) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    left, top, right, bottom = bounds
    inside = (boxes[:, 0] >= left) & (boxes[:, 1] >= top)
    return np.asarray(inside & (boxes[:, 2] <= right) & (boxes[:, 3] <= bottom))


def _overlaps(
    boxes: Floats, taken: Sequence[Floats]
) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    if not taken:
        return np.zeros(len(boxes), bool)
    t = np.stack(list(taken))
    apart = (
        (boxes[:, None, 0] >= t[None, :, 2])
        | (boxes[:, None, 2] <= t[None, :, 0])
        | (boxes[:, None, 1] >= t[None, :, 3])
        | (boxes[:, None, 3] <= t[None, :, 1])
    )
    return np.asarray(~apart.all(axis=1))


def _crossings(boxes: Floats, lines: Floats) -> Floats:
    """How many samples of drawn lines each box covers."""
    inside = (
        (lines[None, :, 0] > boxes[:, None, 0])
        & (lines[None, :, 0] < boxes[:, None, 2])
        & (lines[None, :, 1] > boxes[:, None, 1])
        & (lines[None, :, 1] < boxes[:, None, 3])
    )
    return np.asarray(inside.sum(axis=1), np.float64)


def _set(label: Label, box: Floats) -> list[Mark]:
    left, top, right, bottom = (float(v) for v in box)
    base = TablePoint(left + _PAD_IN, top + _PAD_IN + label.height_in)
    words = Words(base, label.text, label.ink, label.height_in)
    near = TablePoint(min(max(label.at.x, left), right), min(max(label.at.y, top), bottom))
    gap_in = float(np.hypot(near.x - label.at.x, near.y - label.at.y))
    leader: list[Mark] = []
    if gap_in - label.clear_in > _LEADER_FROM_IN:
        leader = [Line((label.at, near), "quiet")]
    return [*leader, Plate((left, top, right, bottom)), words]
