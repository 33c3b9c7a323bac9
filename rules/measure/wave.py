"""The quickest way to every node of a mesh, as far as it is known."""

from dataclasses import dataclass

import numpy as np

from rules.measure.mesh import Mesh
from rules.measure.plane import Places, far
from rules.measure.ragged import Ints
from table.places import Floats

NEVER = 1e3  # moves to a place that cannot be reached
NOWHERE = complex(np.nan, np.nan)


@dataclass(frozen=True, eq=False)
class Wave:
    """The time of each node in moves, and the last stretch of the way there.

    `source` is where that stretch begins, `source_times` when; `slowness` is that of the ground
    under it; `through` the triangle it ends in; `left` and `right` are the ends of the window it
    came through, NOWHERE where it crossed no side. `before` is the node at the source, from
    where the way goes on backwards, -1 where the source is the start.
    """

    start: complex
    start_times: Floats  # by triangle, NEVER where the start is not in it
    times: Floats
    source: Places
    source_times: Floats
    slowness: Floats
    through: Ints
    left: Places
    right: Places
    before: Ints


def wave_at(mesh: Mesh, start: complex, entering: Floats) -> Wave:
    """The wave in the triangles where it starts; `entering` is each zone's toll from nowhere."""
    count, home = len(mesh.nodes), mesh.holding(start)
    start_times = np.full(len(mesh.triangles), NEVER)
    start_times[home] = entering[mesh.zone[home]]
    node, row = mesh.members.of(home)
    times = start_times[home][row] + mesh.slowness[home][row] * far(mesh.nodes[node] - start)
    order = np.argsort(-times, kind="stable")  # the earliest is written last and stays
    node, row, times = node[order], row[order], times[order]
    wave = Wave(
        start, start_times, np.full(count, NEVER), np.full(count, start), np.zeros(count),
        np.zeros(count), np.full(count, -1), np.full(count, NOWHERE), np.full(count, NOWHERE),
        np.full(count, -1),
    )  # fmt: skip
    wave.times[node] = times
    wave.source_times[node] = start_times[home][row]
    wave.slowness[node], wave.through[node] = mesh.slowness[home][row], home[row]
    return wave
