"""`move`: whether he may go this way, and how much of his move it uses."""

from dataclasses import dataclass
from math import ceil

from rules.book.answer import Move, OwedRoll
from rules.book.book import Book
from rules.book.dice import at_most
from rules.book.measured import at_most as at_most_in
from rules.book.question import Question
from rules.book.reason import Reason, Refusal
from rules.lgam.declared import declared
from rules.lgam.dice_move import dice_move
from rules.lgam.going import Going, Place, going_of, rate_rule
from rules.lgam.path import Path, path_of, turns
from rules.lgam.roles import GROUND_VEHICLES, MINE_CLEARERS, is_vehicle, role_of
from rules.lgam.state import TurnState, state_of
from rules.measure.field import field_of
from rules.measure.lengths import HAIR_IN, beyond
from table.places import TablePoint
from table.scene import Scene, Soldier


@dataclass(frozen=True)
class Trip:
    """One move: who goes, over which ground, which way."""

    book: Book
    state: TurnState
    going: Going
    path: Path
    turns: bool

    @property
    def role(self) -> str:
        """The mover's role."""
        return self.going.role


def move(book: Book, scene: Scene, question: Question) -> Move:
    """The answer to a move."""
    mover, said = question.soldier("soldier"), declared(question)
    places = question.path(mover)
    trip = trip_of(book, scene, mover, places)
    if said.mode is not None and not is_vehicle(mover):
        refused = standing_refusals(trip) + _bounds_refusals(trip)
        return dice_move(book, mover, said, trip.path.length_in, refused)
    if role_of(mover) == "plane":
        return _flight(trip)
    return _ground_move(trip)


def trip_of(book: Book, scene: Scene, mover: Soldier, places: tuple[TablePoint, ...]) -> Trip:
    """The facts of a move."""
    state = state_of(mover)
    turned = role_of(mover) in GROUND_VEHICLES and turns(places)
    pace = pace_of(book, state, turned=turned)
    going = going_of(book, field_of(scene, book.meanings), mover, places[0], pace)
    return Trip(book, state, going, path_of(going, places), turned)


def pace_of(book: Book, state: TurnState, *, turned: bool) -> float:
    """What shortens the whole move: turning (LG-MOVE-12), covering fire (LG-OVER-06)."""
    pace = 1.0
    for rule, applies in (("LG-MOVE-12", turned), ("LG-OVER-06", state.covering_fire)):
        pace *= book.rows[rule].number if applies else 1.0
    return pace


def _flight(trip: Trip) -> Move:
    """LG-PLANE-01: any path."""
    rule, refused = trip.book.rows["LG-PLANE-01"], standing_refusals(trip)
    length = trip.path.length_in
    return Move(not refused, refused, length, length, 1.0, (rule.reason(),))


def _ground_move(trip: Trip) -> Move:
    fraction = sum(part.length_in / trip.going.limit_in(place) for part, place in trip.path.parts)
    length = trip.path.length_in
    refused = (*standing_refusals(trip), *_path_refusals(trip), *_too_long(trip, fraction))
    owed = _rolls_owed(trip)
    return Move(
        allowed=not refused,
        refusals=refused,
        length=length,
        limit=length / fraction if fraction > 0.0 else trip.going.limit_in(_OPEN),
        fraction=fraction,
        reasons=_reasons(trip, len(owed)),
        rolls=owed,
    )


_OPEN = Place(frozenset(), uphill=False)


def standing_refusals(trip: Trip) -> tuple[Refusal, ...]:
    """The rows that refuse whatever the ground: digging, just deployed, at work."""
    rows, state = trip.book.rows, trip.state
    half_in = rows["LG-MINE-04"].number / 2
    strays = state.working and not trip.path.stays_within(half_in)
    found = (
        ("LG-DIG-01", state.entrenching),
        ("LG-VEH-03", state.deployed),
        ("LG-ROLE-07", strays),
    )
    return tuple(rows[rule].refusal() for rule, applies in found if applies)


def _bounds_refusals(trip: Trip) -> tuple[Refusal, ...]:
    """LG-SET-02: off the table or into what is out of bounds."""
    out = trip.path.leaves_table or trip.path.inches(lambda place: "out" in place.words) > 0.0
    return (trip.book.rows["LG-SET-02"].refusal(),) if out else ()


def _path_refusals(trip: Trip) -> tuple[Refusal, ...]:
    """The rows that keep him out of ground the path runs over."""
    going, path = trip.going, trip.path
    barred = {rule for _, place in path.parts for rule in going.barred_by(place)}
    if path.inside_own_house:
        barred.discard("LG-OBST-08")
    if path.leaves_table:
        barred.add("LG-SET-02")
    element = going.element()
    if element is not None and path.leaves_element:
        barred.add(element[1])
    return tuple(trip.book.rows[rule].refusal() for rule in sorted(barred))


def _too_long(trip: Trip, fraction: float) -> tuple[Refusal, ...]:
    """The row of his rate, where the path needs more than a whole move."""
    if not beyond(fraction, 1.0):
        return ()
    rule = trip.book.rows[rate_rule(trip.book, trip.going.mover)]
    length_in = trip.path.length_in
    return (rule.refusal(f"too far ({rule.why})", at_most_in(length_in, length_in / fraction)),)


def _reasons(trip: Trip, rolls: int) -> tuple[Reason, ...]:
    """The row of his rate, then what changed the limit, then the mines."""
    path, commando = trip.path, trip.role == "commando"
    touched = not trip.going.flies
    uphill = touched and path.inches(lambda place: place.uphill) > 0.0
    rough = touched and path.inches(lambda place: place.rough) > 0.0
    on_road = path.inches(lambda place: place.on_road) > 0.0
    mines = "LG-MINE-03" if is_vehicle(trip.going.mover) else "LG-MINE-02"
    found = (
        (rate_rule(trip.book, trip.going.mover), True, None),
        ("LG-MOVE-09", uphill and not commando, None),
        ("LG-MOVE-10", rough and not commando, None),
        ("LG-MOVE-11", on_road and trip.role in GROUND_VEHICLES, None),
        ("LG-MOVE-12", trip.turns, None),
        ("LG-MOVE-13", commando and (uphill or rough), None),
        ("LG-OVER-06", trip.state.covering_fire, None),
        (mines, rolls > 0, rolls),
    )
    return tuple(trip.book.rows[rule].reason(value) for rule, applies, value in found if applies)


def _rolls_owed(trip: Trip) -> tuple[OwedRoll, ...]:
    """A roll to survive for each started 6 inches in mines (LG-MINE-02, LG-MINE-03)."""
    if trip.going.flies or _clears_mines(trip):
        return ()
    rule = trip.book.rows["LG-MINE-03" if is_vehicle(trip.going.mover) else "LG-MINE-02"]
    mined_in = trip.path.inches(lambda place: "mines" in place.words)
    count = ceil(mined_in / rule.number - HAIR_IN)
    survive = at_most("2d6", trip.book.rows.tables["mines"]["survive"])
    return (OwedRoll(rule.id, rule.why, survive),) * count


def _clears_mines(trip: Trip) -> bool:
    """LG-MINE-04: who is clearing mines needs no roll in the square around him."""
    return trip.state.working and trip.role in MINE_CLEARERS
