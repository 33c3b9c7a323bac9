"""What a rocket leaves of a thing: a gap in a wall, a damaged house, a burning hulk."""

from dataclasses import dataclass

from rules.book.book import Book
from rules.game.changed_things import changed, whole_of
from rules.game.game import Game
from rules.omog.meanings import WALLS, omog_field
from rules.omog_advanced.shoot_thing import across, point_hit, wall_part
from table.places import TablePoint
from table.scene import Thing

BESIDE_IN = 0.5  # how far to the sides a gap goes on, should the wall be seen wider next time


@dataclass(frozen=True, slots=True)
class Wreck:
    """The game with a thing changed, and the words for it."""

    game: Game
    line: str


def wrecked(book: Book, began: Game, game: Game, thing: Thing, at: TablePoint) -> Wreck:
    """The game after a rocket has hit a thing there; `began` is the game it was fired in."""
    field = omog_field(book, began.scene)
    word, name = field.words[field.number_of[thing.id]], whole_of(game, thing.id).id
    if word in WALLS:
        return _breached(book, game, thing, at)
    if word == "vehicle":
        return Wreck(changed(game, name, "hulk"), f"{name} is destroyed: it stays, a burning hulk")
    return Wreck(changed(game, name, "damaged"), f"{name} is damaged")


def _breached(book: Book, game: Game, wall: Thing, at: TablePoint) -> Wreck:
    length_in = book.rows["OA-ROCKET-06"].number
    gone = wall_part(wall.footprint, at, length_in)
    hole = gone.buffer(BESIDE_IN).intersection(across(wall.footprint, at, length_in))
    after = changed(game, wall.id, "breached", hole=hole)
    name = whole_of(game, wall.id).id
    words = f"{length_in:g} in of {name} are gone round ({at.x:.1f}, {at.y:.1f}): take them off"
    return Wreck(after, f"{words} the table")


def place_hit(shooter: TablePoint, thing: Thing, at: TablePoint | None) -> TablePoint:
    """Where a rocket hits a thing: there, else at its point nearest the shooter."""
    return point_hit(thing, shooter, None if at is None else [at.x, at.y])
