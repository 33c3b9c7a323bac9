"""Things seen from above, as a stranger would draw them: mugs, napkins, books, strips...

A body's shape in, strokes in inches out. The art follows the outline that the camera measured;
nothing here is at a fixed place or of a fixed size.
"""

from collections.abc import Callable
from functools import lru_cache
from math import pi

import numpy as np
import shapely
from shapely import LineString, Polygon, affinity
from shapely.geometry.base import BaseGeometry

from overlay.marks.lines import circle_xy, closed, lines_in
from overlay.marks.marks import Body, polygons_in, rings_of, shape_of
from overlay.strokes.dashes import dashes
from overlay.strokes.hatching import hatch_lines
from overlay.strokes.inks import Rgb
from overlay.strokes.strokes import Fill, Stroke, StrokePath
from table.places import Floats

_ROUND = 0.93  # a shape with this much of its hull circle's compactness is taken for a circle


@lru_cache(maxsize=256)
def body_strokes(body: Body) -> tuple[Stroke, ...]:
    """The thing with its shadow, as it is drawn on paper."""
    shape = shape_of(body.rings).buffer(0)
    return (*_shadow(shape, body.height_in), *_ART.get(body.kind, _plain)(shape, body))


def _shadow(shape: BaseGeometry, height_in: float) -> list[Stroke]:
    """A soft shadow that grows with the height, so that high things stand out."""
    if height_in <= 0:
        return []
    long_in = min(0.10 + 0.09 * height_in, 0.5)
    steps = (0.4, 0.7, 1.0)
    moved = [affinity.translate(shape, long_in * s, long_in * s) for s in steps]
    return [stroke for part in moved for stroke in _fills(part, (60, 48, 30), 0.13)]


def _fills(shape: BaseGeometry, rgb: Rgb, alpha: float = 1.0) -> list[Stroke]:
    return [Fill(_arrays(rings), rgb, alpha) for rings in rings_of(shape)]


def _edges(shape: BaseGeometry, rgb: Rgb, width_in: float) -> list[Stroke]:
    lines = tuple(closed(ring) for rings in rings_of(shape) for ring in _arrays(rings))
    return [StrokePath(lines, rgb, width_in)] if lines else []


def _arrays(rings: tuple[tuple[tuple[float, float], ...], ...]) -> tuple[Floats, ...]:
    return tuple(np.asarray(ring, np.float64) for ring in rings)


def _is_round(shape: BaseGeometry) -> bool:
    return float(4 * pi * shape.area / shape.length**2) > _ROUND


def _plain(shape: BaseGeometry, _body: Body) -> list[Stroke]:
    return [*_fills(shape, (200, 200, 196)), *_edges(shape, (90, 90, 90), 0.06)]


def _mug(shape: BaseGeometry, body: Body) -> list[Stroke]:
    """A round mug with its handle and its coffee; any other outline is roofed like a house."""
    if not _is_round(shape):
        return _house(shape)
    x, y = shape.centroid.x, shape.centroid.y
    radius_in = (shape.area / pi) ** 0.5
    handle = closed(circle_xy(x - radius_in * 0.98, y + radius_in * 0.55, radius_in * 0.33, 36))
    walls: list[Stroke] = [
        StrokePath((handle,), (122, 30, 26), radius_in * 0.22),
        StrokePath((handle,), (196, 70, 60), radius_in * 0.13),
        *_fills(shape, (178, 52, 44)),
        *_edges(shape, (112, 26, 22), 0.08),
    ]
    if body.inverted:
        return [*walls, *_edges(shape.buffer(-0.18 * radius_in), (222, 120, 108), 0.07)]
    return [
        *walls,
        *_fills(shape.buffer(-0.16 * radius_in), (84, 52, 34)),
        *_edges(shape.buffer(-0.16 * radius_in), (232, 140, 128), 0.06),
        StrokePath((_arc(x, y, radius_in * 0.62),), (128, 88, 60), 0.09),
    ]


def _arc(x: float, y: float, radius_in: float) -> Floats:
    turn = np.linspace(np.radians(195), np.radians(265), 16)
    return np.column_stack([x + radius_in * np.cos(turn), y + radius_in * np.sin(turn)])


