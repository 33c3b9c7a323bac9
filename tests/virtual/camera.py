"""A camera above the table: where it hangs, where it looks, what its lens does.

Axes are the camera's right, down and forward directions in the table frame (z up), so that
`axes @ (point - position)` is the point in the camera's frame. The table frame is
left-handed, which is why the axes' determinant is -1.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from table.lens import Lens
from table.places import Floats


@dataclass(frozen=True, eq=False)
class VirtualCamera:
    """A pinhole with distortion at a place above the table."""

    lens: Lens
    position: Floats  # x, y, height in table inches
    axes: Floats  # (3, 3), rows right, down, forward

    def pixels(self, xyz: Floats) -> Floats:
        """Where table points (n, 3) appear in the picture, distortion included."""
        seen = self.seen(xyz)
        none = np.zeros(3)
        px, _ = cv2.projectPoints(seen, none, none, self.lens.matrix, self.lens.distortion)
        return np.asarray(px, dtype=np.float64).reshape(-1, 2)

    def seen(self, xyz: Floats) -> Floats:
        """The points in the camera's own frame: right, down, forward, in inches."""
        return (np.asarray(xyz, dtype=np.float64) - self.position) @ self.axes.T

    def px_per_inch(self, xyz: Floats) -> float:
        """How many pixels an inch across the line of sight takes at one table point."""
        forward = float(self.seen(np.asarray(xyz)[None])[0, 2])
        return float(self.lens.matrix[0, 0]) / forward

    @property
    def tilt_deg(self) -> float:
        """The angle between the line of sight and straight down."""
        return float(np.degrees(np.arccos(np.clip(-self.axes[2, 2], -1, 1))))

    @property
    def hfov_deg(self) -> float:
        """The angle the picture's width takes, distortion left aside."""
        return float(2 * np.degrees(np.arctan(self.lens.size_wh[0] / 2 / self.lens.matrix[0, 0])))


def looking_down(tilt_x_deg: float, tilt_y_deg: float, turn_deg: float) -> Floats:
    """Axes of a camera that looks down, tipped to the right and to the front, then turned."""
    tx, ty, turn = np.radians([tilt_x_deg, tilt_y_deg, turn_deg])
    forward = np.array([np.tan(tx), np.tan(ty), -1.0])
    forward /= np.linalg.norm(forward)
    right = np.array([np.cos(turn), np.sin(turn), 0.0])
    right -= forward * (right @ forward)
    right /= np.linalg.norm(right)
    down = -np.cross(forward, right)  # the minus sign makes the frame left-handed
    return np.stack([right, down, forward])


def random_lens(rng: np.random.Generator, size_wh: tuple[int, int]) -> Lens:
    """A webcam's lens with some distortion and an off-centre axis."""
    width, height = size_wh
    focal = width / 2 / np.tan(np.radians(rng.uniform(54, 74)) / 2)
    off = rng.normal(0, 0.006, 2) * width
    matrix = np.array(
        [
            [focal, 0, width / 2 + off[0]],
            [0, focal * (1 + rng.normal(0, 0.001)), height / 2 + off[1] / 2],
            [0, 0, 1],
        ]
    )
    k1 = rng.uniform(-0.12, 0.03)
    bend = [k1, rng.uniform(0, 0.03), rng.normal(0, 2e-4), rng.normal(0, 4e-4), 0.0]
    return Lens(size_wh, matrix, np.array(bend), "webcam")


def random_camera(
    rng: np.random.Generator,
    *,
    size_wh: tuple[int, int],
    table_wh: tuple[float, float],
    tilt_deg: float,
    margin: float,
) -> VirtualCamera:
    """A camera just high enough that the play area fits the picture with this margin."""
    lens = random_lens(rng, size_wh)
    way = rng.uniform(0, 2 * np.pi)
    axes = looking_down(tilt_deg * np.cos(way), tilt_deg * np.sin(way), rng.normal(0, 1.2))
    aim = np.array([table_wh[0] / 2, table_wh[1] / 2, 0.0])
    aim[:2] += rng.normal(0, 0.02, 2) * table_wh
    camera = VirtualCamera(lens, aim, axes)
    for distance in np.arange(15.0, 150.0, 0.5):
        camera = replace(camera, position=aim - axes[2] * distance)
        if _fits(camera, table_wh, margin):
            break
    return camera


def _fits(camera: VirtualCamera, table_wh: tuple[float, float], margin: float) -> bool:
    w, h = table_wh
    corners = np.array([[0, 0, 0], [w, 0, 0], [w, h, 0], [0, h, 0]], dtype=np.float64)
    if camera.seen(corners)[:, 2].min() < 5:
        return False
    share = camera.pixels(corners) / np.array(camera.lens.size_wh)
    return bool(share.min() > margin and share.max() < 1 - margin)
