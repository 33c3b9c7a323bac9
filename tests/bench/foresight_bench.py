"""What foresight costs: a map of danger, a step that helps, a thought of the opponent.

python -m tests.bench.foresight_bench
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import count
from random import Random

from rules.book.ask import ask
from rules.book.book import Book
from rules.book.shelf import NAMES, book_named
from rules.foresight.duel import Player
from rules.foresight.levels import LEVELS
from rules.foresight.mirrored_table import mirrored_table, table_terms
from rules.foresight.nearby import nearby
from rules.foresight.opponent import Opponent
from rules.foresight.threat import CELL_IN, threat_map
from rules.game.common_events import Next
from rules.game.engine import new_game, next_state, phase_now, probing
from rules.game.game import Game
from spotter.setup.army_text import army_of, example
from table.scene import Scene, Soldier
from tests.bench.jobs import JOBS, Row, job, markdown
from tests.bench.timing import Took, timed

MEN, THINGS = 20, 15


def big_table(book: Book, men: int, seed: int = 1) -> Scene:
    """A 36 x 24 in table with so many men a side, all over it, and 15 things."""
    words, random = example(book), Random(seed)
    listed = ", ".join([words] * (men // 5 + 1))
    army = army_of((("red", listed), ("blue", listed)), book)
    scene = mirrored_table(army, random, THINGS // 2 + 1)
    reds, blues = ([m for m in scene.soldiers if m.side == s][:men] for s in ("red", "blue"))
    shares = {"red": (2.0, 17.0), "blue": (19.0, 34.0)}
    placed = (
        replace(man, x=random.uniform(*shares[man.side]), y=random.uniform(2.0, 22.0))
        for man in (*reds, *blues)
    )
    return replace(scene, soldiers=tuple(placed), things=scene.things[:THINGS])


@job(beside="milliseconds of one map; every run a table nobody has asked about before")
def danger_map(*, quick: bool) -> Iterator[Row]:
    """Where a man may be hit, every half inch of a 36 x 24 in table, 20 men, 15 things."""
    for name in NAMES:
        book = book_named(name)
        took = Took(tuple(_map_s(book, seed) for seed in range(2 if quick else 5)))
        yield {"book": name, "cell, in": CELL_IN, "ms": took.ms()}


def _map_s(book: Book, seed: int) -> float:
    scene = big_table(book, MEN // 2, seed)
    return timed(partial(threat_map, book, scene, scene.soldiers[0].id))[1]


@job(beside="milliseconds of the search, found or not: the median, the worst in brackets")
def step_that_helps(*, quick: bool) -> Iterator[Row]:
    """The shortest step that makes a refused or poor shot better, 20 men, 15 things."""
    for name in NAMES:
        book = book_named(name)
        scene, random = big_table(book, MEN // 2, 5), Random(3)
        reds, blues = ([m for m in scene.soldiers if m.side == s] for s in ("red", "blue"))
        found = [
            _step_s(book, scene, random.choice(reds), random.choice(blues))
            for _ in range(4 if quick else 8)
        ]
        took = Took(tuple(seconds for _, seconds in found))
        yield {
            "book": name,
            "ms": took.ms(),
            "found": f"{sum(one for one, _ in found)} of {len(found)}",
        }


def _step_s(book: Book, scene: Scene, man: Soldier, target: Soldier) -> tuple[bool, float]:
    """Whether there is such a step, and the seconds until it is known."""
    arms = {"weapon": man.weapons[0]} if man.weapons else {}
    question = {"ask": "shoot", "shooter": man.id, "target": target.id, **arms}
    answer = ask(scene, question, book)
    step, seconds = timed(partial(nearby, book, scene, question, answer))
    return step is not None, seconds


@job(beside="milliseconds a man thinks, by the plans of one whole move of the strongest level")
def thinking(*, quick: bool) -> Iterator[Row]:
    """The opponent's thoughts about one move, 20 men a side, 15 things."""
    for name in NAMES:
        book = book_named(name)
        men = MEN // 4 if quick else MEN
        thought = _thoughts_s(book, men)
        each = sum(thought) / max(len(thought), 1)
        yield {
            "book": name,
            "men a side": men,
            "ms a man": round(1000 * each),
            "longest wait, ms": round(1000 * max(thought, default=0.0)),
        }


def _thoughts_s(book: Book, men: int) -> list[float]:
    """Seconds of each choice of one phase of moves; the first choice looks at all men."""
    game = _to_move(book, big_table(book, men))
    player: Player = Opponent(phase_now(book, game).side or "red", LEVELS[3])
    took = []
    for _ in count():
        chosen, seconds = timed(partial(player.choose, book, game))
        took.append(seconds)
        if chosen is None:
            return took
        game = next_state(book, game, chosen.event, probing()).game
    raise AssertionError


def _to_move(book: Book, scene: Scene) -> Game:
    """The first phase in which somebody moves."""
    game = new_game(book, scene, ("red", "blue"), table_terms(book), probing()).game
    while "moved" not in phase_now(book, game).allows:
        game = next_state(book, game, Next(), probing()).game
    return game


if __name__ == "__main__":
    for made in (danger_map, step_that_helps, thinking):
        own = JOBS[made.__name__]
        sys.stdout.write(markdown(own, list(own.rows(quick="--quick" in sys.argv))))
