"""How well the opponent plays: against plain players, level against level, weights against weights.

python -m tests.bench.duel_bench games 40                every book and player, 40 games each
python -m tests.bench.duel_bench games 40 combat         one book
python -m tests.bench.duel_bench fit omog-advanced       which weights of level 3 win most
"""

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from math import sqrt
from random import Random

from rules.book.book import Book
from rules.book.shelf import NAMES, book_named
from rules.foresight.baselines import BASELINES
from rules.foresight.duel import Player, duel
from rules.foresight.levels import LEVELS, Level
from rules.foresight.mirrored_table import mirrored_table, table_terms
from rules.foresight.opponent import Opponent
from spotter.setup.army_text import army_of, example
from tests.bench.jobs import Row

TURNS = 20
PAIRS = ((3, "random"), (3, "nearest"), (3, "shot"), (2, 1), (3, 2))


def won(book: Book, level: Level, other: Level | str, games: int, seed: int = 0) -> Row:
    """The share of games that a level wins, each table played from both ends.

    A draw is half a game; `margin` is how many men more the other side lost in a game.
    """
    army = army_of((("red", example(book)), ("blue", example(book))), book)
    wins, margin, refused, began_s = 0.0, 0, 0, time.process_time()
    for number in range(seed, seed + games):
        random, terms = Random(number), {**table_terms(book), "turns": TURNS}
        players: list[Player] = [Opponent("red", level), _player(other, random)]
        first, second = players if number % 2 == 0 else reversed(players)
        scene = mirrored_table(army, Random(number // 2))
        played = duel(book, scene, (first, second), random, terms)
        wins += {"red": 1.0, "draw": 0.5}.get(played.winner or "draw", 0.0)
        margin += played.losses["blue"] - played.losses["red"]
        refused += len(played.refused)
    each_s = (time.process_time() - began_s) / games
    return {
        "won": round(wins / games, 2),
        "of": games,
        "95 in 100": likely_share(wins, games),
        "margin": round(margin / games, 2),
        "refused": refused,
        "s a game": round(each_s, 2),
    }


def likely_share(wins: float, games: int) -> str:
    """Between what the true share lies 95 times in 100, by Wilson's interval."""
    z, share = 1.96, wins / games
    middle = share + z * z / (2 * games)
    half = z * sqrt(share * (1 - share) / games + (z / (2 * games)) ** 2)
    low, high = (abs(middle + end) / (1 + z * z / games) for end in (-half, half))
    return f"{low:.2f} to {high:.2f}"


def _player(other: Level | str, random: Random) -> Player:
    return BASELINES[other]("blue", random) if isinstance(other, str) else Opponent("blue", other)


def all_games(games: int, names: Sequence[str] = NAMES) -> Iterator[Row]:
    """Books, the best level against each plain player, and levels against each other."""
    for name, (level, other) in product(names, PAIRS):
        against = LEVELS[other] if isinstance(other, int) else other
        row = won(book_named(name), LEVELS[level], against, games)
        yield {"book": name, "level": level, "against": str(other), **row}


def fitted(book: Book, games: int = 24) -> Iterator[Row]:
    """Weights around those of the best level, one changed at a time, against random and shot."""
    best = LEVELS[3]
    for key, share in (("danger", 1.0), *product(("danger", "press", "coming"), (0.5, 2.0))):
        value = min(getattr(best.weights, key) * share, 1.0 if key == "coming" else 9.0)
        tried = replace(best, weights=replace(best.weights, **{key: value}))
        rows = [won(book, tried, other, games) for other in ("random", "shot")]
        shares = {name: row["won"] for name, row in zip(("random", "shot"), rows, strict=True)}
        yield {"book": book.name, key: value, **shares}


def main() -> None:
    """Tell each row as soon as it is known."""
    word, what, *books = sys.argv[1:]
    rows = all_games(int(what), books or NAMES) if word == "games" else fitted(book_named(what))
    for row in rows:
        sys.stdout.write(f"{row}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
