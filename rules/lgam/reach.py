"""`reach`: all the places where an allowed path can end."""

from math import hypot

import shapely
from shapely import Polygon

from rules.book.answer import Reach
from rules.book.book import Book
from rules.book.question import Question, QuestionError
from rules.lgam.declared import Declarations, declared
from rules.lgam.dice_move import thrown_in
from rules.lgam.going import Going, going_of, rate_rule
from rules.lgam.move import pace_of, standing_refusals, trip_of
from rules.lgam.path import own_houses
from rules.lgam.roles import is_vehicle, role_of
from rules.lgam.state import state_of
from rules.measure.field import Field, field_of
from rules.measure.ground import Ground, GroundOf
from rules.measure.reach import area_of, part_with, reach_polygon
from rules.measure.travel import Travel
from table.scene import Scene, Soldier


def reach(book: Book, scene: Scene, question: Question) -> Reach:
    """Where he can end this move."""
    mover = question.soldier("soldier")
    stay = trip_of(book, scene, mover, (mover.place, mover.place))
    flies_anywhere = role_of(mover) == "plane"
    going = travels(book, scene, question)
    if standing_refusals(stay):
        return Reach(())
    whole = shapely.box(0.0, 0.0, scene.width, scene.height)
    within_reach = whole if flies_anywhere else reach_polygon(going)
    return Reach(area_of(_at_work(book, mover, within_reach)))


def travels(book: Book, scene: Scene, question: Question) -> tuple[Travel, ...]:
    """How he goes, if he may: over the ground, or inside the house he is in."""
    mover, said = question.soldier("soldier"), declared(question)
    field = field_of(scene, book.meanings)
    if said.mode is not None and not is_vehicle(mover):
        return _swim(book, field, mover, said)
    if role_of(mover) == "plane":
        rule = rate_rule(book, mover)
        anywhere = Ground(rule, hypot(scene.width, scene.height))
        return (Travel(field, mover.place, lambda _: anywhere),)
    return _walk(book, field, mover)


def _walk(book: Book, field: Field, mover: Soldier) -> tuple[Travel, ...]:
    """Over the ground; a vehicle's corners can be rounded, so turning costs it nothing here."""
    pace = pace_of(book, state_of(mover), turned=False)
    going = going_of(book, field, mover, mover.place, pace)
    houses = () if going.flies else own_houses(going)
    grounds = [going.ground, *(_inside(going, house) for house in houses)]
    return tuple(Travel(field, mover.place, ground) for ground in grounds)


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


def _swim(book: Book, field: Field, mover: Soldier, said: Declarations) -> tuple[Travel, ...]:
    """As far as the throw lets him, whatever the ground (LG-SWIM)."""
    if said.mode == "climb":
        raise QuestionError("a climb goes up, not along; ask move with its height")
    if said.roll is None:
        raise QuestionError("how far he swims is thrown; give declare.roll, 1 to 6")
    limit_in = thrown_in(book, mover, "swim", said.roll)
    out = set(field.things_of("out"))
    rule = rate_rule(book, mover)
    ground = {False: Ground(rule, limit_in), True: Ground(rule, None)}
    return (Travel(field, mover.place, lambda over: ground[not out.isdisjoint(over)]),)


def _at_work(book: Book, mover: Soldier, reached: Polygon) -> Polygon:
    """Who is at work stays in the square around him (LG-ROLE-07)."""
    if not state_of(mover).working:
        return reached
    half = book.rows["LG-MINE-04"].number / 2
    square = shapely.box(mover.x - half, mover.y - half, mover.x + half, mover.y + half)
    return part_with(reached.intersection(square), mover.place)
