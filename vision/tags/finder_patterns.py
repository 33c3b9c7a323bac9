"""Finder patterns: the square in a square at three corners of every tag, looked for singly.

A thing that hides half of a tag leaves one or two of them open to view.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.surface.flat_table import Singles
from vision.tags.disc_fits import disc, small_disc_fits
from vision.tags.guess import TagGuesses, grid, sampled, turns
from vision.tags.patterns import ACROSS, Blur, TagPatterns, blurred

_FROM_MIDDLE = 7.0  # modules, both ways, from a tag's middle to that of a finder pattern
CORNERS = _FROM_MIDDLE * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
_SIDE = 9  # its modules, and one more of white on every side
_TURN_STEP_DEG = 7.5  # up to a quarter turn, after which it looks the same
_REACH_MODULES = 10  # how far it may be from a window's middle
_APART_MODULES = 7
_FINE = 4
_LEAST_FIT = 0.6
_LEAST_RING_FIT = 0.4  # of half-hidden ones all have 0.42
LEAST_OPEN_RING_FIT = 0.43  # of soldiers' tags at most half hidden all have 0.45
_MOST = 3  # in a window

_DISC = disc(_SIDE)
_OFFSETS = grid(2 * _REACH_MODULES + 1)
_WINDOW = grid(2 * _REACH_MODULES + _SIDE)


@dataclass(frozen=True, eq=False)
class Finders:
    """Finder patterns in windows: guesses whose middles and axes are theirs."""

    guesses: TagGuesses
    window: NDArray[np.intp]  # the number of the window each belongs to

    def __len__(self) -> int:
        return len(self.window)

    def __getitem__(self, which: NDArray[np.bool_]) -> "Finders":
        return Finders(self.guesses[which], self.window[which])


def finder_templates(patterns: TagPatterns, blur: Blur, px_per_module: float) -> Singles:
    """A finder pattern at each turn, normal on its disc and zero round it: (turns, 81)."""
    fine = blurred(patterns.mean[None], blur, px_per_module, _FINE).reshape(ACROSS * _FINE, -1)
    # To see it turned clockwise, look at the upright one along axes turned back.
    places = turns(-np.arange(0, 90, _TURN_STEP_DEG)) @ grid(_SIDE).T - _FROM_MIDDLE
    spots = ((places + ACROSS / 2) * _FINE - 0.5).astype(np.float32)
    values = np.asarray(cv2.remap(fine, spots[:, 0], spots[:, 1], cv2.INTER_LINEAR), np.float32)
    values -= (values * _DISC).sum(axis=1, keepdims=True) / _DISC.sum()
    values *= _DISC
    return np.asarray(values / np.linalg.norm(values, axis=1, keepdims=True), np.float32)


def finders_in(picture: Singles, upright: TagGuesses, templates: Singles, ring: Singles) -> Finders:
    """The finder patterns round upright guesses, one for each window."""
    windows = sampled(picture, upright, _WINDOW)
    likely = np.flatnonzero(ring_fits(windows, ring) > _LEAST_RING_FIT)
    found = _best(windows[likely], upright[likely], templates)
    return Finders(found.guesses, likely[found.window])


def _best(windows: Singles, upright: TagGuesses, templates: Singles) -> Finders:
    """The finder patterns in windows sampled round upright guesses."""
    fits = small_disc_fits(windows, templates, _SIDE)
    window, place = _peaks(np.ascontiguousarray(fits.max(axis=0).T))
    turn_deg = fits[:, place, window].argmax(axis=0) * _TURN_STEP_DEG
    ones = np.ones(len(window))
    there = upright[window].moved(_OFFSETS[place], 0 * ones, ones)
    return Finders(there.moved(np.zeros((len(window), 2)), turn_deg, ones), window)


def finder_fits(picture: Singles, guesses: TagGuesses, template: Singles) -> Singles:
    """How well an upright finder pattern fits at each guess (-1 to 1)."""
    values = sampled(picture, guesses, grid(_SIDE))
    values -= (values @ _DISC)[:, None] / _DISC.sum()
    lengths = np.sqrt((values * values) @ _DISC)
    return np.asarray(values @ template / np.maximum(lengths, 1.0), np.float32)


def rings(templates: Singles) -> Singles:
    """What finder patterns are at all turns together: rings, (9, 9)."""
    mean = templates.mean(axis=0)
    return np.asarray(mean / np.linalg.norm(mean), np.float32).reshape(_SIDE, _SIDE)


def ring_fits(windows: Singles, ring: Singles) -> Singles:
    """How well rings, as all finder patterns are, fit at the best place of each square window.

    One pattern for all turns costs little, and there is no tag where not one finder pattern is.
    """
    side = round(windows.shape[1] ** 0.5)
    if len(windows) == 0:
        return np.zeros(0, np.float32)
    # One window beside the other: filters take long rows at a stride.
    beside = windows.reshape(-1, side, side).transpose(1, 0, 2).reshape(side, -1)
    inner = slice(_SIDE // 2, side - _SIDE // 2)  # what is nearer to the edge reaches over it
    means = cv2.blur(beside, (_SIDE, _SIDE))[inner]
    spread = cv2.sqrBoxFilter(beside, cv2.CV_32F, (_SIDE, _SIDE))[inner] - means * means
    spread *= float(_DISC.sum())
    lengths = np.sqrt(np.maximum(spread, 1.0, out=spread), out=spread)
    fits = cv2.filter2D(beside, cv2.CV_32F, ring)[inner] / lengths
    return np.asarray(fits.max(axis=0).reshape(-1, side)[:, inner].max(axis=1))


def _peaks(fits: Singles) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The windows and the places in them at which the fit is good and best round about."""
    side, near = 2 * _REACH_MODULES + 1, np.ones((_APART_MODULES, _APART_MODULES), np.uint8)
    highest = np.array([cv2.dilate(one.reshape(side, side), near).ravel() for one in fits])
    highest = highest.reshape(fits.shape)
    peaks = np.where((fits >= highest) & (fits > _LEAST_FIT), fits, 0.0)
    place = np.argsort(-peaks, axis=1)[:, :_MOST]
    window, rank = np.nonzero(np.take_along_axis(peaks, place, axis=1))
    return window, place[window, rank]
