"""Moves in a game: paths, the dice of climbs and swims, the dice of mines on the way."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from shapely import LineString, Point

from rules.book.answer import Move, OwedRoll
from rules.book.book import Book
from rules.book.measured import at_most
from rules.book.reason import Reason
from rules.game.dice_tray import DiceTray, Die
from rules.game.game import EventRefusedError, Game
from rules.game.legs import WENT_ROUND, gone_along, way_so_far, whole_way
from rules.game.shots import asked, fall_now, succeeded, told_refusals
from rules.game.turn_machine import Told
from rules.lgam.dice_move import FATE, dice_row, thrown_in
from rules.lgam.events import OF_A_DARE, Moved
from rules.lgam.going import rate_rule
from rules.lgam.ground_work import driven_over
from rules.lgam.phases import refuse_down, refuse_out_of_turn
from rules.lgam.riding import fallen_with
from rules.lgam.roles import is_armoured, is_vehicle, role_of
from rules.lgam.state import state_of
from rules.measure.lengths import apart_in, beyond
from table.places import TablePoint
from table.scene import Soldier


def moved(book: Book, game: Game, event: Moved, dice: DiceTray) -> Told:
    """A man has gone along a path; what rules forbid is refused, unless `overruled`.

    What counts is his whole way in this phase: two short moves are not more than a long one.
    """
    man = game.soldier(event.soldier)
    if event.overruled in {None, False, WENT_ROUND}:
        refuse_wrong_time(game, man)
    begun, way = whole_way(game, man, event)
    declare = _with_die(game, man, event, way.declare, dice)
    declare = _with_height(book, game, man, event, declare)
    if _dies_on_the_way(book, man, declare):
        return Told(game.with_state(man.id, down="knocked"), (f"{man.id} {FATE[declare['mode']]}",))
    answer = None if event.overruled else asked(book, begun, way.asked(man.id, declare))
    owed = answer.rolls if isinstance(answer, Move) else ()
    dice.cite(answer.reasons if isinstance(answer, Move) else ())
    gone = replace(way, declare=declare, mines=max(way.mines, len(owed)))
    after = gone_along(game, man, event, gone)
    after = _arrived(after, man, _gone_in(begun.soldier(man.id), man, event, answer))
    if is_armoured(man):
        after = driven_over(book, after, man, event.path)
    if _is_outside(after, man):
        return _left(after, man)
    return _over_mines(after, man, owed[way.mines :], dice)


def _is_outside(game: Game, man: Soldier) -> bool:
    """Whether he has gone over the edge; a plane alone may and stays in play (LG-SET-03)."""
    at = game.soldier(man.id)
    inside = 0.0 <= at.x <= game.scene.width and 0.0 <= at.y <= game.scene.height
    return not inside and role_of(man) != "plane"


def _left(game: Game, man: Soldier) -> Told:
    """LG-SET-02: who leaves the table leaves play, and his riders with him."""
    told = fallen_with(game, man)
    line = f"{man.id} has left the table and is out of play (LG-SET-02)"
    return Told(fall_now(told.game, [man.id], "left the table", ""), (line, *told.lines))


def refuse_flat_climb(book: Book, game: Game, event: Moved) -> None:
    """A climb goes up or down a height, and no farther over the ground than he walks."""
    man = game.soldier(event.soldier)
    if event.declare.get("mode") != "climb" or event.overruled or is_vehicle(man):
        return
    rule = dice_row(book, man, "climb").id
    declare = _with_height(book, game, man, event, dict(event.declare))
    if declare["height"] == 0:
        raise EventRefusedError(f"there is nothing for {man.id} to climb there ({rule})")
    walks = book.rows[rate_rule(book, man)]
    ground_in = LineString([(at.x, at.y) for at in (man.place, *event.path)]).length
    if beyond(ground_in, walks.number):
        told = walks.refusal(f"too far ({walks.why})", at_most(ground_in, walks.number))
        raise EventRefusedError(told_refusals([told]))


def refuse_wrong_time(game: Game, man: Soldier) -> None:
    """Nobody goes out of turn, after the clock, lying down, or with broken tracks."""
    refuse_out_of_turn(game, man)
    refuse_down(man)
    if state_of(man).disabled:
        raise EventRefusedError(f"{man.id} was disabled by a mine (LG-MINE-03)")


def _with_die(
    game: Game, man: Soldier, event: Moved, declare: Mapping[str, Any], dice: DiceTray
) -> dict[str, Any]:
    """What was declared, with the die of a climb or a swim: thrown once a turn."""
    mode = declare.get("mode")
    if mode is None or is_vehicle(man):
        return dict(declare)
    die = Die("1d6", man.id, f"to {mode}", field=OF_A_DARE)
    before = _thrown_before(game, man, str(mode))
    if before is None:
        return {**declare, "roll": dice.take(die)}
    if event.declare.get("roll") is not None and dice.take(die) != before:
        raise EventRefusedError(f"{man.id} has thrown {before} to {mode} this turn")
    return {**declare, "roll": before}


def _thrown_before(game: Game, man: Soldier, mode: str) -> int | None:
    """What he threw for it already, with a word before the move or on its first leg."""
    dare = state_of(man).dare
    if dare is not None and dare.mode != mode:
        raise EventRefusedError(f"{man.id} has thrown to {dare.mode} this turn")
    way = way_so_far(game, man.id)
    of_his_way = way is not None and way.declare.get("mode") == mode
    on_the_way = way.declare.get("roll") if way is not None and of_his_way else None
    return on_the_way if dare is None else dare.roll


def _with_height(
    book: Book, game: Game, man: Soldier, event: Moved, declare: dict[str, Any]
) -> dict[str, Any]:
    """What was declared, with a climb's height where nobody said it: from level to level."""
    if declare.get("mode") != "climb" or "height" in declare or not event.path:
        return declare
    here, there = (_level_in(book, game, place) for place in (man.place, event.path[-1]))
    return {**declare, "height": abs(there - here)}


