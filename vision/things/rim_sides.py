"""How well edges bear out the side of a tall thing, from its rim down to its base."""

import numpy as np

from vision.surface.edge_search import edge_offsets, ring_normals
from vision.surface.outlines import clockwise, evenly
from vision.surface.patches import at
from vision.things.circles import Circle
from vision.things.rim_search import Search, body_ring

_STEP_IN = 0.08
_BESIDE_RIM_IN = 0.15  # what is nearer to the rim is the rim's own edge
_REACH_IN = 0.15
_FAINTEST = 4.0  # Lab units
_ON_EDGE_IN = 0.1  # a base is not as round as a rim
_FEWEST = 20
_LEAST_OUT_IN = _BESIDE_RIM_IN + _ON_EDGE_IN  # that a side sticks out beyond its rim


def side_share(search: Search, circle: Circle) -> float | None:
    """The share of the side's outline that lies on an edge, None where hardly any of it shows.

    What is in a mug is as round as its rim, and so is its base: neither has a side below it.
    """
    evidence = search.evidence
    ring = evenly(clockwise(body_ring(search, circle)), _STEP_IN)
    outward = ring_normals(ring)
    out_in = circle.gaps(ring)
    shows = (out_in > _BESIDE_RIM_IN) & at(evidence.in_sight, evidence.flat, ring)
    if np.count_nonzero(shows) < _FEWEST or out_in.max() < _LEAST_OUT_IN:
        return None
    offsets = edge_offsets(evidence.view, ring[shows], outward[shows], _REACH_IN, _FAINTEST)
    return float(np.count_nonzero(np.abs(offsets) < _ON_EDGE_IN) / np.count_nonzero(shows))
