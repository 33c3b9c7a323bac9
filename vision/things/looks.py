"""What a thing looks like straight from above: its inks, and how much of it shows each.

A look is a picture beside the table file, the thing alone in it, the rest clear; several views of
it stand side by side. It is learnt by pointing, and tells far more than a colour that was listed.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from table.places import Floats
from table.table_spec import ThingSpec
from vision.colour.inks import FARTHEST, FLAT_SHADING, ROUND_SHADING, Ink, listed_ink
from vision.surface.flat_table import Mask, Pixels
from vision.surface.paper_white import lab_of_pixels

_LOG = logging.getLogger(__name__)
_BIN = 6.0  # Lab units
_ONE_INK = 11.0  # Lab units about the commonest colour that are the same ink
_LEAST_SHARE = 0.03
_MOST_INKS = 8
_TIGHT = 0.35  # of how far a listed colour strays: what was seen is known better
_ENOUGH = 20_000  # pixels that tell a look
_ALIKE = 0.6  # of a look that another shows too
_GAP_PX = 2  # between views


@dataclass(frozen=True, eq=False)
class Look:
    """A thing's inks, most shown first, and the share of it that shows each."""

    inks: tuple[Ink, ...]
    shares: Floats


def look_of(thing: ThingSpec) -> Look | None:
    """The look that was learnt of a listed thing, if it can be read."""
    if thing.look is None:
        return None
    try:
        known = thing.look.stat()
    except OSError:
        return _unread(thing)
    return _stored(thing, known.st_mtime_ns, known.st_size)


@lru_cache(maxsize=256)
def _stored(thing: ThingSpec, _changed_ns: int, _size: int) -> Look | None:
    """The look in a file, once for each version of it."""
    assert thing.look is not None, thing
    pixels = read_views(thing.look)
    return _unread(thing) if pixels is None else look_in(pixels, thing.kind)


@lru_cache(maxsize=64)
def _unread(thing: ThingSpec) -> None:
    """Say once that a look is not there."""
    _LOG.warning("%s: its look %s is no picture that can be read", thing.words, thing.look)


def read_views(path: Path) -> Pixels | None:
    """The pixels of a look, blue green red and how opaque; None where there are none."""
    try:
        content = np.frombuffer(path.read_bytes(), np.uint8)
        pixels = cv2.imdecode(content, cv2.IMREAD_UNCHANGED)
    except (OSError, cv2.error):
        return None
    if pixels is None or pixels.dtype != np.uint8 or pixels.ndim != 3:
        return None
    if pixels.shape[2] == 3:
        pixels = cv2.cvtColor(pixels, cv2.COLOR_BGR2BGRA)
    return np.asarray(pixels, np.uint8) if (pixels[..., 3] > 127).any() else None


def side_by_side(views: Sequence[Pixels]) -> Pixels:
    """Several views of a thing in one picture."""
    tallest = max(len(view) for view in views)
    padded = [np.pad(view, ((0, tallest - len(view)), (0, _GAP_PX), (0, 0))) for view in views]
    return np.concatenate(padded, axis=1)


def look_in(pixels: Pixels, kind: str) -> Look:
    """The inks that opaque pixels show."""
    opaque = pixels[pixels[..., 3] > 127][:, :3]
    opaque = opaque[:: max(1, len(opaque) // _ENOUGH)]
    lab = lab_of_pixels(np.ascontiguousarray(opaque[None]))[0].astype(float)
    shading = ROUND_SHADING.get(kind, FLAT_SHADING)
    inks: list[Ink] = []
    shares, left = [], lab
    while len(left) > _LEAST_SHARE * len(lab) and len(inks) < _MOST_INKS:
        near = _commonest(left)
        if near.sum() < _LEAST_SHARE * len(lab):
            break
        inks.append(_ink(left[near], shading))
        shares.append(near.sum() / len(lab))
        left = left[~near]
    return Look(tuple(inks), np.array(shares))


def alike(one: Look, other: Look) -> bool:
    """Whether most of what each of two looks shows is shown by the other too."""
    return min(_covered(one, other), _covered(other, one)) > _ALIKE


def _covered(one: Look, by: Look) -> float:
    """The share of a look whose inks another look has too."""
    far = [min((ink.distance_of(own) for ink in by.inks), default=FARTHEST) for own in one.inks]
    return float(one.shares[np.array(far) < FARTHEST].sum() / max(one.shares.sum(), 1e-9))


def colours_of(look: Look) -> tuple[str, ...]:
    """A look's inks as a table file lists colours, most shown first."""
    means = np.array([ink.mean for ink in look.inks], np.float32).reshape(1, -1, 3)
    rgb = np.rint(255 * np.clip(cv2.cvtColor(means, cv2.COLOR_Lab2RGB), 0, 1)).astype(int)
    return tuple(f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in rgb[0].tolist())


def _commonest(lab: Floats) -> Mask:
    """Which colours are near the commonest one."""
    kinds, counts = np.unique(np.rint(lab / _BIN).astype(int), axis=0, return_counts=True)
    middle = kinds[counts.argmax()] * _BIN
    for _ in range(2):
        near = np.linalg.norm(lab - middle, axis=1) < _ONE_INK
        middle = lab[near].mean(axis=0)
    return np.asarray(np.linalg.norm(lab - middle, axis=1) < _ONE_INK)


def _ink(lab: Floats, shading: float) -> Ink:
    """Colours as they were seen, and as another light may show them."""
    listed = listed_ink(lab.mean(axis=0), shading)
    own = np.cov(lab.T) if len(lab) > 3 else np.zeros((3, 3))
    return Ink(listed.mean, _TIGHT * listed.spread + own, listed.prior)
