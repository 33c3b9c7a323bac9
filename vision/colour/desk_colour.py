"""The bare desk: its own colour, and how badly it explains others, in light and in shadow."""

from math import log, prod
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from table.places import Floats
from vision.colour.inks import DARK_LAB, ENOUGH, OWN, Ink, distances
from vision.surface.equal_numbers import most_frequent, numbered, run_starts
from vision.surface.flat_table import Mask, Singles

# Dimming light by k scales (L + 16, a, b) by the cube root of k.
_DIMMED = np.array([1.15, 1.1, 1.05, 1.0, 0.94, 0.88, 0.82, 0.76, 0.7])
_DIMMING, _BRIGHTENING = 0.08, 0.05  # spreads of that cube root, in shadow and in a bright spot
_SHADED = 0.9  # of the light, below which a cell lies in shadow
_SHADOW_TINT = 4.0  # Lab units that a colour strays, for each part of it that is dimmed
_LEAST_NOISE = 0.5  # of the usual straying, however smooth the desk
_FAR = 6.0  # times its median that a squared distance of bare desk hardly ever is
_STRAYING = (2.5, 2.0, 2.0)  # of a cell of the bare desk from what it was, Lab units
_ANOTHER_TABLE = 20.0  # times the usual straying: this is not the same desk
_FEWEST = 8  # colours that make a cluster
_BAND = 48  # rows
_MODE_BIN = np.array([6.0, 5.0, 5.0])  # Lab units


def desk_ink(lab: Singles, usable: Mask, tiles: int = 12) -> Ink:
    """The desk's own colour: the one that turns up in most parts of the table.

    Grain and gloss scatter a desk's colour where a white saucer has but one: the commonest colour
    that the first one does not explain is asked too how many parts it turns up in, grown.
    """
    # Tags as large as the table leave no desk to see; then any colour is as good.
    cells = _some(usable) if usable.any() else np.arange(usable.size)
    rows, columns = np.divmod(cells, usable.shape[1])
    colours = lab.reshape(-1, 3).take(cells, axis=0).astype(float, order="F")
    down, across = (np.arange(count) * tiles // count for count in usable.shape)
    tile = down[rows] * tiles + across[columns]
    first = _grown(colours, _commonest(colours, tile))
    rest = first.distance(colours) >= OWN
    if np.count_nonzero(rest) <= len(rest) / 2:
        return first
    other = _grown(colours, _commonest(colours[rest], tile[rest]))
    return max(first, other, key=lambda ink: _parts(ink, colours, tile))


def _commonest(colours: Floats, tile: NDArray[np.intp]) -> Floats:
    """The colour that turns up in most tiles, roughly."""
    bins = np.floor(colours.T / _MODE_BIN[:, None]).astype(np.int64)
    numbers, tiles = numbered(bins), int(tile.max()) + 1
    pairs = np.sort(numbers * tiles + tile)
    seen = pairs[run_starts(pairs)] // tiles
    most = numbers == seen[most_frequent(seen)]
    return np.asarray((bins[:, most.argmax()] + 0.5) * _MODE_BIN)


def _parts(ink: Ink, colours: Floats, tile: NDArray[np.intp]) -> int:
    """In how many tiles an ink turns up."""
    return len(np.unique(tile[ink.distance(colours) < OWN]))


def _some(cells: Mask) -> NDArray[np.intp]:
    """The places, row by row, of enough of those cells."""
    places = np.flatnonzero(cells)
    return places[:: max(1, len(places) // ENOUGH)]


def _grown(colours: Floats, mode: Floats) -> Ink:
    """The cluster of colours around a mode, its far tail trimmed off."""
    ink = Ink(mode, np.diag([64.0, 25.0, 25.0]))
    for _ in range(6):
        near = (ink.distance(colours) < OWN).astype(float)
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
    basic = np.linalg.slogdet(spreads)[1] + _dimming_cost(_DIMMED)
    basic += np.where(_DIMMED > _SHADED, unshaded, 0.0)
    far = distances(means, np.linalg.inv(spreads), lab)
    return cast("Floats", (far + basic[:, None]).min(axis=0))


def unchanged_cost(lab: Singles, empty_lab: Singles, usable: Mask) -> Singles | None:
    """How badly the empty table, in any shade, explains each cell; None where it is another's.

    How far the bare desk among the usable cells strays tells the camera's noise.
    """
    square, shade = (np.empty(lab.shape[:2], np.float32) for _ in range(2))
    # A few rows at a time stay near the processor.
    for rows in (slice(n, n + _BAND) for n in range(0, len(lab), _BAND)):
        parts = _strayed(_lifted(lab[rows]), _lifted(empty_lab[rows]))
        square[rows], shade[rows] = (part.reshape(-1, lab.shape[1]) for part in parts)
    # Once the shade was fitted two degrees of freedom are left: chi-squared's median is 2 log 2.
    noise = max(_LEAST_NOISE, _bare_square(square.ravel().take(_some(usable))) / (2 * log(2)))
    if noise > _ANOTHER_TABLE:
        return None
    basic = 2 * log(prod(_STRAYING)) + 3 * log(noise)
    return cast("Singles", cv2.addWeighted(square, 1 / noise, shade, 1.0, basic, square))


def _lifted(lab: Singles) -> Singles:
    """Colours that dimming scales, each channel a row."""
    lifted = cast("Singles", cv2.transpose(lab.reshape(-1, 3)))
    lifted[0] += np.float32(DARK_LAB[0])
    return lifted


def _strayed(now: Singles, before: Singles) -> tuple[Singles, Singles]:
    """How far each cell is from what it was, dimmed, squared; and what that shade costs."""
    share = _product(now, before) / _product(before, before)
    # NumPy cuts numbers off at both ends in half the time that it takes at one.
    share = share.clip(np.float32(_DIMMED[-1]), np.float32(_DIMMED[0]))
    shaded = 1 - share.clip(np.float32(_DIMMED[-1]), np.float32(1))
    wider = shaded * np.float32(_SHADOW_TINT / 2) + 1
    light, *tint = (np.square(a - share * b) for a, b in zip(now, before, strict=True))
    square = light * np.float32(_STRAYING[0] ** -2)
    square += (tint[0] + tint[1]) / np.square(np.float32(_STRAYING[1]) * wider)
    return square, np.asarray(_dimming_cost(share) + 4 * np.log(wider), np.float32)


def _product(one: Singles, other: Singles) -> Singles:
    """The inner product of colours, channel by channel."""
    return np.asarray(one[0] * other[0] + one[1] * other[1] + one[2] * other[2])


def _bare_square(squares: Singles) -> float:
    """The median squared distance of bare desk, which the nearest cells surely are."""
    if not len(squares):
        return 0.0
    ordered = np.sort(squares)
    typical = 3 * float(ordered[len(ordered) // 5])
    count, before = len(ordered), 0
    # Each round leaves out what the last one showed to be outliers, until there are no others.
    while count != before:
        before, count = count, int(ordered.searchsorted(np.float32(_FAR * typical), side="right"))
        typical = float((ordered[(count - 1) // 2] + ordered[count // 2]) / 2)
    return typical


def _dimming_cost(share: Floats | Singles) -> Floats:
    """What it costs to call a cell the desk in shadow, or in a bright spot."""
    lost = 1 - share
    dim, bright = (lost.dtype.type(1 / spread) for spread in (_DIMMING, _BRIGHTENING))
    return np.asarray(np.square(np.maximum(dim * lost, -bright * lost)))
