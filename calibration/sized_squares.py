"""Squares of known size at known heights, anywhere on the table: what they say of the lens.

Men's tags lie all over the table. How large each looks tells the scale of the picture there,
and so how the lens bends; tags worn high tell how far away the camera is.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.camera_pose import CameraPose
from calibration.medians import median
from table.places import CameraXY, Floats, TableXY

_SIZE_SPREAD = 0.004  # how exactly a tag's size is seen and printed
_PRINT_SPREAD = 0.003
_GUESSED_LENS = 0.006  # what a lens that is only guessed makes all of them look larger or smaller
_STRAY = 2.5  # spreads off at which a square has half a say: a creased tag, a man on a box
_RAISED = 3.0  # spreads that a square at another height than its own must be nearer
_STEP_IN = 0.25


@dataclass(frozen=True, eq=False)
class SizedSquares:
    """Squares seen: their middles, how long their sides look and are, how high they lie."""

    middles: CameraXY
    sides_px: Floats
    sizes_in: Floats
    heights_in: Floats
    say: Floats  # 0 to 1: how far each is believed
    print_spread: float = 0.0  # how far all together may be printed too large or too small

    def grown(self, pose: CameraPose) -> Floats:
        """By how much each looks larger than a pose says, as a logarithm."""
        places = np.asarray(pose.table_from_camera(self.middles, self.heights_in), float)
        steps = np.array([(_STEP_IN, 0), (-_STEP_IN, 0), (0, _STEP_IN), (0, -_STEP_IN)])
        ends = TableXY((places[:, None] + steps).reshape(-1, 2))
        pixels = pose.camera_from_table(ends, np.repeat(self.heights_in, 4)).reshape(-1, 4, 2)
        across, down = pixels[:, 0] - pixels[:, 1], pixels[:, 2] - pixels[:, 3]
        area = np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]) / (2 * _STEP_IN) ** 2
        return np.asarray(np.log(self.sides_px / (np.sqrt(area) * self.sizes_in)), float)

    def off(self, pose: CameraPose, grown: float) -> Floats:
        """The same in spreads, after what all have grown by, and as far as each is believed."""
        return np.asarray(np.sqrt(self.say) * (self.grown(pose) - grown) / _SIZE_SPREAD, float)

    def printed(self, pose: CameraPose) -> "SizedSquares":
        """With what they themselves say of their print, such as a page that was fitted."""
        usual = abs(float(median(self.grown(pose))))
        return replace(self, print_spread=_PRINT_SPREAD + max(0.0, usual - _GUESSED_LENS))

    def judged(self, pose: CameraPose, grown: float, raised_in: Floats) -> "SizedSquares":
        """With the heights that suit them best, and believed as far as they then agree."""
        levels = [self.heights_in, *(self.heights_in + more for more in raised_in)]
        tries = [replace(self, heights_in=level) for level in levels]
        off = np.array([one.grown(pose) - grown for one in tries]) / _SIZE_SPREAD
        strains = off**2 + np.array([0, *([_RAISED**2] * len(raised_in))])[:, None]
        best = strains.argmin(axis=0)
        each = np.arange(len(self.sides_px))
        say = 1 / (1 + (off[best, each] / _STRAY) ** 2)
        return replace(self, heights_in=np.array(levels)[best, each], say=say)


def squares_of(quads: Floats, sizes_in: Floats, heights_in: Floats) -> SizedSquares:
    """The squares that lie at these corners, (n, 4, 2)."""
    sides_px = np.sqrt([abs(cv2.contourArea(quad.astype(np.float32))) for quad in quads])
    middles = CameraXY(quads.mean(axis=1))
    return SizedSquares(middles, sides_px, sizes_in, heights_in, np.ones(len(quads)))
