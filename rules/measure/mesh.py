"""The ground within reach as triangles with nodes along their sides.

In go cells of one ground each; out come triangles of one slowness each and the nodes on their
sides, all in flat arrays, so that a whole front is carried over many triangles at once.

A side belongs to its triangle: side 3 t + k is the k-th of triangle t, and two triangles that
share an edge have a side each, with the same nodes. Only on the outline of something that costs a
toll are the nodes there twice, once in each zone, and a gate leads from one to the other.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely

from rules.measure.ground_map import GroundMap
from rules.measure.lengths import HAIR_IN
from rules.measure.plane import Places, along, far, places_of, turn
from rules.measure.ragged import Flags, Ints, Ragged, ragged, starts_of
from table.places import Floats

MeshBox = tuple[float, float, float, float]


@dataclass(frozen=True, eq=False)
class Sides:
    """The sides of all triangles: lines from `begin` along the unit vector `ahead`.

    `inward` points into the triangle; `beyond` is the triangle on the other side, -1 where there
    is none; `soft` are those along which the slowness changes. Entry i of `nodes.values` lies
    `at_in[i]` inches from the beginning of side `of[i]`.
    """

    begin: Places
    ahead: Places
    inward: Places
    length_in: Floats
    slowness: Floats
    beyond: Ints
    soft: Flags
    nodes: Ragged
    of: Ints
    at_in: Floats

    def point(self, side: Ints, at_in: Floats) -> Places:
        """The place so far along each side."""
        return np.asarray(self.begin[side] + self.ahead[side] * at_in)


@dataclass(frozen=True, eq=False)
class Gates:
    """Ways from a node to one at the same place in another zone, and what each costs."""

    from_node: Ints
    to_node: Ints
    toll: Floats


@dataclass(frozen=True, eq=False)
class Mesh:
    """Triangles of one slowness each, and the nodes on their sides, all corners first.

    `gap_in` is the most between two neighbours on a side that can be crossed. `members` are each
    triangle's nodes; `entries` are for each node its places in `sides.nodes`.
    """

    triangles: Places  # three corners a row
    slowness: Floats
    zone: Ints
    corner_count: int
    gap_in: float
    nodes: Places
    sides: Sides
    members: Ragged
    entries: Ragged
    gates: Gates

    def holding(self, place: complex) -> Ints:
        """The triangles the place lies in, on their sides included."""
        ends = np.roll(self.triangles, -1, axis=1) - self.triangles
        out = turn(ends, place - self.triangles)
        slack = HAIR_IN * far(ends)
        return np.flatnonzero((out >= -slack).all(axis=1) | (out <= slack).all(axis=1))


def mesh_of(ground: GroundMap, gap_in: float, window: MeshBox) -> Mesh:
    """The open ground around a window, with nodes at most `gap_in` apart where one can cross."""
    triangles, cell = _triangles(ground.open.cells, window)
    zone, slowness = ground.open.zone[cell], ground.open.slowness[cell]
    places, place = np.unique(triangles, return_inverse=True)
    beyond = _beyond(_edges(place.reshape(-1, 3))[1])
    # A place is a corner once in each zone that meets there.
    zones = len(ground.tolls) - 1
    keys, corner = np.unique(place.reshape(-1, 3) * zones + zone[:, None], return_inverse=True)
    corners, corner = places[keys // zones], corner.reshape(-1, 3)
    edges = _nodes_on(corner, corners, beyond, gap_in)
    sides = _sides(triangles, slowness, beyond, edges)
    inner = sides.nodes.values >= len(corners)
    rows = np.concatenate([np.arange(corner.size), sides.of[inner]]) // 3
    values = np.concatenate([corner.reshape(-1), sides.nodes.values[inner]])
    node_zone = np.concatenate([keys % zones, (keys % zones)[edges.ends[edges.inner_of, 0]]])
    return Mesh(
        triangles=triangles,
        slowness=slowness,
        zone=zone,
        corner_count=len(corners),
        gap_in=gap_in,
        nodes=edges.nodes,
        sides=sides,
        members=ragged(rows, values, len(triangles)),
        entries=ragged(sides.nodes.values, np.arange(len(sides.of)), len(edges.nodes)),
        gates=_gates(edges.nodes, node_zone, ground.tolls),
    )


def _triangles(cells: "np.ndarray[Any, Any]", window: MeshBox) -> tuple[Places, Ints]:
    """The triangles that fill the cells around the window, and each one's cell."""
    split = shapely.constrained_delaunay_triangles(cells)
    parts, cell = shapely.get_parts(split, return_index=True)
    rings = shapely.get_coordinates(parts).reshape(-1, 4, 2)[:, :3]
    low, high = rings.min(axis=1), rings.max(axis=1)
    near = (low <= window[2:]).all(axis=1) & (high >= window[:2]).all(axis=1)
    return places_of(rings[near]), cell[near]


