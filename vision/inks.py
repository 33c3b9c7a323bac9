"""Which listed colour each cell shows: Lab colours in, a mask for each listed colour out.

Colours compete: a cell belongs to a listed colour only where the desk, plain or in shadow,
explains it less well. Listed colours that look alike may share cells; shape decides later.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

import numpy as np
from numpy.typing import NDArray

from table.places import Floats
from vision.flat_table import Mask, Singles
from vision.paper_white import lab_from_linear, linear_light

# How far a colour strays from its listing, Lab units: the listing itself and the camera's
# own colours, how brightly the thing is lit, and the shine that a glossy side adds.
_LISTING = (6.0, 4.5, 4.5)
FLAT_SHADING = 0.12  # of a thing that lies flat
ROUND_SHADING = {"plate": 0.16, "lid": 0.16, "mug": 0.16}  # of rims, hollows and sides
_DARK_LAB = np.array([16.0, 0.0, 0.0])
_SHINE = (8.0, -0.16, -0.16)

_LISTED_PRIOR = -3.0  # what the players list is likely to be there
_STRANGE = 20.0  # how much worse than its own mean the desk explains what is not desk
_UNCHANGED = 5.0
_FARTHEST = 18.0  # squared distance past which a colour is not this ink, however alone

# Dimming light by k scales (L + 16, a, b) by the cube root of k.
_DIMMED = np.array([1.15, 1.1, 1.05, 1.0, 0.94, 0.88, 0.82, 0.76, 0.7])
_DIMMING = 0.08
_SHADOW_TINT = 4.0  # Lab units that a colour strays, for each part of it that is dimmed
_BRIGHTENING = 0.05
_TWO_DEGREES = 1.386  # the median of a squared distance once the shade was fitted

_BIN = 4.0  # Lab units
_BINS = (32, 64, 64)
_STARTS = (0, 32, 32)  # the bin in which each channel's zero lies
_BITS = 31
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
        """What turns differences of colours into spreads."""
        return np.linalg.cholesky(np.linalg.inv(self.spread))

    @cached_property
    def basic_cost(self) -> float:
        """What naming this ink costs however well it fits: a wide spread costs more."""
        return float(np.linalg.slogdet(self.spread)[1]) + self.prior

    def distance(self, lab: Floats) -> Floats:
        """How unlike this colour each of (n, 3) colours is, Mahalanobis' square."""
        off = (lab - self.mean) @ self.measure
        return cast("Floats", np.einsum("ij,ij->i", off, off))

    def cost(self, lab: Floats) -> Floats:
        """The distance and what naming it costs: minus twice the log likelihood."""
        return np.asarray(self.distance(lab) + self.basic_cost)


def lab_of_rgb(rgb: Sequence[int]) -> Floats:
    """The Lab colour of an sRGB triple, 0 to 255."""
    pixel = np.array([[list(rgb)[::-1]]], np.uint8)
    return np.asarray(lab_from_linear(linear_light(pixel))[0, 0], float)


def listed_ink(lab: Floats, shading: float = FLAT_SHADING) -> Ink:
    """A colour that the players listed, as it may come out in a picture."""
    shade = shading * (lab + _DARK_LAB)
    shine = np.array(_SHINE) * (1.0, lab[1], lab[2])
    spread = np.diag(np.square(_LISTING)) + np.outer(shade, shade) + np.outer(shine, shine)
    return Ink(lab, spread, _LISTED_PRIOR)


def tinted(lab: Floats, white_share: float) -> Floats:
    """The colour mixed with white, or with black where the share is below zero."""
    target = np.array([100.0 if white_share > 0 else 0.0, 0.0, 0.0])
    return lab + abs(white_share) * (target - lab)


@dataclass(frozen=True, eq=False)
class Colours:
    """A picture's colours sorted into bins: the bin of each cell, and each bin's colour."""

    bin_of_cell: NDArray[np.intp]
    lab_of_bin: Floats


