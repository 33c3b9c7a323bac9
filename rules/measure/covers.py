"""What covers the second of two men who meet at many places: the facts of `cover`, in bulk."""

from collections.abc import Iterable

import numpy as np
import shapely

from rules.measure.cover import (
    NEAR_IN,
    entry_in,
    fan_angles,
    fan_polygons,
    in_fan,
    is_chest_high,
)
from rules.measure.exposures import distances_in, outlooks_of, turned
from rules.measure.lengths import HAIR_IN, within
from rules.measure.meetings import Meetings
from rules.measure.ragged import Flags, Ints
from rules.measure.sight import screen_over
from table.places import Floats

TOUCH = 1e-9  # of an edge: a line that passes its end this closely meets it
EDGE_IN = 1e-5  # so near to an outline a man stands on it
CLEARLY = 1e-5  # radians: what overlaps a fan by more surely has a part in it


def behind(meetings: Meetings, words: Iterable[str]) -> dict[int, Flags]:
    """The things of these words that the second is behind somewhere, each with where he is."""
    found = {}
    for number in meetings.field.things_of(*words):
        columns = np.flatnonzero(beside(meetings, number))
        if len(columns):
            found[number] = np.zeros(meetings.shape, dtype=bool)
            crossed = crossed_in(meetings, number, columns)
            found[number][:, columns] = crossed <= NEAR_IN + HAIR_IN
    return found


def beside(meetings: Meetings, number: int) -> Flags:
    """At which of his places the second is so near to a thing, not above it, that it may cover."""
    elevation_in, height_in = meetings.second.elevation_in, meetings.field.thing(number).height
    above = (elevation_in > HAIR_IN) & (elevation_in >= height_in - HAIR_IN)
    return np.asarray(meetings.second.near(number, NEAR_IN) & ~above)


def crossed_in(meetings: Meetings, number: int, columns: Ints) -> Floats:
    """How far from some of the second man's places the line to him last crosses a thing.

    Infinite where it misses it, 0 inside, as `aim.crossing_in` has it.
    """
    inside = meetings.second.inside[columns, number]
    met_in = _outline_met_in(meetings, number, columns)
    lines = distances_in(meetings.first, meetings.second)[:, columns] > HAIR_IN
    return np.where(lines & inside, 0.0, np.where(lines, met_in, np.inf))


def _outline_met_in(meetings: Meetings, number: int, columns: Ints) -> Floats:
    """How far from some of the second man's places the line to him last meets an outline."""
    ring = np.asarray(meetings.field.footprints[number].exterior.coords)
    end = meetings.second.xy[columns]
    x, y = (meetings.first.xy[:, None, i] - end[:, i] for i in (0, 1))
    share = np.full(x.shape, np.inf)
    with np.errstate(divide="ignore", invalid="ignore"):
        for (left, top), (dx, dy) in zip(ring[:-1], np.diff(ring, axis=0), strict=True):
            across = x * dy - y * dx
            off_x, off_y = left - end[:, 0], top - end[:, 1]
            back, along = (off_x * dy - off_y * dx) / across, (off_x * y - off_y * x) / across
            met = (np.abs(back - 0.5) <= 0.5 + TOUCH) & (np.abs(along - 0.5) <= 0.5 + TOUCH)
            share = np.where(met, np.minimum(share, np.maximum(back, 0.0)), share)
        return np.asarray(share * np.sqrt(x * x + y * y))  # nan where both stand in one place


def walls_behind(meetings: Meetings) -> tuple[Flags, Flags]:
    """Where the second is behind a low wall, and where behind a chest-high one."""
    low, high = meetings.together(("walls behind",), _walls_behind)
    return low, high


def _walls_behind(meetings: Meetings) -> Flags:
    found = np.zeros((2, *meetings.shape), dtype=bool)
    for number, flags in behind(meetings, ("wall",)).items():
        found[int(is_chest_high(meetings.field.thing(number).height))] |= flags
    return found


