"""Whether a rectangle is raised: a book's side or shadow is dark, and a book may lie on another."""

import cv2
import numpy as np

from calibration.medians import median
from table.places import Floats
from vision.colour.evidence import FLAT_KINDS, Evidence
from vision.surface.flat_table import Pixels
from vision.surface.patches import at, either, values_at, without
from vision.things.boxes import Box

_BESIDE_IN = np.arange(0.1, 0.34, 0.06)
_ALONG = np.linspace(0.08, 0.92, 40)  # of a side
_LEAST_PLACES = 40
# Lab units below the desk's lightness: the darkest side and the next of four books in five, and of
# hardly a mat, however many men stand beside it.
_DARK, _DIM = 7.0, 3.0
_MOST_BESIDE = 0.5
_FEW = 3  # cells from one that tells how light the desk is to the next


def is_raised(evidence: Evidence, box: Box, hidden: Pixels, *, all_round: bool = False) -> bool:
    """Whether what shows beside a box is darker than the desk, on two sides at least or on all."""
    lightness = np.asarray(cv2.convertScaleAbs(evidence.view.lab[..., 0]), np.uint8)
    few = np.s_[::_FEW, ::_FEW]
    bare = lightness[few][without(evidence.in_sight[few], evidence.strange[few]) > 0]
    flat_ones = evidence.surely(evidence.of_kinds(FLAT_KINDS))
    clear = without(evidence.in_sight, either(hidden, flat_ones))
    seen = [beside[at(clear, evidence.flat, beside)] for beside in _beside(box)]
    lights = [values_at(lightness, evidence.flat, places) for places in seen]
    sides = sorted(float(median(light)) for light in lights if len(light) >= _LEAST_PLACES)
    if len(sides) < 2 or not len(bare):
        return False
    desk = float(median(bare))
    return sides[0] < desk - _DARK and sides[-1 if all_round else 1] < desk - _DIM


def is_on_a_book(evidence: Evidence, box: Box, number: int, hidden: Pixels) -> bool:
    """Whether most of what shows beside a box surely is a book of another listing."""
    clear = without(evidence.in_sight, hidden)
    books = evidence.surely(n for n in evidence.of_kinds({"book"}) if n != number)
    places = np.concatenate(_beside(box))
    seen = places[at(clear, evidence.flat, places)]
    if len(seen) < _LEAST_PLACES:
        return False
    return bool(at(books, evidence.flat, seen).mean() > _MOST_BESIDE)


def _beside(box: Box) -> list[Floats]:
    """Places just outside each side of a box, seen inches."""
    middle, bands = box.corners.mean(axis=0), []
    for start, end in zip(box.corners, np.roll(box.corners, -1, axis=0), strict=True):
        out = (start + end) / 2 - middle
        places = start + (end - start) * _ALONG[:, None]
        steps = _BESIDE_IN[:, None] * out / np.linalg.norm(out)
        bands.append((places[:, None] + steps).reshape(-1, 2))
    return bands
