"""One explanation of the whole table: shapes compete for its cells until none gains by more.

This is greedy inference with explaining away: the surest shape comes first. It then explains its
cells, so that what looked odd there looks odd no longer, and it hides what lies below it; shapes
that cannot be there with it drop out, and the others are judged anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon

from calibration.medians import median
from table.places import Floats, SeenXY
from vision.pictures.channels import summed
from vision.surface.flat_table import Mask, Singles
from vision.surface.masks import where
from vision.things.candidate import Found, footprint_of
from vision.things.cells import Cells
from vision.things.inverted import is_inverted
from vision.things.proposals import LOWEST_KINDS, STRIP_KINDS, Proposed, lowest_proposals
from vision.things.shapes import DISCS, Samples, together
from vision.things.signs import (
    GROUPS,
    SIGNS,
    sign_rows,
    signs_of,
    unlikeness,
    with_unlikeness,
)
from vision.things.sizes import SIDES_IN, outline_height_in
from vision.things.weights import WEIGHTS, SignWeights

# What lies on what, where heights are equal.
_LAYERS = ("mat", "napkin", "river", "road", "bridge", "plate", "book", "wall", "lid", "mug")
_CARRY = frozenset({"mat", "napkin", "river", "road", "bridge", "plate", "book"})
_ON_PLATES = frozenset({"mug", "lid", "wall", "plate"})
_ALONE = frozenset({"mat", "napkin", "river", "road", "bridge", "wall", "lid", "mug"})
_FEWEST_PLACES = 10.0  # of an outline that are seen
_MOST_OF_A_LISTING = 20
# Nats, of e times as much ground that is explained, or of e times a bar's length: what is long is
# rather one than several.
_WORTH = {"strip": 1.2, "bar": 1.2}
_WORTH_ELSE = 0.4
_HOPELESS = 2.0  # nats below that
_TOUCH, _SHARED = 0.02, 0.3  # of the smaller ground
_SAME, _SAME_STACKED = 0.6, 0.92  # of the ground of both together
_TWIN = 0.02, 0.25  # logarithm of two widths, of one thing as it is and as an edge of it looks
_MIDDLE = 0.75  # of a round thing across, which something on it may hide
_OWN, _PLAIN = 0.3, 0.3  # likeness of cells that show a listing; share of a thing that does
_FEWEST_TELLING, _ENOUGH_TELLING = 20, 2000  # cells that tell a thing's colours
_TRIMMED = 0.75  # of a thing's cells that tell its colours; the rest may be something on it


@dataclass(eq=False)
class Candidates:
    """Shapes taken for listed things, and how sure each is: the logarithm of its odds."""

    samples: Samples
    listing: NDArray[np.intp]
    rows: Floats
    odds: Floats
    ground: NDArray[np.object_]  # polygons, seen inches
    worth: Floats  # of what each explains, nats
    alive: Mask
    stale: Mask  # what is seen of it may have changed,
    alone: Mask  # or what it is compared with in size


@dataclass(frozen=True, eq=False)
class Chosen:
    """A shape of the explanation: its listing, ring and signs."""

    listing: int
    ring: SeenXY
    row: Floats
    odds: float
    cells: Mask
    size_in: Floats
    here: tuple[slice, slice]  # the part of the grid around its cells
    left: Singles  # how odd it leaves each cell there at most


@dataclass(eq=False)
class Explanation:
    """The table as it is explained so far."""

    cells: Cells
    odd: Singles
    weights: SignWeights = WEIGHTS
    chosen: list[Chosen] = field(default_factory=list)
    sizes: dict[int, list[Floats]] = field(default_factory=dict)

    def layer(self, listing: int) -> tuple[float, int]:
        """How high a listing lies among others."""
        thing = self.cells.spec.things[listing]
        return thing.height, _LAYERS.index(thing.kind)

    def kind(self, listing: int) -> str:
        """A listing's kind."""
        return self.cells.spec.things[listing].kind

    @property
    def rest(self) -> Cells:
        """The cells, those that things hide as if tags lay there."""
        free = self.cells.free.copy()
        for one in self.chosen:
            free &= ~one.cells
        return replace(self.cells, free=free)

    def free_for(self, listing: int) -> Mask:
        """The cells that nothing found so far hides from a listing."""
        free = self.cells.free.copy()
        for one in self.chosen:
            if self.layer(one.listing) > self.layer(listing):
                free &= ~one.cells
        return free


