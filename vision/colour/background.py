"""Which listed colour each cell shows: Lab colours in, a mask for each listed colour out.

Colours compete: a cell belongs to a listed colour only where the desk, plain or in shadow,
explains it less well. Listed colours that look alike may share cells; shape decides later.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from table.places import Floats
from vision.colour.desk_colour import desk_cost
from vision.colour.inks import FARTHEST, OWN, Ink, costs_of
from vision.surface.flat_table import Mask, Pixels, Singles
from vision.surface.masks import GridMask

_STRANGE = 20.0  # how much worse than its own mean the desk explains what is not desk
# Cost at which the empty table still explains a cell about as well as any: where it does not,
# bare desk out of shadow is dearer by as much.
_UNCHANGED = 5.0
_LIKE = 6.0  # squared distance within which a cell is as like an ink as any

_BIN = 4.0  # Lab units
_NUMBERS = (np.uint8, np.uint8, np.uint16, np.uint32, np.uint32)  # by how many bytes they hold
_UP = 32  # bins that lift every channel above zero
# Of L, a and b the first lifted bin and how many there are: all that sRGB shows, and no more than
# sixteen bits count.
_LOWEST, _BINS = (32, 9, 5), (26, 49, 51)


@dataclass(frozen=True, eq=False)
class Colours:
    """A picture's colours sorted into bins: the bin of each cell, which there are, their colours.

    What is said of the bins that there are is told of cells by `cells`.
    """

    bin_of_cell: NDArray[np.uint16]
    bins: NDArray[np.intp]
    lab_of_bin: Floats

    def cells(self, values: NDArray[Any]) -> NDArray[Any]:
        """For each cell what is said of its bin."""
        table = np.zeros(1 << 16, np.uint8 if values.dtype == bool else values.dtype)
        table[self.bins] = values
        told = cv2.LUT(self.bin_of_cell, table)
        return told.view(bool) if values.dtype == bool else told


def sorted_colours(lab: Singles) -> Colours:
    """The picture's colours, near ones in one bin, so that each is judged once."""
    # Bytes are rounded; half a bin less, and whole bins are cut off as they should be.
    lifted = cv2.convertScaleAbs(lab, alpha=1 / _BIN, beta=_UP - 0.5)
    highest = tuple(low + count - 1 for low, count in zip(_LOWEST, _BINS, strict=True))
    lifted = cv2.min(cv2.max(lifted, _LOWEST), highest)  # type: ignore[call-overload]  # one number for each channel
    counts = np.array([_BINS[1] * _BINS[2], _BINS[2], 1])
    number = np.array([[*counts, -counts @ _LOWEST]], np.float32)
    numbers = cv2.transform(lifted.astype(np.float32), number).astype(np.uint16)
    bins = _present(numbers.ravel())
    corners = np.array(np.unravel_index(bins, _BINS)).T + _LOWEST
    return Colours(numbers, bins, np.asarray((corners + 0.5 - _UP) * _BIN, float))


def _present(numbers: NDArray[np.uint16]) -> NDArray[np.intp]:
    """Which numbers there are, in order."""
    # Cells side by side mostly share a bin: only where another begins is it looked at.
    others = numbers[1:].compress(numbers[1:] != numbers[:-1])
    present = np.zeros(1 << 16, bool)
    present[others.astype(np.intp)] = True
    present[numbers[:1]] = True
    return np.flatnonzero(present)


