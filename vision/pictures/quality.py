"""Whether a picture shows anything at all: black, blown out and "no signal" pictures do not.

Of one that came in part the other rows are of one colour, or repeat the last row that came. How
sharp it is, and whether it is torn, what lies on the table tells: see `vision.live.trust`.
"""

from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.grey import grey_of
from table.picture import Picture
from table.places import Floats

_SAMPLES = 135  # along the picture's shorter side, enough to tell whether it shows anything
_DARK, _BRIGHT = 24, 250  # grey values between which a picture shows something
_LEAST_LIT, _LEAST_SHADED = 0.005, 0.02  # of its pixels
_FLAT = 3.0  # grey values: the spread of a picture of one colour; an empty white desk's is 10
_ROW_PX = 4  # rows of the picture to one of those that are compared
_ACROSS = 160  # parts of a row: of so many pixels that noise averages out
_REPEATED = 4  # grey values: noise; a tag differs more from row to row unless all is black


def blank(picture: Picture) -> str | None:
    """Why a picture shows nothing, None where it shows something."""
    step = max(1, min(picture.shape[:2]) // _SAMPLES)
    some = np.ascontiguousarray(picture[::step, ::step])
    blue, green, red = cv2.split(some)
    lit = np.count_nonzero(cv2.max(cv2.max(blue, green), red) >= _DARK)
    if lit < _LEAST_LIT * blue.size:
        return "the picture is black; take the cap off or turn a light on"
    shaded = np.count_nonzero(cv2.min(cv2.min(blue, green), red) <= _BRIGHT)
    if shaded < _LEAST_SHADED * blue.size:
        return "the picture is all white; turn the light or the exposure down"
    if max(float(spread) for spread in cv2.meanStdDev(some)[1].ravel()) < _FLAT:
        return "the picture is of one colour; is the camera's cable loose?"
    return None


def shows_no_more(picture: Picture, squares: Floats) -> bool:
    """Whether half the rows that some square takes are among those that did not come.

    Those repeat one another to the picture's end; where a plain desk's do, others show below them.
    """
    high = picture.shape[0] // _ROW_PX
    small = cv2.resize(grey_of(picture), (_ACROSS, high), interpolation=cv2.INTER_AREA)
    came = high - _repeated_to_the_end(small)
    rows = squares[..., 1] / _ROW_PX
    ends = np.column_stack([rows.min(axis=1), rows.mean(axis=1), rows.max(axis=1)])
    whole = np.clip(np.round(ends), 0, high).astype(int)
    return any(b - a > 1 and a >= came for square in whole for a, b in pairwise(square))


def _repeated_to_the_end(rows: NDArray[Any]) -> int:
    """How many of the last rows are all alike."""
    upward = rows[::-1].astype(np.int16)
    spread = np.maximum.accumulate(upward, axis=0) - np.minimum.accumulate(upward, axis=0)
    return int(np.count_nonzero(spread.max(axis=1) < _REPEATED))
