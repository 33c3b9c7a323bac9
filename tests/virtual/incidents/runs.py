"""Which incidents are played on which tables."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

import numpy as np

from fixtures.recorded import photo_names, recorded, sequence_names
from tests.virtual.incidents import (  # noqa: F401 - each registers its own
    busy_hands,
    covered_men,
    lying_about,
    men_and_hands,
    odd_deeds,
    odd_streams,
    slow_changes,
    visitors,
)
from tests.virtual.incidents.camera_and_light import nothing_happens
from tests.virtual.incidents.rendered import RENDERED, virtual_stage
from tests.virtual.incidents.scoring import Score, scored
from tests.virtual.incidents.stage import Stage, recorded_stage
from tests.virtual.incidents.telling import INCIDENTS
from tests.virtual.virtual_table import VirtualTable


def stage_names() -> tuple[str, ...]:
    """The recorded tables and sequences."""
    return (*photo_names(), *sequence_names())


@lru_cache(maxsize=1)
def stage_named(name: str) -> Stage:
    """The stage that a recorded table gives."""
    return recorded_stage(recorded(name), sequence=name in sequence_names())


def composed_runs(names: Iterable[str] | None = None) -> Iterator[tuple[str, str]]:
    """Each recorded table, or some, with each incident."""
    return product(stage_names() if names is None else names, INCIDENTS)


def composed_score(name: str, kind: str, seed: int) -> Score:
    """An incident played on a recorded table, every other time with its empty picture."""
    rng = np.random.default_rng([seed, sum(map(ord, kind)), len(name)])
    return scored(INCIDENTS[kind](stage_named(name), rng), empty=bool(seed % 2))


def rendered_runs(
    tables: Iterable[int], kinds: Iterable[str] = (*RENDERED, *INCIDENTS)
) -> Iterator[tuple[int, str]]:
    """Each virtual table with each incident, rendered or composed on its picture."""
    return product(tables, kinds)


def rendered_score(table: int, kind: str) -> Score:
    """An incident played on a virtual table, every other time with its empty picture."""
    virtual, stage = _virtual(table)
    rng = np.random.default_rng([table, sum(map(ord, kind))])
    told = RENDERED.get(kind)
    reel = INCIDENTS[kind](stage, rng) if told is None else told(virtual, stage, rng)
    return scored(reel, empty=bool(rng.random() < 0.5))


@lru_cache(maxsize=1)
def _virtual(table: int) -> tuple[VirtualTable, Stage]:
    return virtual_stage(table)


def still_score(name: str, seconds: float, seed: int) -> Score:
    """A recorded table at which nothing happens for long, five pictures a second."""
    rng = np.random.default_rng(seed)
    return scored(nothing_happens(stage_named(name), rng, seconds, 0.2), empty=bool(seed % 2))
