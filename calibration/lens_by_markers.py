"""The lens without a board: from a few pictures of the table's own corner markers.

The pictures are taken from different sides, so that the markers are seen far and near, and the
lens that makes one flat table of them all is found.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.bundle import PointsView
from calibration.camera_pose import opencv_xyz
from calibration.corner_markers import CornerMarkers, marker_places
from calibration.lens_choice import FamilyFit, fitted_family
from calibration.lens_families import WEBCAM
from calibration.lens_fit import standard_errors
from table.errors import UserError
from table.lens import Lens
from table.places import CameraXY, Floats, TableXY
from table.table_spec import TableSpec

LEAST_PICTURES = 3
MOST_PICTURES = 20
_NEW_SHARE = 0.03  # of the width: what the markers must move to be another view
_NAME = "camera"  # what the lens's file calls it
_UNTOLD = 0.06  # error of the focal length at which the pictures have told next to nothing


@dataclass(frozen=True, eq=False)
class MarkerLens:
    """A lens, its error in pixels, and how sure its focal length and its bending are."""

    lens: Lens
    error_px: float
    focal_error: float  # standard error, as a share
    bend_error: float  # standard error of the distortion's first number
    pictures: int


def is_another_view(
    markers: CornerMarkers, kept: Sequence[CornerMarkers], size_wh: tuple[int, int]
) -> bool:
    """Whether all four markers are seen, elsewhere than in every picture kept."""
    if len(markers.found) < 4:
        return False
    middles = markers.middles
    limit_px = _NEW_SHARE * size_wh[0]
    return all(np.linalg.norm(middles - one.middles, axis=1).max() > limit_px for one in kept)


def lens_by_markers(
    seen: Sequence[CornerMarkers], spec: TableSpec, size_wh: tuple[int, int]
) -> MarkerLens:
    """The lens that fits the pictures best; each of them shows all four markers."""
    if len(seen) < LEAST_PICTURES:
        raise UserError(
            f"it takes {LEAST_PICTURES} different pictures at least with all four corner markers, "
            f"from different sides and aslant; there are {len(seen)}"
        )
    views = [_view(markers, spec) for markers in seen]
    fit = fitted_family(views, WEBCAM, size_wh, _NAME)
    by_views = standard_errors(fit.bundle, fit.prior)
    errors = np.hypot(by_views, _scatter_of_markers(views, fit, size_wh))
    if errors[0] > _UNTOLD:
        raise UserError(
            f"the focal length is told to {errors[0]:.0%} only; take some pictures more aslant, "
            "from low over each side of the table"
        )
    bundle = fit.bundle
    return MarkerLens(bundle.lens, bundle.error_px, float(errors[0]), float(errors[4]), len(seen))


def _view(markers: CornerMarkers, spec: TableSpec) -> PointsView:
    places = np.stack([marker_places(spec)[i] for i in range(4)])
    spokes = places - places.mean(axis=1, keepdims=True)
    pixels = np.concatenate([markers.corners[i] for i in range(4)])
    return PointsView(_flat(places), CameraXY(pixels), _flat(spokes))


def _flat(points: Floats) -> Floats:
    return opencv_xyz(TableXY(points.reshape(-1, 2)), 0.0)


def _scatter_of_markers(
    views: Sequence[PointsView], fit: FamilyFit, size_wh: tuple[int, int]
) -> Floats:
    """How the numbers scatter as each marker is left out: none lies exactly in its corner."""
    moves = [
        fitted_family(_without(views, i), fit.family, size_wh, _NAME).bundle.numbers
        - fit.bundle.numbers
        for i in range(4)
    ]
    return np.asarray(np.sqrt(3 / 4 * (np.array(moves) ** 2).sum(axis=0)), float)[fit.prior.free]


def _without(views: Sequence[PointsView], marker: int) -> list[PointsView]:
    kept = [i for i in range(16) if i // 4 != marker]
    return [
        replace(
            view,
            points=view.points[kept],
            pixels=CameraXY(view.pixels[kept]),
            spokes=None if view.spokes is None else view.spokes[kept],
        )
        for view in views
    ]
