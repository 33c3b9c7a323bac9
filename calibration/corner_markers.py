"""The four corner markers, found in a picture.

Markers 0, 1, 2, 3 lie top left, top right, bottom right, bottom left.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from calibration.camera_pose import CameraPose
from calibration.grey import grey_of
from calibration.marker_reading import marker_squares, squares_in
from calibration.square_edges import sharpened_corners, sharpened_squares
from table.picture import Grey, Picture
from table.places import CameraXY, Floats, TableXY
from table.table_spec import TableSpec

CORNER_NAMES = ("top left", "top right", "bottom right", "bottom left")
_PLAIN_CONTRAST = 12  # at which most pictures show all four, and little else
# At which width of the picture, and at how much contrast, markers are looked for in turn.
_SEARCHES = ((960, 9), (1440, 9), (1920, 9), (1440, 4), (2880, 5))
_CLOSE_SEARCHES = ((1.0, 9), (2.0, 4))  # times the scale of the first search
_NARROW_PX, _WIDE_PX = 9, 29  # windows in which it is told what is dark
_CORNER = 0.32  # of the picture's width and height: in most pictures it holds a marker
_CLOSE_SIDES = 5.0  # of a marker, for a slanted view moves the fourth by some
_RIM = 0.6  # of a marker's side, round where it is expected
_ENOUGH_PX = 120  # of such a crop, and its marker is plain


@dataclass(frozen=True, eq=False)
class CornerMarkers:
    """The corner markers a picture shows: four corners each, clockwise from the top left."""

    corners: Mapping[int, CameraXY]

    @property
    def found(self) -> tuple[int, ...]:
        """The numbers of those seen."""
        return tuple(sorted(self.corners))

    @property
    def middles(self) -> Floats:
        """The middles of all four, as they are numbered."""
        return np.array([np.mean(self.corners[i], axis=0) for i in range(len(CORNER_NAMES))])


def corner_markers(picture: Picture) -> CornerMarkers:
    """The corner markers in a picture, their corners to a small part of a pixel."""
    grey = grey_of(picture)
    rough = _plain(grey)
    if len(rough) < len(CORNER_NAMES):
        rough = _searched(grey, rough)
    if not rough:
        return CornerMarkers({})
    numbers = sorted(rough)
    exact = sharpened_squares(grey, np.array([rough[i] for i in numbers], float))
    return CornerMarkers({i: CameraXY(square) for i, square in zip(numbers, exact, strict=True)})


def _plain(grey: Grey) -> dict[int, CameraXY]:
    """The markers that are plain to see, roughly."""
    scale = _SEARCHES[0][0] / grey.shape[1]
    small = _resized(grey, scale)
    seen = _in_corners(small)
    if len(seen) < 4:
        seen = _read(_detector(_PLAIN_CONTRAST, _NARROW_PX), small)[0]
    return _enlarged(seen, _real_scale(scale))


def _in_corners(small: Grey) -> dict[int, CameraXY]:
    """The markers that are plain to see in the picture's four corners, put together to one."""
    height, width = (int(_CORNER * side) for side in small.shape)
    left, right = small[:, :width], small[:, -width:]
    both = np.concatenate([left, right], axis=1)
    four = np.concatenate([both[:height], both[-height:]])
    seen = _read(_detector(_PLAIN_CONTRAST, _NARROW_PX, 2 * width / small.shape[1]), four)[0]
    left_out = np.array([small.shape[1] - 2 * width, small.shape[0] - 2 * height])
    return {
        number: CameraXY(quad + left_out * (quad.mean(axis=0) > (width, height)))
        for number, quad in seen.items()
    }


def _searched(grey: Grey, plain: dict[int, CameraXY]) -> dict[int, CameraXY]:
    """Those that were plain to see and the markers that a closer search finds, roughly."""
    width_px, contrast = _SEARCHES[0]
    scale = min(1.0, width_px / grey.shape[1])
    rough = plain if len(plain) >= 3 else _largest(plain, _outlined(grey, scale, contrast))
    for width_px, contrast in _SEARCHES:
        if len(rough) >= 3:
            break
        wide = width_px / grey.shape[1]
        rough = _largest(rough, _seen(_resized(grey, wide), wide, contrast))
    return rough | _fourth(grey, rough, scale) if len(rough) == 3 else rough


def markers_near(picture: Picture, pose: CameraPose, spec: TableSpec) -> CornerMarkers:
    """The corner markers where a known pose puts them, or those of the whole picture."""
    found: dict[int, CameraXY] = {}
    for number, place in marker_places(spec).items():
        there = np.asarray(pose.camera_from_table(place, 0.0))
        rim_px = _RIM * float(np.sqrt(_area(there)))
        left, top = np.maximum(np.floor(there.min(axis=0) - rim_px), 0).astype(int)
        right, bottom = np.maximum(np.ceil(there.max(axis=0) + rim_px), 0).astype(int)
        crop = picture[top:bottom, left:right]
        if min(crop.shape[:2]) < 10:
            continue
        grey = grey_of(np.ascontiguousarray(crop))
        scale = min(1.0, _ENOUGH_PX / min(grey.shape))
        rough = _seen(_resized(grey, scale), scale, _SEARCHES[0][1]).get(number)
        if rough is not None:
            corner = np.array([left, top], float)
            found[number] = CameraXY(sharpened_corners(grey, rough) + corner)
    return CornerMarkers(found) if len(found) >= 3 else corner_markers(picture)


