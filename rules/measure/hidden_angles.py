"""Which directions a footprint hides between a viewer and a target, exactly, for many at once.

In go views (viewer, target, half the target's base) and which footprints may lie between; out
come intervals of hidden directions. Each view has its own frame: the viewer at the origin, the
target at (distance, 0), so that 0 is the direction of the target's centre.

A footprint that the viewer is not in hides a direction when one of its edges comes before the
far side of the view's region; so each edge is cut to the region, and the directions of what is
left of it are hidden. Two regions exist. The fan ends where each ray enters the target's base;
the kite ends on the two radii to where the tangents touch it. A region is cut once more where
the line of sight passes above the footprint: only the part from `near` to `far` counts, both
in shares of the distance.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from shapely import Polygon

from rules.measure.ragged import Flags, Ints
from table.places import Floats

Region = Literal["fan", "kite"]

# A footprint that only touches a kite's far side must not count as being inside it.
TOUCH_IN = 1e-9


class Intervals(NamedTuple):
    """Hidden directions in radians, each with the number of the case that hides them."""

    case: Ints
    low: Floats
    high: Floats


@dataclass(frozen=True)
class FootprintEdges:
    """The edges of many footprints in one array; footprint i has rows first[i]:first[i + 1]."""

    start_xy: Floats
    end_xy: Floats
    first: Ints


@dataclass(frozen=True)
class Cases:
    """Pairs of a view and a footprint, each an entry of every array; lengths in inches.

    `half` is half the angle under which the base is seen, `near` and `far` the part of the way
    where the line of sight is lower than the footprint.
    """

    viewer_xy: Floats
    along_xy: Floats  # unit vector from viewer to target
    distance: Floats
    radius: Floats
    half: Floats
    near: Floats
    far: Floats
    footprint: Ints

    def take(self, chosen: Ints | Flags) -> "Cases":
        """These cases alone, in this order."""
        return Cases(**{name: value[chosen] for name, value in vars(self).items()})


class Pieces(NamedTuple):
    """Parts of edges in their view's frame: from `begin` to `end` of the way along the edge."""

    case: Ints
    x: Floats
    y: Floats
    dx: Floats
    dy: Floats
    begin: Floats
    end: Floats

    def take(self, chosen: Ints | Flags) -> "Pieces":
        """These pieces alone."""
        return Pieces(self.case[chosen], *(value[chosen] for value in self[1:]))


def edges_of(footprints: list[Polygon]) -> FootprintEdges:
    """The edges of these footprints' rings."""
    rings = [np.asarray(ring.coords) for ring in (p.exterior for p in footprints)]
    first = np.cumsum([0, *(len(ring) - 1 for ring in rings)])
    if not rings:
        return FootprintEdges(np.empty((0, 2)), np.empty((0, 2)), first)
    return FootprintEdges(
        np.concatenate([ring[:-1] for ring in rings]),
        np.concatenate([ring[1:] for ring in rings]),
        first,
    )


def hidden_angles(
    region: Region, cases: Cases, edges: FootprintEdges, facing: "tuple[Ints, Ints] | None" = None
) -> Intervals:
    """The directions each case's footprint hides, as intervals that may overlap.

    `facing` are pairs of a case and an edge (its row) that may lie between the tangents, where
    the caller knows them; else all edges of the footprint are looked at.
    """
    pieces = _pieces(cases, edges) if facing is None else _framed_edges(cases, edges, *facing)
    pieces = _in_wedge(pieces, cases)
    cut = _in_kite if region == "kite" else _in_fan
    shown = [_directions(piece) for piece in cut(pieces, cases)]
    shown.append(_over_the_near_side(region, cases, edges))
    return Intervals(*(np.concatenate(part) for part in zip(*shown, strict=True)))


def _pieces(cases: Cases, edges: FootprintEdges) -> Pieces:
    """Each case's whole edges, in the view's frame."""
    return _framed_edges(cases, edges, *edges_of_cases(cases.footprint, edges))


