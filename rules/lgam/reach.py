"""`reach`: all the places where an allowed path can end."""

import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from rules.answer import Reach
from rules.book import Book
from rules.field import Field, field_of
from rules.ground import Ground, GroundOf
from rules.lgam.declared import Declared, declared
from rules.lgam.dice_move import thrown_in
from rules.lgam.going import Going, going_of, rate_rule
from rules.lgam.move import pace_of, standing_refusals, trip_of
from rules.lgam.path import own_houses
from rules.lgam.roles import is_vehicle, role_of
from rules.lgam.state import state_of
from rules.question import Question, QuestionError
from rules.reach import area_of, reach_polygon
from table.scene import Scene, Soldier


def reach(book: Book, scene: Scene, question: Question) -> Reach:
    """Where he can end this move."""
    mover, said = question.soldier("soldier"), declared(question)
    field = field_of(scene, book.meanings)
    stay = trip_of(book, scene, mover, (mover.place, mover.place))
    refused = standing_refusals(stay)
    if said.mode is not None and not is_vehicle(mover):
        within_reach = _swim(book, field, mover, said)
    elif role_of(mover) == "plane":
        within_reach = shapely.box(0.0, 0.0, scene.width, scene.height)
    else:
        within_reach = _walk(book, field, mover)
    return Reach(()) if refused else Reach(area_of(_at_work(book, mover, within_reach)))


def _walk(book: Book, field: Field, mover: Soldier) -> Polygon:
    """Over the ground; a vehicle's corners can be rounded, so turning costs it nothing here."""
    pace = pace_of(book, state_of(mover), turned=False)
    going = going_of(book, field, mover, mover.place, pace)
    reached = [reach_polygon(field, mover.place, going.ground)]
    if not going.flies:
        houses = own_houses(going)
        reached += [reach_polygon(field, mover.place, _inside(going, i)) for i in houses]
    return _part_with(shapely.union_all(reached), mover)


def _inside(going: Going, house: int) -> GroundOf:
    """The ground of a man who stays inside the house he is in (LG-OBST-08)."""
    own = set(own_houses(going))

    def ground(over: frozenset[int]) -> Ground:
        place = going.place(over)
        other_house = any(going.field.words[i] == "house" for i in over - own)
        barred = other_house or set(going.barred_by(place)) - {"LG-OBST-08"}
        rule = rate_rule(going.book, going.mover)
        return Ground(rule, None if barred or house not in over else going.limit_in(place))

    return ground


def _swim(book: Book, field: Field, mover: Soldier, said: Declared) -> Polygon:
    """As far as the throw lets him, whatever the ground (LG-SWIM)."""
    if said.mode == "climb":
        raise QuestionError("a climb goes up, not along; ask move with its height")
    if said.roll is None:
        raise QuestionError("how far he swims is thrown; give declare.roll, 1 to 6")
    limit_in = thrown_in(book, mover, "swim", said.roll)
    out = set(field.things_of("out"))
    rule = rate_rule(book, mover)
    ground = {False: Ground(rule, limit_in), True: Ground(rule, None)}
    if not limit_in:
        return Polygon()
    return reach_polygon(field, mover.place, lambda over: ground[not out.isdisjoint(over)])


def _at_work(book: Book, mover: Soldier, reached: Polygon) -> Polygon:
    """Who is at work stays in the square around him (LG-ROLE-07)."""
    if not state_of(mover).working:
        return reached
    half = (book.rows["LG-MINE-04"].value or 0.0) / 2
    square = shapely.box(mover.x - half, mover.y - half, mover.x + half, mover.y + half)
    return _part_with(reached.intersection(square), mover)


def _part_with(reached: BaseGeometry, mover: Soldier) -> Polygon:
    """The connected part he stands in."""
    parts = [part for part in shapely.get_parts(reached) if isinstance(part, Polygon)]
    here = shapely.Point(mover.x, mover.y)
    return min(parts, key=lambda part: (part.distance(here), -part.area), default=Polygon())
