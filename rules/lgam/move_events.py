"""Moves in a game: paths, dice on the way, cups of vehicles, and what players declare."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from shapely import LineString, Point

from rules.answer import Move, OwedRoll
from rules.book import Book
from rules.game.game import Event, EventRefusedError, Game
from rules.game.legs import WAYS, gone_along, whole_way
from rules.game.shots import asked, succeeded, thrown_number
from rules.game.turn_machine import Throw, Told
from rules.lgam.dice_move import FATE, thrown_in
from rules.lgam.laid_things import cut_out, with_laid
from rules.lgam.roles import DIGGERS, is_armoured, is_vehicle, role_of
from rules.lgam.turn import phases
from rules.measure import apart_in, in_contact, within
from rules.question import QuestionError, place_of
from table.scene import Soldier
from table.scene_file import scene_from_json, scene_json

TOKENS = frozenset(
    {"full_cover", "entrenching", "overwatch", "field", "bipod", "posture", "covering_fire"}
)


def moved(book: Book, game: Game, event: Event, throw: Throw | None) -> Told:
    """A man has gone along a path; what rules forbid is refused, unless `overruled`.

    What counts is his whole way in this phase: two short moves are not more than a long one.
    """
    game = with_laid(game)
    man = game.soldier(str(event.get("soldier")))
    refuse_wrong_time(game, man)
    begun, whole = whole_way(game, man, event)
    declare = _with_height(book, game, man, event, _with_dice(whole["declare"], man, throw))
    if _dies_on_the_way(book, man, declare):
        return Told(game.with_state(man.id, down="knocked"), (f"{man.id} {FATE[declare['mode']]}",))
    question = {"ask": "move", "soldier": man.id, "path": whole["path"], "declare": declare}
    answer = None if event.get("overruled") else asked(book, begun, question)
    paid = int(_way(game, man).get("mines", 0))
    owed = answer.rolls if isinstance(answer, Move) else ()
    remembered = {**whole, "declare": declare, "mines": max(paid, len(owed))}
    after = _arrived(gone_along(game, man, event, remembered), man, event, answer)
    if is_armoured(man):
        after = cut_out(after, {"wire"}, _swath(man, event))
    return _over_mines(after, man, event, owed[paid:], throw)


def _way(game: Game, man: Soldier) -> Mapping[str, Any]:
    """What is remembered of his way in this phase."""
    ways: Mapping[str, Mapping[str, Any]] = game.record.get(WAYS) or {}
    return ways.get(man.id, {})


def _with_height(
    book: Book, game: Game, man: Soldier, event: Event, declare: dict[str, Any]
) -> dict[str, Any]:
    """What was declared, with a climb's height where nobody said it: from level to level."""
    path = event.get("path")
    if (
        declare.get("mode") != "climb"
        or "height" in declare
        or not isinstance(path, list)
        or not path
    ):
        return declare
    here, there = (_level_in(book, game, place) for place in ((man.x, man.y), path[-1]))
    return {**declare, "height": abs(there - here)}


def _level_in(book: Book, game: Game, place: Any) -> float:
    """How high the ground is there that a man can climb."""
    try:
        here = place_of(list(place), "path")
    except (QuestionError, TypeError):
        return 0.0
    under = (t for t in game.scene.things if t.footprint.covers(Point(here.x, here.y)))
    return max((t.height for t in under if book.meanings.lifts(t)), default=0.0)


def refuse_wrong_time(game: Game, man: Soldier) -> None:
    """Nobody goes out of turn, after the clock, or lying down."""
    phase = phases(game)[game.phase]
    if phase.side not in {None, man.side}:
        raise EventRefusedError(f"{phase.side} moves now, {man.id} waits (LG-TURN-05)")
    if phase.clock_s is not None and game.used_s >= phase.clock_s:
        raise EventRefusedError("the clock has run out: moving is over (LG-TURN-05)")
    if man.state.get("down") is not None:
        raise EventRefusedError(f"{man.id} is down (LG-TURN-06)")
    if man.state.get("disabled"):
        raise EventRefusedError(f"{man.id} was disabled by a mine (LG-MINE-03)")


