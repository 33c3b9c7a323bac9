"""Events between a journal and a game: the first line, each event again, and its dice."""

from collections.abc import Mapping
from random import Random
from typing import Any

from rules.book.book import Book
from rules.game.dice_tray import Throw
from rules.game.engine import new_game, next_state, read_event
from rules.game.game import EventJson, Game
from rules.game.turn_machine import Told
from table.errors import UserError
from table.scene_file import scene_from_json

SEED = "seed"


def first_state(book: Book, begin: Mapping[str, Any], where: str) -> Told:
    """The game as a journal's first line begins it."""
    scene = scene_from_json(begin.get("scene"), where)
    sides = tuple(str(side) for side in begin.get("sides") or ())
    agreed = begin.get("agreed")
    if len(sides) < 2:
        raise UserError(f"{where}: a game needs men of two sides; there are {len(sides)}")
    return new_game(
        book, scene, sides, agreed if isinstance(agreed, dict) else {}, seeded_dice(begin.get(SEED))
    )


def told_again(book: Book, game: Game, event: EventJson) -> Told:
    """The game after an event of its journal; keys nobody reads any more are let be."""
    read = read_event(book, event, strict=False)
    return next_state(book, game, read, seeded_dice(event.get(SEED)), told_again=True)


def seeded_dice(seed: object) -> Throw | None:
    """Dice that fall as a line's seed says; None where it has none, and the players throw."""
    if not isinstance(seed, int):
        return None
    random = Random(seed)

    def throw(dice: str) -> int:
        count, sides = (int(part) for part in dice.split("d"))
        return sum(random.randint(1, sides) for _ in range(count))

    return throw
