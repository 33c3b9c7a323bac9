"""What a table file asks of vision that it cannot do well, each in one line."""

import logging
from dataclasses import replace
from functools import lru_cache
from itertools import combinations

import numpy as np

from table.table_spec import TableSpec, ThingSpec, rgb_of
from vision.colour.inks import lab_of_rgb

_LOG = logging.getLogger(__name__)
_TOO_CLOSE = 12.0  # Lab units between colours that one light or another makes the same
# Kinds that their shape tells apart, whatever their colour.
_SHAPES = (
    ("mug", "lid"),
    ("plate",),
    ("wall",),
    ("book", "bridge"),
    ("road", "river"),
    ("napkin", "mat"),
)


def colour_gap(one: str, other: str) -> float:
    """How far apart two colours like "#b03030" are, Lab units."""
    first, second = (lab_of_rgb(rgb_of(colour)) for colour in (one, other))
    return float(np.linalg.norm(first - second))


def table_notes(spec: TableSpec, eye_height_in: float) -> tuple[str, ...]:
    """What the players should know about their list before they trust what is seen."""
    return (*_close_colours(spec), *_impossible_heights(spec, eye_height_in))


@lru_cache(maxsize=8)
def tell_notes(spec: TableSpec, eye_height_in: int) -> None:
    """Log the notes, once for each list and camera height."""
    for note in table_notes(spec, eye_height_in):
        _LOG.warning("%s", note)


def possible(spec: TableSpec, eye_height_in: float) -> TableSpec:
    """The table file without things that would stand too near the camera."""
    things = tuple(thing for thing in spec.things if not _is_impossible(thing, eye_height_in))
    return spec if len(things) == len(spec.things) else replace(spec, things=things)


def _is_impossible(thing: ThingSpec, eye_height_in: float) -> bool:
    return thing.height > 0.5 * eye_height_in


def _close_colours(spec: TableSpec) -> list[str]:
    notes = []
    coloured = [thing for thing in spec.things if thing.shown]
    for one, other in combinations(coloured, 2):
        gap = colour_gap(one.shown[0], other.shown[0])
        alike = _shape(one) == _shape(other) and (one.kind, one.height) != (
            other.kind,
            other.height,
        )
        if alike and gap < _TOO_CLOSE:
            notes.append(
                f"{one.words} and {other.words} are too close to tell "
                "apart by colour; choose one of another colour"
            )
    return notes


def _impossible_heights(spec: TableSpec, eye_height_in: float) -> list[str]:
    return [
        f"{thing.words} is listed {thing.height:g} in high, the camera hangs "
        f"{eye_height_in:.1f} in above the table; it is left out: correct its height"
        for thing in spec.things
        if _is_impossible(thing, eye_height_in)
    ]


def _shape(thing: ThingSpec) -> int:
    return next(n for n, kinds in enumerate(_SHAPES) if thing.kind in kinds)