def edges_of_cases(footprint: Ints, edges: FootprintEdges) -> tuple[Ints, Ints]:
    """Pairs of a case, by its footprint, and an edge, by its row: all edges of each."""
    counts = np.diff(edges.first)[footprint]
    case = np.repeat(np.arange(len(counts)), counts)
    within = np.arange(len(case)) - np.repeat(np.cumsum(counts) - counts, counts)
    return case, edges.first[footprint][case] + within


def _framed_edges(cases: Cases, edges: FootprintEdges, case: Ints, row: Ints) -> Pieces:
    start = _framed(edges.start_xy[row], cases, case)
    end = _framed(edges.end_xy[row], cases, case)
    flat = np.zeros(len(case))
    return Pieces(case, start[0], start[1], end[0] - start[0], end[1] - start[1], flat, flat + 1.0)


def _framed(places_xy: Floats, cases: Cases, case: Ints) -> tuple[Floats, Floats]:
    """Table places in the frame of each one's view: forward, and to the right."""
    offset = places_xy - cases.viewer_xy[case]
    along = cases.along_xy[case]
    forward = offset[:, 0] * along[:, 0] + offset[:, 1] * along[:, 1]
    return forward, offset[:, 1] * along[:, 0] - offset[:, 0] * along[:, 1]


def _below(pieces: Pieces, a: Floats, b: Floats, limit: Floats) -> Pieces:
    """The parts of the pieces where a*x + b*y <= limit."""
    start = a * pieces.x + b * pieces.y - limit
    slope = a * pieces.dx + b * pieces.dy
    with np.errstate(divide="ignore", invalid="ignore"):
        meets = -start / slope
    begin = np.where(slope < 0.0, np.maximum(pieces.begin, meets), pieces.begin)
    end = np.where(slope > 0.0, np.minimum(pieces.end, meets), pieces.end)
    left = (begin < end) & ((slope != 0.0) | (start <= 0.0))
    return pieces._replace(begin=begin, end=end).take(left)


def _in_wedge(pieces: Pieces, cases: Cases) -> Pieces:
    """The parts between the two tangents from the viewer to the target's base."""
    for side in (1.0, -1.0):
        half = cases.half[pieces.case]
        pieces = _below(pieces, -np.sin(half), side * np.cos(half), np.zeros(len(half)))
    return pieces


def _in_kite(pieces: Pieces, cases: Cases) -> list[Pieces]:
    """The parts inside the kite and between `near` and `far`, measured along its axis."""
    for side in (1.0, -1.0):
        half = cases.half[pieces.case]
        far_side = cases.distance[pieces.case] * np.cos(half) - TOUCH_IN
        pieces = _below(pieces, np.cos(half), side * np.sin(half), far_side)
    for sign, share in ((1.0, cases.far), (-1.0, cases.near)):
        limited = np.isfinite(share[pieces.case])
        one = np.where(limited, sign, 0.0)
        limit = np.where(limited, sign * share[pieces.case] * cases.distance[pieces.case], 0.0)
        pieces = _below(pieces, one, np.zeros(len(one)), limit)
    return [pieces]


def _in_fan(pieces: Pieces, cases: Cases) -> list[Pieces]:
    """The parts before the target's base and between `near` and `far`, measured on each ray.

    Between the tangents, what lies beyond the chord of the two touching points lies behind the
    base's near side; before that chord only the base itself does.
    """
    half, distance = cases.half[pieces.case], cases.distance[pieces.case]
    flat = np.zeros(len(half))
    pieces = _below(pieces, flat + 1.0, flat, distance * np.cos(half) ** 2)
    if np.isfinite(cases.far).any():
        pieces = _inside(pieces, (cases.far * cases.distance)[pieces.case])
    # No slack here: beside an edge that touches the base's near side it would open a gap.
    before = _outside(pieces, cases.distance[pieces.case], cases.radius[pieces.case])
    if not cases.near.any():
        return before
    least = cases.near * cases.distance
    return [part for piece in before for part in _outside(piece, 0.0 * piece.x, least[piece.case])]


