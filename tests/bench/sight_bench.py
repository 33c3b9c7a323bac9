"""All-pairs sight and shots of a crowded table, beside a plain loop over shapely calls.

    python -m tests.bench.sight_bench

prints the time as a ratio to the plain loop on the same scenes in the same run, and the peak
memory. It fails where the two disagree.
"""

import resource
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from math import cos, pi, sin
from random import Random

import cv2
import numpy as np
from shapely import Polygon

from fixtures.recorded import photo_names, recorded
from rules.book.answer import Shot, Sight
from rules.book.ask import ask
from rules.book.shelf import NAMES, book_named
from rules.book.shots import FireQuestion, Shots, shots_at
from rules.measure.exposures import exposures
from rules.measure.field import Field, field_of
from rules.measure.stands import Stands, stands_at, stands_of
from rules.omog.meanings import sight_rule
from table.picture import Picture
from table.places import Floats
from table.scene import Scene, Soldier, Thing
from table.scene_file import read_scene
from tests.bench.baselines import PASS_1080P, plain_pass
from tests.bench.jobs import Row, job
from tests.bench.plain_shapely import plain_answers
from tests.bench.timing import Took, in_turns, timed
from tests.bench.vector_shapely import vector_exposures
from vision.pictures.picture_file import read_picture

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


@job(
    beside="how many times as long a plain loop over Shapely calls takes on the same tables, by "
    "the medians of as many runs; and ours in milliseconds"
)
def sight_and_shots(*, quick: bool) -> Iterator[Row]:
    """Sight and shot of every pair of soldiers, asked one by one."""
    tables = ((60, 40),) if quick else ((30, 40), (60, 20), (60, 40), (60, 80), (120, 40))
    for soldiers, things in tables:
        runs = [_both(crowded_scene(soldiers, things, seed)) for seed in (1, 2, 3)]
        plain, ours = Took(tuple(one for one, _ in runs)), Took(tuple(own for _, own in runs))
        asked = 2 * soldiers * (soldiers - 1)
        yield {
            "soldiers": soldiers,
            "things": things,
            "answers": asked,
            "times as fast": round(plain.median / ours.median, 1),
            "ms an answer": Took(tuple(run / asked for run in ours.runs)).ms(),
        }


def _both(scene: Scene) -> tuple[float, float]:
    """Seconds of the plain loop, and of ours, on a scene nobody has asked about before."""
    return timed(lambda: plain_answers(scene))[1], timed(lambda: answers(scene))[1]


@job(
    beside="thousands a second on one core, by the medians of as many runs; Shapely 2 is its tree "
    "and ufuncs over arrays, which know no heights"
)
def bulk_answers(*, quick: bool) -> Iterator[Row]:
    """Sights and shots of twenty men at every place of a table, half an inch apart."""
    for name, scene in bulk_tables(quick=quick).items():
        men, field, xy = scene.soldiers[:20], field_of(scene, BOOK.meanings), half_inches(scene)
        viewers = stands_of(field, [field.stand(man) for man in men])
        here = np.array([(man.x, man.y) for man in men])
        works: dict[str, Callable[[], object]] = {
            "sights": partial(_sights, viewers, field, xy),
            "Shapely 2": partial(vector_exposures, scene, here, xy),
        }
        fires = {f"shots, {rules}": partial(_shots, scene, rules, xy) for rules in NAMES}
        took = in_turns(works | fires, 2 if quick else 5)
        counts = dict.fromkeys(works, len(men) * len(xy))
        counts |= dict.fromkeys(fires, (len(men) - 1) * len(xy))
        told = {f"{w}, k/s": round(n / took[w].median / 1000) for w, n in counts.items()}
        yield {"table": name, "places": len(xy), **told}


def _sights(viewers: Stands, field: Field, xy: Floats) -> Floats:
    return exposures(_RULE, viewers, stands_at(field, xy))


def _shots(scene: Scene, rules: str, xy: Floats) -> Shots:
    """The shots of the other men at the first, wherever he stands."""
    target, *others = (man.id for man in scene.soldiers[:20])
    return shots_at(FireQuestion(book_named(rules), _armed(scene, rules)), others, target, xy)


_RULE = sight_rule(BOOK)


def bulk_tables(*, quick: bool) -> dict[str, Scene]:
    """Tables with every man a rifle."""
    names = photo_names()[: 1 if quick else 99]
    scenes = {name: read_scene(recorded(name).truth) for name in names}
    scenes["60 soldiers, 40 things"] = crowded_scene(60, 40)
    return {name: _armed(scene, "") for name, scene in scenes.items()}


def _armed(scene: Scene, rules: str) -> Scene:
    weapon = "musket" if rules == "omog-musket" else "rifle"
    return replace(scene, soldiers=tuple(replace(m, weapons=(weapon,)) for m in scene.soldiers))


def half_inches(scene: Scene) -> Floats:
    """Places half an inch apart all over the table."""
    x, y = (np.arange(0.25, side, 0.5) for side in (scene.width, scene.height))
    return np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)


@job(beside=PASS_1080P)
def reach(*, quick: bool) -> Iterator[Row]:
    """Where a man can end his move, every man of a table asked for the first time."""
    plain = plain_pass(picture_1080p())
    for name, scene in bulk_tables(quick=quick).items():
        row: Row = {"table": name}
        for rules in ("omog-advanced",) if quick else NAMES:
            row[rules] = _reaches(scene, rules, quick=quick).beside(plain)
        yield row


def _reaches(scene: Scene, rules: str, *, quick: bool) -> Took:
    book, men = book_named(rules), scene.soldiers[: 4 if quick else 20]
    questions = [{"ask": "reach", "soldier": man.id} for man in men]
    ask(scene, questions[0], book)
    # A new scene each time: nothing that was worked out for another man helps.
    runs = [
        timed(lambda q=one: ask(replace(scene, things=_copied(scene)), q, book))[1]
        for one in questions
    ]
    return Took(tuple(runs))


def _copied(scene: Scene) -> tuple[Thing, ...]:
    return tuple(replace(thing) for thing in scene.things)


def picture_1080p() -> Picture:
    """A recorded table's photograph at 1080p."""
    photo = read_picture(recorded(photo_names()[0]).photo)
    return np.asarray(cv2.resize(photo, (1920, 1080), interpolation=cv2.INTER_AREA))


def main() -> int:
    """Print the table of times; 1 where the answers disagree or the ratio misses its aim."""
    wrong = disagreements(crowded_scene(60, 40))
    for line in wrong[:10]:
        print(line)
    slow = False
    for row in sight_and_shots(quick=False):
        print(*(f"{name} {value}" for name, value in row.items()), sep="  ")
        slow |= float(row["times as fast"]) < 20
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory {peak_mb:.0f} MB")
    return 1 if wrong or slow or peak_mb > 300 else 0


if __name__ == "__main__":
    sys.exit(main())
