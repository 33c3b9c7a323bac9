"""How large things are: a listing's own size where it is known, else what its kind mostly has."""

from dataclasses import dataclass

import numpy as np

from table.places import Floats
from table.table_spec import ThingSpec
from vision.things.weights import WEIGHTS

ROUND_KINDS = frozenset({"mug", "plate", "lid"})
SIDES_IN = 0.6  # height from which a thing's sides show too
_FARTHEST = 3.5  # spreads from the usual size within which a shape is looked for
_MOST_COST = 15.0  # nats that one side's size costs at most
_CUT = 0.05  # of an outline that lies beyond the play area: what is cut there shows less
_CUT_LENIENCY = 0.3
_EYE_SPREAD = 0.4  # of how much a height enlarges a thing, where the camera's height is a guess


def outline_height_in(thing: ThingSpec) -> float:
    """How high the outline of a listed thing runs: a pencil's at half its height."""
    return thing.height / 2 if thing.kind == "wall" else thing.height


@dataclass(frozen=True, eq=False)
class SizePrior:
    """The logarithms of a listing's length and width, and how far they stray."""

    logs: Floats
    spreads: Floats

    def cost(self, sizes_in: Floats, cut: Floats) -> Floats:
        """What sizes (n, 2) cost, nats; `cut` are the shares of outlines beyond the play area."""
        off = (np.log(np.maximum(sizes_in, 1e-2)) - self.logs) / self.spreads
        lenient = (off < 0) & (cut[:, None] > _CUT)
        off = np.where(lenient, _CUT_LENIENCY * off, off)
        return np.asarray(np.minimum(0.5 * off**2, _MOST_COST).sum(axis=1))

    @property
    def widths_in(self) -> tuple[float, float]:
        """The least and the greatest width that is looked for."""
        far = _FARTHEST * self.spreads[1]
        return float(np.exp(self.logs[1] - far)), float(np.exp(self.logs[1] + far))

    @property
    def lengths_in(self) -> tuple[float, float]:
        """The least and the greatest length that is looked for."""
        far = _FARTHEST * self.spreads[0]
        return float(np.exp(self.logs[0] - far)), float(np.exp(self.logs[0] + far))


def size_prior(thing: ThingSpec, looms: float, *, eye_is_guess: bool) -> SizePrior:
    """How large a listed thing is seen, where its height makes it loom that many times as large."""
    known = WEIGHTS.sizes[thing.kind]
    if thing.size:
        sides = np.array([thing.size[0], thing.size[-1]])
        spreads = np.maximum(WEIGHTS.listed_size, WEIGHTS.listed_side_in / sides)
    else:
        sides, spreads = np.array(known[0::2]), np.array(known[1::2])
    if eye_is_guess:
        spreads = np.hypot(spreads, _EYE_SPREAD * np.log(looms))
    return SizePrior(np.log(sides * looms), spreads)
