"""A virtual projector: its light added to a painted table, before the camera's own faults."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from table.picture import Picture
from table.places import Floats, ProjectorPixel, TablePoint
from table.plane_map import PlaneMap
from tests.virtual.canvas import Canvas
from tests.virtual.colours import Linear
from tests.virtual.light import Lighting
from tests.virtual.render import developed, exposed
from tests.virtual.virtual_table import VirtualTable


@dataclass(frozen=True, slots=True)
class Projector:
    """How a projector turns pixels into light."""

    strength: float = 1.6  # a white pixel on white paper, beside the room's light of about 1
    blur_px: float = 0.7
    gamma: float = 2.2
    black: float = 0.01  # what still comes through a black pixel
    vignette: float = 0.15


USUAL = Projector()


def project_light(
    virtual: VirtualTable,
    projector_picture: Picture,
    projector_from_table: PlaneMap[TablePoint, ProjectorPixel],
    projector: Projector = USUAL,
    *,
    room: float = 1.0,
) -> Picture:
    """The camera's picture of the table with this picture projected onto it.

    `room` dims or brightens the room's own light. The projector's map is meant for the
    table's surface: on a book or a mug its light falls where its ray meets them.
    """
    table = replace(virtual, lighting=_dimmed(virtual, room)) if room != 1.0 else virtual
    return lit_table(table).shown(projector_picture, projector_from_table, projector)


def _dimmed(virtual: VirtualTable, room: float) -> Lighting:
    by = np.float32(room)
    lamps = tuple(replace(lamp, light=lamp.light * by) for lamp in virtual.lighting.lamps)
    return replace(virtual.lighting, lamps=lamps, room=virtual.lighting.room * by)


@dataclass(frozen=True, eq=False)
class LitTable:
    """A table painted once, ready to be shown under any number of projected pictures."""

    virtual: VirtualTable
    canvas: Canvas
    white: Linear  # what each dot gives back of white light
    places: Floats  # the table place (x, y) under each dot, its own height taken into account

    def shown(
        self,
        projector_picture: Picture,
        projector_from_table: PlaneMap[TablePoint, ProjectorPixel],
        projector: Projector = USUAL,
        seed: int = 0,
    ) -> Picture:
        """The camera's picture under this projected picture; other seeds are other noise."""
        light = projected(projector_picture, projector)
        at = projector_from_table.many(self.places.reshape(-1, 2)).astype(np.float32)
        h, w = self.white.shape[:2]
        xs, ys = at[:, 0].reshape(h, w), at[:, 1].reshape(h, w)
        falling = cv2.remap(light, xs, ys, cv2.INTER_LINEAR)
        sensor = replace(self.virtual.sensor, seed=self.virtual.sensor.seed + 31 * seed)
        table = replace(self.virtual, sensor=sensor)
        return developed(table, self.canvas, self.canvas.light + self.white * falling)


def lit_table(virtual: VirtualTable) -> LitTable:
    """The table painted in its own light, with what the projector's light needs to know."""
    painted = exposed(virtual)
    canvas = painted.canvas
    h, w = canvas.depth.shape
    rows, cols = np.mgrid[0:h, 0:w].reshape(2, -1)
    k = canvas.matrix
    ray_x, ray_y = (cols - k[0, 2]) / k[0, 0], (rows - k[1, 2]) / k[1, 1]
    rays = np.stack([ray_x, ray_y, np.ones(len(ray_x))], axis=1) @ canvas.camera.axes
    depth = np.minimum(canvas.depth.reshape(-1, 1), 1e3)
    xyz = canvas.camera.position + rays * depth
    row, col = painted.light_map.dot_of(xyz[:, :2])
    high = (xyz[:, 2] > 0.06)[:, None]
    arriving = np.where(high, painted.light_map.top[row, col], painted.light_map.desk[row, col])
    share = canvas.light.reshape(-1, 3) / np.maximum(arriving, 0.02)
    white = np.asarray(np.clip(share, 0, 1), np.float32).reshape(h, w, 3)
    return LitTable(virtual, canvas, white, _projected_places(xyz).reshape(h, w, 2))


# Where the projector hangs: high enough that a ray leans little, as on real desks.
PROJECTOR_EYE = np.array([18.0, -6.0, 70.0])


def _projected_places(xyz: Floats) -> Floats:
    """Where the projector's ray through each point would have met the bare table."""
    share = PROJECTOR_EYE[2] / (PROJECTOR_EYE[2] - np.minimum(xyz[:, 2:], 20.0))
    return np.asarray(PROJECTOR_EYE[:2] + (xyz[:, :2] - PROJECTOR_EYE[:2]) * share)


def projected(picture: Picture, projector: Projector) -> Linear:
    """The light each projector pixel throws, blurred by its lens."""
    value = np.power(picture.astype(np.float32) / 255, projector.gamma)
    light = projector.strength * (projector.black + (1 - projector.black) * value)
    h, w = picture.shape[:2]
    x, y = np.linspace(-1, 1, w), np.linspace(-1, 1, h)
    edge = 1 - projector.vignette * (x[None, :] ** 2 + y[:, None] ** 2) / 2
    soft = cv2.GaussianBlur(light, (0, 0), projector.blur_px)
    return np.asarray(soft * edge[..., None], np.float32)


def random_projector_map(
    seed: int, table_wh: tuple[float, float], size_wh: tuple[int, int] = (1920, 1080)
) -> PlaneMap[TablePoint, ProjectorPixel]:
    """A secret map: the projector's picture covers the table, turned and keystoned a little."""
    rng = np.random.default_rng(seed)
    w, h = table_wh
    pw, ph = size_wh
    inset = rng.uniform(0.03, 0.12, (4, 2)) * (pw, ph)
    corners = np.array([[0, 0], [pw, 0], [pw, ph], [0, ph]], float)
    toward = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]])
    target = (corners + inset * toward).astype(np.float32)
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    matrix = np.asarray(cv2.getPerspectiveTransform(source, target), np.float64)
    return PlaneMap(TablePoint, ProjectorPixel, matrix)