def _level_in(book: Book, game: Game, place: TablePoint) -> float:
    """How high the ground is there that a man can climb."""
    at = Point(place.x, place.y)
    under = (thing for thing in game.scene.things if thing.footprint.covers(at))
    return max((thing.height for thing in under if book.meanings.lifts(thing)), default=0.0)


def _dies_on_the_way(book: Book, man: Soldier, declare: Mapping[str, Any]) -> bool:
    """Whether the die of his climb or swim kills him (LG-CLIMB, LG-SWIM)."""
    mode, roll = declare.get("mode"), declare.get("roll")
    if mode not in FATE or is_vehicle(man) or not isinstance(roll, int):
        return False
    return thrown_in(book, man, str(mode), roll) is None


def _gone_in(begun: Soldier, man: Soldier, event: Moved, answer: object) -> float:
    """How far he has gone this turn; of a way in several legs the answer has the whole length."""
    if isinstance(answer, Move):
        return state_of(begun).moved + answer.length
    return state_of(man).moved + apart_in(man, event.path[-1])


def _arrived(game: Game, man: Soldier, gone_in: float) -> Game:
    """The game with the inches he has gone; what he held in place ends when he goes."""
    goes = gone_in > state_of(man).moved
    lost = {"overwatch": None, "field": None, "full_cover": None} if goes else {}
    return game.with_state(man.id, moved=gone_in, **lost)


def _over_mines(game: Game, man: Soldier, owed: tuple[OwedRoll, ...], dice: DiceTray) -> Told:
    """LG-MINE-02, -03: the rolls he owes for mines; the first that fails is the last."""
    lines: list[str] = []
    for one in owed:
        why = (Reason(one.rule, one.why),)
        die = Die(one.roll.dice, man.id, "mines", one.roll.succeeds, "mines", reasons=why)
        thrown = dice.take(die)
        lines.append(f"{man.id} throws {thrown} in the mines ({one.rule})")
        if not succeeded(one.roll, thrown):
            return Told(_blown_up(game, man), (*lines, f"{man.id} is caught by a mine"))
    return Told(game, tuple(lines))


def _blown_up(game: Game, man: Soldier) -> Game:
    """A man dies, a vehicle is destroyed, an armoured one disabled."""
    if is_armoured(man):
        return game.with_state(man.id, disabled=True)
    return game.with_state(man.id, down="knocked")
