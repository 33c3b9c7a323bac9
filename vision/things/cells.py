"""What each cell of the flat table tells: how odd it is for a desk, how like each listing.

These are costs, not decisions: nothing is cut off before shapes compete for the cells.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_pose import CameraPose
from table.picture import Picture
from table.places import Floats, TableXY
from table.table_spec import TableSpec, ThingSpec, rgb_of
from vision.colour.gathering import SeenTable, TagPatch, seen_table
from vision.colour.inks import (
    FLAT_SHADING,
    ROUND_SHADING,
    Ink,
    lab_of_rgb,
    listed_ink,
    tinted,
)
from vision.colour.seen_inks import coloured, seen_inks
from vision.surface.flat_table import FlatTable, Mask, Pixels, Singles, flat_table
from vision.surface.flat_view import FlatView
from vision.surface.masks import where
from vision.things.looks import look_of

_CELLS = 310_000  # of the coarse grid; more see no better and take longer
_PX_PER_IN = (10.0, 24.0)  # of the coarse grid, at least and at most
_FINER = 2.0
_GUESSED = 0.05  # of the focal length, beyond which its error makes the camera's height a guess
_NEAREST_EYE_IN = 24.0  # nobody takes a table's picture from much nearer
_TINTS = (0.45, -0.4)  # of white or black that a cloth's pattern mixes with its colour
_TINT_LIKENESS = 0.6
_NOISE_PLACES = 3000
_LEAST_NOISE = 1.0  # Lab units


@dataclass(frozen=True, eq=False)
class LookCells:
    """Which of a look's inks each cell shows, by number, and the share that each ink has in it."""

    inks: Pixels  # beyond the last number where none
    shares: Floats

    @property
    def numbers(self) -> Pixels:
        """The inks' numbers."""
        return np.arange(len(self.shares), dtype=np.uint8)


@dataclass(frozen=True, eq=False)
class Cells:
    """The coarse grid's cells: whether they are seen, how odd, and how like each listing.

    `odd` and `likes` run from 0 to 1; a listing without a colour is like nothing, `known` tells
    which are. `noise` is the step of colour, Lab units, that bare desk has by itself.
    """

    view: FlatView
    spec: TableSpec
    free: Mask  # seen, and hidden by neither tag nor man
    odd: Singles
    likes: tuple[Singles, ...]  # of each listing
    like: Singles  # the same, (cells, listings): what a cell is like lies together
    known: tuple[bool, ...]
    noise: float
    eye_is_guess: bool
    looks: tuple[LookCells | None, ...] = ()  # of each listing that has one

    @property
    def flat(self) -> FlatTable:
        """The grid."""
        return self.view.coarse

    @property
    def step_in(self) -> float:
        """A cell's side."""
        return 1 / self.flat.px_per_in

    def at(self, seen: Floats) -> tuple[NDArray[np.intp], Mask]:
        """The cells at places (..., 2) in seen inches, row by row, and which are on the grid."""
        (columns, rows), flat = self.flat.size_wh, self.flat
        x, y = ((seen[..., k] + flat.margin_in) * flat.px_per_in for k in (0, 1))
        inside = (x >= 0) & (y >= 0) & (x < columns) & (y < rows)
        # Inside the grid nothing is below zero: cutting off rounds down.
        numbers = y.astype(np.intp) * columns + x.astype(np.intp)
        return numbers * inside, np.asarray(inside)

    def in_play(self, seen: Floats, rim_in: float = 0.06) -> Mask:
        """Which places in seen inches lie in the play area, a rim of it left out."""
        x, y = seen[..., 0], seen[..., 1]
        across = (x > rim_in) & (x < self.flat.width - rim_in)
        return np.asarray(across & (y > rim_in) & (y < self.flat.height - rim_in))


