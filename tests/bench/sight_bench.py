"""All-pairs sight and shots of a crowded table, beside a plain loop over shapely calls.

    python -m tests.bench.sight_bench

prints the time as a ratio to the plain loop on the same scene in the same run, the peak memory,
and how the time grows with soldiers and things. It fails where the two disagree.
"""

import resource
import sys
from collections.abc import Iterator
from math import cos, pi, sin
from random import Random

from shapely import Polygon

from rules.answer import Shot, Sight
from rules.ask import ask
from rules.books import NAMES, book_named
from table.scene import Scene, Soldier, Thing
from tests.bench.jobs import Row, job
from tests.bench.plain_shapely import plain_answers
from tests.bench.timing import timed

BOOK = book_named("omog-advanced")
KINDS = ("mug", "napkin", "wall", "lid", "mug", "napkin", "wall", "road")
HEIGHTS_IN = {"mug": 3.75, "napkin": 0.0, "wall": 0.5, "lid": 0.25, "road": 0.0}
WIDTH_IN, HEIGHT_IN = 60.0, 40.0


def crowded_scene(soldiers: int, things: int, seed: int = 1) -> Scene:
    """Men of two sides among houses, woods, walls and boulders, all on the flat table."""
    dice = Random(seed)
    men = [
        Soldier(
            f"{'RB'[i % 2]}{i:02}",
            ("red", "blue")[i % 2],
            dice.uniform(1.0, WIDTH_IN - 1.0),
            dice.uniform(1.0, HEIGHT_IN - 1.0),
            weapons=("rifle",),
        )
        for i in range(soldiers)
    ]
    return Scene(WIDTH_IN, HEIGHT_IN, tuple(men), tuple(_thing(i, dice) for i in range(things)))


def _thing(i: int, dice: Random) -> Thing:
    kind = KINDS[i % len(KINDS)]
    x, y, turn = dice.uniform(2, WIDTH_IN - 2), dice.uniform(2, HEIGHT_IN - 2), dice.uniform(0, pi)
    if kind == "mug":  # round, as vision outlines it
        ring = [(x + 1.6 * cos(a), y + 1.6 * sin(a)) for a in (2 * pi * k / 24 for k in range(24))]
        return Thing(f"{kind}-{i}", kind, Polygon(ring), HEIGHTS_IN[kind])
    long, wide = {"napkin": (2.5, 2.0), "wall": (2.5, 0.15), "lid": (0.8, 0.8), "road": (6, 0.7)}[
        kind
    ]
    corners = [(long, wide), (-long, wide), (-long, -wide), (long, -wide)]
    ring = [
        (x + a * cos(turn) - b * sin(turn), y + a * sin(turn) + b * cos(turn)) for a, b in corners
    ]
    return Thing(f"{kind}-{i}", kind, Polygon(ring), HEIGHTS_IN[kind])


def answers(scene: Scene) -> dict[tuple[str, str], tuple[Sight, Shot]]:
    """Sight and shoot for every ordered pair, asked as the command line asks them."""
    found = {}
    for viewer in scene.soldiers:
        for target in scene.soldiers:
            if viewer is target:
                continue
            seen = ask(scene, {"ask": "sight", "from": viewer.id, "to": target.id}, BOOK)
            shot = ask(scene, {"ask": "shoot", "shooter": viewer.id, "target": target.id}, BOOK)
            assert isinstance(seen, Sight), seen
            assert isinstance(shot, Shot), shot
            found[viewer.id, target.id] = (seen, shot)
    return found


def timed_s(soldiers: int, things: int, *, runs: int = 3) -> float:
    """The least time of some runs, each on a scene nobody has asked about before."""
    return min(_run_s(crowded_scene(soldiers, things, seed)) for seed in range(1, runs + 1))


def _run_s(scene: Scene) -> float:
    return timed(lambda: answers(scene))[1]


def disagreements(scene: Scene) -> list[str]:
    """Where the program and the plain loop differ."""
    ours, found = answers(scene), []
    for pair, (plain_seen, number) in plain_answers(scene).items():
        seen, shot = ours[pair]
        if abs(seen.exposure - plain_seen.exposure) > 2e-3:
            found.append(f"{pair}: exposure {seen.exposure:.4f}, plain {plain_seen.exposure:.4f}")
        needed = None if shot.roll is None else shot.roll.succeeds
        plain = None if number is None else "never" if number > 6 else f"{number}+"
        if needed != plain:
            found.append(f"{pair}: needs {needed}, plain {plain}")
    return found


@job(beside="a plain loop over shapely calls on the same table takes so many times as long")
def sight_and_shots(*, quick: bool) -> Iterator[Row]:
    """Sight and shot of every pair of soldiers."""
    tables = ((60, 40),) if quick else ((30, 40), (60, 20), (60, 40), (60, 80), (120, 40))
    for soldiers, things in tables:
        scene = crowded_scene(soldiers, things)
        plain_s = timed(lambda s=scene: plain_answers(s))[1]
        ours_s = timed_s(soldiers, things)
        yield {
            "soldiers": soldiers,
            "things": things,
            "answers": 2 * soldiers * (soldiers - 1),
            "times as fast": round(plain_s / ours_s, 1),
            "ms an answer": round(1000 * ours_s / (2 * soldiers * (soldiers - 1)), 3),
        }


@job(beside="milliseconds, least over some men")
def reach(*, quick: bool) -> Iterator[Row]:
    """Where a man can end his move, by rulebook."""
    scene = crowded_scene(60, 40)
    for name in ("omog-advanced",) if quick else NAMES:
        book = book_named(name)
        asked = [{"ask": "reach", "soldier": man.id} for man in scene.soldiers[:6]]
        ask(scene, asked[-1], book)
        took = [timed(lambda q=question, b=book: ask(scene, q, b))[1] for question in asked[:5]]
        yield {"rulebook": name, "first man": round(1000 * took[0], 1), "ms": 1000 * min(took)}


def main() -> int:
    """Print the table of times; 1 where the answers disagree or the ratio misses its aim."""
    wrong = disagreements(crowded_scene(60, 40))
    for line in wrong[:10]:
        print(line)
    slow = False
    for row in (*sight_and_shots(quick=False), *reach(quick=False)):
        print(*(f"{name} {value}" for name, value in row.items()), sep="  ")
        slow |= float(row.get("times as fast", 99)) < 20
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory {peak_mb:.0f} MB")
    return 1 if wrong or slow or peak_mb > 300 else 0


if __name__ == "__main__":
    sys.exit(main())
