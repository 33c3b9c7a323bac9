"""Soldiers' ArUco markers, for armies that wear them instead of QR tags."""

import cv2
import numpy as np

from calibration.camera_pose import CameraPose
from calibration.corner_markers import marker_places
from calibration.square_edges import sharpened_corners
from table.army import Army
from table.picture import Grey
from table.places import CameraXY
from table.table_spec import TableSpec
from vision.tags.finds import Find
from vision.tags.tags_seen import SeenTag

_CONFIDENCE = 0.99
_SPREAD_PX = 0.15


def aruco_finds(grey: Grey, pose: CameraPose, army: Army, spec: TableSpec) -> list[Find]:
    """The markers in a picture that are no corner markers; `quad` is the black square."""
    corners, ids, rejected = _detector().detectMarkers(grey)
    del rejected
    numbers = [] if ids is None else [int(i) for i in ids.ravel()]
    quads = [CameraXY(np.asarray(quad, float).reshape(4, 2)) for quad in corners]
    return [
        _find(grey, army, number, quad)
        for number, quad in zip(numbers, quads, strict=True)
        if not _is_corner(number, quad, pose, spec)
    ]


def _find(grey: Grey, army: Army, number: int, quad: CameraXY) -> Find:
    soldier = army.marked(number)
    size_in = army.tags.size if soldier is None else soldier.tag.size
    text = str(number) if soldier is None else soldier.id
    exact = sharpened_corners(grey, quad)
    if np.abs(exact - quad).max() > 3:
        exact = quad
    return Find(SeenTag(text, exact, size_in, _CONFIDENCE, _SPREAD_PX), 1.0)


def _is_corner(number: int, quad: CameraXY, pose: CameraPose, spec: TableSpec) -> bool:
    """Whether a marker is the table's own: soldiers may bear the same numbers."""
    if number > 3:
        return False
    there = pose.camera_from_table(marker_places(spec)[number], 0.0)
    side = float(np.linalg.norm(there[1] - there[0]))
    return bool(np.linalg.norm(quad.mean(axis=0) - there.mean(axis=0)) < side / 2)


def _detector() -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.minMarkerPerimeterRate = 0.01
    settings.adaptiveThreshWinSizeMin = 5
    settings.adaptiveThreshWinSizeMax = 29
    settings.adaptiveThreshWinSizeStep = 8
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    return cv2.aruco.ArucoDetector(dictionary, settings)
