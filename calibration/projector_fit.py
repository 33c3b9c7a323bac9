"""The projector's map from pictures of its patterns, and how far its light falls from the mark."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.camera_pose import CameraPose
from calibration.grey import grey_of
from calibration.projector_lens import projector_map
from calibration.projector_patterns import DOT_IN, ProjectorBoard
from calibration.table_calibration import nine_points
from table.errors import UserError
from table.picture import Picture
from table.places import CameraXY, Floats, ProjectorPixel, ProjectorXY, TablePoint, TableXY
from table.plane_map import PlaneMap
from table.table_spec import TableSpec

ProjectorMap = PlaneMap[TablePoint, ProjectorPixel]

LEAST_CORNERS = 12
_ON_A_LINE = "projector: the corners seen of its pattern lie on one line; clear the table"
_STRAY_IN = 0.15  # light this far off fell on something that stands on the table
_LEAST_CONTRAST = 6.0  # grey levels between the projector's white and black
_BLOWN_OUT = 0.05  # the share of the lit picture that may be at its brightest


@dataclass(frozen=True, eq=False)
class ProjectorFit:
    """The map, how well it fits and what it is made of."""

    projector_from_table: ProjectorMap
    size_wh: tuple[int, int]
    residual_in: float
    used: int
    strays: int  # corners whose light fell on something standing on the table
    # At nine points, how far two maps, each from half of the corners, lie from their mean.
    doubts_in: tuple[float, ...] = (0.0,)

    @property
    def doubt_in(self) -> float:
        """The same at the worst of them."""
        return max(self.doubts_in)

    def moved_in(self, before: "ProjectorFit", spec: TableSpec) -> float:
        """How far, at the worst of nine points, light falls from where it fell before."""
        places = nine_points(spec.width, spec.height)
        fell = self.projector_from_table.inverse.many(before.projector_from_table.many(places))
        return float(np.linalg.norm(fell - places, axis=1).max())


def fitted_projector(
    shown: Mapping[str, Picture], pose: CameraPose, size_wh: tuple[int, int], spec: TableSpec
) -> ProjectorFit:
    """The map from the table to the projector, from pictures of black, white, board, negative."""
    board = ProjectorBoard(size_wh)
    seen = _seen_corners(shown, board)
    table = pose.table_from_camera(CameraXY(seen[1]), 0.0)
    projector = ProjectorXY(np.asarray(board.corners)[seen[0]])
    near = _near_table(table, spec)
    fit = _robust_map(TableXY(table[near]), ProjectorXY(projector[near]), size_wh)
    return replace(fit, doubts_in=_doubts_in(fit, table[near], projector[near], spec))


def _near_table(table: TableXY, spec: TableSpec) -> Floats:
    """Which points lie on the table or a little beside it: light on the floor is no table."""
    margin = 0.25 * max(spec.width, spec.height)
    low, high = (-margin, -margin), (spec.width + margin, spec.height + margin)
    return np.asarray(((table > low) & (table < high)).all(axis=1))


def _seen_corners(shown: Mapping[str, Picture], board: ProjectorBoard) -> tuple[Floats, Floats]:
    """Number and pixel of each board corner the camera sees."""
    level = cancelled_light(shown)
    picture = np.asarray(np.clip(127.5 + 127.5 * level, 0, 255), np.uint8)
    detector = cv2.aruco.CharucoDetector(board.board.charuco)
    corners, ids, _, _ = detector.detectBoard(picture)
    if ids is None or len(ids) < LEAST_CORNERS:
        found = 0 if ids is None else len(ids)
        raise UserError(
            f"projector: {found} corners of its pattern seen, {LEAST_CORNERS} needed; "
            "point it at the table, focus it, darken the room"
        )
    rough = np.asarray(corners, np.float32).reshape(-1, 2)
    fine = cv2.cornerSubPix(
        picture,
        rough,
        (4, 4),
        (-1, -1),
        (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 50, 1e-3),
    )
    return np.ravel(ids), np.asarray(fine, np.float64)


def cancelled_light(shown: Mapping[str, Picture]) -> Floats:
    """Board against negative, from -1 (dark) to 1 (lit), the table's own colours gone."""
    sizes = {picture.shape for picture in shown.values()}
    if len(sizes) > 1:
        raise UserError("projector: the pictures of its patterns have different sizes")
    grey = {name: grey_of(picture).astype(np.float32) for name, picture in shown.items()}
    reach = grey["white"] - grey["black"]
    contrast = float(np.percentile(reach, 90))
    if contrast < _LEAST_CONTRAST:
        raise UserError(
            f"projector: its white is only {contrast:.0f} of 255 brighter than its black; "
            "switch it on, point it at the table, darken the room"
        )
    lit = reach > 0.3 * contrast
    if (grey["white"][lit] >= 253).mean() > _BLOWN_OUT:
        raise UserError("projector: its white blinds the camera; lower the camera's exposure")
    level = (grey["board"] - grey["negative"]) / np.maximum(reach, 0.3 * contrast)
    soft = cv2.GaussianBlur(level, (0, 0), 0.8)
    return np.asarray(np.where(lit, soft, 0.0), np.float64)


