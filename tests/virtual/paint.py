"""Painters: a flat picture lying somewhere, or a solid shape, onto the canvas in its light."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from table.places import Floats
from tests.virtual.canvas import Canvas, Window
from tests.virtual.colours import Linear
from tests.virtual.light import LightMap
from tests.virtual.solids import Array, Shape

DESK_LEVEL_IN = 0.06


@dataclass(frozen=True, eq=False)
class Sheet:
    """A flat picture in space: linear colour and coverage, and its corner and edges in inches.

    `corner` is where the texture's top-left corner lies, `across` and `down` its two edges.
    """

    colour: Linear  # (h, w, 3)
    cover: NDArray[np.float32]  # (h, w), 0 to 1
    corner: Floats
    across: Floats
    down: Floats
    gloss: float = 0.0
    owner: int = -1


@dataclass(frozen=True, eq=False)
class Solid:
    """A solid shape with its colour, how much it shines and what it mirrors."""

    shape: Shape
    colour: Linear
    gloss: float = 0.05
    sharpness: float = 40.0
    mirror: float = 0.0
    owner: int = -1
    depth_of_shade: float = 1.0  # less than 1 inside deep vessels


def paint_sheet(canvas: Canvas, sheet: Sheet, light: LightMap) -> None:
    """Lay the sheet into the picture, hidden where something nearer was painted."""
    ends = [sheet.corner + a * sheet.across + b * sheet.down for a in (0, 1) for b in (0, 1)]
    window = canvas.window_around(np.array(ends))
    if window.is_empty:
        return
    dots_from_sheet = _dots_from_plane(canvas, sheet.corner, sheet.across, sheet.down)
    h, w = sheet.cover.shape
    dots_from_texture = dots_from_sheet @ _share_from_texel(w, h)
    colour, cover = _warped(sheet, _moved_to(window) @ dots_from_texture, window)
    depth = _plane_depth(canvas, sheet, window)
    cover = cover * (depth <= canvas.depth[window.dots] + 0.02)
    lit = _light_on_sheet(canvas, sheet, light, window)
    shine = sheet.gloss * _sheet_shine(canvas, sheet, light, window) if sheet.gloss else 0.0
    _lay(canvas, window, _Layer(colour * lit + shine, cover, depth), sheet.owner)


def _share_from_texel(w: int, h: int) -> Floats:
    """Texel centres to shares of the sheet's edges."""
    return np.array([[1 / w, 0, 0.5 / w], [0, 1 / h, 0.5 / h], [0, 0, 1.0]])


def _dots_from_plane(canvas: Canvas, corner: Floats, across: Floats, down: Floats) -> Floats:
    """The homography from shares of a sheet's two edges to dots of the canvas."""
    axes = canvas.camera.axes
    columns = [axes @ across, axes @ down, axes @ (corner - canvas.camera.position)]
    return np.asarray(canvas.matrix @ np.stack(columns, axis=1))


def _moved_to(window: Window) -> Floats:
    return np.array([[1, 0, -window.left], [0, 1, -window.top], [0, 0, 1.0]])


def _warped(
    sheet: Sheet, dots_from_texture: Floats, window: Window
) -> tuple[Linear, NDArray[np.float32]]:
    shrink = 1 / np.sqrt(abs(np.linalg.det(dots_from_texture / dots_from_texture[2, 2])))
    colour, cover = sheet.colour, np.pad(sheet.cover, 1)
    if shrink > 1.3:  # finer than the canvas: smooth first, or thin lines would sparkle
        colour = np.asarray(cv2.GaussianBlur(colour, (0, 0), 0.45 * shrink), np.float32)
        cover = np.asarray(cv2.GaussianBlur(cover, (0, 0), 0.35 * shrink), np.float32)
    padded = dots_from_texture @ np.array([[1, 0, -1], [0, 1, -1], [0, 0, 1.0]])
    light = cv2.warpPerspective(
        colour, dots_from_texture, window.size_wh, borderMode=cv2.BORDER_REPLICATE
    )
    share = cv2.warpPerspective(cover, padded, window.size_wh)
    return np.asarray(light, np.float32), np.asarray(share, np.float32)


