"""Rims of mugs, plates and lids: a patch of their colour in, the circle that it shows out.

The patch's outline tells circles to try, or the picture's own edges where the outline is
that of something else too. Outline, edges and colour together decide.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from math import sqrt
from typing import cast

import cv2
import numpy as np
from shapely import Polygon, contains_xy

from table.places import Floats
from vision.circles import Circle, likely_circles, round_share, settled
from vision.flat_table import Pixels
from vision.regions import (
    Region,
    all_filled,
    both,
    either,
    grown,
    opened,
    region,
    regions,
    without,
    without_holes,
)
from vision.rim_beliefs import LEAST_OF_WHOLE, is_believed, may_be_own
from vision.rim_edges import PLAIN_EDGE, is_known_outer, outermost, plainest_near, sharpened
from vision.rim_search import PLAIN_ALONE, WHOLE_OUTLINE, Rim, Search, fill, silhouette
from vision.rim_sides import side_share

_TOLERANCE_IN = 0.07
_MOST_TRIED = 4  # what is in a mug is as round as its brim, and all that are voted for are tried
_ROUGHLY = 0.8  # of the least fill, before a circle lies on its edges
_SOME = 0.5  # of the least fill, below which no circle near has enough
_ABOUT_IN = 1.0  # apart, of a circle on an outline and one that its edges vote for
_SAME_IN = 0.03  # apart, of two circles that are one
_LEAST_WIDE = 0.5  # of the square within the smallest round, that a patch has somewhere
_AS_TIDY = 0.97  # of a patch, that is left of it without tails, where it has none
_LEAST_INNER = 0.6  # of an inner edge, from which the rim's outer one is looked for
_OWN_FILL = 0.9  # of a ring, that is a mug's rim; inside the rim's inner edge are up to 0.84
_MOST_BEYOND_IN = 0.03  # an outline that is a rim's outer edge; another edge lies 0.04 inside it
_AS_FULL = 0.02  # of its ring, that a brim may have less of its colour
_NEARLY_PLAIN = 0.75  # of an inner edge, around which the rim's own may be plainer
_ALL_SPEAKS = 2.85  # of a rim's three
_FULL_EDGE, _FULL_SIDE = 0.95, 0.9  # of a rim and of the side below it, that edges bear out
_WELL_EXPLAINED, _MOSTLY_EXPLAINED = 0.9, 0.7
_MOSTLY_LAST = 0.5  # of a circle's round on the outline, from which it may be plain
_HOPEFUL = 0.65  # of the least share, from which settling or plain edges may bear it out
_NEARLY_SPOKEN, _WIDER_IN = 1.9, 0.06  # of a rim's three; half of how thick it is
_PLAINER = 0.1  # of a round on edges, that tells a cup's rim from what is in the cup
_LEVELS = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a thing's height
_LEAST_BESIDE = 1.5  # of a small rim's radius, squared: half a mug that another one hides


def rims(search: Search) -> Iterator[Rim]:
    """The rims in a patch, the plainest first."""
    return _one_by_one(search, _plainest)


def plain_rims(search: Search) -> Iterator[Rim]:
    """The rims in a patch whose outline is plainly one's."""
    return _one_by_one(search, _plain_rim)


def _one_by_one(search: Search, first: Callable[[Search], Rim | None]) -> Iterator[Rim]:
    """The first rim in a patch, and those beside it."""
    if not _is_wide(search):
        return
    flat, window, rim = search.evidence.flat, search.window, first(search)
    points, rest = search.patch.ring, window.of(search.patch.cells)
    bodies, known = list[Floats](), list[Circle]()
    while rim is not None:
        yield rim
        known.append(rim.circle)
        body = silhouette(search, rim.circle)
        bodies.append(grown(body, 1.05))
        rest = without(rest, window.filled(bodies[-1]))
        parts = regions(rest, flat, _LEAST_BESIDE * search.radii[0] ** 2)
        if not parts:
            return
        points = _outside(points, grown(body, 1.1))
        left, hidden = [window.whole(part) for part in parts], all_filled(bodies, flat)
        rim = _another(_outline_rim(search, points), known)
        rim = rim or _another(_rim_beside(search, hidden, left), known)


def _is_wide(search: Search) -> bool:
    """Whether a patch is anywhere as wide as such a thing; a mug's may be its thin rim alone."""
    if search.wanted.hollow:
        return True
    side = round(sqrt(2) * search.radii[0] * search.evidence.flat.px_per_in)
    whole = without_holes(search.window.of(search.patch.cells))
    shares = cv2.blur(whole, (side, side), borderType=cv2.BORDER_CONSTANT)
    return bool(shares.max() >= 255 * _LEAST_WIDE)


