"""The straight lines of a ridge: places on strips' middle lines in, one box for each line out."""

from collections.abc import Sequence
from dataclasses import replace
from math import atan2, cos, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from table.places import Floats
from vision.surface.flat_table import Mask
from vision.surface.patches import spots
from vision.things.boxes import Box
from vision.things.strip_ground import StripGround

LEAST_LENGTH_IN = 0.9
_NEAR_RIDGE_IN = 0.1
_LEAST_BREAK_IN = 0.5
_MOST_STRIPS = 10
_TIE = 1e-6
_TRIES = 240
_BETWEEN = np.linspace(0, 1, 24)  # two places on a line, where it may have ended
_LEAST_BETWEEN = 0.85  # of them where the strip shows or is hidden


def straight_lines(ground: StripGround, ridge: Floats, width_in: float) -> list[Box]:
    """Rectangles of that width along the straight lines of a ridge, longest first."""
    points, boxes = ridge, list[Box]()
    rng = np.random.default_rng(11)
    for _ in range(_MOST_STRIPS):
        box = _longest_run(ground, points, _best_line(points, rng)) if len(points) >= 8 else None
        if box is None:
            break
        points = points[~beside(box, points, 0.35 * width_in)]
        if box.half_length * 2 >= LEAST_LENGTH_IN:
            boxes.append(replace(box, half_width=width_in / 2))
    return settled(boxes, ridge)


def settled(boxes: list[Box], ridge: Floats) -> list[Box]:
    """The lines once each point of the ridge went to the line it fits best.

    A line found first has taken a piece of the next strip with it, round a gentle bend.
    """
    if not boxes:
        return []
    best = _best_fits(boxes, ridge)
    boxes = [_through(box, ridge[best == n]) for n, box in enumerate(boxes)]
    for _ in range(3):
        last, best = best, _best_fits(boxes, ridge)
        # A line whose points are the same as before is through them already.
        changed = {*best[best != last], *last[best != last]}
        if not changed:
            break
        boxes = [
            _through(box, ridge[best == n]) if n in changed else box for n, box in enumerate(boxes)
        ]
    return [box for box in boxes if box.half_length * 2 >= LEAST_LENGTH_IN]


def _best_fits(boxes: Sequence[Box], points: Floats) -> NDArray[np.intp]:
    """The number of the stretch of line that each point is nearest to, -1 where none is near.

    A little past its ends is near too.
    """
    centres, alongs = np.array([box.centre for box in boxes]), np.array([b.along for b in boxes])
    halves = np.array([box.half_length for box in boxes])[:, None]
    acrosses = np.array([box.across for box in boxes])
    along, across = (
        ways @ points.T - (ways * centres).sum(axis=1)[:, None] for ways in (alongs, acrosses)
    )
    # Of two halves of one line, equally near, the one whose middle is nearer counts.
    along = np.abs(along)
    gaps = np.abs(across) + np.maximum(along - halves - 0.3, 0) + _TIE * along
    return np.where(gaps.min(axis=0) < 0.2, gaps.argmin(axis=0), -1)


def _through(box: Box, points: Floats) -> Box:
    """The stretch of line through its points."""
    if len(points) < 6:
        return replace(box, half_length=0.0)
    middle, way = _main_line(_terms(points).sum(axis=1))
    s = np.sort((points - middle) @ way)
    low, high = s[len(s) // 100], s[-1 - len(s) // 100]
    return replace(
        box, centre=middle + way * (low + high) / 2, along=way, half_length=(high - low) / 2
    )


def _main_line(sums: Floats) -> tuple[Floats, Floats]:
    """The middle of points and the unit vector along which they lie, told by their terms' sums."""
    n, x, y, xx, xy, yy = sums.tolist()
    angle = 0.5 * atan2(2 * (xy - x * y / n), xx - x * x / n - (yy - y * y / n))
    return np.array([x / n, y / n]), np.array([cos(angle), sin(angle)])


def _terms(points: Floats) -> Floats:
    """What tells a line when it is summed: 1, x, y and their products, a row for each."""
    x, y = points.T
    return np.array([np.ones(len(points)), x, y, x * x, x * y, y * y])


def beside(box: Box, points: Floats, near_in: float) -> Mask:
    """The points beside a stretch of line, within that distance of it."""
    off = points - box.centre
    along, across = np.abs(off @ box.along), np.abs(off @ box.across)
    return (along <= box.half_length + 0.05) & (across <= near_in)


def _best_line(points: Floats, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """A point and a unit vector of the line with the most points near it."""
    pick = rng.integers(0, len(points), (_TRIES, 2))
    start, way = points[pick[:, 0]], points[pick[:, 1]] - points[pick[:, 0]]
    length = np.hypot(way[:, 0], way[:, 1])
    start, way = start[length > 0.5], way[length > 0.5] / length[length > 0.5, None]
    if not len(way):
        return points.mean(axis=0), np.array([1.0, 0.0])
    across = np.column_stack([-way[:, 1], way[:, 0]])
    lines = np.column_stack([-(start * across).sum(axis=1), across])
    terms = _terms(points)
    best = _most_voted(lines, terms[:3])
    near = np.abs(lines[best] @ terms[:3]) < _NEAR_RIDGE_IN
    for reach_in in (2 * _NEAR_RIDGE_IN, 1.5 * _NEAR_RIDGE_IN, _NEAR_RIDGE_IN):
        middle, axis = _main_line(terms @ near)
        level = middle[1] * axis[0] - middle[0] * axis[1]
        near = np.abs(np.array([-level, -axis[1], axis[0]]) @ terms[:3]) < reach_in
    return middle, axis


def _most_voted(lines: Floats, terms: Floats) -> int:
    """The number of the line with most points near it.

    A line's numbers times a point's terms 1, x and y are how far it is from the point.
    """
    gaps = lines.astype(np.float32) @ terms.astype(np.float32)
    near = np.abs(gaps, out=gaps) < _NEAR_RIDGE_IN
    return int(cv2.reduce(near.view(np.uint8), 1, cv2.REDUCE_SUM, dtype=cv2.CV_32S).argmax())


def _longest_run(ground: StripGround, points: Floats, line: tuple[Floats, Floats]) -> Box | None:
    """The longest stretch of points on the line; gaps count only where the strip is hidden."""
    start, way = line
    off = points - start
    near = np.abs(off[:, 0] * way[1] - off[:, 1] * way[0]) < _NEAR_RIDGE_IN
    if np.count_nonzero(near) < 4:
        return None
    s = np.sort((off @ way)[near])
    wide = np.flatnonzero(np.diff(s) >= _LEAST_BREAK_IN)
    breaks = wide[_are_breaks(ground, start, way, s[wide], s[wide + 1])]
    starts, ends = np.concatenate([[0], breaks + 1]), np.concatenate([breaks, [len(s) - 1]])
    longest = int((s[ends] - s[starts]).argmax())
    low, high = s[starts[longest]], s[ends[longest]]
    return Box(start + way * (low + high) / 2, way, (high - low) / 2, 0.0)


def _are_breaks(ground: StripGround, start: Floats, way: Floats, low: Floats, high: Floats) -> Mask:
    """Whether a strip has ended between two places on its line, for several pairs of them."""
    if not len(low):
        return np.zeros(0, bool)
    s = low + _BETWEEN[:, None] * (high - low)
    between = spots(ground.flat, start + s[..., None] * way)
    carried = between.on(ground.hidden) | between.on(ground.shown)
    ended = carried.mean(axis=0) < _LEAST_BETWEEN
    if ground.has_bridges:
        ended = ended | between.on(ground.cut).any(axis=0)
    return np.asarray(ended)
