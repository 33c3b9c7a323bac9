"""What foresight costs: a map of danger, a thought of the opponent.

python -m tests.bench.foresight_bench
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import count
from random import Random

from rules.book.book import Book
from rules.book.shelf import NAMES, book_named
from rules.foresight.duel import Player
from rules.foresight.levels import LEVELS
from rules.foresight.mirrored_table import mirrored_table, table_terms
from rules.foresight.opponent import Opponent
from rules.foresight.threat import CELL_IN, threat_map
from rules.game.common_events import Next
from rules.game.engine import new_game, next_state, phase_now, probing
from rules.game.game import Game
from spotter.setup.army_text import army_of, example
from table.scene import Scene
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
    for made in (danger_map, thinking):
        own = JOBS[made.__name__]
        sys.stdout.write(markdown(own, list(own.rows(quick="--quick" in sys.argv))))
