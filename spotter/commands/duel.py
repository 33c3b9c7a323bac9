"""`spotter duel`: two computer players fight each other, for tests and for balancing armies."""

import argparse
import json
import time
from random import Random

from rules.book.book import Book
from rules.book.shelf import book_named
from rules.foresight.baselines import BASELINES
from rules.foresight.duel import Played, Player, duel
from rules.foresight.levels import LEVELS
from rules.foresight.mirrored_table import mirrored_table, table_terms
from rules.foresight.opponent import Opponent
from spotter.progress import progress
from spotter.setup.army_text import army_of, example
from table.army import Army
from table.errors import UserError

SIDES = ("red", "blue")


def run(args: argparse.Namespace) -> int:
    """Play the games; one JSON line each, or a summary in words."""
    book = book_named(args.rules)
    armies = [*(args.army or [])] or [example(book)]
    if len(armies) > 2:
        raise UserError("duel: takes one army for both sides, or two")
    if args.games < 1:
        raise UserError(f"--games: {args.games} is no number of games; play one or more")
    army = army_of(list(zip(SIDES, [armies[0], armies[-1]], strict=True)), book)
    wins: dict[str, int] = {}
    numbers = range(args.seed, args.seed + args.games)
    for number in numbers if args.json else progress(numbers, "games", args.games):
        began_s = time.perf_counter()
        played = _game(book, army, (args.red, args.blue), number, args.turns)
        winner = played.winner or "draw"
        wins[winner] = wins.get(winner, 0) + 1
        if args.json:
            print(json.dumps(_line(number, played, time.perf_counter() - began_s)), flush=True)
    if not args.json:
        print(", ".join(f"{side} won {count}" for side, count in sorted(wins.items())))
    return 0


def _game(book: Book, army: Army, words: tuple[str, str], number: int, turns: int) -> Played:
    """One game; every second one begins with the other side, on the same table."""
    random = Random(number)
    scene = mirrored_table(army, Random(number // 2))
    players = [player(word, side, random) for word, side in zip(words, SIDES, strict=True)]
    first, second = players if number % 2 == 0 else reversed(players)
    return duel(book, scene, (first, second), random, {**table_terms(book), "turns": turns})


def player(word: str, side: str, random: Random) -> Player:
    """The player that a word means: a level, or one of the plain players."""
    if word in BASELINES:
        return BASELINES[word](side, random)
    if word.isdigit() and int(word) in LEVELS:
        return Opponent(side, LEVELS[int(word)])
    known = [*map(str, LEVELS), *BASELINES]
    raise UserError(f"duel: no player {word!r}; there are {', '.join(known)}")


def _line(number: int, played: Played, took_s: float) -> dict[str, object]:
    return {
        "game": number,
        "winner": played.winner,
        "turns": played.turns,
        "losses": dict(played.losses),
        "events": played.events,
        "refused": len(played.refused),
        "seconds": round(took_s, 3),
    }
