"""Windows: what the source of a node sees through a side.

In go a wave and places on sides; out come, for each, the part of the side that the source sees,
and which places behind it lie in sight.
"""

from dataclasses import dataclass

import numpy as np

from rules.measure.mesh import Mesh, Sides
from rules.measure.plane import Places, along, turn
from rules.measure.ragged import Flags, Ints
from rules.measure.wave import Wave
from table.places import Floats

LEVEL_IN = 1e-9  # what is less far from a line lies on it
SLACK_IN = 1e-7  # so far beside a window still counts as seen through it


@dataclass(frozen=True, eq=False)
class Windows:
    """Parts of sides, from `low_in` to `high_in`, through which a source is seen.

    The source lies `off_in` outside the side's line, and `foot_in` along it.
    """

    entry: Ints
    side: Ints
    source: Places
    source_times: Floats
    slowness: Floats
    off_in: Floats
    foot_in: Floats
    low_in: Floats
    high_in: Floats


def windows_of(mesh: Mesh, wave: Wave, entries: Ints) -> Windows:
    """The windows at these entries (in order) through which a straight way goes on, each once."""
    node, side = mesh.sides.nodes.values[entries], mesh.sides.of[entries]
    same_ground = wave.slowness[node] == mesh.sides.slowness[side]
    entries = entries[same_ground & comes_across(mesh, wave, entries)]
    entries = entries[_first_of_each(mesh, wave, entries)]
    node, side = mesh.sides.nodes.values[entries], mesh.sides.of[entries]
    off_in, foot_in, low_in, high_in = seen_part(mesh, wave, entries)
    kept = (off_in > LEVEL_IN) & (high_in >= low_in - SLACK_IN)
    node, side = node[kept], side[kept]
    return Windows(
        entries[kept], side, wave.source[node], wave.source_times[node], wave.slowness[node],
        off_in[kept], foot_in[kept], low_in[kept], high_in[kept],
    )  # fmt: skip


def comes_across(mesh: Mesh, wave: Wave, entries: Ints) -> Flags:
    """Whether the way to each entry's node ends in the triangle on the other side of its side.

    Only then does the node's window say anything about the side: a corner has many sides.
    """
    node, side = mesh.sides.nodes.values[entries], mesh.sides.of[entries]
    return np.asarray(mesh.sides.beyond[side] == wave.through[node])


def _first_of_each(mesh: Mesh, wave: Wave, entries: Ints) -> Flags:
    """Leave out entries whose neighbour on the same side has the same source and window."""
    node, side = mesh.sides.nodes.values[entries], mesh.sides.of[entries]
    same = np.zeros(len(entries), dtype=bool)
    same[1:] = (np.diff(side) == 0) & (np.diff(wave.source[node]) == 0.0)
    left, right = wave.left[node], wave.right[node]
    same[1:] &= ((np.diff(left) == 0.0) & (np.diff(right) == 0.0)) | (
        np.isnan(left[1:]) & np.isnan(left[:-1])
    )
    return ~same


def seen_part(mesh: Mesh, wave: Wave, entries: Ints) -> tuple[Floats, Floats, Floats, Floats]:
    """How far off and along each entry's side its source lies, and what it sees of the side."""
    node, side = mesh.sides.nodes.values[entries], mesh.sides.of[entries]
    source, ahead, inward = wave.source[node], mesh.sides.ahead[side], mesh.sides.inward[side]
    offset = source - mesh.sides.begin[side]
    off_in, foot_in = -along(offset, inward), along(offset, ahead)
    left, right = wave.left[node] - source, wave.right[node] - source
    # A ray that leads away from the side's line bounds nothing on its way there; the other one
    # tells on which side of it the window lies.
    opens = turn(left, right) * turn(inward, ahead)
    ends = [
        np.where(
            along(ray, inward) > LEVEL_IN,
            foot_in + off_in * along(ray, ahead) / np.maximum(along(ray, inward), LEVEL_IN),
            np.where(opening > 0.0, np.inf, -np.inf),
        )
        for ray, opening in ((left, -opens), (right, opens))
    ]
    whole = np.isnan(left) | (off_in <= LEVEL_IN)
    low_in = np.where(whole, 0.0, np.maximum(np.minimum(*ends), 0.0))
    high_in = np.where(whole, np.inf, np.maximum(*ends))
    return off_in, foot_in, low_in, np.minimum(high_in, mesh.sides.length_in[side])


def seen_through(sides: Sides, windows: Windows, row: Ints, places: Places) -> Flags:
    """Whether each place, inside the triangle of a window (by `row`), is seen through it."""
    offset = places - sides.begin[windows.side][row]
    inside_in = along(offset, sides.inward[windows.side][row])
    foot_in, off_in = windows.foot_in[row], windows.off_in[row]
    at_in = along(offset, sides.ahead[windows.side][row])
    crosses_in = foot_in + (at_in - foot_in) * (off_in / (off_in + np.maximum(inside_in, 0.0)))
    return np.asarray(
        (inside_in > LEVEL_IN)
        & (crosses_in >= windows.low_in[row] - SLACK_IN)
        & (crosses_in <= windows.high_in[row] + SLACK_IN)
    )
