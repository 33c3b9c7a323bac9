"""Which listed colour each cell shows: Lab colours in, a mask for each listed colour out.

Colours compete: a cell belongs to a listed colour only where the desk, plain or in shadow,
explains it less well. Listed colours that look alike may share cells; shape decides later.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.medians import median
from table.places import Floats
from vision.flat_table import Mask, Pixels, Singles
from vision.paper_white import lab_of_pixels
from vision.regions import both, bytes_of
from vision.runs import run_starts

# How far a colour strays from its listing, Lab units: the listing itself and the camera's
# own colours, how brightly the thing is lit, and the shine that a glossy side adds.
_LISTING = np.diag(np.square([6.0, 4.5, 4.5]))
FLAT_SHADING = 0.12  # of a thing that lies flat
ROUND_SHADING = {"plate": 0.16, "lid": 0.16, "mug": 0.16}  # of rims, hollows and sides
DARK_LAB = np.array([16.0, 0.0, 0.0])  # added to a colour, dimmer light scales the sum
_SHINE = (8.0, -0.16, -0.16)

_LISTED_PRIOR = -3.0  # what the players list is likely to be there
_STRANGE = 20.0  # how much worse than its own mean the desk explains what is not desk
_UNCHANGED = 5.0
_DESK_LIKE = 9.0  # squared distance within which the desk passes for an ink
FARTHEST = 18.0  # squared distance past which a colour is not this ink, however alone

# Dimming light by k scales (L + 16, a, b) by the cube root of k.
_DIMMED = np.array([1.15, 1.1, 1.05, 1.0, 0.94, 0.88, 0.82, 0.76, 0.7])
_DIMMING = 0.08
_SHADED = 0.9  # of the light, below which a cell lies in shadow
_SHADOW_TINT = 4.0  # Lab units that a colour strays, for each part of it that is dimmed
_BRIGHTENING = 0.05
_LEAST_NOISE = 0.5  # of the usual straying, however smooth the desk
_CHANGED = 5.0  # how much dearer bare desk out of shadow is where the empty table looked otherwise
_FAR = 6.0  # times its median that a squared distance of bare desk hardly ever is
_SETTLING = 4
_TWO_DEGREES = 1.386  # the median of a squared distance once the shade was fitted

_BAND = 32  # rows
_STRAYING = (2.5, 2.0, 2.0)  # of a cell of the bare desk from what it was, Lab units

_BIN = 4.0  # Lab units
# Bins of L, a and b from the first whole one on: all that sRGB shows, and no more than sixteen
# bits count.
_BINS = (26, 49, 51)
_FIRST = (0, -23, -27)
_BITS = 32
_HAS_BIT = [np.where(np.arange(256) & 1 << bit, 255, 0).astype(np.uint8) for bit in range(8)]
_UP = 32  # bins that lift every channel above zero
_LOWEST, _HIGHEST = (
    tuple(float(_UP + first + more) for first, more in zip(_FIRST, span, strict=True))
    for span in ((0, 0, 0), tuple(count - 1 for count in _BINS))
)
# From a colour's lifted bins the number of the bin that it falls into.
_WEIGHTS = (float(_BINS[1] * _BINS[2]), float(_BINS[2]), 1.0)
_NUMBER = np.array(
    [[*_WEIGHTS, -sum(w * low for w, low in zip(_WEIGHTS, _LOWEST, strict=True))]], np.float32
)
_ANOTHER_TABLE = 20.0  # times the usual straying: this is not the same desk
_SAMPLE = 5_000  # cells that are enough to know a colour


@dataclass(frozen=True, eq=False)
class Ink:
    """A colour as it may be seen: a mean in Lab and how it strays from it.

    `prior` is what it costs to name this ink: minus twice the log of how likely it is.
    """

    mean: Floats
    spread: Floats  # (3, 3) covariance
    prior: float = 0.0

    @cached_property
    def measure(self) -> Floats:
        """The inverse of its spread."""
        return np.asarray(cv2.invert(self.spread)[1])  # NumPy's takes ten times as long

    @cached_property
    def basic_cost(self) -> float:
        """What naming this ink costs however well it fits: a wide spread costs more."""
        return log(cv2.determinant(self.spread)) + self.prior

    def distance(self, lab: Floats) -> Floats:
        """How unlike this colour each of (n, 3) colours is, Mahalanobis' square.

        Several times as fast where each channel lies together in memory.
        """
        off = lab.T - self.mean[:, None]
        return cast("Floats", np.einsum("ij,ij->j", off, self.measure @ off))

    def distance_of(self, other: "Ink") -> float:
        """How unlike this colour another's mean is."""
        return float(self.distance(other.mean[None])[0])

    def cost(self, lab: Floats) -> Floats:
        """The distance and what naming it costs: minus twice the log likelihood."""
        return np.asarray(self.distance(lab) + self.basic_cost)


