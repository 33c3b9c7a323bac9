"""Whether a picture shows anything at all: black, blown out and "no signal" pictures do not.

How sharp it is, and whether it is whole, what lies on the table tells: see `vision.live.trust`.
"""

import cv2
import numpy as np

from table.picture import Picture

_SAMPLES = 135  # along the picture's shorter side, enough to tell whether it shows anything
_DARK, _BRIGHT = 24, 250  # grey values between which a picture shows something
_LEAST_LIT, _LEAST_SHADED = 0.005, 0.02  # of its pixels
_FLAT = 3.0  # grey values: the spread of a picture of one colour; an empty white desk's is 10


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