def explained(
    cells: Cells,
    proposed: Sequence[Proposed],
    *,
    least: float | None = None,
    weights: SignWeights = WEIGHTS,
) -> Explanation:
    """The explanation that the surest shapes make, down to odds of `least` nats, if not as fitted.

    What lies lowest is seen in parts, and its parts run into what lies on it: once that is
    explained, the rest is asked anew.
    """
    least = weights.least if least is None else least
    first = _grown(Explanation(cells, cells.odd.copy(), weights), proposed, least)
    upper = [one for one in first.chosen if first.kind(one.listing) not in LOWEST_KINDS]
    lowest = {thing.kind for thing in cells.spec.things} & LOWEST_KINDS
    if not (upper and lowest):
        return first
    second = Explanation(cells, cells.odd.copy(), weights)
    for one in upper:
        _add(second, one)
    low = [replace(some, kinds=some.kinds & lowest) for some in proposed if some.kinds & lowest]
    return _grown(second, [*low, *lowest_proposals(second.rest)], least)


def _grown(table: Explanation, proposed: Sequence[Proposed], least: float) -> Explanation:
    """The explanation with whatever shapes gain by being there too."""
    if proposed:
        some = _candidates(table, proposed, least)
        for one in table.chosen:
            _drop_rivals(table, some, one.listing, _grounds([one.ring])[0])
        while (best := _next(table, some, least)) is not None:
            _choose(table, some, best)
    return table


def _odds(table: Explanation, listing: int, rows: Floats) -> Floats:
    return np.asarray(rows @ table.weights.signs[GROUPS[table.kind(listing)]])


@dataclass(frozen=True, eq=False)
class _Some:
    """Shapes taken for one listing, and their signs."""

    samples: Samples
    listing: int
    rows: Floats


def _candidates(table: Explanation, proposed: Sequence[Proposed], least: float) -> Candidates:
    """All shapes that may be listed things, with what they are worth on the bare table."""
    parts = [part for some in proposed for part in _taken(table, some, least)]
    samples = together([part.samples for part in parts])
    rows = np.concatenate([np.zeros((0, len(SIGNS))), *(part.rows for part in parts)])
    listing = np.array([part.listing for part in parts for _ in part.rows], int)
    told = [_odds(table, part.listing, part.rows) for part in parts]
    ground = _grounds(samples.rings)
    alive = np.ones(len(listing), bool)
    groups = [GROUPS[table.kind(n)] for n in listing.tolist()]
    share = np.array([_WORTH.get(group, _WORTH_ELSE) for group in groups])
    is_bar = np.array(groups) == "bar"
    extent = np.where(is_bar, samples.sizes_in[:, 0], shapely.area(ground))
    worth = share * np.log(np.maximum(extent, 0.1))
    odds = np.concatenate([np.zeros(0), *told])
    return Candidates(samples, listing, rows, odds, ground, worth, alive, ~alive, ~alive)


def _grounds(rings: Sequence[SeenXY]) -> NDArray[np.object_]:
    """The polygons inside rings, which may cross themselves."""
    if not rings:
        return np.zeros(0, object)
    whose = np.repeat(np.arange(len(rings)), [len(ring) for ring in rings])
    lines = shapely.linearrings(np.concatenate(rings), indices=whose)
    grounds = np.asarray(shapely.polygons(lines))
    crossed = ~shapely.is_valid(grounds)
    grounds[crossed] = shapely.buffer(grounds[crossed], 0)
    return grounds


def _taken(table: Explanation, some: Proposed, least: float) -> list[_Some]:
    """The best of some shapes for each listing that has such shapes."""
    cells, parts = table.cells, []
    signs = signs_of(cells, some.samples, cells.free, cells.odd)
    for listing, thing in enumerate(cells.spec.things):
        if thing.kind in some.kinds:
            rows = sign_rows(cells, some.samples, signs, listing)
            odds = np.where(signs.places < _FEWEST_PLACES, -np.inf, _odds(table, listing, rows))
            order = np.argsort(-odds, kind="stable")[:_MOST_OF_A_LISTING]
            kept = [n for n in order.tolist() if odds[n] > least - _HOPELESS]
            parts.append(_Some(some.samples.part(kept), listing, rows[kept]))
    return parts


def _next(table: Explanation, some: Candidates, least: float) -> int | None:
    """The surest candidate, judged by the table as it is explained now."""
    for listing in sorted(set(some.listing[some.alive & (some.stale | some.alone)].tolist())):
        own = some.alive & (some.listing == listing)
        _look_again(table, some, np.flatnonzero(own & some.stale), listing)
        _judge(table, some, np.flatnonzero(own & (some.stale | some.alone)), listing)
    some.stale[:] = some.alone[:] = False
    some.alive &= some.odds > least - _HOPELESS
    likely = np.flatnonzero(some.alive & (some.odds > least))
    if not len(likely):
        return None
    return int(likely[(some.odds[likely] + some.worth[likely]).argmax()])