def lab_of_rgb(rgb: Sequence[int]) -> Floats:
    """The Lab colour of an sRGB triple, 0 to 255."""
    pixel = np.array([[list(rgb)[::-1]]], np.uint8)
    return np.asarray(lab_of_pixels(pixel)[0, 0], float)


def listed_ink(lab: Floats, shading: float = FLAT_SHADING) -> Ink:
    """A colour that the players listed, as it may come out in a picture."""
    shade = shading * (lab + DARK_LAB)
    shine = np.array([_SHINE[0], _SHINE[1] * lab[1], _SHINE[2] * lab[2]])
    spread = _LISTING + shade[:, None] * shade + shine[:, None] * shine
    return Ink(lab, spread, _LISTED_PRIOR)


def tinted(lab: Floats, white_share: float) -> Floats:
    """The colour mixed with white, or with black where the share is below zero."""
    target = np.array([100.0 if white_share > 0 else 0.0, 0.0, 0.0])
    return lab + abs(white_share) * (target - lab)


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
    lifted = cv2.min(cv2.max(lifted, _LOWEST), _HIGHEST)  # type: ignore[call-overload]  # one number for each channel
    numbers = cv2.transform(lifted.astype(np.float32), _NUMBER).astype(np.uint16)
    counts = np.bincount(numbers.ravel(), minlength=int(np.prod(_BINS)))
    bins = np.flatnonzero(counts)
    corners = np.array(np.unravel_index(bins, _BINS)).T
    return Colours(numbers, bins, (corners + 0.5 + np.array(_FIRST)) * _BIN)


