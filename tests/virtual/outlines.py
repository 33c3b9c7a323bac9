"""Footprints of random things: cloths with wavy rims, bent roads, circles, rectangles."""

from itertools import pairwise

import numpy as np
from shapely import LineString, Point, Polygon, affinity, unary_union

Rng = np.random.Generator


def circle(x: float, y: float, radius: float, corners: int = 40) -> Polygon:
    """A round footprint, its corners on the circle."""
    turns = np.arange(corners) / corners * 2 * np.pi
    return Polygon(np.stack([x + radius * np.cos(turns), y + radius * np.sin(turns)], axis=1))


def cloth_outline(
    rng: Rng, x: float, y: float, size: tuple[float, float], yaw_deg: float, *, wave: float
) -> Polygon:
    """A cloth or mat: a rectangle with rounded corners and sides that wave and bulge."""
    a, b = size[0] / 2, size[1] / 2
    corners = [(-a, -b), (a, -b), (a, b), (-a, b), (-a, -b)]
    points = []
    for (x0, y0), (x1, y1) in pairwise(corners):
        share = (np.arange(24) / 24)[:, None]
        side = np.array([x0, y0]) * (1 - share) + np.array([x1, y1]) * share
        out = np.array([y1 - y0, x0 - x1]) / np.hypot(x1 - x0, y1 - y0)
        bulge = rng.normal(0, wave) * np.sin(np.pi * share) * 2
        ripple = rng.normal(0, wave * (0.6 if wave > 0.1 else 0.2)) * np.sin(
            2 * np.pi * share * rng.integers(2, 5)
        )
        points.append(side + out * (bulge + ripple))
    shape = Polygon(np.concatenate(points)).buffer(0)
    soft = shape.buffer(-0.12).buffer(0.12) if rng.random() < 0.5 else shape
    assert isinstance(soft, Polygon), soft.wkt
    return affinity.translate(affinity.rotate(soft, yaw_deg, origin=(0, 0)), x, y)


def folded_outline(x: float, y: float, side: float, yaw_deg: float, style: str) -> Polygon:
    """A napkin folded to a triangle or to a narrow rectangle."""
    a = side / 2
    ring = (
        [(-a, -a), (a, -a), (-a, a)]
        if style == "triangle"
        else [(-a, -a / 2), (a, -a / 2), (a, a / 2), (-a, a / 2)]
    )
    return affinity.translate(affinity.rotate(Polygon(ring), yaw_deg, origin=(0, 0)), x, y)


def strip_path(
    rng: Rng, table_wh: tuple[float, float], *, upright: bool, bends: int
) -> list[tuple[float, float]]:
    """A bent line across the table, from edge to edge or nearly."""
    w, h = table_wh
    long, wide = (h, w) if upright else (w, h)
    start, end = rng.uniform(0.01, 0.12) * long, rng.uniform(0.8, 0.99) * long
    along = np.linspace(start, end, bends + 2)
    middle = wide * rng.uniform(0.3, 0.7)
    across = np.clip(middle + rng.normal(0, 0.07, bends + 2) * wide, 0.18 * wide, 0.82 * wide)
    pairs = zip(along, across, strict=True)
    return [(float(b), float(a)) if upright else (float(a), float(b)) for a, b in pairs]


def strips(path: list[tuple[float, float]], width: float) -> tuple[Polygon, ...]:
    """Paper strips along a path, each reaching a little past its bend."""
    pieces = []
    for start, end in pairwise(path):
        a, b = np.array(start), np.array(end)
        way = (b - a) / np.hypot(*(b - a))
        past = width * 0.12
        line = LineString([a - way * past, b + way * past])
        pieces.append(line.buffer(width / 2, cap_style="flat"))
    return tuple(pieces)


def joined(pieces: tuple[Polygon, ...]) -> Polygon:
    """The strips as one footprint, gaps at the bends closed."""
    whole = unary_union(pieces)
    if not isinstance(whole, Polygon):
        whole = whole.convex_hull
    return Polygon(whole.exterior)


def cut_at(
    pieces: tuple[Polygon, ...], across: Polygon, gap_in: float
) -> list[tuple[Polygon, ...]]:
    """The strips on either side of a river, a gap away from it."""
    hole = across.buffer(gap_in, join_style="mitre")
    left = [part for piece in pieces for part in _polygons(piece.difference(hole))]
    groups: list[list[Polygon]] = []
    for part in left:
        if part.area < 1.0:
            continue
        near = [g for g in groups if any(part.distance(other) < 0.05 for other in g)]
        merged = [part, *(other for g in near for other in g)]
        groups = [g for g in groups if not any(g is n for n in near)] + [merged]
    return [tuple(group) for group in groups]


def _polygons(shape: object) -> list[Polygon]:
    if isinstance(shape, Polygon):
        return [shape] if not shape.is_empty else []
    return [part for part in getattr(shape, "geoms", ()) if isinstance(part, Polygon)]


def near_point(shape: Polygon, other: Polygon) -> Point:
    """The middle of where two footprints cross."""
    return shape.intersection(other).centroid


def long_way_deg(piece: Polygon) -> float:
    """The direction of an outline's longer side."""
    ring = np.array(piece.minimum_rotated_rectangle.exterior.coords)
    sides = ring[1:3] - ring[:2]
    longest = sides[np.hypot(*sides.T).argmax()]
    return float(np.degrees(np.arctan2(longest[1], longest[0])))