def _with_dice(said: Mapping[str, Any], man: Soldier, throw: Throw | None) -> dict[str, Any]:
    """What was declared, with the die of a climb or a swim thrown where the caller lets us."""
    declare = dict(said)
    if declare.get("mode") is None or is_vehicle(man) or declare.get("roll") is not None:
        return declare
    if throw is None:
        raise EventRefusedError("a climb or a swim needs declare.roll, the die thrown")
    return {**declare, "roll": throw("1d6")}


def _dies_on_the_way(book: Book, man: Soldier, declare: Mapping[str, Any]) -> bool:
    """Whether the die of his climb or swim kills him (LG-CLIMB, LG-SWIM)."""
    mode, roll = declare.get("mode"), declare.get("roll")
    if mode not in {"climb", "swim"} or is_vehicle(man) or not isinstance(roll, int):
        return False
    return roll in range(1, 7) and thrown_in(book, man, str(mode), roll) is None


def _arrived(game: Game, man: Soldier, event: Event, answer: Any) -> Game:
    end = list(event.get("path") or [[man.x, man.y]])[-1]
    known = {key: event[key] for key in ("facing", "elevation", "on") if key in event}
    placed = {"elevation": 0.0, "on": None} | known
    there = replace(man, x=float(end[0]), y=float(end[1]), **placed)
    length_in = answer.length if isinstance(answer, Move) else apart_in(man, there)
    # Of a way in several legs the answer has the whole length.
    before = float(_way(game, man).get("state", {}).get("moved", 0.0))
    legs_in = 0.0 if isinstance(answer, Move) else float(man.state.get("moved", 0.0)) - before
    total_in = before + legs_in + length_in
    after = replace(game, scene=game.scene.with_soldiers(there))
    lost = {"overwatch": None, "field": None, "full_cover": None} if length_in else {}
    return after.with_state(man.id, moved=total_in, **lost)


def _swath(man: Soldier, event: Event) -> Any:
    """What an armoured vehicle drives over, as wide as it is (LG-MOVE-15)."""
    path = event.get("path") or []
    return LineString(path).buffer(man.radius, cap_style="flat")


def _over_mines(
    game: Game, man: Soldier, event: Event, owed: Sequence[OwedRoll], throw: Throw | None
) -> Told:
    """LG-MINE-02, -03: the rolls he owes for mines; `mines` has the numbers thrown."""
    given = event.get("mines") or []
    lines = []
    for i, one in enumerate(owed):
        if i >= len(given) and throw is None:
            raise EventRefusedError(f'{man.id} crosses mines; give "mines", {len(owed)} throws')
        thrown = int(given[i]) if i < len(given) else throw(one.roll.dice) if throw else 0
        lines.append(f"{man.id} throws {thrown} in the mines")
        if not succeeded(one.roll, thrown):
            return Told(_blown_up(game, man), (*lines, f"{man.id} is caught by a mine"))
    return Told(game, tuple(lines))


def _blown_up(game: Game, man: Soldier) -> Game:
    """A man dies, a vehicle is destroyed, an armoured one disabled."""
    if is_armoured(man):
        return game.with_state(man.id, disabled=True)
    return game.with_state(man.id, down="knocked")


def fell(_: Book, game: Game, event: Event, __: Throw | None) -> Told:
    """A figure was knocked over by accident (LG-TURN-06)."""
    name = str(event.get("soldier"))
    return Told(game.with_state(name, down="knocked"), (f"{name} is down",))


