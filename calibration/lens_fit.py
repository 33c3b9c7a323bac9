"""The lens from views of a board, with how good it is and which views spoiled it."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.board_view import BoardView
from calibration.view_choice import Coverage, coverage
from table.errors import UserError
from table.lens import Lens
from table.places import Floats

LEAST_VIEWS = 4
ENOUGH_VIEWS = 10
_STRAY_RATIO = 3.0
_STRAY_PX = 0.7  # per 1000 pixels of width


@dataclass(frozen=True, eq=False)
class LensFit:
    """A lens, its error, and what was and was not used for it."""

    lens: Lens
    error_px: float  # root mean square over all corners
    focal_error: float  # standard error of the focal length, as a share of it
    used: tuple[BoardView, ...]
    strays: tuple[tuple[str, float], ...]  # name and error of the views left out
    coverage: Coverage

    def error_in(self, table_width_in: float) -> float:
        """The error in inches, on a table that fills the picture's width."""
        return self.error_px * table_width_in / self.lens.size_wh[0]


def fitted_lens(views: Sequence[BoardView], name: str = "camera") -> LensFit:
    """The lens that fits the views best, leaving out those that fit far worse than the rest."""
    _check(views)
    used, strays = list(views), list[tuple[str, float]]()
    covered = coverage(views)
    error_px, lens, focal_error, each_px = _calibrated(used, covered, name)
    while (worst := _stray(each_px, used)) is not None and len(used) > max(
        LEAST_VIEWS, len(views) // 2
    ):
        strays.append((used.pop(worst).name, float(each_px[worst])))
        error_px, lens, focal_error, each_px = _calibrated(used, covered, name)
    return LensFit(lens, error_px, focal_error, tuple(used), tuple(strays), coverage(used))


def _check(views: Sequence[BoardView]) -> None:
    if len(views) < LEAST_VIEWS:
        raise UserError(
            f"{len(views)} good views of the board; it takes {LEAST_VIEWS} at least, "
            f"better {ENOUGH_VIEWS}, from different sides"
        )
    sizes = sorted({view.size_wh for view in views})
    if len(sizes) > 1:
        listed = ", ".join(f"{width} x {height}" for width, height in sizes)
        raise UserError(f"pictures of different sizes ({listed}); calibrate with one size")


def _calibrated(
    views: Sequence[BoardView], covered: Coverage, name: str
) -> tuple[float, Lens, float, Floats]:
    size_wh = views[0].size_wh
    start = np.array(
        [[size_wh[0], 0, size_wh[0] / 2], [0, size_wh[0], size_wh[1] / 2], [0, 0, 1.0]]
    )
    error_px, matrix, distortion, _, _, spreads, _, each_px = cv2.calibrateCameraExtended(
        [view.corners_in.astype(np.float32) for view in views],
        [np.asarray(view.pixels, np.float32) for view in views],
        size_wh,
        start,
        np.zeros(5),
        flags=cv2.CALIB_USE_INTRINSIC_GUESS | _held_still(covered, len(views)),
    )
    lens = Lens(size_wh, np.asarray(matrix), np.ravel(distortion)[:5].astype(np.float64), name)
    # With the ratio of the two focal lengths held, only the second has a spread.
    focal_error = float(np.ravel(spreads)[:2].max() / matrix[0, 0])
    return float(error_px), lens, focal_error, np.ravel(each_px)


def _held_still(covered: Coverage, count: int) -> int:
    """What too few or too similar views cannot tell: left free it would run away."""
    held = 0
    if len(covered.cells) < 9 or count < ENOUGH_VIEWS:
        held |= cv2.CALIB_FIX_K3
    if len(covered.cells) < 6:
        # Webcams have square pixels and lenses that sit straight.
        held |= cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_ASPECT_RATIO
    if len(covered.cells) < 4:
        held |= cv2.CALIB_FIX_K2
    return held


def _stray(each_px: Floats, views: Sequence[BoardView]) -> int | None:
    """The view that fits much worse than most, None where there is none."""
    worst = int(np.argmax(each_px))
    limit_px = max(_STRAY_RATIO * float(np.median(each_px)), _STRAY_PX * views[0].size_wh[0] / 1000)
    return worst if each_px[worst] > limit_px else None