def _plane_depth(canvas: Canvas, sheet: Sheet, window: Window) -> NDArray[np.float32]:
    normal = np.cross(sheet.across, sheet.down)
    far = np.float32(normal @ (sheet.corner - canvas.camera.position))
    right, down, forward = (canvas.camera.axes @ normal).astype(np.float32)
    x, y = canvas.slopes(window)
    return np.asarray(far / (x[None, :] * right + (y[:, None] * down + forward)), np.float32)


def _light_on_sheet(canvas: Canvas, sheet: Sheet, light: LightMap, window: Window) -> Linear:
    """The light map seen through the canvas at the sheet's level."""
    level = float(sheet.corner[2] + sheet.across[2] / 2 + sheet.down[2] / 2)
    source = light.desk if level < DESK_LEVEL_IN else light.top
    corner = np.array([*light.ground.origin, level])
    step = 1 / light.ground.dots_from_table[0, 0]
    dots_from_map = _dots_from_plane(canvas, corner, np.array([step, 0, 0]), np.array([0, step, 0]))
    return np.asarray(
        cv2.warpPerspective(
            source,
            _moved_to(window) @ dots_from_map,
            window.size_wh,
            borderMode=cv2.BORDER_REPLICATE,
        )
    )


def _sheet_shine(canvas: Canvas, sheet: Sheet, light: LightMap, window: Window) -> Linear:
    """The broad sheen of lamps on a flat, half-polished surface."""
    small = 8  # a sheen is smooth: an eighth of the dots tells it
    w, h = window.size_wh
    x, y = canvas.slopes(window)
    right, down, forward = canvas.camera.axes.astype(np.float32)
    rays = x[None, ::small, None] * right + (y[::small, None, None] * down + forward)
    rays = rays.reshape(-1, 3)
    depth = (sheet.corner[2] - canvas.camera.position[2]) / rays[:, 2]
    at = (canvas.camera.position + depth[:, None] * rays).astype(np.float32)
    normal = np.tile(np.array([0, 0, 1], np.float32), (len(at), 1))
    shine = shine_of(canvas, light, at, normal, 14.0) + 0.5 * light.room
    rows = (h + small - 1) // small
    return np.asarray(cv2.resize(shine.reshape(rows, -1, 3), (w, h)))


@dataclass(frozen=True, eq=False)
class _Layer:
    """What a sheet shows in its window: light, how much it covers, how far away it is."""

    light: Linear
    cover: NDArray[np.float32]
    depth: NDArray[np.float32]


def _lay(canvas: Canvas, window: Window, layer: _Layer, owner: int) -> None:
    under = canvas.light[window.dots]
    under += layer.cover[..., None] * (layer.light - under)
    solid = layer.cover > 0.5
    canvas.depth[window.dots][solid] = layer.depth[solid]
    canvas.owner[window.dots][solid] = owner


def paint_solid(canvas: Canvas, solid: Solid, light: LightMap) -> None:
    """Put the solid into the picture, hidden where something nearer was painted."""
    bounds = solid.shape.bounds()
    window = canvas.window_around(bounds)
    if window.is_empty:
        return
    near = float(canvas.camera.seen(bounds)[:, 2].min())
    maybe = _hull_mask(canvas, bounds, window) & (canvas.depth[window.dots] > near)
    rows, cols = np.nonzero(maybe)
    if not len(rows):
        return
    rays = canvas.rays_at(window, rows, cols)
    depth, normal = solid.shape.meet(canvas.camera.position, rays)
    rows, cols = rows + window.top, cols + window.left
    front = (depth < canvas.depth[rows, cols]) & (depth > 0)
    if not front.any():
        return
    rows, cols, rays = rows[front], cols[front], rays[front]
    depth, normal = depth[front], normal[front]
    at = canvas.camera.position.astype(np.float32) + depth[:, None] * rays
    facing = normal * -np.sign(np.einsum("ij,ij->i", normal, rays))[:, None]
    canvas.light[rows, cols] = _lit(canvas, solid, light, at, facing)
    canvas.depth[rows, cols] = depth
    canvas.owner[rows, cols] = solid.owner