def _look_again(
    table: Explanation, some: Candidates, numbers: NDArray[np.intp], listing: int
) -> None:
    """See candidates for one listing anew among what is explained now."""
    if len(numbers):
        part = some.samples.part(numbers.tolist())
        signs = signs_of(table.cells, part, table.free_for(listing), table.odd)
        some.rows[numbers] = sign_rows(table.cells, part, signs, listing)
        some.alive[numbers] = signs.places >= _FEWEST_PLACES


def _judge(table: Explanation, some: Candidates, numbers: NDArray[np.intp], listing: int) -> None:
    """Judge candidates for one listing anew, beside what was found of it."""
    rows = some.rows[numbers]
    if table.kind(listing) not in STRIP_KINDS:  # of which there are pieces of any length
        others = table.sizes.get(listing, [])
        rows = with_unlikeness(rows, unlikeness(some.samples.sizes_in[numbers], others))
    some.rows[numbers] = rows
    some.odds[numbers] = _odds(table, listing, rows)


def _choose(table: Explanation, some: Candidates, best: int) -> None:
    """Take a candidate into the explanation; what cannot be there with it drops out."""
    listing, ring = int(some.listing[best]), some.samples.rings[best]
    cells, size = table.cells, some.samples.sizes_in[best]
    filled = _filled(cells, _silhouette(cells, ring, outline_height_in(cells.spec.things[listing])))
    here = where(cells.flat, filled).part_around(0.0)
    left = _left_odd(cells, listing, ring, filled, here)
    odds = float(some.odds[best])
    _add(table, Chosen(listing, ring, some.rows[best], odds, filled, size, here, left))
    some.alive[best] = False
    _drop_rivals(table, some, listing, some.ground[best])
    # Without its colours, anything as wide would do.
    is_first = len(table.sizes[listing]) == 1 and table.cells.known[listing]
    if is_first and GROUPS[table.kind(listing)] == "disc":
        _offer_twins(some, listing, float(size[0]))


def _offer_twins(some: Candidates, listing: int, width_in: float) -> None:
    """Offer the others of a round listing as wide as the one that was found.

    Things of one listing are alike, and of what another half hides an inner edge may be clearer.
    """
    own = np.flatnonzero(some.alive & (some.listing == listing))
    off = np.abs(np.log(some.samples.sizes_in[own, 0] / width_in))
    own = own[(off > _TWIN[0]) & (off < _TWIN[1])]
    numbers = np.empty((len(own), 3))
    numbers[:, :2], numbers[:, 2] = some.samples.outline[own].mean(axis=1), width_in / 2
    samples = DISCS.samples(numbers)
    ground = _grounds(samples.rings)
    some.samples = together([some.samples, samples])
    some.listing = np.concatenate([some.listing, some.listing[own]])
    some.rows = np.concatenate([some.rows, some.rows[own]])
    some.odds = np.concatenate([some.odds, some.odds[own]])
    some.ground = np.concatenate([some.ground, ground])
    some.worth = np.concatenate([some.worth, some.worth[own]])
    some.alive, some.stale, some.alone = (
        np.concatenate([old, np.ones(len(own), bool)])
        for old in (some.alive, some.stale, some.alone)
    )


def _add(table: Explanation, one: Chosen) -> None:
    """Let a thing be there and explain its cells: what is like most of it is odd no longer."""
    table.chosen.append(one)
    table.sizes.setdefault(one.listing, []).append(one.size_in)
    odd, filled = table.odd[one.here], one.cells[one.here] & table.cells.free[one.here]
    np.copyto(odd, np.minimum(odd, one.left), where=filled)


def _left_odd(
    cells: Cells, listing: int, ring: SeenXY, filled: Mask, here: tuple[slice, slice]
) -> Singles:
    """How odd a thing leaves the cells of a part of the grid at most."""
    telling = filled[here] & cells.free[here]
    # What stands on a round thing stands in its middle.
    if GROUPS[cells.spec.things[listing].kind] == "disc":
        middle = ring.mean(axis=0)
        telling &= ~_filled(cells, SeenXY(middle + (ring - middle) * _MIDDLE))[here]
    own = telling & (cells.likes[listing][here] > _OWN)
    plain = np.count_nonzero(own) > _PLAIN * np.count_nonzero(telling)
    return _unlike(cells.view.lab[here], own if plain else telling)


