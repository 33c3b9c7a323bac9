"""The map of danger as shaded areas: the stronger, the likelier the man is hit there."""

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from overlay.marks.marks import Area, Card, Mark, rings_of
from overlay.marks.words import chance_words
from rules.foresight.threat import Threat, ThreatAt

# The least chance of each shade, in its ink.
SHADES = ((0.0, "threat-1"), (1.0 / 3.0, "threat-2"), (2.0 / 3.0, "threat-3"))
_MOST_NAMED = 4


def threat_marks(threat: Threat) -> tuple[Mark, ...]:
    """Every shade's areas; where nobody can hit him nothing is drawn."""
    danger = threat.danger
    tops = [least for least, _ in SHADES[1:]] + [np.inf]
    made: list[Mark] = []
    for (least, ink), top in zip(SHADES, tops, strict=True):
        shape = _area((danger > least) & (danger <= top), threat.cell_in)
        made += [Area(rings, ink) for rings in rings_of(shape)]
    return tuple(made)


def _area(cells: NDArray[np.bool_], cell_in: float) -> BaseGeometry:
    """The cells as one shape: whole runs of each row, joined."""
    boxes = []
    for row, line in enumerate(cells):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], line.astype(np.int8), [0]])))
        for start, end in edges.reshape(-1, 2).tolist():
            corners = (start, row, end, row + 1)
            boxes.append(shapely.box(*(cell_in * corner for corner in corners)))
    return shapely.union_all(boxes)


def threat_card(threat: Threat) -> Card:
    """The legend."""
    tops = [least for least, _ in SHADES[1:]] + [1.0]
    rows = tuple(
        (word, f"up to {chance_words(top)}")
        for word, top in zip(("light", "middle", "dark"), tops, strict=True)
    )
    return Card(f"{threat.man} is hit there", rows, "danger")


def threat_at_card(man: str, there: ThreatAt) -> Card:
    """The numbers of one place."""
    rows = [("hit there", chance_words(there.danger))]
    rows += [(f"by {name}", chance_words(chance)) for name, chance in there.by[:_MOST_NAMED]]
    rows += [(f"hits {name}", chance_words(chance)) for name, chance in there.hits[:_MOST_NAMED]]
    return Card(f"{man} at {there.place.x:.1f}, {there.place.y:.1f}", tuple(rows), "danger")
