"""What nothing explains: neither the desk, in light or shadow, nor any thing that was found."""

from collections.abc import Sequence

import numpy as np

from vision.evidence import Evidence
from vision.flat_table import FlatTable, Pixels
from vision.found import Found
from vision.regions import bytes_of, either, filled, opened, widened, without

_LIES_FLAT = frozenset({"napkin", "mat", "road", "river", "bridge", "book"})
# A found thing's own rim and the edge of its shadow; paper and cloth have hardly any.
_RIM_IN, _FLAT_RIM_IN = 0.2, 0.1
_PAPER_RIM_IN = 0.1
_LEAST_ON_TOP_IN = 0.25
_DARK_LAB = np.array([16.0, 0.0, 0.0], np.float32)  # light scales what is above it
_DIM = (0.6, 1.0)
_SHADOW_STRAYS = 9.0  # Lab units


def left_over(evidence: Evidence, found: Sequence[Found]) -> Pixels:
    """The cells, 255, that neither the desk, in any shadow, nor a found thing explains."""
    left = without(evidence.strange, _shadows(evidence))
    left = without(left, widened(evidence.covered, evidence.flat, _PAPER_RIM_IN))
    for one in found:
        left = without(left, _explained(evidence, one))
    return left


def _explained(evidence: Evidence, one: Found) -> Pixels:
    """The cells that a found thing explains: its rim, and what on it has its colour.

    What stands high or is hollow explains all that is seen on it.
    """
    flat, silhouette = evidence.flat, filled(one.silhouette, evidence.flat)
    rim_in = _RIM_IN if one.spec.height > 0 else _FLAT_RIM_IN
    outer = widened(silhouette, flat, rim_in)
    if one.spec.kind not in _LIES_FLAT:
        return outer
    number = evidence.spec.things.index(one.spec)
    own = either(evidence.masks[number], evidence.tints[number])
    odd = without(_narrowed(silhouette, flat, rim_in), own)
    return without(outer, opened(odd, flat, _LEAST_ON_TOP_IN))


def _narrowed(mask: Pixels, flat: FlatTable, by_in: float) -> Pixels:
    return without(mask, widened(np.bitwise_not(mask), flat, by_in))


def _shadows(evidence: Evidence) -> Pixels:
    """The cells whose colour is the desk's in less light."""
    bare = (evidence.strange == 0) & (evidence.covered == 0)
    if not bare.any():
        return np.zeros_like(evidence.strange)
    desk = np.median(evidence.view.lab[bare], axis=0) + _DARK_LAB
    lit = evidence.view.lab + _DARK_LAB
    share = np.clip(lit @ desk / float(desk @ desk), *_DIM)
    off = np.linalg.norm(lit - share[..., None] * desk, axis=2)
    return bytes_of(off < _SHADOW_STRAYS)