def _house(shape: BaseGeometry) -> list[Stroke]:
    """A hipped roof: the ridge is what is left of the outline far inside it."""
    depth_in = min(_half_width(shape) * 0.72, 1.2)
    ridge = shape.buffer(-depth_in, join_style="mitre")
    corners = shapely.get_coordinates(shape.simplify(0.2))[:-1]
    tops = shapely.get_coordinates(ridge)
    hips = tuple(np.array([c, _nearest(tops, c)]) for c in corners) if len(tops) else ()
    return [
        *_fills(shape, (188, 74, 56)),
        *_fills(ridge, (214, 112, 88)),
        StrokePath(hips, (128, 40, 30), 0.05),
        *_edges(ridge, (128, 40, 30), 0.05),
        *_edges(shape, (112, 30, 24), 0.09),
    ]


def _nearest(places: Floats, to: Floats) -> Floats:
    return np.asarray(places[np.argmin(np.hypot(*(places - to).T))])


def _half_width(shape: BaseGeometry) -> float:
    """About the largest distance inside the shape from its edge."""
    box = shapely.minimum_rotated_rectangle(shape)
    xy = shapely.get_coordinates(box)
    sides = np.hypot(*np.diff(xy, axis=0).T)
    return float(sides[:2].min() / 2)


def _napkin(shape: BaseGeometry, _body: Body) -> list[Stroke]:
    """Woods: green with tree tops, and a stitched hem."""
    trees = _scattered(shape.buffer(-0.35), 0.95)
    return [
        *_fills(shape, (150, 190, 128)),
        *[Fill((circle_xy(x + 0.06, y + 0.07, r, 20),), (92, 138, 84)) for x, y, r in trees],
        *[Fill((circle_xy(x, y, r, 20),), (112, 160, 98)) for x, y, r in trees],
        *[
            Fill((circle_xy(x - r / 4, y - r / 4, r / 2.2, 14),), (134, 180, 116))
            for x, y, r in trees
        ],
        *_edges(shape, (52, 104, 58), 0.08),
        *_hem(shape.buffer(-0.16)),
    ]


def _hem(shape: BaseGeometry) -> list[Stroke]:
    rings = [closed(r) for rings in rings_of(shape) for r in _arrays(rings)]
    stitches = tuple(part for ring in rings for part in dashes(ring, (0.16, 0.14)))
    return [StrokePath(stitches, (92, 140, 84), 0.035)]


def _scattered(shape: BaseGeometry, spacing_in: float) -> list[tuple[float, float, float]]:
    """Tree tops on a jittered grid: x, y, radius; the same for the same outline."""
    if shape.is_empty:
        return []
    left, top, right, bottom = shape.bounds
    rng = np.random.default_rng(7)
    x, y = np.meshgrid(np.arange(left, right, spacing_in), np.arange(top, bottom, spacing_in))
    places = np.column_stack([x.ravel(), y.ravel()])
    places += rng.uniform(0.1, spacing_in * 0.75, places.shape)
    radii = rng.uniform(0.17, 0.30, len(places))
    inside = shapely.contains_xy(shape, places[:, 0], places[:, 1])
    return [
        (float(a), float(b), float(r))
        for (a, b), r in zip(places[inside], radii[inside], strict=True)
    ]


def _plate(shape: BaseGeometry, _body: Body) -> list[Stroke]:
    """A plate is a lake: a pale rim round water."""
    rim_in = min(0.22 * _half_width(shape), 0.8)
    water = shape.buffer(-rim_in)
    return [
        *_fills(shape, (238, 240, 242)),
        *_edges(shape, (140, 150, 160), 0.07),
        *_fills(water, (150, 196, 226)),
        *_edges(water, (84, 138, 182), 0.06),
        *_waves(water.buffer(-0.2), 0.9),
    ]


def _river(shape: BaseGeometry, _body: Body) -> list[Stroke]:
    return [
        *_fills(shape, (142, 190, 226)),
        *_waves(shape.buffer(-0.15), 0.8),
        *_edges(shape, (62, 118, 176), 0.07),
    ]


