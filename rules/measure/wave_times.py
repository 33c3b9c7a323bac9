"""How many moves it takes to any places, and by which way, once a wave has spread."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rules.measure.bends import best_bends
from rules.measure.front import bending
from rules.measure.mesh import Mesh
from rules.measure.plane import Places, far
from rules.measure.ragged import Flags, Ints, Ragged
from rules.measure.wave import NEVER, Wave
from rules.measure.windows import Windows, seen_through, windows_of
from table.places import Floats

SIDES = np.arange(3)


@dataclass(frozen=True, eq=False)
class Last:
    """Last stretches of ways to places (by number): when they arrive, and whence.

    `before` is the node at the source, -1 where that is the start.
    """

    place: Ints
    times: Floats
    source: Places
    before: Ints


@dataclass(frozen=True, eq=False)
class Spread:
    """A wave that has spread over its mesh."""

    mesh: Mesh
    wave: Wave

    def times(self, places: Places, triangles: Ints) -> Floats:
        """The moves to places, each in one of the triangles; NEVER where nothing leads."""
        found = np.full(len(places), NEVER)
        for last in self._lasts(places, triangles):
            np.minimum.at(found, last.place, last.times)
        return found

    def way(self, place: complex) -> tuple[list[complex], float]:
        """The places at which the quickest way to a place begins, bends and ends, and its time.

        No places and NEVER where nothing leads there.
        """
        triangles = self.mesh.holding(place)
        lasts = list(self._lasts(np.full(len(triangles), place), triangles))
        times = np.concatenate([last.times for last in lasts])
        if not len(times):
            return [], NEVER
        best = int(times.argmin())
        source = complex(np.concatenate([last.source for last in lasts])[best])
        node = int(np.concatenate([last.before for last in lasts])[best])
        bends = [place, source]
        while node >= 0:
            bends.append(complex(self.wave.source[node]))
            node = int(self.wave.before[node])
        return bends[::-1], float(times[best])

    def latest(self) -> float:
        """The greatest time of all that is reached; much below the limit, nothing is beyond."""
        return float(self.wave.times[self.wave.times < NEVER].max(initial=0.0))

    @cached_property
    def is_reached(self) -> Flags:
        """Which triangles the wave has come to."""
        times = self.wave.times[self.mesh.members.values]
        return np.asarray(np.minimum.reduceat(times, self.mesh.members.starts[:-1]) < NEVER)

    @cached_property
    def _reached(self) -> Ints:
        """The entries of all nodes that are reached."""
        return np.flatnonzero(self.wave.times[self.mesh.sides.nodes.values] < NEVER)

    @cached_property
    def _windows(self) -> tuple[Windows, Ragged]:
        """All windows, and for each side which are in it."""
        windows = windows_of(self.mesh, self.wave, self._reached)
        return windows, self._by_side(windows.side)

    @cached_property
    def _bending(self) -> tuple[Ints, Ragged]:
        """All entries at which a way may bend, and for each side which of them are on it."""
        entries = bending(self.mesh, self.wave, self._reached)
        return entries, self._by_side(self.mesh.sides.of[entries])

    def _by_side(self, side: Ints) -> Ragged:
        starts = np.searchsorted(side, np.arange(len(self.mesh.sides.beyond) + 1))
        return Ragged(np.arange(len(side)), starts)

    def _lasts(self, places: Places, triangles: Ints) -> Iterator[Last]:
        """All ways worth a thought to places in triangles."""
        yield self._from_start(places, triangles)
        sides = (3 * triangles[:, None] + SIDES).reshape(-1)
        yield self._straight(places, sides)
        yield self._bent(places, sides)

    def _from_start(self, places: Places, triangles: Ints) -> Last:
        home = np.flatnonzero(self.wave.start_times[triangles] < NEVER)
        slowness = self.mesh.slowness[triangles[home]]
        walked = slowness * far(places[home] - self.wave.start)
        start = np.full(len(home), self.wave.start)
        times = self.wave.start_times[triangles[home]] + walked
        return Last(home, times, start, np.full(len(home), -1))

    def _straight(self, places: Places, sides: Ints) -> Last:
        windows, on_side = self._windows
        row, of_side = on_side.of(sides)
        place = of_side // 3
        seen = seen_through(self.mesh.sides, windows, row, places[place])
        row, place = row[seen], place[seen]
        source = windows.source[row]
        times = windows.source_times[row] + windows.slowness[row] * far(places[place] - source)
        before = self.wave.before[self.mesh.sides.nodes.values[windows.entry[row]]]
        return Last(place, times, source, before)

    def _bent(self, places: Places, sides: Ints) -> Last:
        entries, on_side = self._bending
        row, of_side = on_side.of(sides)
        place, entry = of_side // 3, entries[row]
        node, slowness = self.mesh.sides.nodes.values[entry], self.mesh.sides.slowness[sides]
        walked = slowness[of_side] * far(places[place] - self.mesh.nodes[node])
        times = self.wave.times[node] + walked
        # The best bend lies between two nodes, which are hardly worse.
        best = np.full(len(places), NEVER)
        np.minimum.at(best, place, times)
        near = times <= best[place] + slowness[of_side] * self.mesh.gap_in
        place, entry, node = place[near], entry[near], node[near]
        bends = best_bends(self.mesh, self.wave, entry, places[place])
        return Last(place, bends.times, bends.place, node)