def cells_of(
    picture: Picture,
    pose: CameraPose,
    spec: TableSpec,
    tags: Sequence[TagPatch],
    empty: Picture | None,
) -> Cells:
    """All that a picture tells about the listed things, cell by cell."""
    guess = pose.focal_error > _GUESSED
    seen = seen_table(picture, pose, spec, tags, empty, fine=_grid(pose, spec, guess=guess))
    odd = seen.ground.oddness()
    free = seen.view.reached - seen.covered
    likes = _likenesses(seen, spec)
    like = np.asarray(cv2.merge(likes) if likes else odd[:0], np.float32).reshape(odd.size, -1)
    known = tuple(bool(thing.shown) for thing in spec.things)
    noise = _noise(seen.view, free.holds & (odd < 0.5))
    looks = tuple(_look_cells(seen, thing) for thing in spec.things)
    return Cells(seen.view, spec, free.holds, odd, tuple(likes), like, known, noise, guess, looks)


def _look_cells(seen: SeenTable, thing: ThingSpec) -> LookCells | None:
    look = look_of(thing)
    if look is None:
        return None
    return LookCells(seen.ground.nearest_ink(look.inks), look.shares / look.shares.sum())


def _grid(pose: CameraPose, spec: TableSpec, *, guess: bool) -> FlatTable:
    """The fine grid; what a camera is guessed to be too near is taken to be farther off.

    It is no finer than the picture, which would show no more on it.
    """
    flat = flat_table(pose, spec.width, spec.height, 1.0)
    across, down = flat.size_wh
    middle = TableXY(np.array([[spec.width / 2, spec.height / 2]]))
    finest = float(pose.pixels_per_inch(middle, 0.0)[0]) / _FINER
    most = max(min(_PX_PER_IN[1], finest), _PX_PER_IN[0])
    px_per_in = min(max(sqrt(_CELLS / (across * down)), _PX_PER_IN[0]), most)
    x, y, z = flat.eye
    if guess and z < _NEAREST_EYE_IN:
        z = sqrt(z * _NEAREST_EYE_IN)
    return replace(flat, px_per_in=_FINER * px_per_in, eye=(x, y, z))


def _likenesses(seen: SeenTable, spec: TableSpec) -> list[Singles]:
    """How like each listing each cell is."""
    strange = where(seen.view.coarse, seen.ground.strange()) & seen.view.reached
    inks = iter(seen_inks(seen.view, coloured(spec), seen.ground, seen.usable, strange))
    nothing = np.zeros(seen.view.light.shape[:2], np.float32)
    return [_likeness(seen, t, next(inks)) if t.shown else nothing for t in spec.things]


def _likeness(seen: SeenTable, thing: ThingSpec, ink: Ink) -> Singles:
    """How like a listing each cell is: its colours as listed, and its first as it is seen here."""
    if (look := look_of(thing)) is not None:
        return seen.ground.likeness(look.inks)
    shading = ROUND_SHADING.get(thing.kind, FLAT_SHADING)
    inks = [ink, *(listed_ink(lab_of_rgb(rgb_of(colour)), shading) for colour in thing.shown)]
    like = seen.ground.likeness(inks)
    if thing.kind != "napkin":
        return like
    pattern = seen.ground.likeness([listed_ink(tinted(ink.mean, share)) for share in _TINTS])
    return np.asarray(np.maximum(like, np.float32(_TINT_LIKENESS) * pattern))


def _noise(view: FlatView, bare: Mask) -> float:
    """The step of colour over three cells that four in five places of bare desk stay below."""
    inner = bare.copy()
    inner[:, 1:-1] &= bare[:, 2:] & bare[:, :-2]
    inner[:, :1] = inner[:, -1:] = False
    places = np.flatnonzero(inner)[:: max(1, np.count_nonzero(inner) // _NOISE_PLACES)]
    if not len(places):
        return 3 * _LEAST_NOISE
    colours = view.lab.reshape(-1, 3)
    steps = np.linalg.norm(colours[places + 1] - colours[places - 1], axis=1)
    return max(_LEAST_NOISE, float(np.sort(steps)[int(0.8 * (len(steps) - 1))]))
