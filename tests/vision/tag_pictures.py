"""Small pictures of tags with known truth: a desk, some papers, a webcam's blur and noise."""

from dataclasses import dataclass

import cv2
import numpy as np
import segno

from calibration.camera_pose import CameraPose
from table.army import Army, Enlisted, Side, TagStyle
from table.directions import step
from table.lens import Lens
from table.places import TablePoint, TableXY
from table.table_spec import TableSpec

SIZE_WH = (960, 600)
FINE = 4  # dots to a pixel while painting


@dataclass(frozen=True, slots=True)
class Paper:
    """A tag to be painted; its text decides its pattern."""

    text: str
    x: float
    y: float
    facing: float
    height: float = 0.0
    size: float = 1.0


def camera(px_per_module, tilt_deg=(2.0, -3.0)):
    """A camera over the middle of a table that just fills its picture, and that table."""
    px_per_in = 25 * px_per_module
    focal = 0.8 * SIZE_WH[0]
    matrix = np.array([[focal, 0, SIZE_WH[0] / 2], [0, focal, SIZE_WH[1] / 2], [0, 0, 1.0]])
    lens = Lens(SIZE_WH, matrix, np.array([-0.04, 0.01, 0.0, 0.0, 0.0]))
    spec = TableSpec(SIZE_WH[0] / px_per_in, SIZE_WH[1] / px_per_in)
    rotation, _ = cv2.Rodrigues(np.radians([*tilt_deg, 1.0]))
    eye = np.array([spec.width / 2, spec.height / 2, 0]) - rotation.T @ (0, 0, focal / px_per_in)
    return CameraPose(lens, rotation, -rotation @ eye, 0.0), spec


def army(*ids, **style):
    """An army of these men."""
    tag = TagStyle(**style)
    men = tuple(Enlisted(name, "red", ("rifle",), tag=tag) for name in ids)
    return Army(tag, (Side("red", "#c0392b"),), men)


def painted(pose, papers, *, blur_px=0.6, noise=4.0, desk=110.0, covers=(), seed=1):
    """The picture; `covers` are dark discs (x, y, radius) in inches that lie over the tags."""
    chance = np.random.default_rng(seed)
    grain = cv2.resize(chance.normal(0, 9, (75, 60)), SIZE_WH, interpolation=cv2.INTER_CUBIC)
    picture = desk + grain
    for paper in papers:
        _lay(picture, pose, paper)
    for x, y, radius in covers:
        (middle,) = pose.camera_from_table(TableXY(np.array([[x, y]])), 0.0)
        reach = radius * pose.pixels_per_inch(TableXY(np.array([[x, y]])), 0.0)[0]
        where = tuple(int(v * 16) for v in middle)
        cv2.circle(picture, where, int(reach * 16), 60.0, -1, cv2.LINE_AA, shift=4)
    soft = cv2.GaussianBlur(picture, (0, 0), blur_px) + chance.normal(0, noise, picture.shape)
    return cv2.cvtColor(np.clip(soft, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)


def corners_px(pose, paper):
    """The paper's corners in the picture, clockwise from its own top left."""
    half, middle = paper.size / 2, TablePoint(paper.x, paper.y)
    ways = ((half, -half), (half, half), (-half, half), (-half, -half))
    places = [step(middle, paper.facing, forward, right) for forward, right in ways]
    return pose.camera_from_table(TableXY(np.array([(p.x, p.y) for p in places])), paper.height)


def _lay(picture, pose, paper):
    code = segno.make(paper.text, error="h", boost_error=False, micro=False)
    modules = 1.0 - np.array([[bool(module) for module in row] for row in code.matrix])
    white = np.pad(modules, 2, constant_values=1.0)
    big = cv2.resize(white, None, fx=16, fy=16, interpolation=cv2.INTER_NEAREST) * 200 + 25
    corners = corners_px(pose, paper)
    left, top = np.floor(corners.min(axis=0) - 2).astype(int)
    right, bottom = np.ceil(corners.max(axis=0) + 3).astype(int)
    assert 0 <= left < right <= SIZE_WH[0], paper
    assert 0 <= top < bottom <= SIZE_WH[1], paper
    side = big.shape[0]
    source = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32) - 0.5
    target = (corners - (left - 0.5, top - 0.5)) * FINE - 0.5
    fine_wh = ((right - left) * FINE, (bottom - top) * FINE)
    warp = cv2.getPerspectiveTransform(source, target.astype(np.float32))
    ink = cv2.warpPerspective(big, warp, fine_wh)
    paper_there = cv2.warpPerspective(np.ones_like(big), warp, fine_wh)
    size_wh = (right - left, bottom - top)
    ink, paper_there = (
        cv2.resize(part, size_wh, interpolation=cv2.INTER_AREA) for part in (ink, paper_there)
    )
    here = picture[top:bottom, left:right]
    picture[top:bottom, left:right] = here * (1 - paper_there) + ink