def _another(rim: Rim | None, known: Sequence[Circle]) -> Rim | None:
    """The rim if its middle lies in no known one; a shadow's outline leads to the same again."""
    if rim is None or any(circle.holds(rim.circle.centre) for circle in known):
        return None
    return rim


def _plainest(search: Search) -> Rim | None:
    """The best rim on the patch's outline, or on edges where the outline is not plain.

    Of a colour that fits another listing better only what is plainly round is believed.
    """
    if not may_be_own(search):
        return _outline_rim(search, search.patch.ring, hopeful=1.0)
    tried = list[Rim]()
    for rim_of in (_own_outline_rim, _tidy_rim, _sure_rim, _edge_rim):
        rim = rim_of(search)
        tried += [] if rim is None else [rim]
        if rim is not None and _is_told(rim):
            break
    return max(tried, key=_score(search), default=None)


def _own_outline_rim(search: Search) -> Rim | None:
    """The rim that the points of the patch's own outline lie on best."""
    return _outline_rim(search, search.patch.ring)


def _plain_rim(search: Search) -> Rim | None:
    """The best rim on the patch's outline with a plain edge, None where there is none.

    Where it is plain its outline need not be hoped for.
    """
    return _outline_rim(search, search.patch.ring, PLAIN_EDGE, 1.0)


def _is_told(rim: Rim) -> bool:
    """Whether a rim's edge and side are so plain that it is not looked for otherwise."""
    stands = rim.side is None or rim.has_plain_side or rim.spoken >= PLAIN_ALONE
    return rim.edge >= PLAIN_EDGE and stands


def _rim_beside(search: Search, hidden: Pixels, left: Sequence[Region]) -> Rim | None:
    """A rim in what found ones leave of a patch: two mugs that touch have one outline."""
    rest = replace(search.evidence, covered=either(search.evidence.covered, hidden))
    for patch in left:
        rim = _edge_rim(replace(search, evidence=rest, patch=patch))
        if rim is not None:
            return rim
    return None


def _score(search: Search) -> Callable[[Rim], float]:
    """How good rims are, beside one another."""
    return lambda rim: rim.spoken + rim.edge + _explained(search, rim.circle) + (rim.side or 0.0)


def _outline_rim(
    search: Search, points: Floats, least_edge: float = 0.0, hopeful: float = _HOPEFUL
) -> Rim | None:
    """The rim that an outline's points lie on best, and edges at least so plainly.

    Circles are tried that have at first so much of the least share of an outline.
    """
    least_share = hopeful * search.wanted.least_share
    likely = likely_circles(points, search.radii, _TOLERANCE_IN, least_share)
    circles = (
        settled(circle, points, _TOLERANCE_IN)
        for circle, share in likely
        if _may_be_edged(search, circle, share)
    )
    return _best(search, points, circles, least_share, least_edge)


def _tidy_rim(search: Search) -> Rim | None:
    """The rim on the patch's outline without its tails: shadows and thin edges of a like colour."""
    flat, low, window = search.evidence.flat, search.radii[0], search.window
    whole = without_holes(window.of(search.patch.cells))
    tidy = opened(whole, flat, 0.4 * low)
    size = cv2.countNonZero(tidy)
    if size < 2 * (low * flat.px_per_in) ** 2 or size > _AS_TIDY * cv2.countNonZero(whole):
        return None
    return _outline_rim(search, window.whole(region(tidy, flat)).ring)


def _sure_rim(search: Search) -> Rim | None:
    """The rim on the outline of what surely is a lid's or a plate's: a mat it lies on may be like.

    Of a mug's rim too little is sure.
    """
    if search.wanted.hollow:
        return None
    flat, low, window = search.evidence.flat, search.radii[0], search.window
    cells = window.of(search.patch.cells)
    surely = both(cells, window.of(search.strict))
    if cv2.countNonZero(surely) > _AS_TIDY * cv2.countNonZero(cells):
        return None
    parts = map(window.whole, regions(opened(surely, flat, 0.4 * low), flat, 2 * low**2))
    # Where so much is to speak for a rim, its outline has its share from the first.
    found = (_outline_rim(replace(search, patch=part), part.ring, hopeful=1.0) for part in parts)
    return next((rim for rim in found if rim is not None and rim.spoken >= PLAIN_ALONE), None)


def _edge_rim(search: Search) -> Rim | None:
    """The rim that the picture's own edges show, though the outline does not."""
    return _best(search, search.patch.ring, _edge_circles(search), 0.0)


