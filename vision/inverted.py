"""Which way up a mug stands: a closed floor on top, or a rim around a hollow."""

import numpy as np

from vision.circles import Circle, around
from vision.edge_search import sampled_lab
from vision.evidence import Evidence
from vision.regions import at

_RINGS = np.array([0.86, 0.9, 0.94, 0.97])  # a rim is this far out
_WITHIN = np.linspace(0.15, 0.75, 9)  # a floor, or the hollow
_ALIKE = 14.0  # Lab units a floor strays from its middle colour, shine aside
_SAME = 8.0  # Lab units between a floor and its edge
_DARKER = 5.0  # and how much darker than its edge a floor may be
_LEAST_PLACES = 24


def is_inverted(evidence: Evidence, circle: Circle) -> bool:
    """Whether the circle is a mug's floor: most of it as bright and coloured as its edge.

    A hollow is darker than its rim and shows what is in it. Men who stand on the floor do
    not count.
    """
    rays = around(48)
    ring = (circle.centre + circle.radius * _RINGS[:, None, None] * rays).reshape(-1, 1, 2)
    within = (circle.centre + circle.radius * _WITHIN[:, None, None] * rays).reshape(-1, 1, 2)
    ring, within = (
        places[~at(evidence.covered, evidence.flat, places)[:, 0]] for places in (ring, within)
    )
    if min(len(ring), len(within)) < _LEAST_PLACES:
        return False
    rim = np.median(sampled_lab(evidence.view, ring)[:, 0], axis=0)
    inner = sampled_lab(evidence.view, within)[:, 0]
    middle = np.median(inner, axis=0)
    alike = np.linalg.norm(inner - middle, axis=1) < _ALIKE
    near = np.linalg.norm(middle - rim) < _SAME and rim[0] - middle[0] < _DARKER
    return bool(near and alike.mean() > 0.7)
