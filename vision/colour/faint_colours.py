"""Where a listed colour shows that hardly differs from the desk's: beige paper on a beige cloth.

Cell by cell the desk's grain drowns such a colour. Over a small neighbourhood the grain evens
out, and along the one way in which the two colours differ, light apart, a desk is steady.
"""

from typing import cast

import cv2
import numpy as np

from calibration.medians import median
from table.places import Floats
from vision.colour.inks import DARK_LAB, FARTHEST, Ink
from vision.surface.flat_table import FlatTable, Mask, Pixels, Singles
from vision.surface.patches import bytes_of, opened, widened

_COARSER = 2
_NEAR_CELLS = 1.2  # of the coarser grid, over which the grain evens out
_STEADIEST = np.array([0.5, 0.3, 0.3])  # Lab units that any desk strays
_SHADE = 0.1  # of the light, which a shadow takes
_SPREAD = 1.48  # times the median distance
_ROUNDS = 2
_BESIDE_IN = 0.3
_HALF_WAY, _FAR_PAST = 0.5, 2.0
_SURELY = 3.0  # spreads off the desk
_LEAST_LISTED = 0.35  # of the way from the desk to the listing
_LEAST_WIDTH_IN = 0.6
_LEAST_SQ_IN = 2.5
_FEWEST = 400  # cells that tell how a desk strays
_ONE_IN = 4  # of them that are asked
_SUM = np.ones((1, 3), np.float32)


def faint_cells(
    off: Singles, desk: Floats, ink: Ink, usable: Pixels, flat: FlatTable
) -> Pixels | None:
    """The cells that show the ink rather than the desk; None where no patch of them is sure.

    `off` is how each cell's colour differs from the bare desk's, `usable` where nothing else is
    likely.
    """
    size_wh = flat.size_wh[0] // _COARSER, flat.size_wh[1] // _COARSER
    small = cv2.resize(off, size_wh, interpolation=cv2.INTER_AREA)
    small = cast("Singles", cv2.GaussianBlur(small, (0, 0), _NEAR_CELLS))
    near = _distance(small, desk, ink) < FARTHEST
    free = (cv2.resize(usable, size_wh, interpolation=cv2.INTER_AREA) == 255) & near
    bare, there = free, ink.mean - desk
    for _ in range(_ROUNDS):
        if np.count_nonzero(bare) < _FEWEST:
            return None
        way, start, spread = _way_off(small, bare, there, desk)
        least = max(_SURELY * spread, _LEAST_LISTED)
        like = _along(small, way, start)
        sure = opened(bytes_of((like > least) & free), flat.shrunk(_COARSER), _LEAST_WIDTH_IN)
        if cv2.countNonZero(sure) < _LEAST_SQ_IN * (flat.px_per_in / _COARSER) ** 2:
            return None
        there = median(_colours(small, sure > 0), axis=1)
        bare = free & (widened(sure, flat.shrunk(_COARSER), _BESIDE_IN) == 0)
    way, start, _ = _way_off(small, bare, there, desk)
    like = _along(small, way, start)
    shown = (like > _HALF_WAY) & (like < _FAR_PAST) & near
    return bytes_of(cv2.resize(bytes_of(shown), flat.size_wh) > np.uint8(127))


def _distance(off: Singles, desk: Floats, ink: Ink) -> Singles:
    """How unlike an ink each cell is that differs so much from the desk: Mahalanobis' square."""
    # Seen along the roots of its measure the ink strays alike every way.
    roots = np.linalg.cholesky(ink.measure).T
    scaled = cv2.transform(off, np.column_stack([roots, roots @ (desk - ink.mean)]))
    return cast("Singles", cv2.transform(cv2.multiply(scaled, scaled), _SUM))


def _way_off(off: Singles, bare: Mask, there: Floats, desk: Floats) -> tuple[Floats, float, float]:
    """The way from the desk, 0, to a colour `there`, 1; where it starts; how far a desk strays."""
    every = _colours(off, bare, _ONE_IN)
    away = np.abs(every - median(every, axis=1)[:, None])
    far = 3 * _SPREAD * median(away, axis=1) + _STEADIEST
    some = every.compress((away <= far[:, None]).all(axis=0), axis=1)
    middle, shade = some.mean(axis=1), _SHADE * (desk + DARK_LAB)
    spread = np.cov(some) + np.diag(np.square(_STEADIEST)) + np.outer(shade, shade)
    way = np.linalg.solve(spread, there - middle)
    way /= max(float(way @ (there - middle)), 1e-6)
    start = float(way @ middle)
    return way, start, _SPREAD * float(median(np.abs(way @ every - start)))


def _colours(off: Singles, cells: Mask, step: int = 1) -> Floats:
    """The colours of those cells, or of one in so many, in three rows."""
    places = np.flatnonzero(cells)[::step]
    return off.reshape(-1, 3).take(places, axis=0).T.astype(float, order="C")


def _along(off: Singles, way: Floats, start: float) -> Singles:
    """How far along a way each cell is."""
    return cast("Singles", cv2.transform(off, np.array([[*way, -start]])))
