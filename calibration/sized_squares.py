"""Squares of known size at known heights, anywhere on the table: what they say of the lens.

Men's tags lie all over the table. How large each looks tells the scale of the picture there,
and so how the lens bends; tags worn high tell how far away the camera is.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.camera_pose import CameraPose, opencv_xyz
from calibration.lens_rays import pixel_slopes_by
from calibration.medians import median
from table.places import CameraXY, Floats, TableXY

_SIZE_SPREAD = 0.004  # how exactly a tag's size is seen and printed
_PRINT_SPREAD = 0.003
_GUESSED_LENS = 0.006  # what a lens that is only guessed makes all of them look larger or smaller
_STRAY = 2.5  # spreads off at which a square has half a say: a creased tag, a man on a box
_RAISED = 3.0  # spreads that a square at another height than its own must be nearer
_STEP_IN = 0.25
_CROSS = _STEP_IN * np.array([(1, 0), (-1, 0), (0, 1), (0, -1)])
_MIDDLE_AND_CROSS = np.concatenate([[(0, 0)], _CROSS])
_POSE_NUMBERS = 14  # six of the place, eight of the lens


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
        across, down = self._axes_px(pose, self._places(pose)[:, None])
        area = np.abs(_area(across, down))[:, 0] / (2 * _STEP_IN) ** 2
        return np.asarray(np.log(self.sides_px / (np.sqrt(area) * self.sizes_in)), float)

    def _places(self, pose: CameraPose) -> Floats:
        return np.asarray(pose.table_from_camera(self.middles, self.heights_in), float)

    def _axes_px(self, pose: CameraPose, places: Floats) -> tuple[Floats, Floats]:
        """How far two steps across and two down go in pixels at each square's places, (n, k, 2)."""
        ends = places[:, :, None] + _CROSS
        heights_in = np.repeat(self.heights_in, ends[0].size // 2)
        pixels = pose.camera_from_table(TableXY(ends.reshape(-1, 2)), heights_in)
        right, left, below, above = np.moveaxis(np.asarray(pixels).reshape(ends.shape), 2, 0)
        return right - left, below - above

    def off(self, pose: CameraPose, grown: float) -> Floats:
        """The same in spreads, after what all have grown by, and as far as each is believed."""
        return np.asarray(np.sqrt(self.say) * (self.grown(pose) - grown) / _SIZE_SPREAD, float)

    def off_slopes(self, pose: CameraPose) -> Floats:
        """How `off` changes with a pose's fourteen numbers, and with what all have grown by."""
        by_pose = self._grown_slopes(pose)
        by_all = np.column_stack([by_pose, np.full(len(by_pose), -1.0)])
        return np.asarray(np.sqrt(self.say)[:, None] * by_all / _SIZE_SPREAD, float)

    def _grown_slopes(self, pose: CameraPose) -> Floats:
        """How `grown` changes with each of a pose's numbers, (n, 14).

        The ends of a square's axes move in the picture, and the place that is seen at its middle
        moves on the table, where the picture's scale is another.
        """
        places = self._places(pose)
        across, down = self._axes_px(pose, places[:, None] + _MIDDLE_AND_CROSS)
        areas = _area(across, down)
        by_place = np.stack([areas[:, 1] - areas[:, 2], areas[:, 3] - areas[:, 4]], axis=-1)
        middle, *ends = np.moveaxis(self._pixel_slopes(pose, places), 1, 0)
        by_ends = _area(ends[0] - ends[1], down[:, :1]) + _area(across[:, :1], ends[2] - ends[3])
        axes = np.stack([across[:, 0], down[:, 0]], axis=-1)
        # Where the place goes that is seen at the middle, in lengths of the axes.
        steps = np.linalg.solve(axes, -np.swapaxes(middle, 1, 2))
        by_pose = by_ends + (by_place[:, None] @ steps)[:, 0]
        return np.asarray(-by_pose / (2 * areas[:, :1]), float)

    def _pixel_slopes(self, pose: CameraPose, places: Floats) -> Floats:
        """How middles and ends of axes move with the pose's numbers, (n, 5, 14, 2)."""
        ends = places[:, None] + _MIDDLE_AND_CROSS
        points = opencv_xyz(TableXY(ends.reshape(-1, 2)), np.repeat(self.heights_in, ends.shape[1]))
        turn, _ = cv2.Rodrigues(pose.rotation)
        by = pixel_slopes_by(pose.lens, points, np.asarray(turn, float), pose.translation)
        return np.swapaxes(by[:, :_POSE_NUMBERS].reshape(*ends.shape, _POSE_NUMBERS), 2, 3)

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


def _area(across: Floats, down: Floats) -> Floats:
    """What ways across and down span, (..., 2) each; negative where they turn the other way."""
    return np.asarray(across[..., 0] * down[..., 1] - across[..., 1] * down[..., 0], float)


def squares_of(quads: Floats, sizes_in: Floats, heights_in: Floats) -> SizedSquares:
    """The squares that lie at these corners, (n, 4, 2)."""
    sides_px = np.sqrt([abs(cv2.contourArea(quad.astype(np.float32))) for quad in quads])
    middles = CameraXY(quads.mean(axis=1))
    return SizedSquares(middles, sides_px, sizes_in, heights_in, np.ones(len(quads)))