def _circle(pieces: Pieces, centre_x: Floats, radius: Floats) -> tuple[Floats, Floats, Floats]:
    """Where the pieces' lines enter and leave a circle on the axis, and (<= 0) that they miss."""
    from_centre = pieces.x - centre_x
    a = pieces.dx**2 + pieces.dy**2
    b = from_centre * pieces.dx + pieces.y * pieces.dy
    c = from_centre**2 + pieces.y**2 - radius**2
    inside = b * b - a * c
    with np.errstate(invalid="ignore", divide="ignore"):
        root = np.sqrt(np.maximum(inside, 0.0))
        return (-b - root) / a, (-b + root) / a, inside


def _inside(pieces: Pieces, radius: Floats) -> Pieces:
    """The parts inside a circle round the viewer; the whole piece where the radius is infinite."""
    enters, leaves, met = _circle(pieces, 0.0 * pieces.x, np.where(np.isinf(radius), 0.0, radius))
    begin = np.where(np.isinf(radius), pieces.begin, np.maximum(pieces.begin, enters))
    end = np.where(np.isinf(radius), pieces.end, np.minimum(pieces.end, leaves))
    left = (begin < end) & (np.isinf(radius) | (met > 0.0))
    return pieces._replace(begin=begin, end=end).take(left)


def _outside(pieces: Pieces, centre_x: Floats, radius: Floats) -> list[Pieces]:
    """The parts before and after a circle on the axis."""
    enters, leaves, met = _circle(pieces, centre_x, radius)
    enters = np.where(met > 0.0, enters, np.inf)
    leaves = np.where(met > 0.0, leaves, np.inf)
    before = pieces._replace(end=np.minimum(pieces.end, enters))
    after = pieces._replace(begin=np.maximum(pieces.begin, leaves))
    return [part.take(part.begin < part.end) for part in (before, after)]


def _directions(pieces: Pieces) -> Intervals:
    """The directions from the viewer to the pieces."""
    ends = [
        np.arctan2(pieces.y + way * pieces.dy, pieces.x + way * pieces.dx)
        for way in (pieces.begin, pieces.end)
    ]
    return Intervals(pieces.case, np.minimum(*ends), np.maximum(*ends))


def _over_the_near_side(region: Region, cases: Cases, edges: FootprintEdges) -> Intervals:
    """Where the line of sight dips below a footprint's height while already above its inside.

    No edge shows this, so the near side of the region itself is looked at: the circle (for the
    kite the line) at `near`, between the directions in which edges cross it.
    """
    raised = np.flatnonzero(cases.near > 0.0)
    some = cases.take(raised)
    pieces = _pieces(some, edges)
    near_in = some.near * some.distance
    crossed = _fan_cuts(pieces, near_in) if region == "fan" else _kite_cuts(pieces, near_in)
    case, low, high = _between(some, [*crossed, *_ends(region, some, near_in)])
    middle = (low + high) / 2
    out_in = near_in[case] if region == "fan" else near_in[case] / np.cos(middle)
    inside = out_in < _far_side_in(region, some.take(case), middle)
    at = np.flatnonzero(inside)
    x, y = (out_in * np.cos(middle))[at], (out_in * np.sin(middle))[at]
    held = at[_holds(pieces, case[at], x, y)]
    return Intervals(raised[case[held]], low[held], high[held])


def _between(cases: Cases, cuts: list[tuple[Ints, Floats]]) -> tuple[Ints, Floats, Floats]:
    """The case and the two ends of each stretch between neighbouring cuts inside the wedge."""
    case, angle = (np.concatenate(part) for part in zip(*cuts, strict=True))
    inside = np.abs(angle) <= cases.half[case]
    case, angle = case[inside], angle[inside]
    order = np.lexsort((angle, case))
    case, angle = case[order], angle[order]
    stretch = np.flatnonzero((np.diff(case) == 0) & (np.diff(angle) > 0.0))
    return case[stretch], angle[stretch], angle[stretch + 1]


