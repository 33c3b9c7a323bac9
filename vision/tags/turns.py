"""How a tag lies in its window: the shift and turn at which what all tags share fits best.

The middle disc of the paper is there at every turn, so each window is normalised once and one
product with the turned patterns weighs all turns.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_pose import CameraPose
from table.places import CameraXY, Floats
from vision.surface.flat_table import Singles
from vision.tags.disc_fits import disc, disc_fits
from vision.tags.finder_patterns import LEAST_OPEN_RING_FIT, ring_fits
from vision.tags.guess import TagGuesses, grid, pixels_per_inch_axes, sampled, turns
from vision.tags.patterns import ACROSS, Blur, TagPatterns, blurred

_TURN_STEP_DEG = 7.5
_REACH_MODULES = 4  # how far a window's middle may be off
_FINE = 4
_AS_LIKELY = 0.75  # of the best turn's fit: what is less is never the tag's

_OFFSETS = grid(2 * _REACH_MODULES + 1)
_WINDOW = grid(ACROSS + 2 * _REACH_MODULES)
_DISC = disc(ACROSS)


@dataclass(frozen=True, eq=False)
class TurnedTags:
    """The best guesses for each window, `per_window` each, and how well each fits (-1 to 1)."""

    guesses: TagGuesses
    fits: Floats
    window: NDArray[np.intp]  # the number of the window each belongs to

    def __getitem__(self, which: NDArray[np.intp] | NDArray[np.bool_]) -> "TurnedTags":
        return TurnedTags(self.guesses[which], self.fits[which], self.window[which])


def turned_templates(patterns: TagPatterns, blur: Blur, px_per_module: float) -> Singles:
    """What all tags share at each turn, normal on the disc and zero round it: (turns, 625)."""
    fine = blurred(patterns.mean[None], blur, px_per_module, _FINE).reshape(ACROSS * _FINE, -1)
    degrees = np.arange(0, 360, _TURN_STEP_DEG)
    # To see a tag turned clockwise, look at the upright one along axes turned back.
    places = turns(-degrees) @ grid(ACROSS).T
    spots = ((places + ACROSS / 2) * _FINE - 0.5).astype(np.float32)
    values = np.asarray(cv2.remap(fine, spots[:, 0], spots[:, 1], cv2.INTER_LINEAR), np.float32)
    values -= (values * _DISC).sum(axis=1, keepdims=True) / _DISC.sum()
    values *= _DISC
    return np.asarray(values / np.linalg.norm(values, axis=1, keepdims=True), np.float32)


def turned_tags(
    picture: Singles,
    upright: TagGuesses,
    templates: Singles,
    ring: Singles,
    per_window: int,
) -> TurnedTags:
    """The best turns and shifts of upright guesses, one for each window that may hold a tag."""
    windows = sampled(picture, upright, _WINDOW)
    likely = np.flatnonzero(ring_fits(windows, ring) > LEAST_OPEN_RING_FIT)
    best = _best(upright[likely], disc_fits(windows[likely], templates, ACROSS), per_window)
    return TurnedTags(best.guesses, best.fits, likely[best.window])


def clearest(picture: Singles, upright: TagGuesses, ring: Singles) -> NDArray[np.intp]:
    """The guesses round which a finder pattern may show, by number, the clearest one's first."""
    fits = ring_fits(sampled(picture, upright, _WINDOW), ring)
    order = np.argsort(-fits, kind="stable")
    return np.asarray(order[fits[order] > LEAST_OPEN_RING_FIT])


def _best(upright: TagGuesses, fits: Singles, per_window: int) -> TurnedTags:
    """Each window's best shift for every turn, then the best turns that are not neighbours."""
    by_turn = fits.max(axis=0).T
    beside = np.concatenate([by_turn[:, -1:], by_turn, by_turn[:, :1]], axis=1)
    left = np.maximum(beside[:, :-2], beside[:, 2:])
    peaks = np.where(by_turn >= left, by_turn, np.float32(-1.0))
    turn = np.argsort(-peaks, axis=1)[:, :per_window]
    rows = np.arange(len(upright))[:, None]
    shift = fits[:, turn, rows].argmax(axis=0)
    many = upright.repeated(per_window)
    turned = many.moved(
        _OFFSETS[shift].reshape(-1, 2),
        np.asarray(turn * _TURN_STEP_DEG, float).ravel(),
        np.ones(len(many)),
    )
    best = peaks[rows, turn]
    found = TurnedTags(turned, best.ravel(), np.repeat(np.arange(len(upright)), per_window))
    return found[(best > _AS_LIKELY * best[:, :1]).ravel()]


def upright_guesses(
    pose: CameraPose, middles: CameraXY, height_in: float, module_in: float
) -> TagGuesses:
    """Guesses at these pixels whose axes run along the table's."""
    places = pose.table_from_camera(middles, height_in)
    return TagGuesses(middles, pixels_per_inch_axes(pose, places, height_in) * module_in)
