"""Whether what is new where a man is missed may be the man himself, lying there.

Who is knocked over hides his tag or turns it on its face, and lies beside where he stood: a strip
of a figure's length and width that nobody laid down.
"""

from collections.abc import Iterable

import numpy as np
import shapely

from table.scene import Soldier, Thing
from vision.surface.covered import MAN_IN

_LONG_IN, _WIDE_IN = MAN_IN + 0.5, 1.6  # of a figure that lies, with what its base adds


def may_be_fallen(thing: Thing, missed: Iterable[Soldier]) -> bool:
    """Whether a thing is no larger than a figure and lies where one of the missed may have."""
    wide_in, long_in = sorted(_sides_in(thing))
    if long_in > _LONG_IN or wide_in > _WIDE_IN:
        return False
    return any(
        thing.footprint.distance(shapely.Point(man.x, man.y)) < MAN_IN + man.base / 2
        for man in missed
    )


def _sides_in(thing: Thing) -> tuple[float, float]:
    """The sides of the smallest rectangle round a thing."""
    corners = np.array(shapely.minimum_rotated_rectangle(thing.footprint).exterior.coords)
    first, second = np.hypot(*np.diff(corners, axis=0)[:2].T)
    return float(first), float(second)
