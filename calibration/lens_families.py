"""The sorts of lenses that a camera may have: where their numbers are expected, and how surely.

The order of the numbers is that of `lens_rays`.
"""

from dataclasses import dataclass

import numpy as np

from calibration.bundle import LensPrior
from table.lens import Lens

# Square pixels to a fifth of a percent, an axis that leaves near the picture's middle, and a
# focal length that may be anything.
_FOCAL, _RATIO, _MIDDLE = 1.0, 0.002, 0.015
_BEND, _MORE_BEND, _MOST_BEND, _TANGENTIAL = 0.3, 0.15, 0.05, 0.002


@dataclass(frozen=True)
class LensFamily:
    """A sort of lens: its usual focal length, and how far its distortion goes."""

    words: str
    focal_per_width: float
    bends: tuple[float, ...]  # how far each of the distortion's numbers may be from 0
    is_fisheye: bool = False
    focal: float = _FOCAL
    middle: float = _MIDDLE
    shrink: float = 0.0  # how much smaller black squares may look than they are

    def prior(self, size_wh: tuple[int, int], name: str) -> LensPrior:
        """What is expected of such a lens before it has been looked at."""
        focal_px = self.focal_per_width * max(size_wh)
        across, down = (size_wh[0] - 1) / 2, (size_wh[1] - 1) / 2
        matrix = np.array([[focal_px, 0, across], [0, focal_px, down], [0, 0, 1]])
        lens = Lens(size_wh, matrix, np.zeros(len(self.bends)), name, self.is_fisheye)
        spreads = np.array([self.focal, _RATIO, self.middle, self.middle, *self.bends, self.shrink])
        return LensPrior(lens, spreads)


PLAIN = LensFamily("plain lens", 0.82, (_BEND, _MORE_BEND, _TANGENTIAL, _TANGENTIAL, _MOST_BEND))
FISHEYE = LensFamily("fisheye", 0.5, (0.1, 0.05, 0.03, 0.02), is_fisheye=True)
RATIONAL = LensFamily("wide lens (rational)", 0.6, (*PLAIN.bends, _BEND, _MORE_BEND, _MOST_BEND))
FAMILIES = (PLAIN, FISHEYE, RATIONAL)  # a later one must be plainly better
# What four markers show of a lens is little; the rest is what webcams have.
WEBCAM = LensFamily(
    "webcam's lens", 0.82, (0.08, 0.03, 0.0005, 0.0005, 0.0), focal=0.3, middle=0.006, shrink=0.03
)