def _real_scale(scale: float) -> float:
    """The scale that a picture is given: one near its own is its own."""
    return scale if abs(scale - 1) >= 0.05 else 1.0


def _resized(grey: Grey, scale: float) -> Grey:
    if _real_scale(scale) == 1.0:
        return grey
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=way), np.uint8)


def _seen(small: Grey, scale: float, contrast: int) -> dict[int, CameraXY]:
    seen, squares = _read(_detector(contrast, _WIDE_PX), small)
    if len(seen) < 3:
        seen = _largest(seen, marker_squares(small, squares))
    return _enlarged(seen, _real_scale(scale))


def _read(
    detector: cv2.aruco.ArucoDetector, small: Grey
) -> tuple[dict[int, CameraXY], list[CameraXY]]:
    """The corner markers that a detector reads, and the squares it cannot read."""
    corners, ids, located = detector.detectMarkers(small)
    seen: dict[int, CameraXY] = {}
    numbers = [] if ids is None else [int(i) for i in ids.ravel()]
    for marker, quad in zip(numbers, corners, strict=True):
        if marker < 4:
            seen = _largest(seen, {marker: CameraXY(np.asarray(quad, float).reshape(4, 2))})
    return seen, [CameraXY(np.asarray(quad, float).reshape(4, 2)) for quad in located]


def _outlined(grey: Grey, scale: float, contrast: int) -> dict[int, CameraXY]:
    """The markers among all square outlines, which the detector's own rules may leave out."""
    small = _resized(grey, scale)
    return _enlarged(marker_squares(small, squares_in(small, contrast)), _real_scale(scale))


def _enlarged(seen: dict[int, CameraXY], scale: float) -> dict[int, CameraXY]:
    """Markers seen in a picture at that scale, in the pixels of the whole one."""
    return {i: CameraXY((quad + 0.5) / scale - 0.5) for i, quad in seen.items()}


def _largest(some: dict[int, CameraXY], more: dict[int, CameraXY]) -> dict[int, CameraXY]:
    """Of each number the larger: a soldier's marker may bear it too and is the smaller one."""
    kept = dict(some)
    for marker, quad in more.items():
        if marker not in kept or _area(quad) > 1.2 * _area(kept[marker]):
            kept[marker] = quad
    return kept


def _fourth(grey: Grey, three: dict[int, CameraXY], scale: float) -> dict[int, CameraXY]:
    """The missing marker, looked for closely where the other three say it is."""
    (missing,) = set(range(4)) - set(three)
    beside, opposite = ((missing + 1) % 4, (missing + 3) % 4), (missing + 2) % 4
    middles = {i: quad.mean(axis=0) for i, quad in three.items()}
    there = middles[beside[0]] + middles[beside[1]] - middles[opposite]
    side_px = float(np.sqrt(max(_area(quad) for quad in three.values())))
    left, top = np.maximum(np.floor(there - _CLOSE_SIDES * side_px), 0).astype(int)
    right, bottom = np.maximum(np.ceil(there + _CLOSE_SIDES * side_px), 0).astype(int)
    crop = np.ascontiguousarray(grey[top:bottom, left:right])
    if min(crop.shape) < 10:
        return {}
    for times, contrast in _CLOSE_SEARCHES:
        found = _outlined(crop, times * scale, contrast).get(missing)
        if found is not None:
            return {missing: CameraXY(found + np.array([left, top]))}
    return {}


def _area(quad: Floats) -> float:
    return float(cv2.contourArea(quad.astype(np.float32)))


@lru_cache(maxsize=8)
def _detector(contrast: int, most_px: int, share: float = 1.0) -> cv2.aruco.ArucoDetector:
    """What reads markers by thresholds in narrow windows, and in ones that wide if that is more.

    `share` is how wide the part of the picture is in which it looks for them.
    """
    settings = cv2.aruco.DetectorParameters()
    settings.minMarkerPerimeterRate = 0.03 / share
    settings.adaptiveThreshWinSizeMin = _NARROW_PX
    settings.adaptiveThreshWinSizeMax = most_px
    settings.adaptiveThreshWinSizeStep = _WIDE_PX - _NARROW_PX
    # Noise makes thousands of outlines at a low contrast, and each costs time.
    settings.adaptiveThreshConstant = contrast
    return cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), settings
    )


def marker_places(spec: TableSpec) -> dict[int, TableXY]:
    """Where the markers' corners are on the table, clockwise from each one's top left."""
    side = spec.corner_marker
    square = np.array([(0, 0), (side, 0), (side, side), (0, side)])
    right, bottom = spec.width - side, spec.height - side
    outer = ((0, 0), (right, 0), (right, bottom), (0, bottom))
    return {i: TableXY(square + outer[i]) for i in range(4)}
