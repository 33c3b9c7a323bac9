"""Where a card may lie on the table: near what it is about, on no man, tag, marker or words."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf

import numpy as np

from overlay.marks.marks import Box, Card
from overlay.projector.masks import keep_clear
from overlay.strokes.card_strokes import card_size_in
from table.army import Army
from table.places import Floats, TablePoint
from table.scene import Scene

_STEP_IN = 0.5
_AN_INCH = 0.5  # how many square inches it may cover to lie an inch nearer


def not_to_be_covered(scene: Scene, army: Army | None) -> tuple[Box, ...]:
    """Boxes of men, their tags and the corner markers."""
    men = (
        (man.x - man.radius, man.y - man.radius, man.x + man.radius, man.y + man.radius)
        for man in scene.soldiers
    )
    return (*men, *keep_clear(scene, army))


def beside(
    card: Card, at: TablePoint, scene: Scene, boxes: Sequence[Box], within_in: float = inf
) -> Card:
    """The card as near to a place as it can lie on none of the boxes.

    At most so far `within_in`; where there is no such room, it covers little and lies near.
    """
    size = np.array(card_size_in(card))
    room = np.maximum(0.0, np.array([scene.width, scene.height]) - size)
    kept = np.array([(at.x - 0.4, at.y - 0.4, at.x + 0.4, at.y + 0.4), *boxes])
    near = np.clip(_corners_near(at, size), 0.0, room)
    covered = _covered(near, size, kept)
    best = near[np.argmin(covered)]
    if covered.min() > 0.0:  # it is in a crowd
        best = _nearest_free(at, size, room, kept, within_in)
    return replace(card, at=TablePoint(float(best[0]), float(best[1])))


def _corners_near(at: TablePoint, size: Floats) -> Floats:
    """Where a card's first corner lies beside a place: below it to the right, and so on."""
    x0, x1 = at.x - 0.8 - size[0], at.x + 0.8
    y0, y1 = at.y - 0.5 - size[1], at.y + 0.5
    return np.array([(x1, y1), (x0, y1), (x1, y0), (x0, y0)])


def _nearest_free(
    at: TablePoint, size: Floats, room: Floats, boxes: Floats, within_in: float
) -> Floats:
    """Of all places near enough those where a card covers least, and of them the nearest."""
    xs, ys = (np.append(np.arange(0.0, most, _STEP_IN), most) for most in room)
    corners = np.array(np.meshgrid(xs, ys)).reshape(2, -1).T
    beyond = np.abs(corners + size / 2 - (at.x, at.y)) - size / 2
    far_in = np.hypot(*np.clip(beyond, 0.0, None).T)
    too_far = far_in > max(within_in, far_in.min())
    covered = _covered(corners, size, boxes)
    cost = covered + _AN_INCH * far_in
    best: Floats = corners[np.lexsort((cost, covered > 0.0, too_far))[0]]
    return best


def _covered(corners: Floats, size: Floats, boxes: Floats) -> Floats:
    """How many square inches of those boxes lie under a card at each of the corners."""
    low = np.maximum(boxes[:, :2], corners[:, None])
    high = np.minimum(boxes[:, 2:], (corners + size)[:, None])
    under: Floats = np.prod(np.clip(high - low, 0.0, None), axis=2).sum(axis=1)
    return np.round(under, 6)