def _robust_map(table: TableXY, projector: ProjectorXY, size_wh: tuple[int, int]) -> ProjectorFit:
    if len(table) < LEAST_CORNERS:
        raise UserError(
            f"projector: {len(table)} corners of its pattern fall on the table, "
            f"{LEAST_CORNERS} needed; point it at the table"
        )
    table_from_projector = _plane_map(projector, table, cv2.LMEDS)
    kept = np.ones(len(table), bool)
    # A lens of its own puts far corners off a plane: the first plain map is not so strict.
    for limit_in in (2 * _STRAY_IN, _STRAY_IN, _STRAY_IN, _STRAY_IN):
        kept = _off_in(table_from_projector, projector, table) < limit_in
        if kept.sum() < LEAST_CORNERS:
            raise UserError(
                "projector: its pattern does not lie flat on the table; clear the table, "
                "and check that table and camera are calibrated"
            )
        table_from_projector = _through_lens(projector[kept], table[kept], size_wh).inverse
    off_in = _off_in(table_from_projector, projector[kept], table[kept])
    return ProjectorFit(
        table_from_projector.inverse,
        size_wh,
        float(np.sqrt((off_in**2).mean())),
        int(kept.sum()),
        int((~kept).sum()),
    )


def _doubts_in(
    fit: ProjectorFit, table: Floats, projector: Floats, spec: TableSpec
) -> tuple[float, ...]:
    """At nine points, how much the map depends on which corners made it."""
    kept = _off_in(fit.projector_from_table.inverse, projector, table) < _STRAY_IN
    table, projector = table[kept], projector[kept]
    pixels = fit.projector_from_table.many(nine_points(spec.width, spec.height))
    one, other = (
        _through_lens(projector[half::2], table[half::2], fit.size_wh).inverse.many(pixels)
        for half in (0, 1)
    )
    return tuple(float(gap) / 2 for gap in np.linalg.norm(one - other, axis=1))


def _through_lens(projector: Floats, table: Floats, size_wh: tuple[int, int]) -> ProjectorMap:
    found = projector_map(table, projector, size_wh)
    if found is None:
        raise UserError(_ON_A_LINE)
    return found


def _plane_map(
    projector: Floats, table: Floats, method: int
) -> PlaneMap[ProjectorPixel, TablePoint]:
    matrix, _ = cv2.findHomography(projector, table, method)
    if matrix is None:
        raise UserError(_ON_A_LINE)
    return PlaneMap(ProjectorPixel, TablePoint, np.asarray(matrix, np.float64))


def _off_in(
    table_from_projector: PlaneMap[ProjectorPixel, TablePoint], projector: Floats, table: Floats
) -> Floats:
    return np.asarray(np.linalg.norm(table_from_projector.many(projector) - table, axis=1))


@dataclass(frozen=True, slots=True)
class DotSeen:
    """Where a check dot was meant to fall and how far from there it fell, None if not seen."""

    place: TablePoint
    error_in: float | None


def seen_dots(
    dots: Picture, black: Picture, pose: CameraPose, places: TableXY
) -> tuple[DotSeen, ...]:
    """How far each dot's light lies from its place on the table."""
    light = grey_of(dots).astype(np.float64) - grey_of(black).astype(np.float64)
    return tuple(_dot(light, pose, place) for place in np.asarray(places))


def _dot(light: Floats, pose: CameraPose, place: Floats) -> DotSeen:
    target = TablePoint(float(place[0]), float(place[1]))
    here = TableXY(place.reshape(1, 2))
    (centre,) = pose.camera_from_table(here, 0.0)
    half = int(np.ceil(2.5 * DOT_IN * pose.pixels_per_inch(here, 0.0)[0]))
    x, y = round(float(centre[0])), round(float(centre[1]))
    rows, columns = slice(max(0, y - half), y + half + 1), slice(max(0, x - half), x + half + 1)
    window = light[rows, columns]
    if not window.size or window.max() < _LEAST_CONTRAST:
        return DotSeen(target, None)
    # Half the height of a soft edge is its middle; the floor of the window is stray light.
    bright = np.clip(window - 0.5 * np.percentile(window, 98), 0, None) > 0
    ys, xs = np.nonzero(bright)
    found = CameraXY(np.array([[xs.mean() + columns.start, ys.mean() + rows.start]]))
    ((tx, ty),) = pose.table_from_camera(found, 0.0)
    return DotSeen(target, float(np.hypot(tx - target.x, ty - target.y)))
