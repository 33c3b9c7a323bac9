"""All-pairs sight as somebody would write it who knows Shapely 2: no loop, its tree and ufuncs.

It knows OMOG's sight on the flat table and no more; the benchmark compares its numbers with the
program's before it compares times.
"""

import numpy as np
import shapely
from shapely import STRtree

from table.places import Floats
from table.scene import Scene
from tests.bench.plain_shapely import BLOCKING

ARC = 64


def vector_exposures(scene: Scene, viewers_xy: Floats, targets_xy: Floats) -> Floats:
    """The exposure of each target (column) to each viewer (row), bases of an inch."""
    things = [thing.footprint for thing in scene.things if thing.kind in BLOCKING]
    rows, columns = len(viewers_xy), len(targets_xy)
    viewer = np.repeat(viewers_xy, columns, axis=0)
    target = np.tile(targets_xy, (rows, 1))
    offset = target - viewer
    distance = np.hypot(*offset.T)
    apart = distance > 0.5 + 1e-6
    half = np.arcsin(0.5 / np.where(apart, distance, 1.0))
    middle = np.arctan2(offset[:, 1], offset[:, 0])
    fans = _fans(viewer, target, middle, half)
    pair, thing = STRtree(things).query(fans, predicate="intersects")
    prints = np.array(things, dtype=object)[thing]
    held = shapely.dwithin(prints, shapely.points(viewer[pair]), 1e-6)
    held |= shapely.dwithin(prints, shapely.points(target[pair]), 1e-6)
    pair, prints = pair[~held & apart[pair]], prints[~held & apart[pair]]
    parts, which = shapely.get_parts(shapely.intersection(fans[pair], prints), return_index=True)
    low, high = _angles(parts, viewer[pair[which]], middle[pair[which]])
    hidden = _covered(pair[which], low, high, len(fans))
    exposure = 1.0 - hidden / (2.0 * half)
    return np.where(exposure > 1.0 - 1e-6, 1.0, np.maximum(exposure, 0.0)).reshape(rows, columns)


def _fans(viewer: Floats, target: Floats, middle: Floats, half: Floats) -> np.ndarray:
    turn = (np.pi / 2 - half)[:, None] * np.linspace(-1.0, 1.0, ARC)
    angle = middle[:, None] + np.pi + turn
    rim = target[:, None] + 0.5 * np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    return shapely.polygons(np.concatenate([viewer[:, None], rim], axis=1))


def _angles(parts: np.ndarray, viewer: Floats, middle: Floats) -> tuple[Floats, Floats]:
    """The least and the most direction of each part, from its fan's middle."""
    at, part = shapely.get_coordinates(parts, return_index=True)
    offset = at - viewer[part]
    angle = np.arctan2(offset[:, 1], offset[:, 0]) - middle[part]
    angle = (angle + np.pi) % (2 * np.pi) - np.pi
    low, high = np.full(len(parts), np.inf), np.full(len(parts), -np.inf)
    np.minimum.at(low, part, angle)
    np.maximum.at(high, part, angle)
    return low, np.maximum(high, low)


def _covered(pair: np.ndarray, low: Floats, high: Floats, count: int) -> Floats:
    order = np.lexsort((low, pair))
    pair, shift = pair[order], 8.0 * pair[order]
    low, high = low[order] + shift, np.maximum.accumulate(high[order] + shift)
    before = np.concatenate([[-np.inf], high[:-1]])
    return np.bincount(pair, np.maximum(high - np.maximum(low, before), 0.0), minlength=count)
