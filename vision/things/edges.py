"""Steps of colour across outlines, and outlines pulled onto them."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from table.places import Floats
from vision.pictures.channels import summed
from vision.surface.flat_table import Mask, Singles
from vision.things.cells import Cells
from vision.things.shapes import Family, Outlines

_REACH_IN = 0.3  # from an outline to the edge that pulls it
CLOSE_IN = 0.18  # the same once it was pulled
_NEAR = 0.6  # of the reach, within which most edges are
_STIFFNESS = 0.3  # places' worth of weight that hold each number where it is
_SETTLING = 3
_AT_ONCE = 1000  # outlines: more than OpenCV takes one below the other there may be of a rich desk


@dataclass(frozen=True, eq=False)
class Steps:
    """Steps of colour across outlines, Lab units: (offsets, n, places), 0 where it is hidden."""

    offsets_in: Floats
    heights: Singles


def steps_across(cells: Cells, outlines: Outlines, free: Mask, reach_in: float) -> Steps:
    """The steps of colour at each cell from inside to outside an outline."""
    count = max(1, round(reach_in / cells.step_in))
    away = np.arange(-count - 1, count + 2)
    starts = range(0, len(outlines.places), _AT_ONCE)
    parts = [outlines.part(slice(n, n + _AT_ONCE)) for n in starts]
    none = np.zeros((len(away) - 2, *outlines.places[:0].shape[:2]), np.float32)
    heights = [_steps_across(cells, part, free, away) for part in parts]
    offsets_in = np.asarray(away[1:-1] * cells.step_in, float)
    return Steps(offsets_in, np.concatenate([none, *heights], axis=1))


def _steps_across(cells: Cells, outlines: Outlines, free: Mask, away: NDArray[np.intp]) -> Singles:
    """How high the steps are so many cells outward, but for the first and the last of them."""
    on = cells.flat.cells_from_seen(outlines.places).astype(np.float32)
    outward = outlines.outward.astype(np.float32)
    # Places of one step away on all outlines lie together: rows are long, and quickly gone through.
    x, y = (
        (away.astype(np.float32)[:, None, None] * outward[..., k] + on[..., k]).reshape(
            -1, on.shape[1]
        )
        for k in (0, 1)
    )
    shape = len(away), *on.shape[:2]
    lab = cv2.remap(cells.view.lab4, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    shown = cv2.remap(free.view(np.uint8), x, y, cv2.INTER_NEAREST).reshape(shape)
    lab = lab.reshape(len(away), -1, 4)
    off = lab[2:] - lab[:-2]
    heights = np.sqrt(summed(np.square(off, off))).reshape(len(away) - 2, *on.shape[:2])
    heights *= shown[2:] & shown[:-2]
    return np.asarray(heights)


def pulled(cells: Cells, family: Family, numbers: Floats, reach_in: float = _REACH_IN) -> Floats:
    """The shapes moved onto the edges near their outlines."""
    outlines = family.outlines(numbers)
    slopes = family.slopes(numbers, outlines)
    steps = steps_across(cells, outlines, cells.free, reach_in)
    # A narrow thing's other side is no edge of this one.
    far_in = np.clip(0.7 * family.halves_in(numbers), 1.5 * cells.step_in, reach_in)
    off_in = steps.offsets_in[:, None]
    nearness = np.exp(-0.5 * (off_in / (_NEAR * far_in)) ** 2) * (np.abs(off_in) <= far_in)
    clear = np.log(steps.heights * np.float32(1 / cells.noise) + np.float32(1))
    clear *= nearness.astype(np.float32)[..., None]
    best = _first_most(clear)
    height, offsets_in = _best_of(steps, best)
    weights = np.clip(np.log(np.maximum(height, 1e-3) / cells.noise), 0, 2)
    moves = _moves(slopes, weights, offsets_in, reach_in)
    return family.moved(numbers, np.clip(moves, -reach_in, reach_in))


def _first_most(rows: Singles) -> NDArray[np.intp]:
    """In which row each place first has its most; NumPy's `argmax` takes five times as long."""
    falling = np.arange(len(rows), 0, -1, dtype=np.uint8).reshape(-1, *[1] * (rows.ndim - 1))
    most = ((rows == rows.max(axis=0)) * falling).max(axis=0)
    return np.asarray(len(rows) - most.astype(np.intp))


def _best_of(steps: Steps, best: NDArray[np.intp]) -> tuple[Singles, Floats]:
    """The steps at some offsets, and where they and those next to them have their middle.

    That is finer than a cell.
    """
    one = np.arange(best.size)
    heights = steps.heights.reshape(len(steps.offsets_in), -1)
    near = [np.clip(best.ravel() + k, 0, len(heights) - 1) for k in range(-2, 3)]
    around = np.array([heights.take(at * best.size + one) for at in near])
    squares = np.square(around, dtype=float)
    total = np.maximum(squares.sum(axis=0), 1e-9)
    middles = (squares * steps.offsets_in[near]).sum(axis=0) / total
    return around[2].reshape(best.shape), middles.reshape(best.shape)


def _moves(slopes: Floats, weights: Floats, offsets_in: Floats, reach_in: float) -> Floats:
    """The steps of the shapes' numbers that bring outlines nearest to their edges.

    Edges that are not the outline's own lose their weight from turn to turn.
    """
    hold = np.eye(slopes.shape[1]) * _STIFFNESS
    wanted = np.concatenate([slopes, offsets_in[:, None]], axis=1).transpose(0, 2, 1)
    moves = np.zeros((len(slopes), slopes.shape[1]))
    for turn in range(1, _SETTLING + 1):
        both = (slopes * weights[:, None]) @ wanted
        moves = np.linalg.solve(both[..., :-1] + hold, both[..., -1:])[..., 0]
        left = np.abs(offsets_in - (moves[:, None] @ slopes)[:, 0]) * turn / (1.2 * reach_in)
        weights = weights * np.clip(1 - left**2, 0, 1)
    return moves
