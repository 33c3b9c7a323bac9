"""Flat footprints as sheets: a texture cut to a polygon, laid on the table at some height."""

from collections.abc import Callable

import cv2
import numpy as np
from shapely import Polygon, affinity

from tests.virtual.colours import Linear
from tests.virtual.paint import Sheet

PPI = 64.0
Texture = Callable[[tuple[int, int]], Linear]


def cut_sheet(
    footprint: Polygon,
    texture: Texture,
    *,
    yaw_deg: float,
    z_in: float,
    owner: int,
    gloss: float = 0.0,
    rim: float = 0.8,
    ppi: float = PPI,
) -> Sheet:
    """A sheet in the shape of a footprint, its texture running along the yaw.

    `rim` darkens the outermost hair of the sheet, where it lifts off the table a little.
    """
    flat = affinity.rotate(footprint, -yaw_deg, origin=(0, 0))
    x0, y0, x1, y1 = flat.bounds
    pad = 2 / ppi
    x0, y0, x1, y1 = x0 - pad, y0 - pad, x1 + pad, y1 + pad
    w, h = max(int(np.ceil((x1 - x0) * ppi)), 4), max(int(np.ceil((y1 - y0) * ppi)), 4)
    cover = _filled([np.array(flat.exterior.coords)], (x0, y0), ppi, (w, h))
    colour = texture((w, h))
    if rim < 1:
        inside = cv2.erode(cover, np.ones((3, 3), np.uint8))
        soft = cv2.GaussianBlur(inside, (0, 0), 1.5)[..., None]
        colour = colour * (rim + (1 - rim) * soft)
    along = np.radians(yaw_deg)
    c, s = np.cos(along), np.sin(along)
    corner = np.array([x0 * c - y0 * s, x0 * s + y0 * c, z_in])
    return Sheet(
        colour.astype(np.float32),
        cover,
        corner,
        np.array([c, s, 0.0]) * (w / ppi),
        np.array([-s, c, 0.0]) * (h / ppi),
        gloss=gloss,
        owner=owner,
    )


def _filled(
    rings: list[np.ndarray], origin: tuple[float, float], ppi: float, size_wh: tuple[int, int]
) -> np.ndarray:
    mask = np.zeros(size_wh[::-1], np.uint8)
    shift = 6
    scaled = [np.round(((ring - origin) * ppi - 0.5) * 2**shift).astype(np.int32) for ring in rings]
    cv2.fillPoly(mask, scaled, 255, cv2.LINE_AA, shift)
    return mask.astype(np.float32) / np.float32(255)


def square_sheet(
    colour: Linear,
    *,
    centre: tuple[float, float, float],
    size_wh_in: tuple[float, float],
    up_deg: float,
    owner: int,
    tip_deg: tuple[float, float] = (0.0, 0.0),
    gloss: float = 0.0,
) -> Sheet:
    """A printed rectangle whose top edge points along `up_deg`, perhaps tipped a little."""
    a = np.radians(up_deg)
    up = np.array([np.cos(a), np.sin(a), np.tan(np.radians(tip_deg[0]))])
    right = np.array([-np.sin(a), np.cos(a), np.tan(np.radians(tip_deg[1]))])
    across = right / np.linalg.norm(right) * size_wh_in[0]
    down = -up / np.linalg.norm(up) * size_wh_in[1]
    lift = (abs(across[2]) + abs(down[2])) / 2
    middle = np.array(centre) + np.array([0.0, 0.0, lift])
    cover = np.ones(colour.shape[:2], np.float32)
    return Sheet(colour, cover, middle - across / 2 - down / 2, across, down, gloss, owner)
