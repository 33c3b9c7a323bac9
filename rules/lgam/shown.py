"""What L.G.A.M. shows on the table: smoke and mines that were laid, who watches which field."""

from collections.abc import Iterator

from shapely import Polygon

from rules.book.book import Book
from rules.book.shown import ShownArea, ShownOnTable, state_shown, words_beside
from rules.lgam.state import TurnState, state_of
from table.scene import Scene, Soldier

UNSEEN = frozenset({"smoke", "mines"})
OVERWATCH = "overwatch"


def shown(_: Book, scene: Scene) -> Iterator[ShownOnTable]:
    """Clouds and minefields, then each man's overwatch."""
    for thing in scene.things:
        if thing.meant_as in UNSEEN:
            yield ShownArea(thing.footprint, str(thing.meant_as))
    for man in scene.soldiers:
        state = state_shown(man, state_of)
        if state is not None and state.overwatch:
            yield from _overwatch(man, state)


def _overwatch(man: Soldier, state: TurnState) -> Iterator[ShownOnTable]:
    if state.field is not None and len(state.field) >= 3:
        yield ShownArea(Polygon([(place.x, place.y) for place in state.field]), OVERWATCH)
    yield words_beside(man, OVERWATCH, OVERWATCH)
