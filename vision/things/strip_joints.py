"""Straight strips made one road or river: brought to their bends, joined under what hides them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from itertools import product
from math import dist, hypot

import cv2
import numpy as np
from shapely import Polygon, unary_union

from table.places import Floats
from vision.surface.flat_table import Pixels
from vision.surface.outlines import hull
from vision.surface.patches import at, filled, share_inside, share_of, spots, without
from vision.things.boxes import Box
from vision.things.candidate import largest_part
from vision.things.strip_ground import SMALL_THING_IN, Strip, StripGround

_LONGEST_HIDDEN_IN = 9.5
_LEAST_CARRIED = 0.85
_LEAST_BETWEEN = 0.75  # of the ground between two strips that are one, where it is short
_LONG_LINK_IN = 15.0  # around the ground between
_MOST_SHOWN_IN = 2.0
_IN_LINE = 0.1  # the sine of the angle between strips that are in line
_BESIDE_LINK_IN = 1.2  # how far beside two strips what crosses between them shows
_LEAST_CROSSING_IN = 0.6  # of its width
_MOST_CUT_IN = 0.3  # of a bridge, between strips in line that are one
_TOUCHING_IN = 0.3
_NEARLY_TOUCHING_IN = 0.6
_LEADING = 0.7  # the cosine between a strip and the way from its end to another's
_LEAST_OVERLAP_SQ_IN = 0.1
_BY_BRIDGE_IN = 0.4  # from a bridge, within which a river that ends goes under it
_SHARPEST = 0.3  # the cosine of a strip's turn
_LONGEST_SHARP_IN = 5.0
_END_CORNERS = {-1: [0, 3], 1: [1, 2]}  # of a box, at its first end and its last
_LEAST_BEND = 0.05  # the sine of the smallest bend between two strips


def mitred(ground: StripGround, strips: list[Strip]) -> list[Strip]:
    """The strips with ends that meet at a bend brought to where their middle lines cross.

    Each end meets one other, the nearest: the first and the last of three do not.
    """
    boxes = [strip.box for strip in strips]
    bends = [b for i in range(len(boxes)) for j in range(i) if (b := bend_of(ground, boxes, i, j))]
    met: set[tuple[int, bool]] = set()
    for bend in sorted(bends, key=lambda bend: bend.gap_in):
        ends = {(number, at_in > 0) for number, at_in in bend.ends}
        if ends & met:
            continue
        met |= ends
        for number, at_in in bend.ends:
            boxes[number] = _ending(boxes[number], at_in, bend.tangent)
    return [replace(strip, box=box) for strip, box in zip(strips, boxes, strict=True)]


@dataclass(frozen=True, slots=True)
class StripBend:
    """Where two strips' middle lines cross: which strips, how far along each."""

    ends: tuple[tuple[int, float], tuple[int, float]]
    tangent: float  # of half the angle between them
    gap_in: float  # how far the crossing is from both ends


def bend_of(ground: StripGround, boxes: Sequence[Box], i: int, j: int) -> StripBend | None:
    """The bend between two strips, None where they do not end at their crossing."""
    one, other = boxes[i], boxes[j]
    sine = float(one.along[0] * other.along[1] - one.along[1] * other.along[0])
    if abs(sine) < _LEAST_BEND:
        return None
    off = other.centre - one.centre
    one_in = float(off[0] * other.along[1] - off[1] * other.along[0]) / sine
    other_in = float(off[0] * one.along[1] - off[1] * one.along[0]) / sine
    if not (_ends_near(ground, one, one_in) and _ends_near(ground, other, other_in)):
        return None
    tangent = abs(sine) / (1 + abs(float(one.along @ other.along)))
    gap_in = abs(abs(one_in) - one.half_length) + abs(abs(other_in) - other.half_length)
    # Far from both ends, unseen, hardly any strip turns so sharply.
    onward = -np.sign(one_in * other_in) * float(one.along @ other.along)
    if onward < _SHARPEST and gap_in > _LONGEST_SHARP_IN:
        return None
    return StripBend(((i, one_in), (j, other_in)), tangent, gap_in)


def _ends_near(ground: StripGround, box: Box, at_in: float) -> bool:
    """Whether the box ends near a crossing on its middle line, or is hidden from there on."""
    gap_in = abs(at_in) - box.half_length
    if -2.6 * box.half_width < gap_in < 0.7 * box.half_width:
        return True
    if not 0 < gap_in < _LONGEST_HIDDEN_IN:
        return False
    way = 1.0 if at_in > 0 else -1.0
    between = np.linspace(box.half_length + 0.1, abs(at_in), 24)
    places = box.centre + way * between[:, None] * box.along
    there = spots(ground.flat, places)
    hidden, shown = there.on(ground.untold), there.on(ground.raw)
    # Where much of it shows, but no strip was found, there is none.
    bare_in = float((shown & ~hidden).mean()) * gap_in
    carried = float((hidden | shown).mean())
    near = carried > _LEAST_CARRIED or gap_in * (1 - carried) < _NEARLY_TOUCHING_IN
    return near and bare_in < _MOST_SHOWN_IN


