"""Rims of mugs, plates and lids: a patch of their colour in, the circle that it shows out.

The patch's outline tells circles to try, or the picture's own edges where the outline is
that of something else too; which of them is best is told elsewhere.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import sqrt
from typing import cast

import cv2
from shapely import Polygon, contains_xy

from table.places import Floats
from vision.surface.flat_table import Pixels
from vision.surface.patches import (
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
from vision.things.best_rim import ON_OUTLINE_IN, best_rim, goodness
from vision.things.circles import Circle, likely_circles, settled
from vision.things.rim_beliefs import may_be_own
from vision.things.rim_edges import PLAIN_EDGE
from vision.things.rim_search import PLAIN_ALONE, Rim, Search, fill, silhouette

_MOST_TRIED = 4  # what is in a mug is as round as its brim, and all that are voted for are tried
_ROUGHLY = 0.8  # of the least fill, before a circle lies on its edges
_ABOUT_IN = 1.0  # apart, of a circle on an outline and one that its edges vote for
_LEAST_WIDE = 0.5  # of the square within the smallest round, that a patch has somewhere
_AS_TIDY = 0.97  # of a patch, that is left of it without tails, where it has none
_HOPEFUL = 0.65  # of the least share, from which settling or plain edges may bear it out
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
    return max(tried, key=goodness(search), default=None)


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


def _outline_rim(
    search: Search, points: Floats, least_edge: float = 0.0, hopeful: float = _HOPEFUL
) -> Rim | None:
    """The rim that an outline's points lie on best, and edges at least so plainly.

    Circles are tried that have at first so much of the least share of an outline.
    """
    least_share = hopeful * search.wanted.least_share
    likely = likely_circles(points, search.radii, ON_OUTLINE_IN, least_share)
    circles = (
        settled(circle, points, ON_OUTLINE_IN)
        for circle, share in likely
        if _may_be_edged(search, circle, share)
    )
    return best_rim(search, points, circles, least_share, least_edge)


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
    return best_rim(search, search.patch.ring, _edge_circles(search), 0.0)


def _may_be_edged(search: Search, circle: Circle, outline: float) -> bool:
    """Whether a circle with so much of the outline has it all, or may have plain edges instead.

    Of plain edges enough vote for a circle about there.
    """
    return outline >= search.wanted.least_share or any(
        voted.apart(circle) < _ABOUT_IN for voted in search.voted
    )


def _edge_circles(search: Search) -> list[Circle]:
    """Circles on the picture's own edges near a patch; a disc's have some of the colour."""
    if search.wanted.hollow:
        return list(search.voted)
    # Other things' edges are round too.
    least = _ROUGHLY * search.wanted.least_fill
    return [circle for circle in search.voted if fill(search, circle) >= least][:_MOST_TRIED]


def _outside(points: Floats, ring: Floats) -> Floats:
    return cast("Floats", points[~contains_xy(Polygon(ring), points)])