def _edges(corner: Ints) -> tuple[Ints, Ints]:
    """The edges of triangles as pairs of corners, the lower first, and the edge of each side."""
    ends = np.sort(np.stack([corner, np.roll(corner, -1, axis=1)], axis=2).reshape(-1, 2), axis=1)
    base = int(corner.max(initial=0)) + 1
    keys, edge_of = np.unique(ends[:, 0] * base + ends[:, 1], return_inverse=True)
    return np.stack([keys // base, keys % base], axis=1), np.asarray(edge_of, dtype=np.intp)


def _beyond(edge_of: Ints) -> Ints:
    """The triangle on the other side of each side, -1 where there is none."""
    order = np.argsort(edge_of, kind="stable")
    first = np.flatnonzero(np.diff(edge_of[order]) == 0)
    one, other = order[first], order[first + 1]
    beyond = np.full(len(edge_of), -1)
    beyond[one], beyond[other] = other // 3, one // 3
    return beyond


@dataclass(frozen=True, eq=False)
class _MeshEdges:
    """Edges between corners, `of` being the edge of each side; each has its nodes in order.

    `shares` says how far along its edge each entry of `on` lies; `nodes` are all nodes, the
    corners first, then the inner ones, edge by edge (`inner_of`).
    """

    ends: Ints
    of: Ints
    on: Ragged
    shares: Floats
    nodes: Places
    inner_of: Ints


def _nodes_on(corner: Ints, corners: Places, beyond: Ints, gap_in: float) -> _MeshEdges:
    ends, edge_of = _edges(corner)
    begin, span = corners[ends[:, 0]], corners[ends[:, 1]] - corners[ends[:, 0]]
    crossed = np.zeros(len(ends), dtype=bool)
    crossed[edge_of] = beyond >= 0
    # Each edge that can be crossed has a node inside it, which passes on what comes through.
    pieces = np.where(crossed, np.maximum(np.ceil(far(span) / gap_in), 2), 1).astype(np.intp)
    starts = starts_of(pieces + 1)
    edge = np.repeat(np.arange(len(ends)), pieces + 1)
    step = np.arange(len(edge)) - starts[edge]
    inner = (step > 0) & (step < pieces[edge])
    shares = step / pieces[edge]
    node = np.where(step == 0, ends[edge, 0], ends[edge, 1])
    node[inner] = len(corners) + np.arange(int(inner.sum()))
    within = (begin[edge] + shares * span[edge])[inner]
    nodes = np.concatenate([corners, within])
    return _MeshEdges(ends, edge_of, Ragged(node, starts), shares, nodes, edge[inner])


def _sides(triangles: Places, slowness: Floats, beyond: Ints, edges: _MeshEdges) -> Sides:
    ends = edges.nodes[edges.ends[edges.of]]
    begin, span = ends[:, 0], ends[:, 1] - ends[:, 0]
    length_in = far(span)
    ahead = span / length_in
    third = np.roll(triangles, 1, axis=1).reshape(-1)
    inward = ahead * 1j * np.where(along(third - begin, ahead * 1j) < 0.0, -1.0, 1.0)
    pace = np.repeat(slowness, 3)
    entry, side = Ragged(np.arange(len(edges.shares)), edges.on.starts).of(edges.of)
    return Sides(
        begin=begin,
        ahead=ahead,
        inward=inward,
        length_in=length_in,
        slowness=pace,
        beyond=beyond,
        soft=(beyond >= 0) & (slowness[beyond] != pace),
        nodes=Ragged(edges.on.values[entry], starts_of(np.bincount(side, minlength=len(span)))),
        of=side,
        at_in=edges.shares[entry] * length_in[side],
    )


def _gates(nodes: Places, zone: Ints, tolls: Floats) -> Gates:
    """The gates between nodes at the same place."""
    order = np.lexsort((nodes.imag, nodes.real)) if len(tolls) > 2 else np.arange(0)
    pairs = [(order[:0], order[:0])]
    for apart in range(1, len(tolls) - 1):
        one, other = order[:-apart], order[apart:]
        same = nodes[one] == nodes[other]
        pairs += [(one[same], other[same]), (other[same], one[same])]
    from_node, to_node = (np.concatenate(ends) for ends in zip(*pairs, strict=True))
    return Gates(from_node, to_node, tolls[zone[from_node], zone[to_node]])
