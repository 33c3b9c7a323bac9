"""Whether the camera still stands where it did, told by the small flat pictures alone.

At a corner marker the picture of now is the one of before, a little shifted: its slopes say how
far. That is much cheaper than to find the markers, and enough to know that nothing was pushed.
"""

import numpy as np

from calibration.corner_markers import marker_places
from table.table_spec import TableSpec
from vision.flat_table import Pixels, Singles
from vision.resting import PX_PER_IN, Resting

_STEADY_IN = 0.03  # a marker that seems to lie so near its place has not moved
_STRANGE = 0.4  # of its contrast: what differs by more is not the marker seen before
_ENOUGH = 2  # two markers in their places, and the camera cannot have moved

_Part = tuple[slice, slice]


def camera_is_steady(posed: Resting, now: Resting, spec: TableSpec, hand: Pixels) -> bool:
    """Whether the markers lie where they lay, all but those that a hand covers."""
    parts = list(_marker_parts(now, spec))
    steady = [_is_steady(posed.light[part], now.light[part]) for part in parts]
    covered = [bool(hand[part].any()) for part in parts]
    known = all(one or other for one, other in zip(steady, covered, strict=True))
    return known and sum(steady) >= _ENOUGH


def _marker_parts(now: Resting, spec: TableSpec) -> list[_Part]:
    """The cells of each marker with a rim of one cell."""
    parts = []
    for place in marker_places(spec).values():
        cells = now.grid.cells_from_seen(np.asarray(place))
        left, top = np.floor(cells.min(axis=0)).astype(int) - 1
        right, bottom = np.ceil(cells.max(axis=0)).astype(int) + 2
        parts.append((slice(max(top, 0), bottom), slice(max(left, 0), right)))
    return parts


def _is_steady(before: Singles, now: Singles) -> bool:
    """Whether a part shows the same, hardly shifted; brighter or darker is the same."""
    old, new = before.mean(axis=2), now.mean(axis=2)
    down, right = np.gradient(old)
    slopes = np.column_stack([right.ravel(), down.ravel(), old.ravel(), np.ones(old.size)])
    answer = np.linalg.lstsq(slopes, new.ravel(), rcond=None)[0]
    left = float(np.std(new.ravel() - slopes @ answer))
    gain = max(float(answer[2]), 1e-3)
    shift_in = float(np.hypot(answer[0], answer[1])) / gain / PX_PER_IN
    return shift_in < _STEADY_IN and left < _STRANGE * gain * float(old.std())
