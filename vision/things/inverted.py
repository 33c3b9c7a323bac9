"""Which way up a mug stands: a closed floor on top, or a rim around a hollow."""

import numpy as np

from calibration.medians import median
from table.places import Floats, SeenXY
from vision.colour.inks import DARK_LAB
from vision.surface.edge_search import sampled_lab
from vision.surface.flat_view import FlatView
from vision.surface.masks import GridMask

_RIM = np.array([0.9, 0.95])  # a rim is this far out
_WITHIN = np.linspace(0.2, 0.75, 12)  # a floor, or the hollow
_ALIKE = 20.0  # percent of colour in the light, between a floor and its edge
_DARKER = 2.5  # how much darker than its edge a floor may be
_FEWEST = 6  # of the places around a ring, that tell its colour


def is_inverted(view: FlatView, hidden: GridMask, ring: SeenXY) -> bool:
    """Whether the ring is around a mug's floor: as bright as its edge and of the same colour.

    A hollow is darker than its rim or shows what is in it. Shine makes a floor brighter and
    takes of its colour. Men who stand on the floor do not count.
    """
    rim, middle = (_colour(view, hidden, ring, shares) for shares in (_RIM, _WITHIN))
    if rim is None or middle is None:
        return False
    brighter = float(middle[0] - rim[0])
    unlike = float(np.hypot(*(_share(middle) - _share(rim))))
    return brighter > -_DARKER and unlike < _ALIKE + brighter


def _colour(view: FlatView, covered: GridMask, ring: SeenXY, shares: Floats) -> Floats | None:
    """The middle colour of rings that far out, None where too little of them shows."""
    middle = ring.mean(axis=0)
    places = SeenXY(middle + shares[:, None, None] * (ring - middle))
    lab, hidden = sampled_lab(view, places), covered.at(places)
    if not hidden.any():
        return median(median(lab, axis=1))
    rings = [
        median(ring[~covered])
        for ring, covered in zip(lab, hidden, strict=True)
        if np.count_nonzero(~covered) >= _FEWEST
    ]
    return median(np.array(rings)) if rings else None


def _share(lab: Floats) -> Floats:
    """How much of the light is colour, percent."""
    return np.asarray(100 * lab[1:] / (lab[0] + DARK_LAB[0]))
