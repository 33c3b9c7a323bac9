"""What is known, seen by a camera that stands elsewhere, or gives pictures of another size."""

from dataclasses import replace

import numpy as np

from calibration.camera_pose import CameraPose
from calibration.corner_markers import corner_markers
from calibration.table_pose import table_pose
from table.army import Army
from table.errors import UserError
from table.lens import Lens
from table.picture import Picture
from table.places import CameraXY
from table.scene import Scene
from table.table_spec import TableSpec
from vision.live.tracked import Tracked
from vision.live.witnesses import marker_quads
from vision.surface.flat_table import FlatTable
from vision.tags.tags_seen import SeenTag, quads_of

_SAME_SHAPE = 0.01  # of width to height: the same picture, made larger or smaller
_FITS_PX = 2.0  # to the 1000 of the picture's width: how far off its markers may lie
_SAME_POSE_PX = 1.5  # two pictures of a camera at rest put its markers so near


def reposed(before: Tracked, pose: CameraPose, spec: TableSpec, army: Army) -> Tracked:
    """The same, seen from another place: every tag lies where the table says in the new picture."""
    known, camera = before.known, before.camera
    tags = known.tags.of_each(
        lambda some: tuple(_moved(tag, camera.pose, pose, known.scene, army) for tag in some)
    )
    markers = camera.markers.moved_to(np.array(marker_quads(pose, spec)))
    return replace(
        before,
        known=replace(
            known,
            tags=tags,
            witnesses=known.witnesses.moved_to(quads_of(tags.every)),
            rest=replace(known.rest, grid=_from(known.rest.grid, pose)),
        ),
        camera=replace(camera, pose=pose, markers=markers, state="moved", pushed=None),
        pending=None,
        faint=(),
    )


def _from(grid: FlatTable, pose: CameraPose) -> FlatTable:
    return replace(grid, eye=pose.eye)


def _moved(tag: SeenTag, was: CameraPose, pose: CameraPose, scene: Scene, army: Army) -> SeenTag:
    """A tag at the pixels where another camera sees it."""
    enlisted, man = army.soldier(str(tag.text)), scene.soldier(str(tag.text))
    height_in = 0.0 if enlisted is None else enlisted.tag.height
    height_in += 0.0 if man is None else man.elevation
    place = was.table_from_camera(tag.quad, height_in)
    return replace(tag, quad=CameraXY(pose.camera_from_table(place, height_in)))


def is_same_pose(one: CameraPose | None, other: CameraPose, spec: TableSpec) -> bool:
    """Whether two poses see the table alike."""
    if one is None or one.lens.size_wh != other.lens.size_wh:
        return False
    quads = (np.array(marker_quads(pose, spec)) for pose in (one, other))
    return bool(np.abs(np.subtract(*quads)).max() < _SAME_POSE_PX)


def pose_at_other_size(picture: Picture, pose: CameraPose, spec: TableSpec) -> CameraPose | None:
    """The pose of a camera that now gives larger, smaller or turned pictures, None if unsure.

    The markers say whether the lens is the same one.
    """
    size_wh = (picture.shape[1], picture.shape[0])
    markers = corner_markers(picture)
    fits = []
    for lens in _lenses(pose.lens, size_wh):
        try:
            fits.append(table_pose(markers, spec, lens, size_wh))
        except UserError:
            continue
    best = min(fits, key=lambda fit: fit.residual_px, default=None)
    limit_px = _FITS_PX * size_wh[0] / 1000
    return best if best is not None and best.residual_px < limit_px else None


def _lenses(lens: Lens, size_wh: tuple[int, int]) -> list[Lens]:
    """What the lens may be for pictures of this size: scaled, or turned either way."""
    width, height = lens.size_wh
    if abs(size_wh[0] * height / (size_wh[1] * width) - 1) < _SAME_SHAPE:
        return [_scaled(lens, size_wh)]
    if abs(size_wh[1] * height / (size_wh[0] * width) - 1) < _SAME_SHAPE:
        return [_scaled(_turned(lens, clockwise=way), size_wh) for way in (True, False)]
    return []


def _scaled(lens: Lens, size_wh: tuple[int, int]) -> Lens:
    by = size_wh[0] / lens.size_wh[0]
    matrix = lens.matrix.copy()
    matrix[:2] *= by
    matrix[:2, 2] += (by - 1) / 2  # pixels are counted at their middles
    return replace(lens, size_wh=size_wh, matrix=matrix)


def _turned(lens: Lens, *, clockwise: bool) -> Lens:
    """The lens of a picture turned by a quarter."""
    width, height = lens.size_wh
    (fx, _, cx), (_, fy, cy), _ = lens.matrix
    x, y = (height - 1 - cy, cx) if clockwise else (cy, width - 1 - cx)
    distortion = lens.distortion.copy()
    if not lens.is_fisheye:  # which is the same all round
        p1, p2 = distortion[2], distortion[3]
        # Turned clockwise, right becomes down and down becomes left.
        distortion[2], distortion[3] = (p2, -p1) if clockwise else (-p2, p1)
    matrix = np.array([[fy, 0, x], [0, fx, y], [0, 0, 1.0]])
    return replace(lens, size_wh=(height, width), matrix=matrix, distortion=distortion)
