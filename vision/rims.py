"""Rims of mugs, plates and lids: a patch of their colour in, the circle that it shows out.

The patch's outline tells circles to try, or the picture's own edges where the outline is
that of something else too. Outline, edges and colour together decide.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import exp
from typing import cast

import cv2
import numpy as np
from shapely import Polygon, contains_xy

from calibration.medians import median
from table.places import Floats
from vision.circles import Circle, circles_on_edges, likely_circles, round_share, settled
from vision.evidence import Evidence
from vision.flat_table import Pixels
from vision.regions import (
    Region,
    both,
    either,
    filled,
    grown,
    opened,
    region,
    regions,
    share_of,
    without,
    without_holes,
)
from vision.rim_edges import (
    LEAST_SHARP,
    PLAIN_EDGE,
    outermost,
    plainest_near,
    sharpened,
    sharpness,
)
from vision.rings import hull


@dataclass(frozen=True, slots=True)
class Round:
    """What a kind of round thing must show to be believed."""

    radii_in: tuple[float, float]
    least_share: float  # of its round that lies on the colour's outline
    least_fill: float  # of its ring that has the colour
    hollow: float  # the radius, as a share, within which the colour does not matter
    least_edge: float  # of its round, where it stands out, that lies on an edge
    full_round: float  # of its outline, that is enough without edges, under a soft light
    least_spoken: float  # of all three together
    most_spill: float  # of its colour close around it: a handle, a figure, a neighbour


ROUNDS = {
    "mug": Round((1.1, 2.3), 0.42, 0.5, 0.88, 0.3, 0.65, 2.0, 0.35),
    "lid": Round((0.8, 2.3), 0.5, 0.8, 0.0, 0.75, 0.85, 2.0, 0.2),
    "plate": Round((2.2, 6.5), 0.45, 0.7, 0.0, 0.0, 0.65, 2.0, 0.35),
}
_TOLERANCE_IN = 0.07
_AROUND_IN = 0.4
_MOST_PLAIN_SPILL = 0.7  # a river of the same colour, around a mug that is plain to see
_PLAINLY_SPOKEN = 2.1
_FULL_EDGE = 0.95  # a thing half in shadow has its colour on a part of it, edges all round
_ENOUGH_OF_FULL = 0.75  # of the least fill
_WHOLE = 0.85  # of outline and edges: a whole round needs little of the colour
_LEAST_OF_WHOLE = 0.2
_LEAST_STRICT = 0.12  # of its ring, else another listing's strip or mat has a round drawn in
_LEAST_SIDE = 0.4
_TALL_IN = 1.5
_LEAST_SIDE_SQ_IN = 0.5
_BEYOND = 1.35  # of a base's radius: the desk that is looked at beside a mug's side
_PLAINLY_OTHER = 6.0  # Lab units; a lid's shadow makes 3, a mug's side 11
_APART_CELLS, _VOTES = 8, 20  # of circles among all edges
_MOST_TRIED = 4
_PLAIN_ALONE = 2.5  # from which no other circle is tried
_NEARLY_PLAIN = 0.75  # of an inner edge, around which the rim's own may be plainer
_WELL_EXPLAINED = 0.9
_SOME = 300
_HOPEFUL = 0.65  # of the least share, from which settling or plain edges may bear it out
_MOST_UNLISTED = 0.45
_PLAINER = 0.1  # of a round on edges, that tells a cup's rim from what is in the cup
_LEAST_BESIDE = 1.5  # of a small rim's radius, squared: half a mug that another one hides


@dataclass(frozen=True, slots=True)
class Rim:
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
    def is_whole(self) -> bool:
        """Whether outline and edges show it nearly all round."""
        return self.outline + self.edge >= 2 * _WHOLE

    @property
    def confidence(self) -> float:
        """How likely it is a thing: even odds at two thirds of what could speak for it."""
        return round(min(0.99, 1 / (1 + exp(-5.0 * (self.spoken - 1.9)))), 3)


@dataclass(frozen=True, eq=False)
class Search:
    """A patch in which the rim of one kind of thing is looked for."""

    evidence: Evidence
    patch: Region
    wanted: Round
    height_in: float
    strict: Pixels  # the cells that no other listed colour fits better

    @property
    def radii(self) -> tuple[float, float]:
        """The smallest and the largest radius that such a rim is seen with."""
        spread = self.evidence.flat.spread(self.height_in)
        return self.wanted.radii_in[0] * spread, self.wanted.radii_in[1] * spread

    @cached_property
    def inner(self) -> Floats:
        """Some of the patch's cells in seen inches."""
        cells = cv2.findNonZero(self.patch.cells).reshape(-1, 2)
        some = cells[:: max(1, len(cells) // _SOME)].astype(float)
        return self.evidence.flat.seen_from_cells(some)

    def fits(self, circle: Circle) -> bool:
        """Whether a circle has the size of such a rim."""
        return self.radii[0] < circle.radius < self.radii[1]


def rims(search: Search) -> Iterator[Rim]:
    """The rims in a patch, the plainest first."""
    points, rim = search.patch.ring, _plainest(search)
    hidden = np.zeros_like(search.patch.cells)
    while rim is not None:
        yield rim
        body = silhouette(search, rim.circle)
        points = _outside(points, grown(body, 1.1))
        hidden = either(hidden, filled(grown(body, 1.05), search.evidence.flat))
        rim = _outline_rim(search, points) or _rim_beside(search, hidden)


def _plainest(search: Search) -> Rim | None:
    """The best rim on the patch's outline, or on edges where the outline is not plain."""
    rim = _outline_rim(search, search.patch.ring)
    if rim is not None and rim.edge >= PLAIN_EDGE:
        return rim
    tried = (rim, _tidy_rim(search), _edge_rim(search))
    return max((r for r in tried if r is not None), key=_score(search), default=None)


def _rim_beside(search: Search, hidden: Pixels) -> Rim | None:
    """A rim in what found ones leave of a patch: two mugs that touch have one outline."""
    evidence = search.evidence
    rest = replace(evidence, covered=either(evidence.covered, hidden))
    left = without(search.patch.cells, hidden)
    for patch in regions(left, evidence.flat, _LEAST_BESIDE * search.radii[0] ** 2):
        rim = _edge_rim(replace(search, evidence=rest, patch=patch))
        if rim is not None:
            return rim
    return None


def _score(search: Search) -> Callable[[Rim], float]:
    """How good rims are, beside one another."""
    return lambda rim: rim.spoken + _explained(search, rim.circle)


def silhouette(search: Search, circle: Circle) -> Floats:
    """The ring around rim and base, in seen inches."""
    base = np.asarray(search.evidence.flat.table_from_seen(circle.points(64), search.height_in))
    return grown(hull(np.vstack([circle.points(64), base])), 1.03)


def _outline_rim(search: Search, points: Floats) -> Rim | None:
    """The rim that an outline's points lie on best."""
    least_share = _HOPEFUL * search.wanted.least_share
    likely = likely_circles(points, search.radii, _TOLERANCE_IN)
    hopeful = [circle for circle, share in likely if share >= least_share]
    circles = [settled(circle, points, _TOLERANCE_IN) for circle in hopeful]
    return _best(search, points, circles, least_share)


def _tidy_rim(search: Search) -> Rim | None:
    """The rim on the patch's outline without its tails: shadows and thin edges of a like colour."""
    flat, low = search.evidence.flat, search.radii[0]
    tidy = opened(without_holes(search.patch.cells), flat, 0.4 * low)
    if cv2.countNonZero(tidy) < 2 * (low * flat.px_per_in) ** 2:
        return None
    return _outline_rim(search, region(tidy, flat).ring)


def _edge_rim(search: Search) -> Rim | None:
    """The rim that the picture's own edges show, though the outline does not."""
    return _best(search, search.patch.ring, _edge_circles(search), 0.0)


def _best(search: Search, points: Floats, circles: list[Circle], least_share: float) -> Rim | None:
    """The best of some circles, once they were moved onto edges; None where all are bad."""
    wanted, good = search.wanted, list[Rim]()
    for rough in circles:
        share = round_share(rough, points, _TOLERANCE_IN)
        if share < least_share or not search.fits(rough):
            continue
        circle, edge = sharpened(search.evidence, rough, search.height_in)
        least_edge = wanted.least_edge if share >= wanted.least_share else PLAIN_EDGE
        if wanted.hollow and _NEARLY_PLAIN <= edge < least_edge:
            circle, edge = plainest_near(search.evidence, circle, edge, search.height_in)
        clear = edge >= least_edge or share >= wanted.full_round
        if not (search.fits(circle) and clear):
            continue
        rim = Rim(circle, share, edge, fill(search, circle))
        good.append(rim)
        if rim.spoken >= _PLAIN_ALONE and _explained(search, circle) >= _WELL_EXPLAINED:
            break
    return _believed_one(search, points, sorted(good, key=_score(search), reverse=True))


def _believed_one(search: Search, points: Floats, ranked: list[Rim]) -> Rim | None:
    """The best rim that is believed, or a better one near it; asking that takes longest."""
    if search.wanted.hollow:
        ranked = _brim_first(ranked)
    for rank, rim in enumerate(ranked):
        circle, edge = rim.circle, rim.edge
        if search.wanted.hollow:
            circle, edge = outermost(search.evidence, circle, edge, search.height_in)
        elif rank == 0 and edge < PLAIN_EDGE:
            # A shadow beside a plate may have its colour, and be part of its outline.
            circle, edge = plainest_near(search.evidence, circle, edge, search.height_in)
        tried = [rim]
        if circle != rim.circle and search.fits(circle):
            share = round_share(circle, points, _TOLERANCE_IN)
            moved = Rim(circle, share, edge, fill(search, circle))
            # Round a mug's rim lies less of its colour: that edge is a shadow's.
            if not search.wanted.hollow or moved.fill >= rim.fill:
                tried = [moved, rim]
        for one in tried:
            if _believed(search, one):
                return one
    return None


def _brim_first(ranked: list[Rim]) -> list[Rim]:
    """Rims, first those around the best that are plainer than it: foam in a cup is round too."""
    brims = [
        rim
        for rim in ranked[1:]
        if rim.circle.encloses(ranked[0].circle) and rim.edge >= ranked[0].edge + _PLAINER
    ]
    return brims + [rim for rim in ranked if rim not in brims]


def _edge_circles(search: Search) -> list[Circle]:
    """Circles on the picture's own edges near a patch."""
    flat, (low, high) = search.evidence.flat, search.radii
    left, top, width, height = cv2.boundingRect(search.patch.cells)
    high = min(high, 0.6 * max(width, height) / flat.px_per_in)
    if high < low:
        return []
    here = np.s_[top : top + height, left : left + width]
    light = np.clip(search.evidence.view.lab[here][..., 0] * 2.55, 0, 255).astype(np.uint8)
    scale = flat.px_per_in
    rough = circles_on_edges(light, (low * scale, high * scale), _APART_CELLS, _VOTES)
    rough = rough[:_MOST_TRIED]
    middles = np.array([circle.centre for circle in rough]).reshape(-1, 2)
    centres = flat.seen_from_cells(middles + np.array([left, top]))
    return [
        Circle(float(x), float(y), circle.radius / scale)
        for (x, y), circle in zip(centres, rough, strict=True)
    ]


def _believed(search: Search, rim: Rim) -> bool:
    """Whether enough speaks for a rim, and it does not go on beyond its round."""
    wanted, evidence, patch = search.wanted, search.evidence, search.patch
    if rim.fill < _least_fill(wanted, rim) or rim.spoken < wanted.least_spoken:
        return False
    ring = _ring(search, rim.circle)
    if not rim.is_whole and share_of(search.strict, ring) < _LEAST_STRICT:
        return False
    nearby = without(_nearby(search, rim.circle), evidence.covered)
    plain = rim.spoken >= _PLAINLY_SPOKEN and rim.edge >= PLAIN_EDGE
    lonely = share_of(patch.cells, nearby) <= (_MOST_PLAIN_SPILL if plain else wanted.most_spill)
    if not lonely and rim.edge >= _FULL_EDGE:
        # A shadow may have been taken for a white mug's colour, and is none beside the mug.
        lonely = _differ(search, ring, both(nearby, patch.cells))
    # Around a hand's knuckles there is more hand, which no listing explains; none is that round.
    if rim.spoken < _PLAIN_ALONE:
        lonely &= share_of(evidence.unlisted, nearby) <= _MOST_UNLISTED
        if rim.outline < wanted.full_round:
            lonely = lonely and sharpness(evidence, rim.circle) >= LEAST_SHARP
    return lonely and _has_side(search, rim.circle)


def _least_fill(wanted: Round, rim: Rim) -> float:
    """How much of its ring must have the colour: less where outline and edges are plain."""
    if rim.is_whole:
        return _LEAST_OF_WHOLE
    return wanted.least_fill if rim.edge < _FULL_EDGE else _ENOUGH_OF_FULL * wanted.least_fill


def _has_side(search: Search, circle: Circle) -> bool:
    """Whether what lies between rim and base is not bare desk: a lid is no mug seen from afar.

    A white mug's side in its own shade may pass for desk, but not for the desk beside it.
    """
    evidence, flat = search.evidence, search.evidence.flat
    if search.height_in < _TALL_IN:  # a plate is narrower below its rim
        return True
    outline = silhouette(search, circle)
    whole = without(filled(outline, flat), evidence.covered)
    side = without(whole, filled(grown(circle.points(), 1.05), flat))
    if cv2.countNonZero(side) < _LEAST_SIDE_SQ_IN * flat.px_per_in**2:
        return True
    if share_of(either(evidence.strange, search.patch.cells), side) > _LEAST_SIDE:
        return True
    base = np.asarray(flat.table_from_seen(circle.points(), search.height_in))
    beyond = without(filled(grown(base, _BEYOND), flat), filled(grown(outline, 1.04), flat))
    return _differ(search, side, both(beyond, evidence.in_sight))


def _differ(search: Search, one: Pixels, other: Pixels) -> bool:
    """Whether two grounds have plainly different colours."""
    if not (one.any() and other.any()):
        return False
    lab = search.evidence.view.lab
    return bool(np.linalg.norm(median(lab[one > 0]) - median(lab[other > 0])) > _PLAINLY_OTHER)


def _explained(search: Search, circle: Circle) -> float:
    """The share of a patch's cells that lie on the thing, from its base to its rim.

    It tells a rim from a base: a base taken for a rim leaves the true rim unexplained.
    """
    flat, height_in = search.evidence.flat, search.height_in
    inner = search.inner
    on = np.zeros(len(inner), bool)
    for level in np.linspace(0, 1, 5):
        shrink = flat.spread(height_in * level) / flat.spread(height_in)
        foot = np.array(flat.eye[:2])
        centre = foot + (circle.centre - foot) * shrink
        on |= np.hypot(*(inner - centre).T) < circle.radius * shrink * 1.04
    return float(on.mean())


def fill(search: Search, circle: Circle) -> float:
    """The share of the ring between the hollow and the rim that has the colour.

    A thin rim may be broken, and its pieces other patches: they count where surely its own.
    """
    return share_of(either(search.patch.cells, search.strict), _ring(search, circle))


def _ring(search: Search, circle: Circle) -> Pixels:
    """What shows between the hollow and the rim."""
    flat, hollow = search.evidence.flat, search.wanted.hollow
    disc = filled(circle.points(), flat)
    if hollow > 0:
        disc = without(disc, filled(grown(circle.points(), hollow), flat))
    return both(disc, search.evidence.in_sight)


def _nearby(search: Search, circle: Circle) -> Pixels:
    """The ground close around a thing."""
    ring, flat = silhouette(search, circle), search.evidence.flat
    wider = grown(ring, 1 + _AROUND_IN / circle.radius)
    return without(filled(wider, flat), filled(grown(ring, 1.04), flat))


def _outside(points: Floats, ring: Floats) -> Floats:
    return cast("Floats", points[~contains_xy(Polygon(ring), points)])
