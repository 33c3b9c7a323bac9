"""Recorded tables in other colours and under other light: new pictures with the same truth.

Swapping the picture's colour channels and those of the listed colours makes red mugs blue and
an oak desk green, and stays true to how light falls on things; a gain for each channel is
another lamp.
"""

from dataclasses import replace

import numpy as np

from table.picture import Picture
from table.table_spec import ThingSpec
from tests.bench.cases import Case

# For blue, green and red: the channel that takes its place.
SWAPS = ((0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
# What is left of blue, green and red.
LIGHTS = {"warm": (0.55, 0.85, 1.15), "cold": (1.15, 0.95, 0.7), "dim": (0.35, 0.35, 0.35)}
_GAMMA = 2.2


def recoloured(case: Case, swap: tuple[int, ...]) -> Case:
    """The table as if all its colours were others."""
    things = tuple(_recoloured_thing(thing, swap) for thing in case.spec.things)
    return replace(
        case,
        name=f"{case.name} {''.join('bgr'[channel] for channel in swap)}",
        picture=_swapped(case.picture, swap),
        empty=None if case.empty is None else _swapped(case.empty, swap),
        spec=replace(case.spec, things=things),
    )


def relit(case: Case, light: str) -> Case:
    """The table under another lamp; the empty picture was taken under the first one."""
    shares = np.array(LIGHTS[light])
    steps = np.arange(256)[:, None] / 255
    curves = np.clip(steps**_GAMMA * shares, 0, 1) ** (1 / _GAMMA) * 255
    table = np.round(curves).astype(np.uint8)
    picture = np.stack([table[case.picture[..., k], k] for k in range(3)], axis=-1)
    return replace(case, name=f"{case.name} {light}", picture=picture)


def _recoloured_thing(thing: ThingSpec, swap: tuple[int, ...]) -> ThingSpec:
    assert thing.colour is not None, thing
    bgr = [int(thing.colour[at : at + 2], 16) for at in (5, 3, 1)]
    blue, green, red = (bgr[channel] for channel in swap)
    return replace(thing, colour=f"#{red:02x}{green:02x}{blue:02x}")


def _swapped(picture: Picture, swap: tuple[int, ...]) -> Picture:
    return np.ascontiguousarray(picture[..., list(swap)])