def _hull_mask(canvas: Canvas, bounds: Floats, window: Window) -> NDArray[np.bool_]:
    """The dots of a window that the shape's bounds could cover, and one more all around."""
    dots = canvas.dots_of(bounds) - (window.left, window.top)
    hull = cv2.convexHull(np.round(dots).astype(np.int32)).reshape(-1, 2)
    mask = np.zeros(window.size_wh[::-1], np.uint8)
    cv2.fillConvexPoly(mask, hull, 1)
    cv2.polylines(mask, [hull], True, 1, 3)
    return mask > 0


def _lit(canvas: Canvas, solid: Solid, light: LightMap, at: Array, normal: Array) -> Linear:
    beside = at[:, :2] + 0.12 * normal[:, :2]
    up = normal[:, 2:3]
    low = np.clip(at[:, 2:3] / 1.5, 0.5, 1.0)  # near the desk the desk itself hides the sky
    sky = light.at(light.open_top, beside)[:, None] * (0.62 + 0.38 * up) * low
    arriving = sky * light.room
    for shade in light.shades:
        way = shade.lamp.place.astype(np.float32) - at
        far = _lengths(way)
        slant = np.maximum(np.einsum("ij,ij->i", way, normal), 0) / far[:, 0]
        slant *= (shade.lamp.place[2] / far[:, 0]) ** 2
        seen = light.at(shade.on_top, beside)
        arriving = arriving + (slant * seen)[:, None] * shade.lamp.light
    bounced = light.at(light.desk, at[:, :2] + (0.4 + 0.5 * at[:, 2:3]) * normal[:, :2])
    arriving = arriving + (1 - up) / 2 * light.desk_colour * bounced
    arriving = arriving * solid.depth_of_shade
    shown = solid.colour * arriving
    if solid.mirror:
        shown = shown + _mirrored_desk(canvas, solid, light, at, normal)
    if solid.gloss:
        shine = shine_of(canvas, light, at, normal, solid.sharpness)
        shown = shown + solid.gloss * solid.depth_of_shade * shine
    return np.asarray(shown, np.float32)


def shine_of(canvas: Canvas, light: LightMap, at: Array, normal: Array, sharpness: float) -> Linear:
    """The lamps' reflections at these points, before the surface's own gloss."""
    eye = canvas.camera.position.astype(np.float32) - at
    eye /= _lengths(eye)
    total = np.zeros((len(at), 3), np.float32)
    for shade in light.shades:
        way = shade.lamp.place.astype(np.float32) - at
        far = _lengths(way)
        half = way / far + eye
        half /= _lengths(half)
        meet = np.clip(np.einsum("ij,ij->i", half, normal), 0, 1)
        # A wide lamp is a wide reflection, but never brighter than the lamp itself.
        blur = 1 / (1 / sharpness + (shade.lamp.radius_in / far[:, 0] / 2) ** 2)
        seen = light.at(shade.on_top, at[:, :2].astype(np.float32))
        strength = meet**blur * seen * (shade.lamp.place[2] / far[:, 0]) ** 2
        total += (strength[:, None] * shade.lamp.light).astype(np.float32)
    return total


def _mirrored_desk(
    canvas: Canvas, solid: Solid, light: LightMap, at: Array, normal: Array
) -> Linear:
    """What a steep glazed wall mirrors: the lit desk beside it, most near its outline."""
    ray = at - canvas.camera.position.astype(np.float32)
    ray /= _lengths(ray)
    glance = 1 - np.abs(np.einsum("ij,ij->i", ray, normal))
    share = solid.mirror * (0.06 + 0.94 * glance**3)
    aside = at[:, :2] + normal[:, :2] * (0.3 + at[:, 2:3])
    bounced = light.at(light.desk, aside) * light.desk_colour
    return np.asarray(share[:, None] * bounced, np.float32)


def _lengths(vectors: Array) -> Array:
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", vectors, vectors))[:, None])