def desk_ink(lab: Singles, usable: Mask, tiles: int = 12) -> Ink:
    """The desk's own colour: the one that turns up in most parts of the table.

    Grain and gloss scatter a desk's colour where a white saucer has but one: the commonest colour
    that the first one does not explain is asked too how many parts it turns up in, grown.
    """
    # Tags as large as the table leave no desk to see; then any colour is as good.
    cells = _some(usable) if usable.any() else np.arange(usable.size)
    rows, columns = np.divmod(cells, usable.shape[1])
    colours = lab[rows, columns].astype(float, order="F")
    tile = (rows * tiles // lab.shape[0]) * tiles + columns * tiles // lab.shape[1]
    first = _grown(colours, _commonest(colours, tile))
    rest = first.distance(colours) >= _CLUSTER
    if np.count_nonzero(rest) <= len(rest) / 2:
        return first
    other = _grown(colours, _commonest(colours[rest], tile[rest]))
    return max(first, other, key=lambda ink: _parts(ink, colours, tile))


def _commonest(colours: Floats, tile: NDArray[np.intp]) -> Floats:
    """The colour that turns up in most tiles, roughly."""
    bins = np.floor(colours / (6, 5, 5)).astype(int) + np.array([0, 50, 50])
    count = int(tile.max()) + 1
    keys = np.ravel_multi_index((*bins.T, tile), (40, 100, 100, count), mode="clip")
    keys = np.sort(keys)
    seen = keys[run_starts(keys)] // count
    starts = run_starts(seen)
    most = starts[np.diff(starts, append=len(seen)).argmax()]
    mode = np.column_stack(np.unravel_index(seen[most], (40, 100, 100)))[0]
    return np.asarray((mode + 0.5 - (0, 50, 50)) * (6, 5, 5))


def _parts(ink: Ink, colours: Floats, tile: NDArray[np.intp]) -> int:
    """In how many tiles an ink turns up."""
    return len(np.unique(tile[ink.distance(colours) < _CLUSTER]))


def _some(cells: Mask) -> NDArray[np.intp]:
    """The places, row by row, of enough of those cells."""
    places = np.flatnonzero(cells)
    return places[:: max(1, len(places) // _SAMPLE)]


_FEWEST = 8  # colours that make a cluster
_CLUSTER = 9.0  # squared distance within which a colour belongs to one


def _grown(colours: Floats, mode: Floats) -> Ink:
    """The cluster of colours around a mode, its far tail trimmed off."""
    ink = Ink(mode, np.diag([64.0, 25.0, 25.0]))
    for _ in range(6):
        near = (ink.distance(colours) < _CLUSTER).astype(float)
        count = near.sum()
        if count < _FEWEST:
            break
        mean = colours.T @ near / count
        off = colours.T - mean[:, None]
        spread = (off * near) @ off.T / (count - 1)
        ink = Ink(mean, spread * 1.1 + np.diag([3.0, 1.5, 1.5]))
    return ink


def desk_cost(desk: Ink, lab: Floats, unshaded: float = 0.0) -> Floats:
    """How badly the desk, in any shade, explains each colour.

    What light reaches a shadow has its own tint. Out of shadows it costs `unshaded` more.
    """
    means = (desk.mean + DARK_LAB) * _DIMMED[:, None] - DARK_LAB
    tints = np.square(_SHADOW_TINT * (1 - _DIMMED))
    spreads = desk.spread + tints[:, None, None] * np.diag([0.0, 1.0, 1.0])
    off = (lab - means[:, None]) @ np.linalg.cholesky(np.linalg.inv(spreads))
    basic = np.linalg.slogdet(spreads)[1] + _dimming_cost(_DIMMED)
    basic += np.where(_DIMMED > _SHADED, unshaded, 0.0)
    return cast("Floats", (np.einsum("kij,kij->ki", off, off) + basic[:, None]).min(axis=0))


def unchanged_cost(lab: Singles, empty_lab: Singles, usable: Mask) -> Singles | None:
    """How badly the empty table, in any shade, explains each cell; None where it is another's.

    How far the bare desk among the usable cells strays tells the camera's noise.
    """
    square, shade = (np.empty(lab.shape[:2], np.float32) for _ in range(2))
    # A few rows at a time stay near the processor.
    for rows in (slice(n, n + _BAND) for n in range(0, len(lab), _BAND)):
        square[rows], shade[rows] = _strayed(_lifted(lab[rows]), _lifted(empty_lab[rows]))
    noise = max(_LEAST_NOISE, _bare_square(square.ravel()[_some(usable)]) / _TWO_DEGREES)
    if noise > _ANOTHER_TABLE:
        return None
    square *= np.float32(1 / noise)
    square += shade
    square += np.float32(2 * np.log(np.prod(_STRAYING)) + 3 * np.log(noise))
    return square


def _lifted(lab: Singles) -> list[Singles]:
    """The three channels, each by itself, of colours that dimming scales."""
    light, *tint = cast("list[Singles]", cv2.split(lab))
    return [light + np.float32(DARK_LAB[0]), *tint]


def _strayed(now: Sequence[Singles], before: Sequence[Singles]) -> tuple[Singles, Singles]:
    """How far each cell is from what it was, dimmed, squared; and what that shade costs."""
    share = _product(now, before) / _product(before, before)
    share = np.minimum(np.maximum(share, np.float32(_DIMMED[-1])), np.float32(_DIMMED[0]))
    wider = np.maximum(1 - share, 0) * np.float32(_SHADOW_TINT / 2) + 1
    light, *tint = (np.square(a - share * b) for a, b in zip(now, before, strict=True))
    square = light * np.float32(_STRAYING[0] ** -2)
    square += (tint[0] + tint[1]) / np.square(np.float32(_STRAYING[1]) * wider)
    return square, np.asarray(_dimming_cost(share) + 4 * np.log(wider), np.float32)


def _product(one: Sequence[Singles], other: Sequence[Singles]) -> Singles:
    """The inner product of colours, channel by channel."""
    return np.asarray(one[0] * other[0] + one[1] * other[1] + one[2] * other[2])


def _bare_square(squares: Singles) -> float:
    """The median squared distance of bare desk, which the nearest cells surely are."""
    typical = 3 * float(np.sort(squares)[len(squares) // 5]) if len(squares) else 0.0
    for _ in range(_SETTLING):
        typical = float(median(squares[squares <= _FAR * typical]))
    return typical


def _dimming_cost(share: Floats | Singles) -> Floats:
    """What it costs to call a cell the desk in shadow, or in a bright spot."""
    lost = 1 - share
    dim, bright = (lost.dtype.type(1 / spread) for spread in (_DIMMING, _BRIGHTENING))
    return np.asarray(np.square(np.maximum(dim * lost, -bright * lost)))


def costs_of(inks: Sequence[Ink], lab: Floats) -> Floats:
    """Each ink's cost for each colour, infinite where the colour is too far to be this ink."""
    far = [(ink.distance(lab), ink.basic_cost) for ink in inks]
    costs = [np.where(away < FARTHEST, away + basic, np.inf) for away, basic in far]
    return np.array(costs).reshape(len(inks), len(lab))


def _packed(rows: Mask) -> NDArray[np.uint32]:
    """Up to 32 rows of truths as the bits of one number for each column."""
    parts = np.packbits(rows, axis=0, bitorder="little")
    four = np.zeros((rows.shape[1], _BITS // 8), np.uint8)
    four[:, : len(parts)] = parts.T
    return four.view(np.uint32)[:, 0]


def _unpacked(codes: NDArray[np.uint32], count: int, within: Pixels) -> list[Pixels]:
    """A mask of the cells within for each of the first bits of the cells' numbers."""
    parts = cv2.split(codes.view(np.uint8).reshape(*codes.shape, _BITS // 8))
    planes = [both(np.asarray(part, np.uint8), within) for part in parts]
    return [cast("Pixels", cv2.LUT(planes[n // 8], _HAS_BIT[n % 8])) for n in range(count)]


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
        self, inks: Sequence[Ink], within: Pixels, *rivalries: float
    ) -> list[list[Pixels]]:
        """For each ink, the cells that may show it and that the desk does not explain better.

        With a `rivalry` of 0 only the likeliest ink gets a cell; else also those that much
        worse. One list of masks for each rivalry.
        """
        costs = costs_of(inks, self.colours.lab_of_bin)
        best = costs.min(axis=0, initial=np.inf)
        able = costs < self._changed_desk_costs
        masks: list[list[Pixels]] = [[] for _ in rivalries]
        step = _BITS // len(rivalries)
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
        self, codes: NDArray[np.uint32], costs: Floats, fits: Mask, unchanged: Singles
    ) -> NDArray[np.uint32]:
        """The codes without the inks that explain a cell no better than the empty table does.

        `fits` tells for each rivalry which inks each bin may show.
        """
        cells = self.colours.cells
        able = fits.any(axis=0)
        most, least = np.where(able, costs, -np.inf).max(axis=0), np.where(able, costs, np.inf)
        kept = np.where(cells(most.astype(np.float32)) < unchanged, codes, np.uint32(0))
        # Where the empty table explains a cell better than some of its inks, each one is asked.
        better = cells(least.min(axis=0).astype(np.float32)) < unchanged
        there = np.flatnonzero(better & (kept != codes))
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
        return desk_cost(self.desk, self.colours.lab_of_bin, _CHANGED)

    @property
    def _strange_cost(self) -> float:
        """What the desk's cost is at least for what is no desk."""
        return float(self.desk.cost(self.desk.mean[None])[0]) + _STRANGE

    def strange(self) -> Mask:
        """The cells that the desk does not explain, in light or in shadow.

        What lay there when the table was empty is no desk either.
        """
        odd = self.colours.cells(self._desk_costs > self._strange_cost)
        if self.unchanged is None:
            return np.asarray(odd)
        return np.asarray(odd | (self.unchanged > _UNCHANGED + _STRANGE))

    def is_desk_like(self, ink: Ink, limit: float = _DESK_LIKE) -> bool:
        """Whether an ink hardly differs from the desk."""
        return ink.distance_of(self.desk) < limit

    def explains(self, ink: Ink) -> bool:
        """Whether the desk, in light or in shadow, may show an ink's own colour."""
        return bool(desk_cost(self.desk, ink.mean[None])[0] <= self._strange_cost)

    def desk_or(self, ink: Ink) -> Pixels:
        """The cells that show the desk or this ink, 255."""
        lab = self.colours.lab_of_bin
        near = np.minimum(ink.distance(lab), self.desk.distance(lab)) < FARTHEST
        return bytes_of(self.colours.cells(near))

    def bare(self, inks: Sequence[Ink]) -> Mask:
        """The cells that the desk, in any shade, explains better than every ink."""
        best = costs_of(inks, self.colours.lab_of_bin).min(axis=0, initial=np.inf)
        like_desk = cast("Mask", self.colours.cells(self._desk_costs < best))
        if self.unchanged is None:
            return like_desk
        return np.asarray(like_desk & (self.unchanged < self.colours.cells(best)))


def as_seen(colours: Floats, listed: Ink, tightness: float) -> Ink:
    """The ink once cells that surely show it were seen on this table.

    Cells near the listing count most, then those that share their colour: coffee is no
    brown bridge, though both are nearer to its listing than to any other.
    """
    colours = np.asfortranarray(colours[:: max(1, len(colours) // _SAMPLE)])
    weights = np.exp(-listed.distance(colours) / 4) + 1e-9
    mean = colours.T @ weights / weights.sum()
    for _ in range(3):
        ink = Ink(mean, listed_ink(mean).spread * tightness)
        near = (ink.distance(colours) < 7).astype(float)
        mean = colours.T @ near / near.sum() if near.sum() > 30 else mean
    return Ink(mean, listed_ink(mean).spread * tightness, _LISTED_PRIOR)
