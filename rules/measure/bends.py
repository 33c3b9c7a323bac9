"""Where a way bends that crosses from one ground to another, so that it takes the least time."""

from dataclasses import dataclass

import numpy as np

from rules.measure.mesh import Mesh
from rules.measure.plane import Places, along, far, turn
from rules.measure.ragged import Ints
from rules.measure.wave import Wave
from rules.measure.windows import comes_across, seen_part
from table.places import Floats

STEPS = 4  # of Newton's method; the fourth moves the bend by less than a hair
HARDLY_IN = 1e-12  # keeps a distance of nothing from dividing
LEAST_CURVE = 1e-9  # and a straight slope


@dataclass(frozen=True, eq=False)
class Bends:
    """Bends on the way to some places: where, when, and when the places are reached."""

    place: Places
    place_times: Floats
    times: Floats


def best_bends(mesh: Mesh, wave: Wave, entries: Ints, places: Places) -> Bends:
    """The best bend near each entry's node on the way to a place in the entry's triangle.

    At the node itself, unless the way comes from other ground across the entry's side.
    """
    sides, node, side = mesh.sides, mesh.sides.nodes.values[entries], mesh.sides.of[entries]
    bend, bend_times = mesh.nodes[node], wave.times[node]
    times = bend_times + sides.slowness[side] * far(places - bend)
    slides = sides.soft[side] & (wave.slowness[node] != sides.slowness[side])
    moved = np.flatnonzero(slides & comes_across(mesh, wave, entries))
    if len(moved):
        found = _slid(mesh, wave, entries[moved], places[moved])
        better = found.times < times[moved]
        moved = moved[better]
        bend[moved], times[moved] = found.place[better], found.times[better]
        bend_times[moved] = found.place_times[better]
    return Bends(bend, bend_times, times)


def _slid(mesh: Mesh, wave: Wave, entries: Ints, places: Places) -> Bends:
    """The best bends on the entries' sides, as far as the nodes' sources see them.

    The time is convex in the place of the bend, so Newton's method, kept between two places of
    which one is too early on the side and one too late, finds it.
    """
    node, side = mesh.sides.nodes.values[entries], mesh.sides.of[entries]
    slow_to, slow_on = wave.slowness[node], mesh.sides.slowness[side]
    off_in, foot_in, low_in, high_in = seen_part(mesh, wave, entries)
    offset = places - mesh.sides.begin[side]
    in_in = np.abs(turn(mesh.sides.ahead[side], offset))
    goal_in = along(offset, mesh.sides.ahead[side])
    at_in = mesh.sides.at_in[entries]
    low_in, high_in = np.minimum(low_in, at_in), np.maximum(high_in, at_in)
    for _ in range(STEPS):
        to_in = np.sqrt((at_in - foot_in) ** 2 + off_in**2) + HARDLY_IN
        on_in = np.sqrt((at_in - goal_in) ** 2 + in_in**2) + HARDLY_IN
        slope = slow_to * (at_in - foot_in) / to_in + slow_on * (at_in - goal_in) / on_in
        curve = slow_to * off_in**2 / to_in**3 + slow_on * in_in**2 / on_in**3
        low_in = np.where(slope < 0.0, at_in, low_in)
        high_in = np.where(slope > 0.0, at_in, high_in)
        step_in = at_in - slope / np.maximum(curve, LEAST_CURVE)
        halved = (low_in + high_in) / 2
        at_in = np.where((step_in > low_in) & (step_in < high_in), step_in, halved)
    bend = mesh.sides.point(side, at_in)
    bend_times = wave.source_times[node] + slow_to * far(bend - wave.source[node])
    return Bends(bend, bend_times, bend_times + slow_on * far(places - bend))
