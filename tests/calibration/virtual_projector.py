"""A table under a lamp with a projector whose map is secret, seen by a webcam with faults."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from calibration.camera_pose import CameraPose
from calibration.corner_markers import marker_places
from calibration.sheets.codes import CORNER_DICTIONARY, marker_rows
from table.bent_map import Bend, BentMap
from table.lens import Lens
from table.places import ProjectorPixel, TablePoint, TableXY
from table.plane_map import PlaneMap
from table.table_spec import TableSpec

SPEC = TableSpec(36.0, 24.0, 1.5)
CAMERA_WH = (1920, 1080)
PROJECTOR_WH = (1920, 1080)
DOTS = 40  # of the painted table to the inch
BORDER_IN = 8


def camera_pose():
    """A webcam over the table, a little off in every way."""
    lens = Lens(
        CAMERA_WH,
        np.array([[1500.0, 0, 950], [0, 1498, 548], [0, 0, 1]]),
        np.array([-0.05, 0.01, 0.0003, -0.0002, 0]),
    )
    rotation, _ = cv2.Rodrigues(np.array([0.06, -0.04, 0.02]))
    return CameraPose(lens, rotation, -rotation @ np.array([17.0, 12.5, -40.0]), 0.0)


@dataclass(frozen=True, eq=False)
class VirtualProcam:
    """The whole arrangement; `picture` is what the camera sees while something is projected."""

    projector_from_table: PlaneMap
    ambient: float = 0.35  # of the projector's own full light
    noise: float = 2.0
    blur_px: float = 0.9
    book_in: tuple | None = None  # left, top, right, bottom of a book that lifts the light
    gain: float = 130.0
    seed: int = 5
    laid: bool = True  # whether a dark cloth and a white sheet lie on the table

    def picture(self, shown, seed=0):
        """A photograph of the table with this in the projector's light."""
        table = _table_of_pixels()
        light = self.ambient * (0.8 + 0.4 * table[..., 0] / SPEC.width) + self._light(shown, table)
        grey = cv2.GaussianBlur(_albedo(laid=self.laid) * light * self.gain, (0, 0), self.blur_px)
        grey += self.noise * np.roll(_noise(), 1009 * (self.seed + seed))
        picture = np.clip(grey, 0, 255).astype(np.uint8)
        coloured = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
        return cv2.imdecode(cv2.imencode(".jpg", coloured, [cv2.IMWRITE_JPEG_QUALITY, 90])[1], 1)

    def _light(self, shown, table):
        flat = self.projector_from_table.many(table.reshape(-1, 2))
        projector = flat.reshape(table.shape).astype(np.float32)
        if self.book_in is not None:
            left, top, right, bottom = self.book_in
            inside = (table > (left, top)).all(axis=2) & (table < (right, bottom)).all(axis=2)
            projector[inside] += (35.0, -25.0)
        # A projector is a little out of focus, its black is not black, and its light falls off.
        soft = cv2.GaussianBlur(cv2.cvtColor(shown, cv2.COLOR_BGR2GRAY), (0, 0), 1.2)
        full = (0.04 + 0.96 * (soft / 255.0) ** 2.2).astype(np.float32)
        return cv2.remap(full, projector, None, cv2.INTER_LINEAR, borderValue=0)


@cache
def _table_of_pixels():
    """The table's inches under each pixel of the camera."""
    width, height = CAMERA_WH
    pixels = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1)
    table = camera_pose().table_from_camera(pixels.reshape(-1, 2), 0.0)
    return table.reshape(height, width, 2).astype(np.float32)


@cache
def _noise():
    return np.random.default_rng(5).standard_normal(CAMERA_WH[::-1], np.float32)


@cache
def _albedo(*, laid):
    size = (int((SPEC.height + 2 * BORDER_IN) * DOTS), int((SPEC.width + 2 * BORDER_IN) * DOTS))
    dots = ((_table_of_pixels() + BORDER_IN) * DOTS - 0.5).astype(np.float32)
    return cv2.remap(
        _painted(size, laid=laid), dots, None, cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )


def _painted(size, *, laid):
    """Grained wood with the corner markers, and perhaps a dark cloth and a white sheet."""
    rng = np.random.default_rng(11)
    grain = cv2.resize(rng.normal(0, 1, (size[0] // 4, size[1] // 120)), size[::-1])
    wood = (0.45 + 0.05 * grain).astype(np.float32)
    if laid:
        cv2.circle(wood, (int(20 * DOTS), int(14 * DOTS)), 4 * DOTS, 0.22, -1)
        cv2.rectangle(wood, (30 * DOTS, 20 * DOTS), (38 * DOTS, 26 * DOTS), 0.8, -1)
    for marker, places in marker_places(SPEC).items():
        left, top = ((places[0] + BORDER_IN) * DOTS).astype(int)
        side, rim = int(SPEC.corner_marker * DOTS), int(0.25 * DOTS)
        wood[top - rim : top + side + rim, left - rim : left + side + rim] = 0.85
        rows = np.array([[c == "0" for c in row] for row in marker_rows(CORNER_DICTIONARY, marker)])
        wood[top : top + side, left : left + side] = 0.05 + 0.8 * cv2.resize(
            rows.astype(np.float32), (side, side), interpolation=cv2.INTER_NEAREST
        )
    return np.clip(wood, 0.03, 0.95)


def secret_map(seed=3, reach=1.12):
    """A projector that stands askew and throws its picture over the table and a little beyond."""
    rng = np.random.default_rng(seed)
    width, height = SPEC.width, SPEC.height
    table = np.array([(0, 0), (width, 0), (width, height), (0, height)], float)
    table = (table - (width / 2, height / 2)) * reach + (width / 2, height / 2)
    table += rng.normal(0, 0.8, (4, 2))
    right, bottom = PROJECTOR_WH[0] - 1, PROJECTOR_WH[1] - 1
    projector = np.array([(0, 0), (right, 0), (right, bottom), (0, bottom)], float)
    matrix, _ = cv2.findHomography(table, projector)
    return PlaneMap(TablePoint, ProjectorPixel, matrix)


def bent_map(share, seed=3):
    """The same through a lens that bends its picture, its axis low in the picture as usual."""
    plane = secret_map(seed)
    bend = Bend((980.0, 900.0), 960.0, share)
    return BentMap(TablePoint, ProjectorPixel, plane.matrix, bend)


def error_in(found, secret):
    """How far from the mark light falls at nine places of the table, in inches."""
    shares = (0.05, 0.5, 0.95)
    places = TableXY(np.array([(SPEC.width * x, SPEC.height * y) for y in shares for x in shares]))
    fell = secret.inverse.many(found.many(places))
    return np.linalg.norm(fell - places, axis=1)