def _ending(box: Box, at_in: float, tangent: float) -> Box:
    """The box with the nearer end at a crossing, the corner of the bend included."""
    way = 1.0 if at_in > 0 else -1.0
    end = abs(at_in) + box.half_width * tangent
    far = -box.half_length
    return replace(
        box, centre=box.centre + way * box.along * (end + far) / 2, half_length=(end - far) / 2
    )


def joined(ground: StripGround, strips: list[Strip]) -> list[tuple[Polygon, float]]:
    """Strips that touch as one outline, each with its share of clear edges."""
    left = sorted(strips, key=lambda strip: -strip.box.half_length)
    pairs, joined = _StripPairs(ground), []
    while left:
        group, links = [left.pop(0)], list[Polygon]()
        while (near := _next_to(pairs, group, left)) is not None:
            strip, link = near
            group.append(strip)
            links += [link] if link is not None else []
            left.remove(strip)
        parts = [g.polygon for g in group] + links
        shape = _as_one(parts) if len(parts) > 1 else parts[0]
        lengths = [g.box.half_length for g in group]
        joined.append((shape, float(np.average([g.edge for g in group], weights=lengths))))
    return joined


def _as_one(parts: Sequence[Polygon]) -> Polygon:
    """Parts that touch, or nearly do, as one outline."""
    whole = unary_union([part.buffer(0.15, join_style="mitre") for part in parts])
    return largest_part(whole.buffer(-0.15, join_style="mitre"))


@dataclass(frozen=True, eq=False)
class _Link:
    """The ground between the facing ends of two strips, by the ring around it in seen inches."""

    ground: StripGround
    ring: Floats

    def share(self, mask: Pixels) -> float:
        """The share of it that a mask has."""
        return share_inside(mask, self.ring, self.ground.flat)

    @cached_property
    def carried(self) -> float:
        """The share of it that shows the strips' colour, or is hidden."""
        return self.share(self.ground.carried)

    @property
    def carries_on(self) -> bool:
        """Whether the strips' colour, or what hides it, fills it."""
        long = cv2.arcLength(self.ring.astype(np.float32), True) > _LONG_LINK_IN
        least, least_shown = (_LEAST_CARRIED, 0.7) if long else (_LEAST_BETWEEN, 0.6)
        if self.carried <= least:
            return False
        cells = filled(self.ring, self.ground.flat)
        return share_of(self.ground.raw, without(cells, self.ground.untold)) > least_shown


class _StripPairs:
    """What is told of each two strips, told once."""

    def __init__(self, ground: StripGround) -> None:
        self.ground = ground
        self.gap_in = cache(_gap_in)
        self.hidden_link = cache(partial(_hidden_link, ground))


def _gap_in(one: Strip, other: Strip) -> float:
    """How far apart two strips are."""
    return float(other.polygon.distance(one.polygon))


def _next_to(
    pairs: _StripPairs, group: list[Strip], others: list[Strip]
) -> tuple[Strip, Polygon | None] | None:
    """A strip that touches the group, or that a hidden piece between joins to it."""
    for other in others:
        near = [one for one in group if pairs.gap_in(one, other) < _TOUCHING_IN]
        if near:
            # Strips that only just touch would fall apart again.
            overlap = max(other.polygon.intersection(one.polygon).area for one in near)
            just = overlap < _LEAST_OVERLAP_SQ_IN
            link = _link(pairs.ground, near[0].box, other.box) if just else None
            return other, Polygon(link.ring) if link is not None else None
    for other in others:
        for one in group:
            hidden = pairs.hidden_link(one, other)
            if hidden is not None:
                return other, hidden
    return None


def _hidden_link(ground: StripGround, one: Strip, other: Strip) -> Polygon | None:
    """The ground between two strips that are one, None where they are not."""
    link = _link(ground, one.box, other.box)
    if link is None:
        return None
    are_one = (
        _nearly_touch(one, other, link)
        or link.carries_on
        or _in_line(one.box, other.box, link)
        or _is_crossed(ground, one.box, other.box)
    )
    return Polygon(link.ring) if are_one else None


def _link(ground: StripGround, one: Box, other: Box) -> _Link | None:
    """The ground between the facing ends of two strips, None where they are far apart.

    Strips side by side that end on one line have none between their ends.
    """
    near, far = _facing_ends(one, other)
    if np.hypot(*(near - far).mean(axis=0)) > _LONGEST_HIDDEN_IN:
        return None
    ring = hull(np.vstack([near, far]))
    return _Link(ground, ring) if len(ring) >= 3 else None


