"""Right-click deeds of OMOG Musket: into the saddle, a charge, three who repel horses."""

from collections.abc import Iterator

from rules.book.book import Book
from rules.game.deed import Deed
from rules.game.game import Game
from rules.measure.lengths import apart_in
from rules.omog.deeds import brawl, on_the_spot
from rules.omog_musket.events import Declared, RepelPart
from rules.omog_musket.man import Rider
from table.scene import Soldier

WITH_BAYONETS = 2  # comrades who hold the bayonet beside the man who shoots


def deeds(_: Book, game: Game, man: Soldier, chosen: Soldier | None) -> Iterator[Deed]:
    """What this man can do alone, and what the chosen man can do with or to him."""
    if Rider(man).mounted:
        yield Deed("dismounts", on_the_spot(man, dismount=True))
    elif Rider(man).has_horse:
        yield Deed("mounts", on_the_spot(man, mount=True))
    if Rider(man).charging is not None:
        yield Deed("withdraws his charge", Declared(soldier=man.id, withdrawn=True))
    yield from _repel(game, man)
    if chosen is not None and chosen.side != man.side:
        if Rider(chosen).charging is None:
            yield Deed(f"{chosen.id} charges him", Declared(soldier=chosen.id, charge=man.id))
        yield from brawl(game, chosen, man)


def _repel(game: Game, man: Soldier) -> Iterator[Deed]:
    """He shoots, his two nearest comrades hold the bayonet, when horses charge."""
    friends = [one for one in game.scene.soldiers if one.side == man.side and one.id != man.id]
    near = sorted(friends, key=lambda one: apart_in(one, man))[:WITH_BAYONETS]
    if len(near) == WITH_BAYONETS:
        parts: dict[str, RepelPart] = {man.id: "shoot"}
        parts |= {one.id: "bayonet" for one in near}
        yield Deed("repels horses with his neighbours", Declared(repel=parts))
