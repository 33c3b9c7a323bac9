"""The ground within reach as triangles with nodes along their sides.

In go cells of one ground each; out come triangles of one slowness each and the nodes on their
sides, so closely spaced that the quickest way from node to node is as good as the quickest way:
it may miss the best place to cross a side by half a gap, which costs the square of that.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from table.places import Floats

Ints = NDArray[np.intp]


@dataclass(frozen=True)
class Mesh:
    """Triangles of one slowness each.

    `nodes_xy` are all nodes; `members[i]` the numbers of those on triangle i's sides, its three
    corners first.
    """

    nodes_xy: Floats
    members: list[Ints]
    slowness: Floats

    @cached_property
    def triangles_at(self) -> list[list[int]]:
        """For each node the triangles whose sides it lies on."""
        found: list[list[int]] = [[] for _ in self.nodes_xy]
        for number, members in enumerate(self.members):
            for node in members:
                found[node].append(number)
        return found

    def corners_xy(self, number: int) -> Floats:
        """The three corners of a triangle."""
        return self.nodes_xy[self.members[number][:3]]


def mesh_of(cells: "np.ndarray[Any, Any]", slowness: Floats, gap_in: float) -> Mesh:
    """The cells that can be entered as a mesh with nodes at most `gap_in` apart."""
    open_ground = np.isfinite(slowness)
    corners, slow = _triangles(cells[open_ground], slowness[open_ground])
    places, corner_of = np.unique(corners.reshape(-1, 2), axis=0, return_inverse=True)
    ids = np.asarray(corner_of, dtype=np.intp).reshape(-1, 3)
    sides = np.sort(np.stack([ids, np.roll(ids, -1, axis=1)], axis=2), axis=2)
    edges, edge_of = np.unique(sides.reshape(-1, 2), axis=0, return_inverse=True)
    inner, first = _inner_nodes(places, edges, gap_in)
    numbers = len(places) + np.arange(len(inner))
    edge_ids = np.asarray(edge_of, dtype=np.intp).reshape(-1, 3)
    members = [
        np.concatenate([ids[i], *(numbers[first[e] : first[e + 1]] for e in edge_ids[i])])
        for i in range(len(ids))
    ]
    return Mesh(np.concatenate([places, inner]), members, slow)


def _triangles(cells: "np.ndarray[Any, Any]", slowness: Floats) -> tuple[Floats, Floats]:
    """The corners (n, 3, 2) and the slowness of the triangles that fill the cells."""
    split = shapely.constrained_delaunay_triangles(cells)
    parts, cell = shapely.get_parts(split, return_index=True)
    rings = shapely.get_coordinates(parts).reshape(-1, 4, 2)
    return rings[:, :3], slowness[cell]


def _inner_nodes(places: Floats, edges: Ints, gap_in: float) -> tuple[Floats, Ints]:
    """The nodes between the ends of each edge, and where each edge's begin in that list."""
    start, end = places[edges[:, 0]], places[edges[:, 1]]
    length = np.hypot(*(end - start).T)
    pieces = np.maximum(np.ceil(length / gap_in).astype(int), 1)
    counts = pieces - 1
    first = np.concatenate([[0], np.cumsum(counts)])
    edge = np.repeat(np.arange(len(edges)), counts)
    step = np.arange(len(edge)) - first[edge] + 1
    share = (step / pieces[edge])[:, None]
    return start[edge] + share * (end[edge] - start[edge]), first