def declared(_: Book, game: Game, event: Event, __: Throw | None) -> Told:
    """What is announced of a man in the movement phase and marked with a token."""
    man = game.soldier(str(event.get("soldier")))
    said = event.get("state")
    if not isinstance(said, Mapping) or not said or not said.keys() <= TOKENS:
        raise EventRefusedError(f"declared needs 'state' with some of {', '.join(sorted(TOKENS))}")
    if said.get("entrenching") and "shovel" not in man.weapons and role_of(man) not in DIGGERS:
        raise EventRefusedError(f"{man.id} has nothing to dig with (LG-DIG-02)")
    if said.get("overwatch") and man.state.get("moved"):
        raise EventRefusedError(f"{man.id} has moved; overwatch stays put (LG-OVER-02)")
    changes = {key: value or None for key, value in said.items()}
    return Told(game.with_state(man.id, **changes))


def boarded(_: Book, game: Game, event: Event, __: Throw | None) -> Told:
    """LG-VEH-02: a man goes into a vehicle's cup."""
    man, cup = game.soldier(str(event.get("soldier"))), game.soldier(str(event.get("vehicle")))
    refuse_wrong_time(game, man)
    if not is_vehicle(cup) or cup.side != man.side or not in_contact(man, cup):
        raise EventRefusedError(f"{man.id} does not touch a vehicle of his side {cup.id}")
    kept = scene_json(replace(game.scene, soldiers=(man,), things=()))["soldiers"]
    cups = dict(game.record.get("cups", {}))
    cups[cup.id] = [*cups.get(cup.id, []), *kept]
    after = replace(game, scene=game.scene.without_soldiers(frozenset({man.id})))
    riders = int(cup.state.get("passengers", 0)) + 1
    return Told(after.with_record(cups=cups).with_state(cup.id, passengers=riders))


def deployed(book: Book, game: Game, event: Event, _: Throw | None) -> Told:
    """LG-VEH-03: a man gets out within 2 inches of his vehicle; that is his move."""
    cup, name = game.soldier(str(event.get("vehicle"))), str(event.get("soldier"))
    cups = dict(game.record.get("cups", {}))
    riders = {rider["id"]: rider for rider in cups.get(cup.id, [])}
    if name not in riders:
        raise EventRefusedError(f"{name} is not in {cup.id}")
    try:
        place = place_of(event.get("place"), "place")
    except QuestionError as problem:
        raise EventRefusedError(str(problem)) from None
    limit_in = (book.rows["LG-VEH-03"].value or 0.0) + cup.radius
    if not within(apart_in(cup, place), limit_in):
        raise EventRefusedError(f"{name} gets out within 2 in of {cup.id} (LG-VEH-03)")
    man = _rider(game, {**riders.pop(name), "x": place.x, "y": place.y, "on": None})
    cups[cup.id] = list(riders.values())
    after = replace(game, scene=replace(game.scene, soldiers=(*game.scene.soldiers, man)))
    left = max(0, int(cup.state.get("passengers", 1)) - 1)
    told = after.with_record(cups=cups).with_state(cup.id, passengers=left)
    return Told(told.with_state(name, deployed=True), (f"{name} gets out of {cup.id}",))


def _rider(game: Game, entry: Mapping[str, Any]) -> Soldier:
    table = {"width": game.scene.width, "height": game.scene.height}
    return scene_from_json({"table": table, "soldiers": [entry]}, "cup").soldiers[0]


def healed(book: Book, game: Game, event: Event, throw: Throw | None) -> Told:
    """LG-ROLE-09: a medic tries to heal a wounded man he touches."""
    medic, man = game.soldier(str(event.get("medic"))), game.soldier(str(event.get("soldier")))
    if role_of(medic) != "medic" or not man.state.get("wounded") or not in_contact(medic, man):
        raise EventRefusedError(f"{medic.id} is no medic who touches a wounded man (LG-ROLE-09)")
    die = thrown_number(event, "roll", "1d6", throw)
    if die <= (book.rows["LG-ROLE-09"].value or 0):
        return Told(game.with_state(man.id, wounded=None), (f"{man.id} is healed",))
    if die == 4:
        return Told(game, (f"{medic.id} can do nothing for {man.id}",))
    return Told(game.with_state(man.id, down="knocked"), (f"{man.id} dies",))
