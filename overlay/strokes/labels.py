"""Where words go: near what they speak of, over nothing that must stay free.

Labels in, words with their plates out. Greedy, the highest rank first; a label that finds no
free place is left out, because two labels on top of each other say nothing.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from overlay.marks.marks import Box, Label, Line, Mark, Plate, Words
from overlay.marks.text_size import DESCENT, width_in
from overlay.strokes.free_room import Room
from table.directions import distance_in
from table.places import Floats, TablePoint

_DISTANCES_IN = (0.12, 0.5, 1.0, 1.8, 3.0)
_DIRECTIONS = 12
_PAD_IN = 0.07
_APART_IN = 0.08  # words side by side would else be read as one line
_LEADER_FROM_IN = 0.8  # words farther off than this get a thin line to their place
_CROSSING_COSTS_IN = 0.25  # how far words would rather go than lie on a sample of a line


def placed(
    labels: Iterable[Label], taken: Iterable[Box], bounds: Box, lines: Floats | None = None
) -> tuple[Mark, ...]:
    """Plates, words and leaders for the labels; none overlaps another or a taken box.

    `lines` are points along drawn lines, avoided where that costs little.
    """
    wanted = sorted(labels, key=lambda label: -label.rank)
    if not wanted:
        return ()
    boxes, costs = _judged(wanted, taken, bounds, np.empty((0, 2)) if lines is None else lines)
    made: list[Mark] = []
    set_boxes: list[Box] = []
    for label, tried, cost in zip(wanted, boxes, costs, strict=True):
        box = _best_box(tried, cost, set_boxes)
        if box is not None:
            left, top, right, bottom = box
            set_boxes.append((left - _APART_IN, top, right + _APART_IN, bottom))
            made += _set(label, box)
    return tuple(made)


def _judged(
    labels: Sequence[Label], taken: Iterable[Box], bounds: Box, lines: Floats
) -> tuple[Floats, Floats]:
    """Every label's boxes to try, and what each costs; infinite where it may not be."""
    boxes, costs = _candidates(labels)
    room = Room(bounds)
    costs = costs + _CROSSING_COSTS_IN * room.within(room.of_points(lines), boxes)
    forbidden = (room.within(room.of_boxes(taken), boxes) > 0) | ~_within(boxes, bounds)
    return boxes, np.where(forbidden, np.inf, costs)


def _best_box(boxes: Floats, costs: Floats, taken: Sequence[Box]) -> Box | None:
    """The cheapest box that overlaps none of the taken ones."""
    for i in costs.argsort()[: int(np.isfinite(costs).sum())].tolist():
        left, top, right, bottom = boxes[i].tolist()
        if not _overlaps((left, top, right, bottom), taken):
            return (left, top, right, bottom)
    return None


def _within(boxes: Floats, bounds: Box) -> "np.ndarray[tuple[int, ...], np.dtype[np.bool_]]":
    left, top, right, bottom = bounds
    inside = (boxes[..., 0] >= left) & (boxes[..., 1] >= top)
    return np.asarray(inside & (boxes[..., 2] <= right) & (boxes[..., 3] <= bottom))


def _overlaps(box: Box, taken: Sequence[Box]) -> bool:
    left, top, right, bottom = box
    # A plain loop: for a few dozen boxes it is quicker than arrays.
    return any(x0 < right and x1 > left and y0 < bottom and y1 > top for x0, y0, x1, y1 in taken)


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


def _candidates(labels: Sequence[Label]) -> tuple[Floats, Floats]:
    """For every label the boxes to try, and how far each is from where it would like to be."""
    sizes = np.array([_size_in(label) for label in labels])
    at = np.array([(label.at.x, label.at.y) for label in labels])
    clear = np.array([label.clear_in for label in labels])
    half = sizes[:, None, :] / 2
    middle = _UNIT[None] * (clear[:, None] + _FAR_IN[None])[..., None] + _LEAN[None] * half
    # The first place to try is on the spot itself, where nothing stands in the way of that.
    middle = np.concatenate([np.zeros((len(labels), 1, 2)), middle], axis=1) + at[:, None, :]
    costs = np.tile(np.concatenate([[0.0], _COST_IN]), (len(labels), 1))
    costs[clear > 0, 0] = np.inf
    return np.concatenate([middle - half, middle + half], axis=2), costs


def _size_in(label: Label) -> tuple[float, float]:
    """The width and height of a label's plate."""
    wide_in = width_in(label.text, label.height_in) + 2 * _PAD_IN
    return wide_in, label.height_in * (1 + DESCENT) + 2 * _PAD_IN


def _set(label: Label, box: Box) -> list[Mark]:
    left, top, right, bottom = box
    base = TablePoint(left + _PAD_IN, top + _PAD_IN + label.height_in)
    words = Words(base, label.text, label.ink, label.height_in)
    near = TablePoint(min(max(label.at.x, left), right), min(max(label.at.y, top), bottom))
    gap_in = distance_in(near, label.at)
    leader: list[Mark] = []
    if gap_in - label.clear_in > _LEADER_FROM_IN:
        leader = [Line((label.at, near), "quiet")]
    return [*leader, Plate((left, top, right, bottom)), words]