@dataclass(frozen=True, eq=False)
class Background:
    """A picture's colours and what of them is bare desk.

    `unchanged` is how badly the empty table explains each cell, and `empty` its colours in this
    picture's light, where one was given; without it the desk's own ink is all that is known.
    """

    colours: Colours
    desk: Ink
    unchanged: Singles | None = None
    empty: Singles | None = None

    def ink_masks(
        self, inks: Sequence[Ink], within: GridMask, *rivalries: float
    ) -> list[list[GridMask]]:
        """For each ink, the cells that may show it and that the desk does not explain better.

        With a `rivalry` of 0 only the likeliest ink gets a cell; else also those that much
        worse. One list of masks for each rivalry.
        """
        costs = costs_of(inks, self.colours.lab_of_bin)
        best = costs.min(axis=0, initial=np.inf)
        able = costs < self._changed_desk_costs
        masks: list[list[GridMask]] = [[] for _ in rivalries]
        # Inks are told at once, each a bit of a cell's number.
        step = 8 * (len(_NUMBERS) - 1) // len(rivalries)
        for some in (slice(n, n + step) for n in range(0, len(inks), step)):
            fits = np.array([(costs[some] <= best + far) & able[some] for far in rivalries])
            codes = self.colours.cells(_packed(np.concatenate(fits)))
            if self.unchanged is not None:
                codes = self._changed(codes, costs[some], fits, self.unchanged)
            count = len(costs[some])
            found = _unpacked(codes, len(rivalries) * count, within)
            masks = [old + found[n * count : (n + 1) * count] for n, old in enumerate(masks)]
        return masks

    def _changed(
        self, codes: NDArray[Any], costs: Floats, fits: Mask, unchanged: Singles
    ) -> NDArray[Any]:
        """The codes without the inks that explain a cell no better than the empty table does.

        `fits` tells for each rivalry which inks each bin may show.
        """
        cells = self.colours.cells
        able = fits.any(axis=0)
        most = np.where(able, costs, -np.inf).max(axis=0)
        all_better = cells(most.astype(np.float32)) < unchanged
        kept = codes * all_better
        if able.sum(axis=0).max() <= 1:
            return kept
        # Where the empty table explains a cell better than some of its inks, each one is asked.
        least = np.where(able, costs, np.inf).min(axis=0)
        some_better = cells(least.astype(np.float32)) < unchanged
        there = np.flatnonzero(some_better & ~all_better)
        numbers = self.colours.bin_of_cell.ravel()[there]
        bins = np.searchsorted(self.colours.bins, numbers)
        own = np.array([cost[bins] < unchanged.ravel()[there] for cost in costs.astype(np.float32)])
        kept.ravel()[there] = codes.ravel()[there] & _packed(np.tile(own, (len(fits), 1)))
        return kept

    @cached_property
    def _desk_costs(self) -> Floats:
        """How badly the desk explains each bin."""
        return desk_cost(self.desk, self.colours.lab_of_bin)

    @cached_property
    def _changed_desk_costs(self) -> Floats:
        """How badly the desk explains each bin where the empty table does not.

        A shadow may have come there since; desk in the same light would not have changed.
        """
        if self.unchanged is None:
            return self._desk_costs
        return desk_cost(self.desk, self.colours.lab_of_bin, _UNCHANGED)

    @property
    def _strange_cost(self) -> float:
        """What the desk's cost is at least for what is no desk."""
        return float(self.desk.cost(self.desk.mean[None])[0]) + _STRANGE

    def oddness(self) -> Singles:
        """How badly the bare desk, in light or in shadow, explains each cell: 0 well, 1 not at all.

        Where the empty table is known it is compared with that.
        """
        if self.unchanged is not None:
            return np.asarray(np.clip((self.unchanged - _UNCHANGED) / _STRANGE, 0, 1))
        usual = self._strange_cost - _STRANGE
        odd = np.clip((self._desk_costs - usual) / _STRANGE, 0, 1)
        return cast("Singles", self.colours.cells(odd.astype(np.float32)))

    def likeness(self, inks: Sequence[Ink]) -> Singles:
        """How well the best of some inks explains each cell: 1 within its usual straying, 0 far."""
        far = np.min([ink.distance(self.colours.lab_of_bin) for ink in inks], axis=0)
        like = np.clip((FARTHEST - far) / (FARTHEST - _LIKE), 0, 1)
        return cast("Singles", self.colours.cells(like.astype(np.float32)))

    def nearest_ink(self, inks: Sequence[Ink]) -> Pixels:
        """The number of the ink that each cell is most like; their count where it is like none."""
        far = np.array([ink.distance(self.colours.lab_of_bin) for ink in inks])
        nearest = np.where(far.min(axis=0) < FARTHEST, far.argmin(axis=0), len(inks))
        return cast("Pixels", self.colours.cells(nearest.astype(np.uint8)))

    def strange(self) -> Mask:
        """The cells that the desk does not explain, in light or in shadow.

        What lay there when the table was empty is no desk either.
        """
        odd = self.colours.cells(self._desk_costs > self._strange_cost)
        if self.unchanged is None:
            return np.asarray(odd)
        return np.asarray(odd | (self.unchanged > _UNCHANGED + _STRANGE))

    def is_desk_like(self, ink: Ink) -> bool:
        """Whether an ink hardly differs from the desk."""
        return ink.distance_of(self.desk) < OWN

    def bare(self, inks: Sequence[Ink]) -> Mask:
        """The cells that the desk, in any shade, explains better than every ink."""
        best = costs_of(inks, self.colours.lab_of_bin).min(axis=0, initial=np.inf)
        like_desk = cast("Mask", self.colours.cells(self._desk_costs < best))
        if self.unchanged is None:
            return like_desk
        return np.asarray(like_desk & (self.unchanged < self.colours.cells(best)))


def _packed(rows: Mask) -> NDArray[Any]:
    """Up to 32 rows of truths as the bits of one number, no wider than need be, for each column."""
    parts = np.packbits(rows, axis=0, bitorder="little")
    number = np.dtype(_NUMBERS[len(parts)])
    together = np.zeros((rows.shape[1], number.itemsize), np.uint8)
    together[:, : len(parts)] = parts.T
    return together.view(number)[:, 0]


def _unpacked(codes: NDArray[Any], count: int, within: GridMask) -> list[GridMask]:
    """A mask of the cells within for each of the first bits of the cells' numbers."""
    parts = cv2.split(codes.view(np.uint8).reshape(*codes.shape, codes.itemsize))
    planes = [GridMask(within.grid, np.asarray(part, np.uint8)) & within for part in parts]
    return [_holding(planes[n // 8], 1 << n % 8) for n in range(count)]


def _holding(plane: GridMask, bit: int) -> GridMask:
    """The cells whose bytes hold a bit."""
    _, cells = cv2.threshold(plane.cells & np.uint8(bit), 0, 255, cv2.THRESH_BINARY)
    return GridMask(plane.grid, cast("Pixels", cells))