def _ends(region: Region, cases: Cases, near_in: Floats) -> list[tuple[Ints, Floats]]:
    """The wedge's sides, and where the near side meets the region's far side."""
    every = np.arange(len(near_in))
    if region == "kite":
        met = np.arctan2((cases.distance - near_in) / np.tan(cases.half), near_in)
    else:
        across = near_in**2 + cases.distance**2 - cases.radius**2
        met = np.arccos(np.minimum(across / (2.0 * near_in * cases.distance), 1.0))
    return [(every, angle) for angle in (-cases.half, cases.half, -met, met)]


def _far_side_in(region: Region, cases: Cases, direction: Floats) -> Floats:
    """How far the region goes in each direction."""
    if region == "kite":
        far: Floats = cases.distance * np.cos(cases.half) / np.cos(cases.half - np.abs(direction))
        return far
    across = np.maximum(cases.radius**2 - (cases.distance * np.sin(direction)) ** 2, 0.0)
    near_rim: Floats = cases.distance * np.cos(direction) - np.sqrt(across)
    return near_rim


def _fan_cuts(pieces: Pieces, near_in: Floats) -> list[tuple[Ints, Floats]]:
    """The directions in which edges cross the circle at `near`."""
    enters, leaves, met = _circle(pieces, 0.0 * pieces.x, near_in[pieces.case])
    found = []
    for way in (enters, leaves):
        real = (met > 0.0) & (way >= 0.0) & (way <= 1.0)
        crossed, at = pieces.take(real), way[real]
        angle = np.arctan2(crossed.y + at * crossed.dy, crossed.x + at * crossed.dx)
        found.append((crossed.case, angle))
    return found


def _kite_cuts(pieces: Pieces, near_in: Floats) -> list[tuple[Ints, Floats]]:
    """The directions in which edges cross the line at `near`."""
    out_in = near_in[pieces.case]
    crossing = (pieces.x - out_in) * (pieces.x[_next(pieces)] - out_in) <= 0.0
    crossing &= pieces.dx != 0.0
    met, out_in = pieces.take(crossing), out_in[crossing]
    return [(met.case, np.arctan2(met.y + (out_in - met.x) / met.dx * met.dy, out_in))]


def _next(pieces: Pieces) -> Ints:
    """The edge after each, on its own footprint's ring; the edges of a case stand together."""
    after = np.arange(1, len(pieces.case) + 1)
    last = np.flatnonzero(np.diff(pieces.case, append=-1) != 0)
    after[last] = np.concatenate([[0], last[:-1] + 1])[: len(last)]
    return after


def _holds(pieces: Pieces, case: Ints, x: Floats, y: Floats) -> Flags:
    """Which places of their case's frame lie inside its footprint, by counting edges beside them.

    An edge ends where the next one starts, to the last bit: adding up `y + dy` would let a place
    level with a corner slip between the two edges that meet there.
    """
    first = np.searchsorted(pieces.case, case)
    counts = np.searchsorted(pieces.case, case, side="right") - first
    place = np.repeat(np.arange(len(case)), counts)
    edge = np.arange(len(place)) - np.repeat(np.cumsum(counts) - counts - first, counts)
    above = pieces.y[edge] > y[place]
    spans = above != (pieces.y[_next(pieces)[edge]] > y[place])
    edge, place = edge[spans], place[spans]
    at_x = pieces.x[edge] + (y[place] - pieces.y[edge]) * pieces.dx[edge] / pieces.dy[edge]
    odd: Flags = np.bincount(place[x[place] < at_x], minlength=len(case)) % 2 == 1
    return odd
