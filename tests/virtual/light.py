"""Light on the table: lamps and windows with soft shadows, and the sky of the room.

The table is taken as a height map (inches above the desk). For each lamp two shade maps are
made by walking from every dot toward the lamp: one for the desk itself, one for the tops of
what stands on it.
"""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from table.places import Floats
from tests.virtual.colours import Linear

Map = NDArray[np.float32]
DOTS_PER_INCH = 10.0
FLOOR_BIAS_IN = 0.04


@dataclass(frozen=True, eq=False)
class Lamp:
    """A glowing disc: where it hangs, how wide it is, its colour times its strength."""

    place: Floats  # x, y, height in table inches
    radius_in: float
    light: Linear  # what white paper below it gets, blue green red


@dataclass(frozen=True, eq=False)
class Lighting:
    """All lamps and the even light of the room."""

    lamps: tuple[Lamp, ...]
    room: Linear
    name: str = "day"


@dataclass(frozen=True, eq=False)
class HeightMap:
    """How high everything stands, on a grid of the table frame."""

    origin: tuple[float, float]  # the table point of dot (0, 0)
    heights: Map

    @property
    def dots_from_table(self) -> Floats:
        """The affine map from table inches to dots."""
        s = DOTS_PER_INCH
        return np.array([[s, 0, -self.origin[0] * s], [0, s, -self.origin[1] * s], [0, 0, 1.0]])


@dataclass(frozen=True, eq=False)
class LampShade:
    """One lamp and how much of it each dot sees: at desk level and on top of things."""

    lamp: Lamp
    on_desk: Map
    on_top: Map


@dataclass(frozen=True, eq=False)
class LightMap:
    """The light that arrives everywhere on the table."""

    ground: HeightMap
    room: Linear
    shades: tuple[LampShade, ...]
    open_desk: Map
    open_top: Map
    desk_colour: Linear  # what the desk itself throws back

    @cached_property
    def desk(self) -> Linear:
        """What reaches a flat paper on the desk, (h, w, 3)."""
        return self._falling(self.open_desk, [shade.on_desk for shade in self.shades])

    @cached_property
    def top(self) -> Linear:
        """What reaches a flat paper on top of what stands there."""
        return self._falling(self.open_top, [shade.on_top for shade in self.shades])

    def _falling(self, sky: Map, shares: list[Map]) -> Linear:
        light = sky[..., None] * self.room
        for shade, share in zip(self.shades, shares, strict=True):
            fall = _falloff(shade.lamp, self.ground)
            light = light + (fall * share)[..., None] * shade.lamp.light
        return light.astype(np.float32)

    def dot_of(self, xy: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The row and column of table points (n, 2), kept inside the map."""
        at = (np.asarray(xy) - self.ground.origin) * DOTS_PER_INCH
        h, w = self.ground.heights.shape
        col = np.clip(np.nan_to_num(at[:, 0]), 0, w - 1).astype(np.int64)
        row = np.clip(np.nan_to_num(at[:, 1]), 0, h - 1).astype(np.int64)
        return row, col

    def at(self, source: Map, xy: Floats | Map) -> Map:
        """The values of a map of this table at table points (n, 2), smoothly between dots."""
        count = len(xy)
        wide = 1024  # OpenCV takes no rows longer than 32767
        rows = -(-count // wide)
        dots = np.zeros((rows * wide, 2), np.float32)
        dots[:count] = (xy - np.array(self.ground.origin, np.float32)) * np.float32(DOTS_PER_INCH)
        x, y = dots[:, 0].reshape(rows, wide), dots[:, 1].reshape(rows, wide)
        values = cv2.remap(source, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(values.reshape(rows * wide, *source.shape[2:])[:count])


def _falloff(lamp: Lamp, ground: HeightMap) -> Map:
    """Inverse square and slant, 1 straight under the lamp at desk level."""
    h, w = ground.heights.shape
    x = ground.origin[0] + np.arange(w) / DOTS_PER_INCH - lamp.place[0]
    y = ground.origin[1] + np.arange(h) / DOTS_PER_INCH - lamp.place[1]
    near = lamp.place[2] ** 2
    share = near / (x[None, :] ** 2 + y[:, None] ** 2 + near)
    return np.asarray(share**1.5, np.float32)


def light_map(
    ground: HeightMap, lighting: Lighting, desk_colour: Linear, samples: int = 7
) -> LightMap:
    """The light on a table of this height map."""
    flat = np.zeros_like(ground.heights)
    shades = tuple(
        LampShade(
            lamp,
            _seen_share(ground, flat, lamp, samples),
            _seen_share(ground, ground.heights, lamp, samples),
        )
        for lamp in lighting.lamps
    )
    return LightMap(
        ground,
        lighting.room,
        shades,
        _open_sky(ground.heights, flat),
        _open_sky(ground.heights, ground.heights),
        desk_colour,
    )


def _seen_share(ground: HeightMap, standing: Map, lamp: Lamp, samples: int) -> Map:
    """The share of the lamp's disc that each dot sees."""
    total = np.zeros_like(ground.heights)
    golden = np.pi * (3 - 5**0.5)
    for i in range(samples):
        away = lamp.radius_in * np.sqrt((i + 0.5) / samples)
        place = lamp.place + away * np.array([np.cos(i * golden), np.sin(i * golden), 0])
        total += _unshaded(ground, standing, place)
    return np.asarray(cv2.GaussianBlur(total / samples, (0, 0), 0.9))


def _unshaded(ground: HeightMap, standing: Map, place: Floats) -> Map:
    """1 where nothing stands between the dot and one point of light, else 0."""
    h, w = ground.heights.shape
    at = (place[:2] - ground.origin) * DOTS_PER_INCH
    highest = float(ground.heights.max())
    far = max(np.hypot(at[0] - x, at[1] - y) for x in (0, w) for y in (0, h))
    share = min(highest / place[2], 0.5)
    steps = int(np.clip(far * share / 2.0, 4, 40))
    lit = np.ones((h, w), dtype=bool)
    for s in (np.arange(steps) + 0.7) / steps * share:
        # The dot's ray has come the share s of its way: that point is an affine map of the dot.
        moved = np.array([[1 - s, 0, s * at[0]], [0, 1 - s, s * at[1]]])
        under = cv2.warpAffine(
            ground.heights, moved, (w, h), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        )
        lit &= under <= (1 - s) * standing + s * place[2] + FLOOR_BIAS_IN
    return lit.astype(np.float32)


def _open_sky(heights: Map, standing: Map) -> Map:
    """The share of the room's light that reaches each dot past its neighbours."""
    h, w = heights.shape
    total = np.zeros_like(heights)
    ways = 10
    for turn in np.arange(ways) / ways * 2 * np.pi:
        slope = np.zeros_like(heights)
        for step_in in (0.12, 0.3, 0.7, 1.4, 2.8, 5.0):
            off = step_in * DOTS_PER_INCH * np.array([np.cos(turn), np.sin(turn)])
            moved = np.array([[1, 0, off[0]], [0, 1, off[1]]], dtype=np.float64)
            there = cv2.warpAffine(
                heights, moved, (w, h), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            )
            slope = np.maximum(slope, (there - standing) / np.float32(step_in))
        total += 1.0 / (1.0 + slope * slope)
    return np.asarray(cv2.GaussianBlur(total / ways, (0, 0), 1.2))
