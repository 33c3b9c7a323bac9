"""How many wrong events live tables make, one row for each kind of incident.

    python -m tests.bench.incident_bench -n 3                  three seeds on every recorded table
    python -m tests.bench.incident_bench --rendered 4          four virtual tables
    python -m tests.bench.incident_bench --only camera -n 5    incidents whose names have that word

Seeds from 100 on are for measuring, never for tuning. The run fails where anything wrong was
believed, or fewer than 98 of 100 moves were believed within a second of the hand's leaving.
"""

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator

# As the program does; numpy reads it when it is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from fixtures.recorded import sequence_names
from tests.bench.jobs import Row, job
from tests.virtual.incidents.runs import (
    composed_runs,
    composed_score,
    rendered_runs,
    rendered_score,
    stage_names,
    still_score,
)
from tests.virtual.incidents.scoring import Score

FIRST_SEED = 100
IN_TIME = 0.98
STILL = "nothing happens for an hour"
STILL_S = 3600.0

Played = tuple[str, str, Score]  # the incident's kind, where it happened, and its score


def composed(tables: Iterable[str], seeds: int, only: str = "") -> Iterator[Played]:
    """Incidents on recorded tables."""
    for table, kind in composed_runs(tables):
        for seed in range(FIRST_SEED, FIRST_SEED + seeds):
            if only in kind:
                yield kind, f"{table}, seed {seed}", composed_score(table, kind, seed)


def rendered(tables: int, only: str = "") -> Iterator[Played]:
    """Incidents on virtual tables of any desk, room, army, camera and rate of pictures."""
    for table, kind in rendered_runs(range(FIRST_SEED, FIRST_SEED + tables)):
        if only in kind:
            yield kind, f"table {table}", rendered_score(table, kind)


def still(seconds: float) -> Iterator[Played]:
    """So long a time at rest, each sequence's table in turn."""
    names = sequence_names()
    for i, name in enumerate(names):
        yield STILL, name, still_score(name, seconds / len(names), FIRST_SEED + i)


def told(rows: Iterable[Played]) -> Iterator[Played]:
    """Say what went wrong as it comes."""
    for kind, where, score in rows:
        for word in (*score.wrong, *(f"at last: {word}" for word in score.missed)):
            print(f"{kind}, {where}: {word}", file=sys.stderr, flush=True)
        yield kind, where, score


def by_kind(rows: Iterable[Played]) -> dict[str, list[Score]]:
    """The scores of each kind of incident, and of all."""
    kinds: dict[str, list[Score]] = defaultdict(list)
    for kind, _, score in told(rows):
        kinds[kind.replace("_", " ")].append(score)
    return {**kinds, "all": [score for some in kinds.values() for score in some]}


@job(beside="what is true")
def incidents(*, quick: bool) -> Iterator[Row]:
    """What happens at tables, and how often something wrong is believed of it."""
    names = sequence_names()[:1] if quick else stage_names()
    rows = [*composed(names, 1), *rendered(0 if quick else 4), *still(60 if quick else STILL_S)]
    yield from (_row(kind, some) for kind, some in by_kind(rows).items())


def _row(kind: str, some: list[Score]) -> Row:
    moves = sum(score.moves for score in some)
    return {
        "what happens": kind,
        "times": len(some),
        "wrong events": sum(len(score.wrong) for score in some),
        "not made out at last": sum(len(score.missed) for score in some),
        "moves known within 1 s": f"{sum(s.in_time for s in some)} of {moves}" if moves else "",
    }


def main() -> int:
    """Play, and say how many went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=1, help="seeds for each table and incident")
    parser.add_argument("--rendered", type=int, default=0, help="virtual tables")
    parser.add_argument("--still", type=float, default=0, help="seconds at rest")
    parser.add_argument("--only", default="", help="part of an incident's name")
    args = parser.parse_args()
    played = [*composed(stage_names(), args.n, args.only), *rendered(args.rendered, args.only)]
    every = by_kind([*played, *still(args.still)] if args.still else played)
    for kind, some in every.items():
        print(*_row(kind, some).values(), sep="\t")
    moves, in_time = (sum(s.moves for s in every["all"]), sum(s.in_time for s in every["all"]))
    return 1 if any(s.wrong for s in every["all"]) or in_time < IN_TIME * moves else 0


if __name__ == "__main__":
    sys.exit(main())
