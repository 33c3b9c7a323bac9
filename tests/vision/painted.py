"""Flat shapes on a plain desk, painted as a camera straight above sees them."""

import cv2
import numpy as np
from shapely import Point, Polygon

from calibration.camera_pose import CameraPose
from table.lens import Lens
from table.places import TableXY
from table.table_spec import TableSpec, ThingSpec
from vision.things.find import things_on_table

OAK, PAPER, GREEN, TAN, BLUE = "#9a6a3c", "#f0f0ee", "#2f7d3a", "#c9a56b", "#3a78c2"
YELLOW, WHITE, GREY = "#e8b520", "#dcdcd8", "#7c7f83"


def overhead(height_in: float = 40.0) -> CameraPose:
    """A camera straight above the middle of a 36 x 24 table."""
    lens = Lens((1920, 1080), np.array([[1600.0, 0, 960], [0, 1600, 540], [0, 0, 1]]), np.zeros(5))
    return CameraPose(lens, np.eye(3), np.array([-18.0, -12.0, height_in]), 0.0)


def painted(pose: CameraPose, shapes, *, warm: float = 1.0) -> np.ndarray:
    """A plain desk with white corner papers and flat shapes on it, under white or warm light."""
    picture = np.full((1080, 1920, 3), _bgr(OAK), np.uint8)
    rng = np.random.default_rng(5)
    squares = [(x, y, 1.5) for x in (0.0, 34.5) for y in (0.0, 22.5)]
    for x, y, side in squares:
        ring = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
        _fill(picture, pose, ring, PAPER, 0.0)
    for ring, colour, height_in in shapes:
        _fill(picture, pose, ring, colour, height_in)
    light = np.array([1 / warm, 1.0, warm]) * np.linspace(1.0, 0.6, 1920)[None, :, None]
    noisy = picture * light + rng.normal(0, 2, picture.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def _fill(picture, pose, ring, colour, height_in):
    corners = pose.camera_from_table(TableXY(np.array(ring, float)), height_in)
    cv2.fillPoly(picture, [np.round(corners * 16).astype(np.int32)], _bgr(colour), cv2.LINE_AA, 4)


def _bgr(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[k : k + 2], 16) for k in (5, 3, 1))


def overlap(one: Polygon, other: Polygon) -> float:
    """The share of two shapes that both of them cover."""
    return one.intersection(other).area / one.union(other).area


def table(*things: ThingSpec) -> TableSpec:
    """A list of these things."""
    return TableSpec(36.0, 24.0, 1.5, things)


def mug(spot: Point):
    """A mug's side from its foot up, then its rim with something dark in it."""
    levels = [(spot, "#2c5a94", height_in) for height_in in np.linspace(0, 3.75, 40)]
    rim = [(spot, BLUE, 3.75), (spot.buffer(-0.3), "#30281e", 3.75)]
    return [(list(shape.exterior.coords), colour, up) for shape, colour, up in levels + rim]


def ring(shape: Polygon) -> list[tuple[float, float]]:
    """Its corners, each once."""
    return list(shape.exterior.coords[:-1])


def strip(start: tuple[float, float], end: tuple[float, float], width: float) -> Polygon:
    """A straight strip from here to there."""
    way = np.subtract(end, start) / np.hypot(*np.subtract(end, start))
    side = np.array([-way[1], way[0]]) * width / 2
    return Polygon([start + side, end + side, end - side, start - side])


def seen(shapes, *listed: ThingSpec):
    """The things found where these shapes are painted."""
    pose = overhead()
    return things_on_table(painted(pose, shapes), pose, table(*listed), [])
