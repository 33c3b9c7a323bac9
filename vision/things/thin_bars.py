"""Straight thin bars among cells that show other things too: a pencil across a road of its colour.

Each cell votes for the lines that it may lie on; where many lie on one, in a row, is a bar.
"""

from collections.abc import Iterator

import cv2
import numpy as np

from table.places import Floats
from vision.surface.flat_table import FlatTable, Pixels
from vision.things.boxes import Box

_TURN_DEG = 3.0
_STEP_IN = 0.1  # between lines beside one another, and between places along one
_WIDE_IN = 0.3
SHORTEST_BAR_IN = 4.5
_GAP_IN = 0.6
_LEAST_FILL = 0.6  # of a bar that has cells
_MOST_BARS = 2
_MOST_CELLS = 1000
_TURNS = np.radians(np.arange(0, 180, _TURN_DEG))
_ACROSS = np.stack([-np.sin(_TURNS), np.cos(_TURNS)])  # each line
_STEPS_ACROSS = (_ACROSS / _STEP_IN).astype(np.float32)


def thin_bars(cells: Pixels, flat: FlatTable) -> Iterator[Box]:
    """The straight bars, thin as a pencil, that many of the cells lie on; the fullest first."""
    left, top, width, height = cv2.boundingRect(cells)
    # Most of a patch's grid is empty: only the rectangle around it is looked through.
    found = cv2.findNonZero(cells[top : top + height, left : left + width])
    if found is None:
        return
    places = found.reshape(-1, 2) + np.array([left, top], float)
    thin = max(1, len(places) // _MOST_CELLS)
    cell_sq_in = thin / flat.px_per_in**2
    rest = flat.seen_from_cells(places[::thin])
    for _ in range(_MOST_BARS):
        if len(rest) * cell_sq_in < _LEAST_FILL * SHORTEST_BAR_IN * _WIDE_IN:
            return
        along, offset_in = _fullest_line(rest)
        across = np.array([-along[1], along[0]])
        on = np.abs(rest @ across - offset_in) <= _WIDE_IN / 2
        ends = _longest_run(rest[on] @ along, cell_sq_in)
        rest = rest[~on]
        if ends is not None:
            middle = along * (ends[0] + ends[1]) / 2 + across * offset_in
            yield Box(middle, along, (ends[1] - ends[0]) / 2, _WIDE_IN / 2)


def _fullest_line(places: Floats) -> tuple[Floats, float]:
    """The way along the line on which most places lie, and how far it runs from the origin."""
    steps = places.astype(np.float32) @ _STEPS_ACROSS
    low = steps.min()
    steps -= low - np.float32(0.5)  # what is cut off is then rounded
    count = int(steps.max()) + 1
    steps += np.arange(0, len(_TURNS) * count, count, dtype=np.float32)
    votes = np.bincount(steps.astype(np.intp).ravel(), minlength=len(_TURNS) * count)
    wide = cv2.blur(votes.reshape(len(_TURNS), count).astype(np.float32), (3, 1))
    turn, step = np.unravel_index(wide.argmax(), wide.shape)
    across = _ACROSS[:, turn]
    return np.array([across[1], -across[0]]), float((low + step) * _STEP_IN)


def _longest_run(along_in: Floats, cell_sq_in: float) -> tuple[float, float] | None:
    """From where to where places lie in a row, close to one another; None where they are few."""
    places = np.sort(along_in)
    starts = np.flatnonzero(np.diff(places, prepend=-np.inf) > _GAP_IN)
    stops = np.append(starts[1:], len(places)) - 1
    lengths = places[stops] - places[starts]
    best = int(lengths.argmax())
    fill = (stops[best] - starts[best] + 1) * cell_sq_in / max(lengths[best] * _WIDE_IN, 1e-6)
    if lengths[best] < SHORTEST_BAR_IN or fill < _LEAST_FILL:
        return None
    return float(places[starts[best]]), float(places[stops[best]])
