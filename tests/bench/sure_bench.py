"""How often rulings are right of which it is said how sure they are, on rendered tables.

python -m tests.bench.sure_bench 60           so many tables, some shots of each near a border
"""

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise, permutations, product
from random import Random

# As the program does; numpy reads it when it is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from rules.book.ask import ask
from rules.book.shelf import NAMES, book_named
from rules.foresight.sure import ruling, sure
from table.directions import bearing_deg, distance_in
from table.scene import Scene, Soldier
from tests.bench.cases import Case, virtual_cases
from tests.bench.jobs import JOBS, Row, job, markdown
from tests.bench.score import FAR_IN
from tests.virtual.random_table import TIERS
from vision.look import look

FIRST_SEED = 9400  # seeds from 9000 on are kept for measuring, never for tuning
ARMS = {
    "combat": ("rifle", "submachine-gun", "pistol"),
    "lgam": ("rifle", "submachine-gun", "pistol"),
    "omniwar": ("army-squad", "machine-gun"),
    "omog-advanced": ("rifle", "submachine-gun", "pistol"),
    "omog-musket": ("musket", "rifle"),
}
BANDS = (0.0, 0.55, 0.65, 0.8, 0.88, 0.92, 0.95, 0.98, 1.0)
_TRIES = 8  # shots looked at for each that is near a border

Told = tuple[float, bool]  # how sure a ruling was said to be, and whether it was right


@job(beside="`right` is the share of rulings that are the same on the true table")
def sure_rulings(*, quick: bool) -> Iterator[Row]:
    """Rulings near a border, by how sure of them the program was."""
    yield from rows_of(told_of(1 if quick else 12))


def told_of(tables: int, each: int = 25) -> Iterator[Told]:
    """Shots and sights on so many tables, as many of each near a border, and some that are not."""
    for number, case in enumerate(virtual_cases(tables, FIRST_SEED, TIERS)):
        seen = look(case.picture, case.spec, case.army, lens=case.lens)
        shots, doubted = _shots(case, seen, Random(number)), 0
        for told in islice(shots, each * _TRIES):
            yield told
            doubted += told[0] < 1.0
            if doubted == each:
                break


def _shots(case: Case, seen: Scene, random: Random) -> Iterator[Told]:
    """Two men of the picture at a time, in any order, each armed as some book has it."""
    names = [man.id for man in seen.soldiers if _is_there(case.truth.scene, man)]
    asked = list(product(NAMES, permutations(names, 2)))
    for book_name, (shooter, target) in random.sample(asked, len(asked)):
        book, arm = book_named(book_name), random.choice(ARMS[book_name])
        here = _alone(seen, shooter, target, arm)
        there = _alone(case.truth.scene, shooter, target, arm)
        question = {"ask": "shoot", "shooter": shooter, "target": target}
        answer = ask(here, question, book)
        found = sure(book, here, question, answer)
        if found is not None:
            yield found.chance, ruling(answer) == ruling(ask(there, question, book))


def _is_there(truth: Scene, man: Soldier) -> bool:
    true = truth.soldier(man.id)
    return true is not None and distance_in(true.place, man.place) < FAR_IN


def _alone(scene: Scene, shooter: str, target: str, arm: str) -> Scene:
    """The table with these two on it, enemies who face each other: OmniWar's arms are roles."""
    men = [scene.soldier(name) for name in (shooter, target)]
    one, other = (man for man in men if man is not None)
    ends = (("red", one, other), ("blue", other, one))
    armed = (
        replace(
            man,
            side=side,
            team=None,
            weapons=() if arm in ARMS["omniwar"] else (arm,),
            role=arm if arm in ARMS["omniwar"] else None,
            facing=bearing_deg(man.place, facing.place),
        )
        for side, man, facing in ends
    )
    return replace(scene, soldiers=tuple(armed))


def rows_of(told: Iterator[Told]) -> Iterator[Row]:
    """A row for each band of how sure it was said to be, and one for all who were sure."""
    found = list(told)
    for low, high in pairwise(BANDS):
        band = [one for one in found if low <= one[0] < high]
        if band:
            yield _row(f"{low:.2f} to {high:.2f}", band)
    yield _row("1", [one for one in found if one[0] == 1.0])


def _row(name: str, band: Sequence[Told]) -> Row:
    sure_of, right = (sum(column) / max(len(band), 1) for column in zip(*band, strict=True))
    return {
        "sure": name,
        "rulings": len(band),
        "stated": round(sure_of, 3),
        "right": round(right, 3),
    }


def main() -> None:
    """Tell the rows of so many tables."""
    sys.stdout.write(markdown(JOBS["sure_rulings"], list(rows_of(told_of(int(sys.argv[1]))))))


if __name__ == "__main__":
    main()
