"""What was agreed of a man before the game and no camera sees: mods bought, a horse, a crew.

Agreed as {"state": {"R02": {"mods": ["teleport"]}, "B01": {"cavalry": "heavy"}}}; it holds from
the moment he is on the table.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.book.book import Book
from rules.book.question import shown
from rules.game.game import EventRefusedError, Game
from table.scene import Soldier


def all_agreed(game: Game) -> Game:
    """The game with what was agreed of everybody on the table."""
    men = tuple(as_agreed(game, man) for man in game.scene.soldiers)
    return replace(game, scene=replace(game.scene, soldiers=men))


def as_agreed(game: Game, man: Soldier) -> Soldier:
    """The man with what was agreed of him; what his state says already counts more."""
    agreed: Any = game.agreed.get("state") or {}
    of_him = agreed.get(man.id, {}) if isinstance(agreed, Mapping) else None
    if not isinstance(of_him, Mapping):
        raise EventRefusedError(
            f'agreed "state" is {shown(agreed)}; write it like {{"R02": {{"mods": ["teleport"]}}}}'
        )
    return replace(man, state={**of_him, **man.state}) if of_him else man


def refuse_redeclared(
    book: Book, game: Game, declare: Mapping[str, Any], of_the_book: Mapping[str, Any]
) -> None:
    """Refuse another measure than the agreed one; `of_the_book` holds where nothing was agreed."""
    held = {**of_the_book, **book.holding(game.agreed)}
    for key in sorted(book.holds & declare.keys()):
        if declare[key] != held.get(key):
            raise EventRefusedError(
                f"{key} is {shown(held.get(key))} in this game, not {shown(declare[key])}; "
                "it is agreed before the game"
            )
