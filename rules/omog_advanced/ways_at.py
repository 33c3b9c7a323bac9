"""Ways to fire at a place that are declared: a Line of Fire, and which part of a thing is hit."""

from collections.abc import Iterator

from shapely import Point

from rules.book.book import Book
from rules.game.game import Game
from rules.game.orders import Aimed, ShotOrder
from rules.measure.lengths import within
from rules.omog.meanings import omog_field
from rules.omog_advanced.shoot_thing import RULES, point_hit
from table.places import TablePoint
from table.scene import Soldier

NEAR_IN = 0.75  # a finger or a click so near to a thing means that part of it


def ways_at(book: Book, game: Game, who: Soldier, at: Aimed) -> Iterator[tuple[str, ShotOrder]]:
    """A Line of Fire toward a place, a rocket at the part of a thing that lies there."""
    if not isinstance(at, TablePoint):
        return
    if "machine-gun" in who.weapons:
        called = ShotOrder(who.id, (at,), "machine-gun", {"line_of_fire": True})
        yield "calls a line of fire toward here", called
    rockets = [w for w in who.weapons if "blast" in book.rows.weapons.get(w, {})]
    if not rockets:
        return
    field, here = omog_field(book, game.scene), Point(at.x, at.y)
    for thing in game.scene.things:
        is_hit = field.words[field.number_of[thing.id]] in RULES
        if is_hit and within(float(thing.footprint.distance(here)), NEAR_IN):
            hit = point_hit(thing, at, None)
            for weapon in rockets:
                order = ShotOrder(who.id, (thing.id,), weapon, {"at": [hit.x, hit.y]})
                yield f"fires {weapon} at this part of {thing.id}", order