def _nearly_touch(one: Strip, other: Strip, link: _Link) -> bool:
    """Whether hardly any desk is between two strips; far apart they must lead to one another."""
    gap_in = _gap_in(one, other)
    if gap_in < _NEARLY_TOUCHING_IN:
        return True
    near, far = (end.mean(axis=0) for end in _facing_ends(one.box, other.box))
    leads = all(
        float((end - strip.box.centre) @ way)
        > _LEADING * float(np.hypot(*way)) * strip.box.half_length
        for strip, end, way in ((one, near, far - near), (other, far, near - far))
    )
    return leads and gap_in * (1 - link.carried) < _NEARLY_TOUCHING_IN


def _facing_ends(one: Box, other: Box) -> tuple[Floats, Floats]:
    """The end of each strip that is nearer to the other, two corners each."""
    pairs = product((-1, 1), (-1, 1))
    ways = min(pairs, key=lambda pair: dist(_end_middle(one, pair[0]), _end_middle(other, pair[1])))
    near, far = (_END_CORNERS[way] for way in ways)
    return one.corners[near], other.corners[far]


def _end_middle(box: Box, way: int) -> tuple[float, float]:
    """The middle of a box's last end, or of its first if `way` is -1."""
    (x, y), (ux, uy), far = box.centre.tolist(), box.along.tolist(), way * box.half_length
    return x + far * ux, y + far * uy


def _is_crossed(ground: StripGround, one: Box, other: Box) -> bool:
    """Whether roads come from both sides to the ground between two pieces of a river."""
    near, far = (end.mean(axis=0) for end in _facing_ends(one, other))
    way = far - near
    gap_in = hypot(*way)
    if gap_in < _LEAST_CROSSING_IN or not ground.has_roads:
        return False
    across = np.array([-way[1], way[0]]) / gap_in
    between = near + np.linspace(0, 1, 32)[:, None, None] * way
    out = (one.half_width + np.linspace(0, _BESIDE_LINK_IN, 6))[None, :, None] * across
    sides = (at(ground.roads, ground.flat, between + side).any(axis=1) for side in (out, -out))
    return all(side.mean() * gap_in > _LEAST_CROSSING_IN for side in sides)


def _in_line(one: Box, other: Box, link: _Link) -> bool:
    """Whether two strips run on in one line, with no more desk than a small thing's between."""
    gap_in = _gap_along_in(one, other)
    return bool(
        _are_in_line(one, other)
        and gap_in * (1 - link.carried) < SMALL_THING_IN
        and link.share(link.ground.cut) * max(gap_in, 1.0) < _MOST_CUT_IN
    )


def _gap_along_in(one: Box, other: Box) -> float:
    """How far it is from one strip's end to the other's, along the first."""
    return abs(float((other.centre - one.centre) @ one.along)) - one.half_length - other.half_length


def _are_in_line(one: Box, other: Box) -> bool:
    """Whether two strips lie on one straight line."""
    off = other.centre - one.centre
    sine = abs(float(one.along[0] * other.along[1] - one.along[1] * other.along[0]))
    aside_in = abs(float(off @ one.across))
    return sine < _IN_LINE and aside_in < _IN_LINE * float(np.hypot(*off)) + 0.1


def goes_on_beyond(ground: StripGround, one: Box, other: Box) -> bool:
    """Whether one strip goes on from another at a bend, or in line beyond what hides it."""
    if bend_of(ground, (one, other), 0, 1):
        return True
    if not _are_in_line(one, other) or _gap_along_in(one, other) < 0:
        return False
    link = _link(ground, one, other)
    return link is not None and link.share(ground.carried_or_cut) > _LEAST_CARRIED


def comes_from(ground: StripGround, one: Box, other: Box) -> bool:
    """Whether the strips' colour, or what hides it, fills the ground between two of them."""
    link = _link(ground, one, other)
    return link is not None and link.carries_on


def joined_under_bridges(
    pieces: Sequence[tuple[Polygon, float]], bridges: Sequence[Polygon]
) -> list[tuple[Polygon, float]]:
    """A river's pieces, two that end at one bridge made one: it may bend there unseen."""
    left = list(pieces)
    for bridge in bridges:
        near = bridge.buffer(_BY_BRIDGE_IN)
        ending = [one for one in left if _ends_at(one[0], bridge, near)]
        if len(ending) != 2:
            continue
        shapes = [shape for shape, _ in ending]
        between = unary_union([shape.intersection(near) for shape in shapes]).convex_hull
        whole = largest_part(unary_union([*shapes, between]))
        left = [one for one in left if one not in ending]
        left.append((whole, min(edge for _, edge in ending)))
    return left


def _ends_at(shape: Polygon, bridge: Polygon, near: Polygon) -> bool:
    """Whether a piece comes to a bridge, and does not run on beyond it by itself."""
    beside = shape.difference(bridge)
    return bool(shape.intersects(near) and beside.geom_type == "Polygon")
