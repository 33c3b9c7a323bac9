"""Right-click deeds of OMOG Advanced: a Line of Fire, a free shot, who serves a gun."""

from collections.abc import Iterator

from rules.book.book import Book
from rules.game.deed import Deed
from rules.game.game import Game
from rules.game.legs import began_at
from rules.omog.deeds import brawl
from rules.omog_advanced.crew import is_served
from rules.omog_advanced.events import Declared, Fired
from rules.omog_advanced.man import ManState
from table.directions import step
from table.scene import Soldier

LINE_OF_FIRE = "OA-LOF-01"


def deeds(book: Book, game: Game, man: Soldier, chosen: Soldier | None) -> Iterator[Deed]:
    """What this man can do alone, and what the chosen man can do with or to him."""
    if "machine-gun" in man.weapons:
        yield _line_of_fire(book, man)
    if chosen is None or chosen.id == man.id:
        return
    if chosen.side != man.side:
        yield from _surprise(game, chosen, man)
        yield from brawl(game, chosen, man)
    elif is_served(chosen):
        crew = (*(ManState(chosen).crew or ()), man.id)
        yield Deed(f"serves {chosen.id}'s gun", Declared(soldier=chosen.id, crew=crew))


def _line_of_fire(book: Book, man: Soldier) -> Deed:
    aim = step(man.place, man.facing, book.rows[LINE_OF_FIRE].number)
    called = Fired(shooter=man.id, aim=aim, weapon="machine-gun", declare={"line_of_fire": True})
    return Deed("calls a line of fire where he looks", called)


def _surprise(game: Game, who: Soldier, enemy: Soldier) -> Iterator[Deed]:
    began = began_at(game, who.id)
    if began is not None:
        shot = Fired(shooter=who.id, target=enemy.id, declare={"peekaboo": [began.x, began.y]})
        yield Deed(f"{who.id} surprises him: a free shot", shot)