def in_fans(meetings: Meetings, number: int, wanted: Flags, near_in: float | None = None) -> Flags:
    """Of the wanted pairs those in which a thing has a part in the first man's sight fan.

    With `near_in`, only where that part comes so near to the second.
    """
    if not wanted.any():
        return wanted
    seen = outlooks_of(screen_over(meetings.field, (number,)), meetings.first)
    distance, radius = meetings.distance_in(), meetings.second.radius
    half = np.arcsin(radius / np.maximum(distance, radius + HAIR_IN))
    off = turned(_bearings(meetings) - seen.middle)
    overlap = np.minimum(off + half, seen.high) - np.maximum(off - half, seen.low)
    asked = wanted & (distance > radius + HAIR_IN) & (seen.near_in < distance)
    asked &= seen.unclear | (overlap > 0.0)
    surely = asked & ~seen.unclear & (seen.far_in < distance - radius) & (overlap > CLEARLY)
    if near_in is not None:
        surely = np.zeros(meetings.shape, dtype=bool)
    return surely | _in_fans(meetings, number, asked & ~surely, near_in)


def _bearings(meetings: Meetings) -> Floats:
    dx, dy = (meetings.second.xy[:, i] - meetings.first.xy[:, i, None] for i in (0, 1))
    return np.asarray(np.arctan2(dy, dx))


def _in_fans(meetings: Meetings, number: int, asked: Flags, near_in: float | None) -> Flags:
    """The same by the directions of the thing's edges before the base."""
    found = np.zeros(meetings.shape, dtype=bool)
    row, column = np.nonzero(asked)
    if not len(row):
        return found
    here, there, radius = (
        meetings.first.xy[row], meetings.second.xy[column], meetings.second.radius[column]
    )  # fmt: skip
    hidden = fan_angles(here, there, radius, meetings.field.footprints[number]) > HAIR_IN
    # A viewer in a footprint, or at its edge, may have none of its edges before him.
    within_it = np.flatnonzero(~hidden & meetings.first.near(number, 0.0)[row])
    for i in within_it:
        viewer, target = meetings.first.stand(int(row[i])), meetings.second.stand(int(column[i]))
        hidden[i] = bool(in_fan(meetings.field, viewer, target, (number,)))
    if near_in is not None:
        at = np.flatnonzero(hidden)
        fans = fan_polygons(here[at], there[at], radius[at])
        parts = shapely.intersection(fans, meetings.field.footprints[number])
        away_in = shapely.distance(parts, shapely.points(there[at]))
        hidden[at] = away_in <= near_in + HAIR_IN
    found[row, column] = hidden
    return found


def just_inside(meetings: Meetings, number: int, wanted: Flags) -> Flags:
    """Of the wanted pairs those whose line enters a thing the second is in close before him."""
    found = np.zeros(meetings.shape, dtype=bool)
    columns = np.flatnonzero(wanted.any(axis=0) & meetings.second.inside[:, number])
    if not len(columns):
        return found
    found[:, columns] = _outline_met_in(meetings, number, columns) <= NEAR_IN + HAIR_IN
    found &= wanted
    # Who stands on the edge itself meets it where he stands: he is asked about one by one.
    outline = meetings.field.footprints[number].exterior
    edge_in = shapely.distance(outline, shapely.points(meetings.second.xy[columns]))
    for column in columns[edge_in <= EDGE_IN]:
        for row in np.flatnonzero(wanted[:, column]):
            found[row, column] = _one_inside(meetings, int(row), int(column), number)
    return found


def _one_inside(meetings: Meetings, row: int, column: int, number: int) -> bool:
    start, end = meetings.first.stand(row).place, meetings.second.stand(column).place
    entered_in = entry_in(start, end, meetings.field, number)
    return entered_in is not None and within(entered_in, NEAR_IN)
