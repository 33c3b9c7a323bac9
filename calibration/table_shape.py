"""The table's size as the corner markers themselves tell it, to check what the player wrote.

Four squares of known side lie in one plane. Their own sides give the scale, so width and
height of the play area follow without a ruler: their ratio to half a percent, the size itself
to a few percent, because white paper shines over the edge of black squares.
"""

from dataclasses import replace

import cv2
import numpy as np

from calibration.corner_markers import CORNER_NAMES, CornerMarkers, marker_places
from calibration.lens_rays import flat_directions
from table.errors import UserError
from table.lens import Lens
from table.places import CameraXY, Floats
from table.table_spec import TableSpec

_RATIO_OFF = 0.03
_SIZE_OFF = 0.05
# A picture without a lens is refused only where no bent lens or shrunken square explains it.
_OTHER_RATIO, _OTHER_SIZE = 0.1, 0.4
# Of a marker's side: photos without a lens stay below 0.01; one marker that was pushed three
# inches, so that the four are no rectangle of any size, is above.
_RECTANGLE = 0.03


def implied_size_in(
    markers: CornerMarkers, spec: TableSpec, lens: Lens | None
) -> tuple[float, float]:
    """Width and height of the play area that make four markers the squares they are."""
    width, height, _ = _implied(markers, spec, lens)
    return width, height


def refuse_other_size(markers: CornerMarkers, spec: TableSpec, where: str) -> None:
    """Raise UserError where four markers plainly lie as on a table of another size."""
    if len(markers.found) < 4 or not _go_round(markers) or _squares_are_square(markers, spec):
        return
    width, height, misfit = _implied(markers, spec, None)
    if not misfit < _RECTANGLE or min(width, height) <= 0:
        return
    ratio_off, size_off = _off(width, height, spec)
    if ratio_off > _OTHER_RATIO or size_off > _OTHER_SIZE:
        raise UserError(_other_size(width, height, spec, where))


def _squares_are_square(markers: CornerMarkers, spec: TableSpec) -> bool:
    """Whether the markers look about as wide, high and large as they should: a quick look."""
    middles = np.array([np.mean(marker_places(spec)[i], axis=0) for i in range(4)], np.float32)
    table_from_pixels = cv2.getPerspectiveTransform(markers.middles.astype(np.float32), middles)
    pixels = np.array([markers.corners[i] for i in range(4)], np.float64)
    quads = cv2.perspectiveTransform(pixels, table_from_pixels)
    sides = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    across, down = np.log(np.maximum([sides[:, 0::2].mean(), sides[:, 1::2].mean()], 1e-9))
    size_off = abs((across + down) / 2 - np.log(spec.corner_marker))
    return bool(abs(across - down) < _OTHER_RATIO / 2 and size_off < _OTHER_SIZE / 2)


def _implied(
    markers: CornerMarkers, spec: TableSpec, lens: Lens | None
) -> tuple[float, float, float]:
    """That width and height, and how far four squares are from fitting, as a share of a side."""
    assert len(markers.found) == 4, markers.found
    pixels = np.concatenate([_flat(markers.corners[i], lens) for i in range(4)])
    scale = np.abs(pixels - pixels.mean(axis=0)).mean()
    pixels = (pixels - pixels.mean(axis=0)) / scale
    numbers = np.array([*_start(pixels, spec), spec.width, spec.height])
    for _ in range(12):
        missed = _missed(numbers, pixels, spec)
        slopes = np.column_stack(
            [
                (_missed(numbers + step, pixels, spec) - missed) / 1e-6
                for step in 1e-6 * np.eye(len(numbers))
            ]
        )
        numbers -= np.linalg.lstsq(slopes, missed, rcond=None)[0]
    misfit = float(np.sqrt(np.mean(_missed(numbers, pixels, spec) ** 2)))
    side = np.linalg.norm(pixels[1::4] - pixels[0::4], axis=1).mean()
    return float(numbers[8]), float(numbers[9]), misfit / float(side)


def _flat(pixels: Floats, lens: Lens | None) -> Floats:
    if lens is None:
        return np.asarray(pixels, np.float64)
    return flat_directions(lens, CameraXY(pixels)) @ lens.matrix[:2, :2].T + lens.matrix[:2, 2]


def _places(spec: TableSpec) -> Floats:
    return np.concatenate([marker_places(spec)[i] for i in range(4)])


def _start(pixels: Floats, spec: TableSpec) -> Floats:
    matrix, _ = cv2.findHomography(_places(spec) / spec.width, pixels)
    return np.asarray((matrix / matrix[2, 2]).ravel()[:8], np.float64)


def _missed(numbers: Floats, pixels: Floats, spec: TableSpec) -> Floats:
    size = replace(spec, width=float(numbers[8]), height=float(numbers[9]))
    matrix = np.append(numbers[:8], 1.0).reshape(3, 3)
    places = _places(size) / spec.width
    moved = np.column_stack([places, np.ones(len(places))]) @ matrix.T
    return np.asarray(moved[:, :2] / moved[:, 2:] - pixels, np.float64).ravel()


def check_layout(markers: CornerMarkers, spec: TableSpec, lens: Lens | None, where: str) -> None:
    """Raise UserError where four markers lie otherwise than the contract and the size say."""
    if len(markers.found) < 4:
        return
    _check_order(markers, where)
    _check_turns(markers, where)
    width, height = implied_size_in(markers, spec, lens)
    ratio_off, size_off = _off(width, height, spec)
    if ratio_off > _RATIO_OFF or size_off > _SIZE_OFF:
        raise UserError(_other_size(width, height, spec, where))


def _off(width: float, height: float, spec: TableSpec) -> tuple[float, float]:
    """By how much shape and size differ from what is written, as logarithms."""
    ratio_off = abs(np.log(width / height * spec.height / spec.width))
    return float(ratio_off), float(abs(np.log(width * height / (spec.width * spec.height))) / 2)


def _other_size(width: float, height: float, spec: TableSpec, where: str) -> str:
    return (
        f"{where}: the corner markers lie as on a table of about {width:.1f} x {height:.1f} "
        f"inches, table.toml says {spec.width:g} x {spec.height:g} with markers of "
        f"{spec.corner_marker:g}; measure from outer corner to outer corner and correct it"
    )


def _go_round(markers: CornerMarkers) -> bool:
    """Whether markers 0, 1, 2, 3 follow each other clockwise."""
    sides = np.roll(markers.middles, -1, axis=0) - markers.middles
    after = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]
    return bool((turns > 0).all())


def _check_order(markers: CornerMarkers, where: str) -> None:
    if not _go_round(markers):
        raise UserError(
            f"{where}: the corner markers are not in their corners; going round clockwise they "
            "are 0 (top left), 1, 2, 3"
        )


def _check_turns(markers: CornerMarkers, where: str) -> None:
    """Each marker's own top edge runs as the table's top edge runs."""
    middles = markers.middles
    across = middles[1] - middles[0] + middles[2] - middles[3]
    for i in range(4):
        top = markers.corners[i][1] - markers.corners[i][0]
        if top @ across < 0.7 * np.linalg.norm(top) * np.linalg.norm(across):
            raise UserError(
                f"{where}: corner marker {i} ({CORNER_NAMES[i]}) is turned; "
                "its own top edge belongs toward the table's top"
            )
