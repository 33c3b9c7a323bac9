"""Men taken out of a table's picture, and set down elsewhere in it.

The empty table shows in their place, or more of the cloth they stood on, so that hundreds of
incidents cost no rendering.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from table.directions import step
from table.picture import Picture
from table.places import Floats, TablePoint
from tests.virtual.incidents.stage import Man, Stage, whole
from vision.surface.covered import MAN_IN

RIM_IN = 0.16  # of desk that goes with a man when he is taken
SHADE_IN = 0.3
_LEFT_IN = 0.08  # of what is around a neighbour's tag stays with it
_SQUARE = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))


def mask_of(stage: Stage, man: Man, rim_in: float = RIM_IN) -> Picture:
    """The pixels of a man and his tag, with a rim."""
    mask = np.zeros(stage.picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, _tag_ring(stage, man, rim_in), 255)
    around = [step(man.place, a, 0.5 + rim_in) for a in range(0, 360, 30)]
    ends = [stage.pixels([(p.x, p.y) for p in around], z) for z in (0.0, MAN_IN)]
    hull = cv2.convexHull(np.concatenate(ends).astype(np.float32)).reshape(-1, 2)
    cv2.fillConvexPoly(mask, whole(hull), 255)
    return mask


def _tag_ring(stage: Stage, man: Man, rim_in: float) -> NDArray[np.int32]:
    """The outline of a man's tag, with a rim, in pixels."""
    half = 0.5 + rim_in
    corners = [
        step(man.tag, man.facing, a * half, b * half)
        for a, b in ((1, 1), (1, -1), (-1, -1), (-1, 1))
    ]
    return whole(stage.pixels([(c.x, c.y) for c in corners], man.tag_z_in))


def _his_own(stage: Stage, man: Man, mask: Picture) -> Picture:
    """The mask of a man without his neighbours' tags: those stay where they lie.

    Else half of one would go with him, and be read there.
    """
    theirs = np.zeros_like(mask)
    for other in stage.men.values():
        if other is not man:
            cv2.fillConvexPoly(theirs, _tag_ring(stage, other, _LEFT_IN), 255)
    cv2.fillConvexPoly(theirs, _tag_ring(stage, man, 0.0), 0)
    return np.asarray(mask & ~theirs, np.uint8)


def without(stage: Stage, picture: Picture, man: Man) -> Picture:
    """The picture with the desk or cloth where a man was, as bright as it is around him."""
    mask, under = mask_of(stage, man, SHADE_IN), _under(stage, man)
    near = cv2.dilate(mask, np.ones((25, 25), np.uint8)) & ~cv2.dilate(
        mask, np.ones((7, 7), np.uint8)
    )
    ring = near > 0
    gain = np.median(picture[ring] / np.maximum(under[ring], 1.0), axis=0)
    return _blended(picture, under * gain, _his_own(stage, man, mask), 3.0)


def _under(stage: Stage, man: Man) -> Picture:
    """A picture that shows what is under a man: the empty desk, or cloth like that beside him."""
    cloth = stage.cloth_under(man)
    if cloth is None:
        return stage.empty
    on_it = np.zeros(stage.picture.shape[:2], np.uint8)
    cv2.fillPoly(on_it, [whole(stage.pixels(cloth))], 255)
    free = on_it.copy()
    for other in stage.men.values():
        free[mask_of(stage, other, SHADE_IN) > 0] = 0
    _, far, _, (x, y) = cv2.minMaxLoc(cv2.distanceTransform(free, cv2.DIST_L2, 5))
    half = max(int(far / np.sqrt(2)) - 1, 4)
    patch = stage.picture[y - half : y + half, x - half : x + half]
    return np.where(on_it[..., None] > 0, _tiled(patch, stage.picture.shape), stage.empty)


def _tiled(patch: Picture, shape: tuple[int, ...]) -> Picture:
    """A picture of so many pixels, all of one patch and its mirror images."""
    pair = np.concatenate([patch, patch[:, ::-1]], axis=1)
    four = np.concatenate([pair, pair[::-1]], axis=0)
    times = [-(-shape[i] // four.shape[i]) for i in (0, 1)]
    return np.ascontiguousarray(np.tile(four, (*times, 1))[: shape[0], : shape[1]])


def _blended(picture: Picture, other: Floats, mask: Picture, soft_px: float) -> Picture:
    left, top, wide, high = cv2.boundingRect(mask)
    rim = round(4 * soft_px)
    here = np.s_[max(top - rim, 0) : top + high + rim, max(left - rim, 0) : left + wide + rim]
    share = cv2.GaussianBlur(mask[here].astype(np.float32) / 255, (0, 0), soft_px)[..., None]
    blend = picture.copy()
    blend[here] = np.clip(picture[here] * (1 - share) + other[here] * share, 0, 255)
    return blend


@dataclass(frozen=True, slots=True)
class Carried:
    """How a man is carried: to a place, turned, and larger where he is nearer to the camera."""

    to: TablePoint
    turn_deg: float = 0.0
    larger: float = 1.0


def pasted(stage: Stage, picture: Picture, man: Man, carried: Carried) -> Picture:
    """The picture with a man, as the stage shows him, at another place too.

    His tag is where it would be; the figure leans as it did.
    """
    here = np.array(_SQUARE) + np.array([man.x, man.y])
    a = np.radians(carried.turn_deg)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) * carried.larger
    there = (here - (man.x, man.y)) @ turn + (carried.to.x, carried.to.y)
    ends = (stage.pixels(end, man.tag_z_in).astype(np.float32) for end in (here, there))
    moved = cv2.getPerspectiveTransform(*ends)
    size_wh = (picture.shape[1], picture.shape[0])
    patch = cv2.warpPerspective(stage.picture, moved, size_wh, flags=cv2.INTER_CUBIC)
    own = _his_own(stage, man, mask_of(stage, man, 0.04))
    mask = cv2.warpPerspective(own, moved, size_wh)
    return _blended(picture, patch.astype(float), mask, 0.8)