def _waves(shape: BaseGeometry, spacing_in: float) -> list[Stroke]:
    """Short wave lines, kept inside the water."""
    if shape.is_empty:
        return []
    left, top, right, bottom = shape.bounds
    turn = np.linspace(-0.3, 0.3, 13)
    wave = np.column_stack([turn, 0.06 * np.sin(turn / 0.3 * pi)])
    rows = np.arange(top, bottom, spacing_in * 0.6)
    places = [
        (x + (i % 2) * spacing_in / 2, y)
        for i, y in enumerate(rows)
        for x in np.arange(left, right, spacing_in)
    ]
    lines = np.array([LineString(wave + place) for place in places], dtype=object)
    kept = lines[shapely.contains(shape, lines)] if len(lines) else lines
    return [StrokePath(lines_in(kept), (226, 240, 250), 0.045)] if len(kept) else []


def _road(shape: BaseGeometry, _body: Body) -> list[Stroke]:
    return [
        *_fills(shape, (226, 204, 160)),
        *_edges(shape.buffer(-0.1), (240, 224, 188), 0.08),
        *_edges(shape, (166, 136, 86), 0.06),
    ]


def _bridge(shape: BaseGeometry, _body: Body) -> list[Stroke]:
    """Planks across the longer side."""
    planks = _planks(shape, 0.4)
    return [
        *_fills(shape, (156, 108, 70)),
        StrokePath(planks, (112, 72, 42), 0.05),
        *_edges(shape, (84, 50, 26), 0.09),
    ]


def _planks(shape: BaseGeometry, spacing_in: float) -> tuple[Floats, ...]:
    angle = _long_bearing_deg(shape)
    flat = affinity.rotate(shape, -angle, origin=(0, 0))
    found = [
        hatch_lines(rings_of(affinity.rotate(part, 90, origin=(0, 0)))[0], "level", spacing_in)
        for part in polygons_in(flat)
    ]
    turn = np.radians(angle - 90)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return tuple(line @ spin for lines in found for line in lines)


def _long_bearing_deg(shape: BaseGeometry) -> float:
    xy = shapely.get_coordinates(shapely.minimum_rotated_rectangle(shape))
    sides = np.diff(xy, axis=0)[:2]
    dx, dy = sides[np.argmax(np.hypot(*sides.T))]
    return float(np.degrees(np.arctan2(dy, dx)))


def _book(shape: BaseGeometry, body: Body) -> list[Stroke]:
    """A hill: one contour for each half inch of height, lighter toward the top."""
    steps = max(1, min(int(body.height_in / 0.5), 5))
    depth_in = _half_width(shape) / (steps + 1.6)
    made: list[Stroke] = [*_fills(shape, (196, 168, 130)), *_edges(shape, (110, 82, 52), 0.09)]
    for i in range(1, steps + 1):
        top = shape.buffer(-i * min(depth_in, 0.5), join_style="round")
        shade = (196 + 8 * i, 168 + 9 * i, 130 + 10 * i)
        made += [*_fills(top, shade), *_edges(top, (150, 120, 84), 0.045)]
    return made


def _wall(shape: BaseGeometry, body: Body) -> list[Stroke]:
    """Stones in a row; a chest-high wall is darker."""
    dark = body.height_in >= 1.0
    stone: Rgb = (96, 92, 88) if dark else (142, 136, 128)
    return [
        *_fills(shape, stone),
        StrokePath(_planks(shape, 0.45), (220, 214, 204), 0.045),
        *_edges(shape, (58, 54, 50), 0.07),
    ]


def _mat(shape: BaseGeometry, _body: Body) -> list[Stroke]:
    """A start zone: hardly more than a tint, for it does nothing."""
    lines = tuple(line for r in rings_of(shape) for line in hatch_lines(r, "slant", 0.6))
    return [
        *_fills(shape, (232, 224, 236), 0.7),
        StrokePath(lines, (212, 200, 220), 0.03),
        *_edges(shape, (160, 146, 172), 0.05),
    ]


def _lid(shape: BaseGeometry, _body: Body) -> list[Stroke]:
    inner = shape.buffer(-0.25 * _half_width(shape))
    return [
        *_fills(shape, (172, 176, 180)),
        *_fills(inner, (198, 202, 206)),
        *_edges(inner, (130, 134, 138), 0.05),
        *_edges(shape, (84, 88, 92), 0.08),
    ]


_ART: dict[str, Callable[[Polygon, Body], list[Stroke]]] = {
    "mug": _mug,
    "plate": _plate,
    "napkin": _napkin,
    "road": _road,
    "river": _river,
    "bridge": _bridge,
    "book": _book,
    "wall": _wall,
    "mat": _mat,
    "lid": _lid,
}
