"""Colours as a picture may show them: a listed colour in, how unlike it each colour is out.

An ink is a Gaussian in CIE Lab; unlike is Mahalanobis' distance from its mean.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import cast

import cv2
import numpy as np

from table.places import Floats
from vision.surface.paper_white import lab_of_pixels

# How far a colour strays from its listing, Lab units: the listing itself and the camera's
# own colours, how brightly the thing is lit, and the shine that a glossy side adds.
_LISTING = np.diag(np.square([6.0, 4.5, 4.5]))
FLAT_SHADING = 0.12  # of a thing that lies flat
ROUND_SHADING = {"plate": 0.16, "lid": 0.16, "mug": 0.16}  # of rims, hollows and sides
DARK_LAB = np.array([16.0, 0.0, 0.0])  # added to a colour, dimmer light scales the sum
_SHINE = (8.0, -0.16, -0.16)  # lighter by Lab units, paler by shares of a and b

_LISTED_PRIOR = -3.0  # what the players list is likely to be there
OWN = 9.0  # squared distance, three spreads: so near a colour is this ink's own
FARTHEST = 18.0  # squared distance past which a colour is not this ink, however alone
ENOUGH = 5_000  # cells that are enough to know a colour


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


def as_seen(colours: Floats, listed: Ink, tightness: float) -> Ink:
    """The ink once cells that surely show it were seen on this table.

    Cells near the listing count most, then those that share their colour: coffee is no
    brown bridge, though both are nearer to its listing than to any other.
    """
    colours = np.asfortranarray(colours[:: max(1, len(colours) // ENOUGH)])
    weights = np.exp(-listed.distance(colours) / 4) + 1e-9
    mean = colours.T @ weights / weights.sum()
    for _ in range(3):
        ink = Ink(mean, listed_ink(mean).spread * tightness)
        near = (ink.distance(colours) < 7).astype(float)
        count = near.sum()
        if count <= 30:
            break
        mean = colours.T @ near / count
    return Ink(mean, listed_ink(mean).spread * tightness, _LISTED_PRIOR)


def costs_of(inks: Sequence[Ink], lab: Floats) -> Floats:
    """Each ink's cost for each colour, infinite where the colour is too far to be this ink."""
    if not inks:
        return np.zeros((0, len(lab)))
    far = distances(
        np.array([ink.mean for ink in inks]), np.array([ink.measure for ink in inks]), lab
    )
    basic = np.array([ink.basic_cost for ink in inks])
    return np.where(far < FARTHEST, far + basic[:, None], np.inf)


def distances(means: Floats, measures: Floats, lab: Floats) -> Floats:
    """How unlike each of some colours, by its own measure, each of (n, 3) is: Mahalanobis' squares.

    Multiplied out, all of them are one product of two matrices.
    """
    light, red, yellow = lab.T
    terms = np.array([light * lab.T, red * lab.T, yellow * lab.T, lab.T]).reshape(12, len(lab))
    pulls = measures @ means[:, :, None]
    weights = np.concatenate([measures.reshape(-1, 9), -2 * pulls[..., 0]], axis=1)
    return cast("Floats", weights @ terms + (means[:, None] @ pulls)[:, 0])