def _drop_rivals(table: Explanation, some: Candidates, listing: int, ground: Polygon) -> None:
    """Drop the candidates that cannot be there with a thing; judge those near it anew."""
    left, top, right, bottom = ground.bounds
    boxes = shapely.bounds(some.ground).T
    beside = (boxes[0] > right) | (boxes[1] > bottom) | (boxes[2] < left) | (boxes[3] < top)
    near = np.flatnonzero(some.alive & ~beside)
    shared = shapely.area(shapely.intersection(some.ground[near], ground))
    areas = shapely.area(some.ground[near])
    smaller = np.minimum(areas, ground.area)
    stacked = _on_top(table, (some.listing[near], areas), (listing, ground.area))
    both = areas + ground.area - shared
    same = shared > np.where(stacked, _SAME_STACKED, _SAME) * both
    apart = shared <= _SHARED * smaller
    some.alive[near] = (shared <= _TOUCH * smaller) | (~same & (apart | stacked))
    some.stale[near] |= shared > 0
    some.alone |= some.listing == listing


def _on_top(
    table: Explanation, some: tuple[NDArray[np.intp], Floats], other: tuple[int, float]
) -> Mask:
    """Which of some shapes, told by listing and area, may lie on another or under it."""
    able = np.zeros(len(some[0]), bool)
    for listing in sorted(set(some[0].tolist())):
        low, high = sorted((listing, other[0]), key=table.layer)
        own = some[0] == listing
        if table.layer(high) > table.layer(low) and _carries(table.kind(low), table.kind(high)):
            below, above = (some[1][own], other[1])[:: 1 if low == listing else -1]
            able[own] = (above < 0.9 * below) | (table.kind(high) == "mug")
    return able


def _carries(below: str, above: str) -> bool:
    """Whether a thing of one kind may lie on one of another."""
    if below not in _CARRY or (below == "plate" and above not in _ON_PLATES):
        return False
    # A stack's upper book is listed by itself, as high as both.
    return below != above or above not in _ALONE


def _silhouette(cells: Cells, ring: SeenXY, height_in: float) -> SeenXY:
    """All that a thing hides: its top, and its sides where it is high."""
    if height_in < SIDES_IN:
        return ring
    foot = np.asarray(cells.flat.table_from_seen(ring, height_in))
    both = np.concatenate([ring, foot]).astype(np.float32)
    return SeenXY(cv2.convexHull(both).reshape(-1, 2).astype(float))


def _filled(cells: Cells, ring: SeenXY) -> Mask:
    """The cells inside a ring."""
    ground = np.zeros(cells.flat.size_wh[::-1], np.uint8)
    corners = np.rint(cells.flat.cells_from_seen(ring) * 16).astype(np.int32)
    cv2.fillPoly(ground, [corners], 1, cv2.LINE_8, 4)
    return ground.view(bool)


def _unlike(lab: Singles, telling: Mask) -> Singles:
    """How unlike most of the colours that tell each colour is, 0 to 1; 1 where too few tell."""
    colours = lab[telling]
    if len(colours) < _FEWEST_TELLING:
        return np.ones(lab.shape[:2], np.float32)
    own = colours[:: 1 + len(colours) // _ENOUGH_TELLING].astype(float)
    off = np.abs(own - median(own)).sum(axis=1)
    core = own[off <= np.sort(off)[int(_TRIMMED * (len(off) - 1))]]
    spread = 1.5 * np.cov(core.T) + np.diag([9.0, 6.0, 6.0])
    # Where all colours stray alike their squared lengths tell how far they are.
    even = np.linalg.cholesky(np.linalg.inv(spread)).T
    away = cv2.transform(lab, np.column_stack([even, -even @ core.mean(axis=0)]))
    far = summed(np.square(away, away))
    return np.asarray(np.clip((far - 4) / 20, 0, 1))


def found_in(table: Explanation) -> list[Found]:
    """The things of an explanation, the surest first."""
    return [_found(table.cells, one) for one in table.chosen]


def _found(cells: Cells, one: Chosen) -> Found:
    thing = cells.spec.things[one.listing]
    return Found(
        thing,
        footprint_of(cells.flat, one.ring, outline_height_in(thing)),
        _silhouette(cells, one.ring, outline_height_in(thing)),
        round(float(1 / (1 + np.exp(-one.odds))), 3),
        thing.kind == "mug" and _is_inverted(cells, one.ring),
    )


def _is_inverted(cells: Cells, ring: SeenXY) -> bool:
    """Whether a mug stands on its rim."""
    return is_inverted(cells.view, where(cells.flat, ~cells.free), ring)
