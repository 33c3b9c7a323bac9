"""Mugs, plates and lids: circles at a known height."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import cast

import cv2
import numpy as np

from table.places import Floats
from table.table_spec import ThingSpec
from vision.circles import Circle, around, likely_circles, round_share, settled
from vision.edge_search import edge_offsets
from vision.evidence import Evidence
from vision.flat_table import FlatTable, Mask, Pixels
from vision.found import Found, footprint_of, ground_of
from vision.inverted import is_inverted
from vision.regions import Region, at, bridged, closed, filled, grown, regions, share_of, without
from vision.rings import hull


@dataclass(frozen=True, slots=True)
class _Round:
    """What a kind of round thing must show to be believed."""

    radii_in: tuple[float, float]
    least_share: float  # of its round that lies on the colour's outline
    least_fill: float  # of its ring that has the colour
    hollow: float  # the radius, as a share, within which the colour does not matter
    least_edge: float  # of its round, where it stands out, that lies on an edge
    full_round: float  # of its outline, that is enough without edges, under a soft light
    least_spoken: float  # of all three together
    most_spill: float  # of its colour close around it: a handle, a figure, a neighbour


_ROUNDS = {
    "mug": _Round((1.1, 2.3), 0.42, 0.5, 0.8, 0.3, 0.65, 2.0, 0.35),
    "lid": _Round((0.8, 2.3), 0.5, 0.8, 0.0, 0.75, 0.85, 2.0, 0.2),
    "plate": _Round((2.2, 6.5), 0.45, 0.7, 0.0, 0.0, 0.65, 2.0, 0.35),
}
_TOLERANCE_IN = 0.07
_RAYS = 120
_AROUND_IN = 0.4
_REACHES_IN = (0.18, 0.1)  # the second is within the thickness of a mug's rim
_MOST_PLAIN_SPILL = 0.6  # a river of the same colour, around a mug that is plain to see
_PLAINLY_SPOKEN = 2.1
_PLAIN_EDGE = 0.85  # a circle at a strip's end has edges on three sides
_HOPEFUL = 0.65  # of the least share, from which settling a circle may reach it
_MOST_UNLISTED = 0.45
# A mug's edges are rounded: where it is widest lies a little below its top.
_ROUNDED_LIP_IN = 0.12
_ROUNDED_FLOOR_IN = 0.25


def find_round(evidence: Evidence, number: int, above: Sequence[Found]) -> list[Found]:
    """The mugs, plates or lids of one listing."""
    thing, flat = evidence.spec.things[number], evidence.flat
    claimed = ground_of(above, flat)
    wanted = _ROUNDS[thing.kind]
    mask = closed(without(evidence.masks[number], claimed), flat, 0.25)
    whole = bridged(mask, evidence.covered, flat, 0.9)
    found = []
    for patch in regions(whole, flat, 0.6):
        # Nearly half a round is the least that shows, and it is as wide as its circle.
        if np.ptp(patch.ring, axis=0).max() < 1.7 * wanted.radii_in[0]:
            continue
        points = patch.ring
        while (rim := _rim(evidence, patch, points, wanted, thing.height)) is not None:
            found.append(_found(evidence, thing, rim))
            points = _outside(points, grown(found[-1].silhouette, 1.1))
    return found


@dataclass(frozen=True, slots=True)
class _Rim:
    """A circle, and what speaks for it: outline, edges and colour, each 0 to 1."""

    circle: Circle
    outline: float
    edge: float
    fill: float

    @property
    def spoken(self) -> float:
        """The sum of what speaks for it."""
        return self.outline + self.edge + self.fill

    @property
    def confidence(self) -> float:
        """How likely it is a thing: even odds at two thirds of what could speak for it."""
        return round(min(0.99, 1 / (1 + exp(-5.0 * (self.spoken - 1.9)))), 3)


def _found(evidence: Evidence, thing: ThingSpec, rim: _Rim) -> Found:
    """The thing whose rim the circle is."""
    circle = rim.circle
    inverted = thing.kind == "mug" and is_inverted(evidence, circle)
    level_in = thing.height
    if thing.kind == "mug":
        level_in -= _ROUNDED_FLOOR_IN if inverted else _ROUNDED_LIP_IN
    return Found(
        thing,
        footprint_of(evidence.flat, circle.points(64), level_in),
        _silhouette(evidence.flat, circle, thing.height),
        rim.confidence,
        inverted=inverted,
    )


def _rim(
    evidence: Evidence, patch: Region, points: Floats, wanted: _Round, height_in: float
) -> _Rim | None:
    """The circle that an outline's points lie on best, if it is a good one."""
    flat, covered = evidence.flat, evidence.covered
    low, high = (radius * flat.spread(height_in) for radius in wanted.radii_in)
    cells = cv2.findNonZero(patch.cells).reshape(-1, 2)
    inner = flat.seen_from_cells(cells[:: max(1, len(cells) // 500)].astype(float))
    best: _Rim | None = None
    best_score = 0.0
    for likely, at_first in likely_circles(points, (low, high), _TOLERANCE_IN):
        if at_first < _HOPEFUL * wanted.least_share:
            break
        rough = settled(likely, points, _TOLERANCE_IN)
        share = round_share(rough, points, _TOLERANCE_IN)
        if share < wanted.least_share or not low < rough.radius < high:
            continue
        circle, edge = _sharpened(evidence, rough, height_in)
        clear = edge >= wanted.least_edge or share >= wanted.full_round
        if not (low < circle.radius < high and clear):
            continue
        fill = _fill(flat, patch.cells, covered, circle, wanted.hollow)
        rim = _Rim(circle, share, edge, fill)
        score = rim.spoken + _explained(flat, circle, inner, height_in)
        if score > best_score and _believed(evidence, patch, rim, wanted, height_in):
            best, best_score = rim, score
    return best


def _believed(
    evidence: Evidence, patch: Region, rim: _Rim, wanted: _Round, height_in: float
) -> bool:
    """Whether enough speaks for a rim, and it does not go on beyond its round."""
    if rim.fill < wanted.least_fill or rim.spoken < wanted.least_spoken:
        return False
    nearby = without(_nearby(evidence.flat, rim.circle, height_in), evidence.covered)
    plain = rim.spoken >= _PLAINLY_SPOKEN and rim.edge >= _PLAIN_EDGE
    lonely = share_of(patch.cells, nearby) <= (_MOST_PLAIN_SPILL if plain else wanted.most_spill)
    # Around a hand's knuckles there is more hand, which no listing explains.
    return lonely and share_of(evidence.unlisted, nearby) <= _MOST_UNLISTED


def _explained(flat: FlatTable, circle: Circle, inner: Floats, height_in: float) -> float:
    """The share of a patch's cells that lie on the thing, from its base to its rim.

    It tells a rim from a base: a base taken for a rim leaves the true rim unexplained.
    """
    on = np.zeros(len(inner), bool)
    for level in np.linspace(0, 1, 5):
        shrink = flat.spread(height_in * level) / flat.spread(height_in)
        foot = np.array(flat.eye[:2])
        centre = foot + (circle.centre - foot) * shrink
        on |= np.hypot(*(inner - centre).T) < circle.radius * shrink * 1.04
    return float(on.mean())


def _fill(flat: FlatTable, cells: Pixels, covered: Pixels, circle: Circle, hollow: float) -> float:
    """The share of the ring between the hollow and the rim that has the colour."""
    disc = filled(circle.points(), flat)
    if hollow > 0:
        disc = without(disc, filled(grown(circle.points(), hollow), flat))
    return share_of(cells, without(disc, covered))


def _nearby(flat: FlatTable, circle: Circle, height_in: float) -> Pixels:
    """The ground close around a thing."""
    silhouette = _silhouette(flat, circle, height_in)
    wider = grown(silhouette, 1 + _AROUND_IN / circle.radius)
    return without(filled(wider, flat), filled(grown(silhouette, 1.04), flat))


def _silhouette(flat: FlatTable, circle: Circle, height_in: float) -> Floats:
    """The ring around rim and base, in seen inches."""
    base = np.asarray(flat.table_from_seen(circle.points(64), height_in))
    return grown(hull(np.vstack([circle.points(64), base])), 1.03)


def _outside(points: Floats, ring: Floats) -> Floats:
    contour = ring.astype(np.float32)
    inside = [cv2.pointPolygonTest(contour, (float(x), float(y)), False) > 0 for x, y in points]
    return cast("Floats", points[~np.array(inside, bool)])


def _sharpened(evidence: Evidence, circle: Circle, height_in: float) -> tuple[Circle, float]:
    """The rim moved onto the picture's own edges, and the share of it that lies on one.

    Only where it stands out against the table: on the other side is its own body.
    """
    share = 0.0
    for reach_in in _REACHES_IN:
        outward = around(_RAYS)[_outer_side(evidence.flat, circle, height_in)]
        points = circle.centre + circle.radius * outward
        seen = ~at(evidence.covered, evidence.flat, points)
        offsets = edge_offsets(evidence.view, points[seen], outward[seen], reach_in)
        clear = ~np.isnan(offsets)
        if clear.sum() < _RAYS / 5:
            continue
        edge = points[seen][clear] + offsets[clear, None] * outward[seen][clear]
        circle = settled(circle, edge, 0.06)
        share = float((np.abs(circle.gaps(edge)) < 0.04).sum() / max(1, seen.sum()))
    return circle, share


def _outer_side(flat: FlatTable, circle: Circle, height_in: float) -> Mask:
    """The rays behind which the thing's own side does not lie."""
    lean = circle.centre - np.asarray(flat.table_from_seen(circle.centre, height_in))
    length = float(np.hypot(*lean))
    if length < 0.1:
        return np.ones(_RAYS, bool)
    return cast("Mask", around(_RAYS) @ (lean / length) > -0.1)
