"""Minefields that a side lays before play, within its allowance (LG-MINE-01)."""

from collections.abc import Iterable

from shapely import Polygon

from rules.book.book import Book
from rules.book.question import shown
from rules.game.changed_things import laid, laid_things
from rules.game.dice_tray import DiceTray
from rules.game.game import EventRefusedError, Game
from rules.game.turn_machine import Told
from rules.lgam.clocks import TROOPS, troops
from rules.lgam.events import MinesLaid
from rules.measure.lengths import beyond
from table.places import TablePoint

MINES = "mines"  # what a minefield means


def mines_laid(book: Book, game: Game, event: MinesLaid, _: DiceTray) -> Told:
    """LG-MINE-01: a side lays a minefield before play, within its allowance."""
    if event.side not in game.sides:
        known = ", ".join(sorted(game.sides))
        raise EventRefusedError(f"no side {shown(event.side)}; there are {known}")
    field = _ring(event.outline)
    lying = (one.thing for one in laid_things(game, MINES) if one.thing.side == event.side)
    used_in2 = field.area + sum(thing.footprint.area for thing in lying)
    allowed_in2 = mine_allowance_in2(book, game, event.side)
    if beyond(used_in2, allowed_in2):
        raise EventRefusedError(
            f"{event.side} may mine {allowed_in2:.1f} square inches, this makes {used_in2:.1f} "
            "(LG-MINE-01)"
        )
    left = f"{max(0.0, allowed_in2 - used_in2):.1f} square inches are left"
    told = laid(game, "mat", MINES, field, side=event.side)
    return Told(told, (f"{event.side} lays mines; {left} (LG-MINE-01)",))


def mine_allowance_in2(book: Book, game: Game, side: str) -> float:
    """How many square inches a side may mine."""
    return book.rows["LG-MINE-01"].number * len(troops(game.scene, side)) / TROOPS


def _ring(outline: Iterable[TablePoint]) -> Polygon:
    places = [(at.x, at.y) for at in outline]
    ring = Polygon(places) if len(places) >= 3 else Polygon()
    if ring.is_empty or not ring.is_valid:
        raise EventRefusedError("mines need 'outline', a ring of three places or more")
    return ring
