"""The projector's own lens: how it bends the picture, told by corners that lie on one plane."""

import cv2
import numpy as np

from table.bent_map import Bend, BentMap
from table.places import Floats, ProjectorPixel, TablePoint
from table.plane_map import PlaneMap

_STEPS = 20
_PLAINLY = 0.95  # of the plain map's error on held-out corners: a bend must be better than that
# What is usual: hardly a bend, and an axis that leaves somewhere in the picture or a little off it.
_SHARE_SPREAD, _MIDDLE_SPREAD = 0.1, 0.3
_NOISE_PX = 0.5


def projector_map(
    table: Floats, projector: Floats, size_wh: tuple[int, int]
) -> PlaneMap[TablePoint, ProjectorPixel] | None:
    """The map of least error, bent where that foretells corners better; None where there is none.

    Each half of the corners is foretold by the other.
    """
    plain, bent = _plain(table, projector), _bent(table, projector, size_wh)
    if plain is None or bent is None:
        return plain
    errors = [0.0, 0.0]
    for half in (0, 1):
        one, other = slice(half, None, 2), slice(1 - half, None, 2)
        maps = _plain(table[one], projector[one]), _bent(table[one], projector[one], size_wh)
        for i, found in enumerate(maps):
            off = np.inf if found is None else found.many(table[other]) - projector[other]
            errors[i] += float(np.square(off).sum())
    return bent if errors[1] < _PLAINLY**2 * errors[0] else plain


def _plain(table: Floats, projector: Floats) -> PlaneMap[TablePoint, ProjectorPixel] | None:
    matrix, _ = cv2.findHomography(table, projector, 0)
    if matrix is None:
        return None
    return PlaneMap(TablePoint, ProjectorPixel, np.asarray(matrix, np.float64))


def _bent(
    table: Floats, projector: Floats, size_wh: tuple[int, int]
) -> PlaneMap[TablePoint, ProjectorPixel] | None:
    """The best map with a bend, by Gauss-Newton steps from the plain one."""
    plain = _plain(table, projector)
    if plain is None:
        return None
    numbers = np.array([*(plain.matrix / plain.matrix[2, 2]).ravel()[:8], 0.0, 0.0, 0.0])
    scales = np.array([*np.maximum(np.abs(numbers[:8]), 1e-6), 1.0, 1.0, 1.0])
    for _ in range(_STEPS):
        off = _off(numbers, table, projector, size_wh)
        steps = 1e-6 * np.diag(scales)
        slopes = np.column_stack(
            [(_off(numbers + step, table, projector, size_wh) - off) / 1e-6 for step in steps]
        )
        move = np.linalg.lstsq(slopes, -off, rcond=None)[0] * scales
        numbers = numbers + move
        if not np.isfinite(numbers).all():
            return None
        if np.abs(move / scales).max() < 1e-9:
            break
    return _map(numbers, size_wh)


def _map(numbers: Floats, size_wh: tuple[int, int]) -> BentMap:
    reach_px = size_wh[0] / 2
    middle = (np.array(size_wh) - 1) / 2 + numbers[9:11] * size_wh[0]
    bend = Bend((float(middle[0]), float(middle[1])), reach_px, float(numbers[8]))
    return BentMap(TablePoint, ProjectorPixel, np.append(numbers[:8], 1.0).reshape(3, 3), bend)


def _off(numbers: Floats, table: Floats, projector: Floats, size_wh: tuple[int, int]) -> Floats:
    missed = (_map(numbers, size_wh).many(table) - projector) / _NOISE_PX
    expected = numbers[8:] / (_SHARE_SPREAD, _MIDDLE_SPREAD, _MIDDLE_SPREAD)
    return np.array([*np.ravel(missed), *expected])
