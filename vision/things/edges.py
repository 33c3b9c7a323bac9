"""Steps of colour across outlines, and outlines pulled onto them."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from table.places import Floats, SeenXY
from vision.surface.flat_table import Mask, Singles
from vision.things.cells import Cells
from vision.things.shapes import Family, Samples

_REACH_IN = 0.3  # from an outline to the edge that pulls it
CLOSE_IN = 0.18  # the same once it was pulled
_NEAR = 0.6  # of the reach, within which most edges are
_STIFFNESS = 0.3  # places' worth of weight that hold each number where it is
_SETTLING = 3


@dataclass(frozen=True, eq=False)
class Steps:
    """Steps of colour across outlines, Lab units: (offsets, n, places), 0 where it is hidden."""

    offsets_in: Floats
    heights: Singles


def steps_across(cells: Cells, samples: Samples, free: Mask, reach_in: float) -> Steps:
    """The steps of colour at each cell from inside to outside an outline."""
    count = max(1, round(reach_in / cells.step_in))
    offsets = np.arange(-count - 1, count + 2) * cells.step_in
    places = samples.outline + offsets[:, None, None, None] * samples.outward
    numbers, inside = cells.at(places)
    shown = inside & free.ravel()[numbers]
    lab = _colours(cells, places)
    off = lab[2:] - lab[:-2]
    heights = np.sqrt(np.einsum("tnkc,tnkc->tnk", off, off))
    shown = shown[2:] & shown[:-2]
    return Steps(np.asarray(offsets[1:-1], float), np.asarray(heights * shown, np.float32))


def _colours(cells: Cells, places: Floats) -> Singles:
    """The colours at places (steps, n, k, 2) in seen inches."""
    at = cells.flat.cells_from_seen(SeenXY(places.reshape(-1, places.shape[2], 2))).astype(
        np.float32
    )
    x, y = np.ascontiguousarray(at[..., 0]), np.ascontiguousarray(at[..., 1])
    lab = cv2.remap(cells.view.lab, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(lab.reshape(*places.shape[:3], 3))


def pulled(cells: Cells, family: Family, numbers: Floats, reach_in: float = _REACH_IN) -> Floats:
    """The shapes moved onto the edges near their outlines."""
    samples, slopes = family.samples(numbers), family.slopes(numbers)
    steps = steps_across(cells, samples, cells.free, reach_in)
    # A narrow thing's other side is no edge of this one.
    far_in = np.clip(0.7 * samples.half_in, 1.5 * cells.step_in, reach_in)[:, None]
    off_in = steps.offsets_in[:, None, None]
    nearness = np.exp(-0.5 * (off_in / (_NEAR * far_in)) ** 2) * (np.abs(off_in) <= far_in)
    best = (np.log1p(steps.heights / cells.noise) * nearness).argmax(axis=0)
    height = np.take_along_axis(steps.heights, best[None], axis=0)[0]
    weights = np.clip(np.log(np.maximum(height, 1e-3) / cells.noise), 0, 2)
    moves = _moves(slopes, weights, _middles_in(steps, best), reach_in)
    return family.moved(numbers, np.clip(moves, -reach_in, reach_in))


def _middles_in(steps: Steps, best: NDArray[np.intp]) -> Floats:
    """Where the steps at some offsets and next to them have their middle, finer than a cell."""
    near = np.clip(best + np.arange(-2, 3)[:, None, None], 0, len(steps.offsets_in) - 1)
    heights = np.take_along_axis(steps.heights, near, axis=0).astype(float) ** 2
    total = np.maximum(heights.sum(axis=0), 1e-9)
    return np.asarray((heights * steps.offsets_in[near]).sum(axis=0) / total)


def _moves(slopes: Floats, weights: Floats, offsets_in: Floats, reach_in: float) -> Floats:
    """The steps of the shapes' numbers that bring outlines nearest to their edges.

    Edges that are not the outline's own lose their weight from turn to turn.
    """
    hold = np.eye(slopes.shape[2]) * _STIFFNESS
    moves = np.zeros((len(slopes), slopes.shape[2]))
    for turn in range(1, _SETTLING + 1):
        pull = slopes * weights[..., None]
        square = pull.transpose(0, 2, 1) @ slopes + hold
        moves = np.linalg.solve(square, (pull * offsets_in[..., None]).sum(axis=1)[..., None])[
            ..., 0
        ]
        left = np.abs(offsets_in - (slopes @ moves[..., None])[..., 0]) * turn / (1.2 * reach_in)
        weights = weights * np.clip(1 - left**2, 0, 1)
    return moves
