"""The numbers that were fitted, not typed: what each sign of a thing weighs.

Signs times weights are the logarithm of the odds (logistic regression). They come from a fit over
real desks, scans and rendered tables.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tomllib import loads

import numpy as np

from table.places import Floats

_FILE = Path(__file__).with_name("weights.toml")


@dataclass(frozen=True, eq=False)
class SignWeights:
    """For each group of kinds what its signs weigh; for each kind what size it mostly has."""

    signs: Mapping[str, Floats]
    sizes: Mapping[str, tuple[float, ...]]  # length, its spread, width, its spread
    listed_size: float  # spread of a thing's size about the one that is listed, as a share
    listed_side_in: float  # and in inches, which tells for narrow ones
    look: tuple[float, float]  # nats of a look, and of the share of it that is shown
    least: float  # nats of odds, of what is said rather than left unexplained


def weights_from(text: str) -> SignWeights:
    """The weights in a file's text."""
    known = loads(text)
    return SignWeights(
        {group: _signs(row) for group, row in known["signs"].items()},
        {kind: tuple(row) for kind, row in known["sizes"].items()},
        known["listed"]["share"],
        known["listed"]["side_in"],
        (known["look"]["one"], known["look"]["alike"]),
        known["said"]["least"],
    )


def _signs(row: Mapping[str, float]) -> Floats:
    """What the signs of a group weigh; the last, a look's, is told in nats already."""
    return np.array([*(weight for name, weight in row.items() if name != "look"), 1.0])


WEIGHTS = weights_from(_FILE.read_text(encoding="utf-8"))
