"""Right-click deeds of both OMOG books: all who touch an enemy fight him together."""

from collections.abc import Iterator

from rules.game.deed import Deed
from rules.game.game import Game
from rules.measure.lengths import in_contact
from rules.omog.events import Fought, Moved
from table.scene import Soldier

MOST_ON_ONE = 3  # a fourth is refused (OA-HAND-07, OM-HAND-13)


def brawl(game: Game, who: Soldier, enemy: Soldier) -> Iterator[Deed]:
    """Who was chosen fights first, others who touch the enemy after him, three at most."""
    friends = [man for man in game.scene.soldiers if man.side == who.side and man.id != who.id]
    touching = tuple(man.id for man in (who, *friends) if in_contact(man, enemy))[:MOST_ON_ONE]
    if len(touching) > 1:
        words = f"{', '.join(touching)} fight him together"
        yield Deed(words, Fought(attackers=touching, defender=enemy.id))


def on_the_spot(man: Soldier, **declare: bool) -> Moved:
    """A move that goes nowhere, for what he does in place of one."""
    here = (man.place, man.place)
    return Moved(
        soldier=man.id,
        path=here,
        facing=man.facing,
        elevation=man.elevation,
        on=man.on,
        declare=declare,
    )
