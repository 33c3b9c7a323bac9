"""Who was hit and is not yet off: to fall when the phase ends, laid down, or to be judged."""

from rules.game.common_state import is_down
from rules.game.game import Game
from rules.game.shots import HITS


def hit_men(game: Game) -> frozenset[str]:
    """Those who were hit and are still in the game."""
    fall_later = {loss.id for loss in game.hit}
    down = {man.id for man in game.scene.soldiers if is_down(man)}
    unjudged = set(game.record.get(HITS, ()))
    return frozenset(fall_later | down | unjudged) - off_men(game)


def off_men(game: Game) -> frozenset[str]:
    """Those who are out of the game, even where the figure still lies there."""
    return frozenset(loss.id for loss in game.losses)


def is_hit(game: Game, name: str) -> bool:
    """Whether the game waits for him to be taken off."""
    return name in hit_men(game)
