"""The lens from views of a board, with how good it is and which views spoiled it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.board_view import BoardView
from calibration.bundle import Bundle, LensPrior, PointsView
from calibration.lens_choice import chosen_family, fitted_family, spread_px, widening
from calibration.lens_families import LensFamily
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
    family: LensFamily
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
    size_wh = views[0].size_wh
    best = chosen_family(_points(used), size_wh, name)
    while (worst := _stray(best.bundle.errors_px, used)) is not None and len(used) > max(
        LEAST_VIEWS, len(views) // 2
    ):
        strays.append((used.pop(worst).name, float(best.bundle.errors_px[worst])))
        best = fitted_family(_points(used), best.family, size_wh, name)
    if strays:  # which may have spoiled the choice
        best = chosen_family(_points(used), size_wh, name)
    errors, fit = standard_errors(best.bundle, best.prior), best.bundle
    return LensFit(
        fit.lens,
        best.family,
        fit.error_px,
        float(errors[0]),
        tuple(used),
        tuple(strays),
        coverage(used),
    )


def _points(views: Sequence[BoardView]) -> list[PointsView]:
    return [PointsView(view.corners_in, view.pixels) for view in views]


def standard_errors(fit: Bundle, prior: LensPrior) -> Floats:
    """The errors of the lens's free numbers, by how they scatter as each view is left out.

    Corners of one view err together - the board bends, the hand moves - so their number says
    little. What only the prior holds has the prior's spread.
    """
    firm = np.diag(prior.firmness * spread_px(fit) ** 2)
    hold, count = fit.holds.sum(axis=0) + firm, len(fit.pulls)
    moves = np.array(
        [np.linalg.solve(hold - own, pull) for own, pull in zip(fit.holds, fit.pulls, strict=True)]
    )
    sure = np.linalg.inv(hold)
    spread = (count - 1) / count * moves.T @ moves + sure @ (firm * spread_px(fit) ** 2) @ sure
    return np.asarray(widening(count) * np.sqrt(np.diag(spread)), float)


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


def _stray(each_px: Floats, views: Sequence[BoardView]) -> int | None:
    """The view that fits much worse than most, None where there is none."""
    worst = int(np.argmax(each_px))
    limit_px = max(_STRAY_RATIO * float(np.median(each_px)), _STRAY_PX * views[0].size_wh[0] / 1000)
    return worst if each_px[worst] > limit_px else None
