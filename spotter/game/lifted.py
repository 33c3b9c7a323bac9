"""Who is hidden or lifted in a game: nothing of those who are off or ride somewhere."""

from collections.abc import Iterator

from rules.game.game import Game
from spotter.belief.belief import Belief
from spotter.game.hits import hit_men
from spotter.game.riders import is_on_table
from table.scene import Soldier


def lifted_men(game: Game, belief: Belief) -> tuple[str, ...]:
    """Men of the game whose places are bare, and nobody has said that they are off."""
    hit = hit_men(game)  # who is hit and whose place is bare has been taken off
    return tuple(sorted(m.id for m in _playing(game, belief) if m.lifted and m.id not in hit))


def hidden_men(game: Game, belief: Belief) -> tuple[str, ...]:
    """Men of the game whom something covers."""
    return tuple(sorted(man.id for man in _playing(game, belief) if man.hidden))


def _playing(game: Game, belief: Belief) -> Iterator[Soldier]:
    for man in belief.scene.soldiers:
        if is_on_table(game, man.id):
            yield man