def _best(
    search: Search,
    points: Floats,
    circles: Iterable[Circle],
    least_share: float,
    plain_edge: float = 0.0,
) -> Rim | None:
    """The best of some circles, once they were moved onto edges; None where all are bad."""
    wanted, good = search.wanted, list[Rim]()
    for share, (rough, rough_edge) in _on_edges(search, points, circles, least_share):
        circle, edge = rough, rough_edge
        least_edge = wanted.least_edge if share >= wanted.least_share else PLAIN_EDGE
        if wanted.hollow and _NEARLY_PLAIN <= edge < least_edge:
            circle, edge = plainest_near(search.evidence, circle, edge, search.height_in)
        clear = edge >= plain_edge and (edge >= least_edge or share >= wanted.full_round)
        coloured = fill(search, circle) if clear and search.fits(circle) else 0.0
        if not _may_fill(search, share, coloured):
            continue
        known = next((n for n, r in enumerate(good) if circle.apart(r.circle) < _SAME_IN), None)
        if known is not None:
            again = replace(good[known], circle=circle, outline=share, edge=edge, fill=coloured)
            good[known] = max(good[known], again, key=lambda rim: rim.spoken)
            continue
        rim = Rim(circle, share, edge, coloured, _side(search, circle))
        inner = _may_be_inner(search, points, rim) and not _has_known_brim(rim, good)
        brim = _brim(search, points, rim) if inner else None
        added = [rim] if brim is None else [brim, rim]
        good += added
        if any(_is_plain(search, one) for one in added):
            break
    return _believed_one(search, points, sorted(good, key=_score(search), reverse=True))


def _on_edges(
    search: Search, points: Floats, circles: Iterable[Circle], least_share: float
) -> Iterator[tuple[float, tuple[Circle, float]]]:
    """Hopeful circles moved onto edges, and before them how much of the outline each one has."""
    hopeful = (
        (share, circle)
        for circle in circles
        if (share := round_share(circle, points, _TOLERANCE_IN)) >= least_share
        and search.fits(circle)
        # A disc on an outline has not far to go; what a thin rim has of its colour changes soon.
        and (
            least_share == 0
            or search.wanted.hollow
            or _may_fill(search, share, fill(search, circle))
        )
    )
    # One with much of the outline is mostly the last as well; the others are moved at once.
    first = list(islice(hopeful, 1))
    if first and first[0][0] < _MOSTLY_LAST:
        first += hopeful
    for some in (first, hopeful):
        batch = list(some)
        sharp = sharpened(search.evidence, [circle for _, circle in batch], search.height_in)
        yield from zip((share for share, _ in batch), sharp, strict=True)


def _may_be_edged(search: Search, circle: Circle, outline: float) -> bool:
    """Whether a circle with so much of the outline has it all, or may have plain edges instead.

    Of plain edges enough vote for a circle about there.
    """
    return outline >= search.wanted.least_share or any(
        voted.apart(circle) < _ABOUT_IN for voted in search.voted
    )


def _may_fill(search: Search, outline: float, coloured: float) -> bool:
    """Whether a circle has some of the colour; of a whole round little is enough."""
    return coloured >= (
        LEAST_OF_WHOLE if outline >= WHOLE_OUTLINE else _SOME * search.wanted.least_fill
    )


def _is_plain(search: Search, rim: Rim) -> bool:
    """Whether so much speaks for a rim that no other is tried.

    Neither a base nor what is in a mug has edges all round, all of its colour and a mug's side.
    """
    if rim.edge >= _FULL_EDGE and rim.fill >= _OWN_FILL and (rim.side or 0.0) >= _FULL_SIDE:
        return True
    plainest = rim.spoken >= _ALL_SPEAKS or rim.stands_plainly
    least = _MOSTLY_EXPLAINED if plainest else _WELL_EXPLAINED
    spoken = rim.spoken >= PLAIN_ALONE or plainest
    return spoken and _explained(search, rim.circle) >= least


def _may_be_inner(search: Search, points: Floats, rim: Rim) -> bool:
    """Whether a mug's circle may be on its rim's inner edge: not if its colour ends at the circle.

    What lies inside the inner edge is the hollow, which has the colour in part at most.
    """
    if not search.wanted.hollow or rim.edge < _LEAST_INNER:
        return False
    outlined = rim.outline >= search.wanted.least_share and rim.fill >= _OWN_FILL
    return not outlined or _beyond_in(rim.circle, points) > _MOST_BEYOND_IN


def _has_known_brim(rim: Rim, known: Iterable[Rim]) -> bool:
    """Whether one of some rims is the outer edge of that whose inner edge a circle is on."""
    return any(is_known_outer(rim.circle, rim.edge, one.circle, one.edge) for one in known)


