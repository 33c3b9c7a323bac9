"""How many moves it takes to every node of a mesh, by the quickest way there is.

A way is straight over one ground and bends only at corners and where the ground changes. So each
node remembers the last bend before it, its source, and the window of sides through which it sees
that source: whatever else lies behind the window is reached from the source on a straight line,
exactly, however many triangles lie between. Where the ground changes, the place of the bend is
the one that makes the way quickest (Snell's law), between the nodes too.

All nodes of the front are carried on at once, in arrays. That needs numpy and nothing else: it
installs everywhere without a compiler, is there when the program starts (a compiler at run time
would take longer than all the answers of a click), and lets other threads run meanwhile. The
windows are those of Mitchell, Mount and Papadimitriou, "The discrete geodesic problem" (1987),
kept at nodes rather than as intervals.
"""

from dataclasses import dataclass, fields

import numpy as np

from rules.measure.bends import best_bends
from rules.measure.mesh import Mesh
from rules.measure.plane import far
from rules.measure.ragged import Flags, Ints
from rules.measure.wave import NEVER, NOWHERE, Wave, wave_at
from rules.measure.windows import seen_through, windows_of
from table.places import Floats

FALLS = 1e-7  # of a move: a time that falls by less is as good as before
STEP = 0.1  # of the limit: nodes so much later are carried on together with the earliest


@dataclass(frozen=True, eq=False)
class Arrivals:
    """Times at which nodes can be reached, each by an entry of the mesh's sides.

    `straight` are those that come from the source of the entry's node, seen through the entry's
    side between `low_in` and `high_in`; the others bend at the entry's node.
    """

    node: Ints
    times: Floats
    entry: Ints
    straight: Flags
    low_in: Floats
    high_in: Floats


def spread(mesh: Mesh, start: complex, entering: Floats, limit: float) -> Wave:
    """The wave from a start to everything within `limit` moves; `entering` is each zone's toll."""
    wave = wave_at(mesh, start, entering)
    fresh = (wave.times < NEVER) & (wave.times <= limit)
    while fresh.any():
        waiting = np.flatnonzero(fresh)
        times = wave.times[waiting]
        now = waiting[times <= times.min() + STEP * limit]
        fresh[now] = False
        fresh[_passed_gates(mesh, wave, now, limit)] = True
        entries = np.sort(mesh.entries.of(now)[0])
        found = (_straight(mesh, wave, entries, limit), _bent(mesh, wave, entries, limit))
        fresh[_written(mesh, wave, _earliest(*found))] = True
    return wave


def _passed_gates(mesh: Mesh, wave: Wave, now: Ints, limit: float) -> Ints:
    """Carry these nodes' ways to those at the same place in other zones; the nodes that gain."""
    gates = mesh.gates
    here = np.zeros(len(mesh.nodes), dtype=bool)
    here[now] = True
    passed = np.flatnonzero(here[gates.from_node])
    arrivals = wave.times[gates.from_node[passed]] + gates.toll[passed]
    passed = passed[(arrivals < wave.times[gates.to_node[passed]] - FALLS) & (arrivals <= limit)]
    if not len(passed):
        return passed
    arrivals = wave.times[gates.from_node[passed]] + gates.toll[passed]
    # The latest first: the earliest is written last and stays.
    passed = passed[np.argsort(-arrivals, kind="stable")]
    one, other, toll = gates.from_node[passed], gates.to_node[passed], gates.toll[passed]
    times, source_times = wave.times[one] + toll, wave.source_times[one] + toll
    wave.times[other], wave.source_times[other] = times, source_times
    for kept in (wave.source, wave.slowness, wave.through, wave.left, wave.right, wave.before):
        kept[other] = kept[one]
    return other


def _straight(mesh: Mesh, wave: Wave, entries: Ints, limit: float) -> Arrivals:
    """What the sources of these entries' nodes reach straight on, through their sides."""
    seen = windows_of(mesh, wave, entries)
    node, row = mesh.members.of(seen.side // 3)
    later = wave.times[node] > seen.source_times[row]
    node, row = node[later], row[later]
    in_sight = seen_through(mesh.sides, seen, row, mesh.nodes[node])
    node, row = node[in_sight], row[in_sight]
    times = seen.source_times[row] + seen.slowness[row] * far(mesh.nodes[node] - seen.source[row])
    better = (times < wave.times[node] - FALLS) & (times <= limit)
    node, row, times = node[better], row[better], times[better]
    straight = np.ones(len(node), dtype=bool)
    return Arrivals(node, times, seen.entry[row], straight, seen.low_in[row], seen.high_in[row])


def bending(mesh: Mesh, wave: Wave, entries: Ints) -> Ints:
    """The entries at which a way into their triangle may bend.

    Those of corners, and those where the way comes from other ground.
    """
    node, side = mesh.sides.nodes.values[entries], mesh.sides.of[entries]
    other_ground = mesh.sides.soft[side] & (wave.slowness[node] != mesh.sides.slowness[side])
    return np.asarray(entries[(node < mesh.corner_count) | other_ground])


def _bent(mesh: Mesh, wave: Wave, entries: Ints, limit: float) -> Arrivals:
    """What is reached by bending at the nodes of these entries."""
    entry = bending(mesh, wave, entries)
    side, by = mesh.sides.of[entry], mesh.sides.nodes.values[entry]
    slowness = mesh.sides.slowness[side]
    node, row = mesh.members.of(side // 3)
    # A bend between two nodes may come before either of them, by less than their gap takes.
    later = wave.times[node] > (wave.times[by] - slowness * mesh.gap_in)[row]
    node, row = node[later], row[later]
    times = wave.times[by][row] + slowness[row] * far(mesh.nodes[node] - mesh.nodes[by][row])
    better = (times < wave.times[node] - FALLS) & (times <= limit)
    node, row, times = node[better], row[better], times[better]
    nothing = np.zeros(len(node))
    return Arrivals(node, times, entry[row], nothing > 0.0, nothing, nothing)


def _earliest(one: Arrivals, other: Arrivals) -> Arrivals:
    """The earliest arrival at each node."""
    names = [field.name for field in fields(Arrivals)]
    both = {name: np.concatenate([getattr(one, name), getattr(other, name)]) for name in names}
    order = np.lexsort((both["times"], both["node"]))
    first = np.ones(len(order), dtype=bool)
    first[1:] = np.diff(both["node"][order]) != 0
    return Arrivals(*(both[name][order[first]] for name in names))


def _written(mesh: Mesh, wave: Wave, found: Arrivals) -> Ints:
    """Write arrivals, one a node, into the wave; their nodes."""
    node, entry, straight = found.node, found.entry, found.straight
    by, side = mesh.sides.nodes.values[entry], mesh.sides.of[entry]
    times, source, source_times = found.times, wave.source[by], wave.source_times[by]
    bent = np.flatnonzero(~straight)
    bends = best_bends(mesh, wave, entry[bent], mesh.nodes[node[bent]])
    times[bent], source[bent], source_times[bent] = bends.times, bends.place, bends.place_times
    before = np.where(straight, wave.before[by], by)
    wave.times[node], wave.source[node], wave.source_times[node] = times, source, source_times
    wave.before[node], wave.slowness[node] = before, mesh.sides.slowness[side]
    wave.through[node] = side // 3
    wave.left[node] = np.where(straight, mesh.sides.point(side, found.low_in), NOWHERE)
    wave.right[node] = np.where(straight, mesh.sides.point(side, found.high_in), NOWHERE)
    return node
