"""The best of some circles as the rim of a mug, plate or lid: outline, edges and colour decide."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice

import numpy as np

from table.places import Floats
from vision.things.circles import Circle, round_share
from vision.things.rim_beliefs import LEAST_OF_WHOLE, is_believed
from vision.things.rim_edges import PLAIN_EDGE, outermost, plainest_near, sharpened
from vision.things.rim_search import PLAIN_ALONE, WHOLE_OUTLINE, Rim, Search, fill
from vision.things.rim_sides import side_share

ON_OUTLINE_IN = 0.07  # how near to a circle points of an outline lie on it
_SOME = 0.5  # of the least fill, below which no circle near has enough
_SAME_IN = 0.03  # apart, of two circles that are one
_LEAST_INNER = 0.6  # of an inner edge, from which the rim's outer one is looked for
_OWN_FILL = 0.9  # of a ring, that is a mug's rim; inside the rim's inner edge are up to 0.84
_MOST_BEYOND_IN = 0.03  # an outline that is a rim's outer edge; another edge lies 0.04 inside it
_AS_FULL = 0.02  # of its ring, that a brim may have less of its colour
_NEARLY_PLAIN = 0.75  # of an inner edge, around which the rim's own may be plainer
_ALL_SPEAKS = 2.85  # of a rim's three
_FULL_EDGE, _FULL_SIDE = 0.95, 0.9  # of a rim and of the side below it, that edges bear out
_WELL_EXPLAINED, _MOSTLY_EXPLAINED = 0.9, 0.7
_MOSTLY_LAST = 0.5  # of a circle's round on the outline, from which it may be plain
_NEARLY_SPOKEN, _WIDER_IN = 1.9, 0.06  # of a rim's three; half of how thick it is
_PLAINER = 0.1  # of a round on edges, that tells a cup's rim from what is in the cup
_LEVELS = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a thing's height


def best_rim(
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
        brim = _brim(search, points, rim) if _may_be_inner(search, points, rim) else None
        good += [rim] if brim is None else [brim, rim]
        if _is_plain(search, rim):
            break
    return _believed_one(search, points, sorted(good, key=goodness(search), reverse=True))


def goodness(search: Search) -> Callable[[Rim], float]:
    """How good rims are, beside one another."""
    return lambda rim: rim.spoken + rim.edge + _explained(search, rim.circle) + (rim.side or 0.0)


def _on_edges(
    search: Search, points: Floats, circles: Iterable[Circle], least_share: float
) -> Iterator[tuple[float, tuple[Circle, float]]]:
    """Hopeful circles moved onto edges, and before them how much of the outline each one has."""
    hopeful = (
        (share, circle)
        for circle in circles
        if (share := round_share(circle, points, ON_OUTLINE_IN)) >= least_share
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


def _beyond_in(circle: Circle, points: Floats) -> float:
    """How far the outline's points that lie on a circle are outside it, in the mean."""
    gaps = circle.gaps(points)
    on_it = gaps[np.abs(gaps) < ON_OUTLINE_IN]
    return float(on_it.sum() / max(len(on_it), 1))


def _brim(search: Search, points: Floats, rim: Rim) -> Rim | None:
    """The outer edge of a mug's rim where the circle is on its inner one."""
    circle, edge = outermost(search.evidence, rim.circle, rim.edge, search.height_in)
    if circle == rim.circle or not search.fits(circle):
        return None
    brim = _rim_at(search, circle, round_share(circle, points, ON_OUTLINE_IN), edge)
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
            yield _rim_at(search, circle, round_share(circle, points, ON_OUTLINE_IN), edge)


def _from_outside(search: Search, points: Floats, rim: Rim) -> Iterator[Rim]:
    """The rim from a little farther out: between its two edges it may have come to rest."""
    if rim.spoken >= _NEARLY_SPOKEN and rim.edge < PLAIN_EDGE:
        wider = replace(rim.circle, radius=rim.circle.radius + _WIDER_IN)
        ((circle, edge),) = sharpened(search.evidence, [wider], search.height_in)
        if search.fits(circle):
            yield _rim_at(search, circle, round_share(circle, points, ON_OUTLINE_IN), edge)


def _brim_first(ranked: list[Rim]) -> list[Rim]:
    """Rims, first those around the best that are plainer than it: foam in a cup is round too."""
    brims = [
        rim
        for rim in ranked[1:]
        if rim.circle.encloses(ranked[0].circle) and rim.edge >= ranked[0].edge + _PLAINER
    ]
    return brims + [rim for rim in ranked if rim not in brims]


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