def _beyond_in(circle: Circle, points: Floats) -> float:
    """How far the outline's points that lie on a circle are outside it, in the mean."""
    gaps = circle.gaps(points)
    on_it = gaps[np.abs(gaps) < _TOLERANCE_IN]
    return float(on_it.sum() / max(len(on_it), 1))


def _brim(search: Search, points: Floats, rim: Rim) -> Rim | None:
    """The outer edge of a mug's rim where the circle is on its inner one."""
    circle, edge = outermost(search.evidence, rim.circle, rim.edge, search.height_in)
    if circle == rim.circle or not search.fits(circle):
        return None
    brim = _rim_at(search, circle, round_share(circle, points, _TOLERANCE_IN), edge)
    # Round a mug's rim lies less of its colour: that edge is a shadow's.
    return brim if brim.fill >= rim.fill - _AS_FULL else None


def _rim_at(search: Search, circle: Circle, outline: float, edge: float) -> Rim:
    """A circle with all that speaks for it."""
    return Rim(circle, outline, edge, fill(search, circle), _side(search, circle))


def _side(search: Search, circle: Circle) -> float | None:
    """How well edges bear out the side below a mug's rim, None where it is not to be seen."""
    return side_share(search, circle) if search.wanted.hollow else None


def _believed_one(search: Search, points: Floats, ranked: list[Rim]) -> Rim | None:
    """The best rim that is believed, or a better one near it; asking that takes longest."""
    if not ranked:
        return None
    if search.wanted.hollow:
        tried = chain(_brim_first(ranked), _from_outside(search, points, ranked[0]))
    else:
        tried = chain(_plainer(search, points, ranked[0]), ranked)
    return next((rim for rim in tried if is_believed(search, rim)), None)


def _plainer(search: Search, points: Floats, rim: Rim) -> Iterator[Rim]:
    """The rim on a plainer edge near: a shadow may have a plate's colour, and be in its outline."""
    if rim.edge < PLAIN_EDGE:
        circle, edge = plainest_near(search.evidence, rim.circle, rim.edge, search.height_in)
        if circle != rim.circle and search.fits(circle):
            yield _rim_at(search, circle, round_share(circle, points, _TOLERANCE_IN), edge)


def _from_outside(search: Search, points: Floats, rim: Rim) -> Iterator[Rim]:
    """The rim from a little farther out: between its two edges it may have come to rest."""
    if rim.spoken >= _NEARLY_SPOKEN and rim.edge < PLAIN_EDGE:
        wider = replace(rim.circle, radius=rim.circle.radius + _WIDER_IN)
        ((circle, edge),) = sharpened(search.evidence, [wider], search.height_in)
        if search.fits(circle):
            yield _rim_at(search, circle, round_share(circle, points, _TOLERANCE_IN), edge)


def _brim_first(ranked: list[Rim]) -> list[Rim]:
    """Rims, first those around the best that are plainer than it: foam in a cup is round too."""
    brims = [
        rim
        for rim in ranked[1:]
        if rim.circle.encloses(ranked[0].circle) and rim.edge >= ranked[0].edge + _PLAINER
    ]
    return brims + [rim for rim in ranked if rim not in brims]


def _edge_circles(search: Search) -> list[Circle]:
    """Circles on the picture's own edges near a patch; a disc's have some of the colour."""
    if search.wanted.hollow:
        return list(search.voted)
    # Other things' edges are round too.
    least = _ROUGHLY * search.wanted.least_fill
    return [circle for circle in search.voted if fill(search, circle) >= least][:_MOST_TRIED]


def _explained(search: Search, circle: Circle) -> float:
    """The share of a patch's cells that lie on the thing, from its base to its rim.

    It tells a rim from a base: a base taken for a rim leaves the true rim unexplained.
    """
    flat, height_in = search.evidence.flat, search.height_in
    shrink = np.array([flat.spread(height_in * level) for level in _LEVELS])[:, None]
    shrink /= flat.spread(height_in)
    foot_x, foot_y, _ = flat.eye
    x, y = search.inner
    off_x = x - (foot_x + (circle.x - foot_x) * shrink)
    off_y = y - (foot_y + (circle.y - foot_y) * shrink)
    on = off_x * off_x + off_y * off_y < (circle.radius * shrink * 1.04) ** 2
    return np.count_nonzero(on.any(axis=0)) / len(x)


def _outside(points: Floats, ring: Floats) -> Floats:
    return cast("Floats", points[~contains_xy(Polygon(ring), points)])