def sorted_colours(lab: Singles) -> Colours:
    """The picture's colours, near ones in one bin, so that each is judged once."""
    keys = np.zeros(lab.shape[:2], np.int32)
    for channel, (start, count) in enumerate(zip(_STARTS, _BINS, strict=True)):
        step = (lab[..., channel] * np.float32(1 / _BIN) + np.float32(start)).astype(np.int32)
        keys = keys * count + step.clip(0, count - 1)
    present = np.bincount(keys.ravel(), minlength=int(np.prod(_BINS))) > 0
    number = np.cumsum(present) - 1
    corners = np.column_stack(np.unravel_index(np.flatnonzero(present), _BINS))
    return Colours(number[keys], (corners + 0.5 - np.array(_STARTS)) * _BIN)


def desk_ink(lab: Singles, usable: Mask, tiles: int = 12) -> Ink:
    """The desk's own colour: the one that turns up in most parts of the table."""
    # Tags as large as the table leave no desk to see; then any colour is as good.
    rows, columns = np.nonzero(usable if usable.any() else np.ones_like(usable))
    thin = max(1, len(rows) // _SAMPLE)
    rows, columns = rows[::thin], columns[::thin]
    colours = lab[rows, columns].astype(float)
    bins = np.floor(colours / (6, 5, 5)).astype(int) + np.array([0, 50, 50])
    tile = (rows * tiles // lab.shape[0]) * tiles + columns * tiles // lab.shape[1]
    keys = np.ravel_multi_index((*bins.T, tile), (40, 100, 100, tiles * tiles), mode="clip")
    found, places = np.unique(np.unique(keys) // (tiles * tiles), return_counts=True)
    mode = np.column_stack(np.unravel_index(found[places.argmax()], (40, 100, 100)))[0]
    return _grown(colours, (mode + 0.5 - (0, 50, 50)) * (6, 5, 5))


_FEWEST = 8  # colours that make a cluster


def _grown(colours: Floats, mode: Floats) -> Ink:
    """The cluster of colours around a mode, its far tail trimmed off."""
    ink = Ink(mode, np.diag([64.0, 25.0, 25.0]))
    for _ in range(6):
        near = colours[ink.distance(colours) < 9]
        if len(near) < _FEWEST:
            break
        ink = Ink(near.mean(axis=0), np.cov(near.T) * 1.1 + np.diag([3.0, 1.5, 1.5]))
    return ink


def desk_cost(desk: Ink, lab: Floats) -> Floats:
    """How badly the desk, in any shade, explains each colour."""
    shades = [_shaded(desk, share) for share in _DIMMED]
    return cast("Floats", np.min([shade.cost(lab) for shade in shades], axis=0))


def _shaded(desk: Ink, share: float) -> Ink:
    """The desk in shadow, or in a bright spot; what light reaches a shadow has its own tint."""
    mean = (desk.mean + _DARK_LAB) * share - _DARK_LAB
    tint = (_SHADOW_TINT * (1 - share)) ** 2
    return Ink(mean, desk.spread + np.diag([0.0, tint, tint]), float(_dimming_cost(share)))


def unchanged_cost(lab: Singles, empty_lab: Singles, usable: Mask) -> Singles | None:
    """How badly the empty table, in any shade, explains each cell; None where it is another's.

    Most usable cells show the bare desk; how far they stray tells the camera's noise.
    """
    lift = _DARK_LAB.astype(np.float32)
    now, before = lab + lift, empty_lab + lift
    share = np.clip(
        np.einsum("ijk,ijk->ij", now, before) / np.einsum("ijk,ijk->ij", before, before),
        _DIMMED[-1],
        _DIMMED[0],
    )
    off = (now - before * share[..., None]) / np.array([2.5, 2.0, 2.0], np.float32)
    wider = 1 + np.float32(_SHADOW_TINT / 2) * np.maximum(1 - share, 0)
    off[..., 1:] /= wider[..., None]
    square = np.einsum("ijk,ijk->ij", off, off)
    noise = max(1.0, float(np.median(square[usable])) / _TWO_DEGREES)
    if noise > _ANOTHER_TABLE:
        return None
    normaliser = 2 * np.log(2.5 * 2.0 * 2.0) + 3 * np.log(noise)
    same = square / np.float32(noise) + _dimming_cost(share) + 4 * np.log(wider)
    return cast("Singles", same + np.float32(normaliser))


def _dimming_cost(share: float | Floats | Singles) -> Floats:
    """What it costs to call a cell the desk in shadow, or in a bright spot."""
    return np.square((1 - share) / np.where(np.less(share, 1), _DIMMING, _BRIGHTENING))


def costs_of(inks: Sequence[Ink], lab: Floats) -> Floats:
    """Each ink's cost for each colour, infinite where the colour is too far to be this ink."""
    far = [(ink.distance(lab), ink.basic_cost) for ink in inks]
    costs = [np.where(away < _FARTHEST, away + basic, np.inf) for away, basic in far]
    return np.array(costs).reshape(len(inks), len(lab))


def _spread_out(rows: Mask, cells: NDArray[np.intp]) -> list[Mask]:
    """Rows of truths about bins as masks of cells; all rows travel as bits of one number."""
    masks: list[Mask] = []
    for start in range(0, len(rows), _BITS):
        some = rows[start : start + _BITS]
        codes = (some.astype(np.uint32) << np.arange(len(some), dtype=np.uint32)[:, None]).sum(
            axis=0
        )
        of_cell = codes.astype(np.uint32)[cells]
        masks += [(of_cell & np.uint32(1 << bit)) != 0 for bit in range(len(some))]
    return masks


@dataclass(frozen=True, eq=False)
class Background:
    """A picture's colours and what of them is bare desk.

    `unchanged` is how badly the empty table explains each cell, where one was given; without
    it the desk's own ink is all that is known of it.
    """

    colours: Colours
    desk: Ink
    unchanged: Singles | None = None

    def ink_masks(self, inks: Sequence[Ink], *rivalries: float) -> list[list[Mask]]:
        """For each ink, the cells that may show it and that the desk does not explain better.

        With a `rivalry` of 0 only the likeliest ink gets a cell; else also those that much
        worse. One list of masks for each rivalry.
        """
        costs, cells = costs_of(inks, self.colours.lab_of_bin), self.colours.bin_of_cell
        best = costs.min(axis=0, initial=np.inf)
        fits = [(costs <= best + rivalry) & np.isfinite(costs) for rivalry in rivalries]
        if self.unchanged is None:
            better = costs < desk_cost(self.desk, self.colours.lab_of_bin)
            return [_spread_out(fit & better, cells) for fit in fits]
        changed = [cost.astype(np.float32)[cells] < self.unchanged for cost in costs]
        return [
            [mask & change for mask, change in zip(_spread_out(fit, cells), changed, strict=True)]
            for fit in fits
        ]

    def strange(self) -> Mask:
        """The cells that the desk does not explain, in light or in shadow.

        What lay there when the table was empty is no desk either.
        """
        cells = self.colours.bin_of_cell
        costs = desk_cost(self.desk, self.colours.lab_of_bin)
        odd = (costs > self.desk.cost(self.desk.mean[None])[0] + _STRANGE)[cells]
        if self.unchanged is None:
            return np.asarray(odd)
        return np.asarray(odd | (self.unchanged > _UNCHANGED + _STRANGE))

    def bare(self, inks: Sequence[Ink]) -> Mask:
        """The cells that the desk, in any shade, explains better than every ink."""
        best = costs_of(inks, self.colours.lab_of_bin).min(axis=0, initial=np.inf)
        cells = self.colours.bin_of_cell
        if self.unchanged is None:
            return cast("Mask", (desk_cost(self.desk, self.colours.lab_of_bin) < best)[cells])
        return np.asarray(self.unchanged < best[cells])


def as_seen(colours: Floats, listed: Ink, tightness: float) -> Ink:
    """The ink once cells that surely show it were seen on this table.

    Cells near the listing count most, then those that share their colour: coffee is no
    brown bridge, though both are nearer to its listing than to any other.
    """
    colours = colours[:: max(1, len(colours) // _SAMPLE)]
    mean = np.average(colours, axis=0, weights=np.exp(-listed.distance(colours) / 4) + 1e-9)
    for _ in range(3):
        near = colours[Ink(mean, listed_ink(mean).spread * tightness).distance(colours) < 7]
        mean = near.mean(axis=0) if len(near) > 30 else mean
    return Ink(mean, listed_ink(mean).spread * tightness, _LISTED_PRIOR)
