"""Units that come onto the table, move, and get into transports."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.answer import Move
from rules.book import Book
from rules.game.agreed_state import as_agreed
from rules.game.game import Event, EventRefusedError, Game
from rules.game.legs import gone_along, whole_way
from rules.game.shots import asked, fall_now
from rules.game.turn_machine import Throw, Told
from rules.omniwar.credit import ended
from rules.omniwar.turn import declarations, phase_of, refuse_other_side
from rules.omniwar.unit import step_of, unit_of
from rules.question import listed
from table.errors import UserError
from table.scene import Soldier
from table.scene_file import scene_from_json

ARRIVES_IN = {"arrive": ("teleport", "OW-ABL-01"), "drop": ("drop-troops", "OW-ABL-02")}


def placed(book: Book, game: Game, event: Event, _: Throw | None) -> Told:
    """OW-ABL-01, OW-ABL-02: a unit comes onto the table, once."""
    ability, rule = ARRIVES_IN[phase_of(game).name]
    man = _arriving(game, event.get("soldier"))
    refuse_other_side(game, man)
    already: tuple[str, ...] = tuple(game.record.get("placed") or ())
    if not unit_of(book, man).has(ability):
        raise EventRefusedError(f"{man.id} has no {ability} ({rule})")
    if man.id in already:
        raise EventRefusedError(f"{man.id} has been placed once ({rule})")
    if game.scene.soldier(man.id) is None:
        game = replace(game, scene=replace(game.scene, soldiers=(*game.scene.soldiers, man)))
    game = game.with_record(placed=[*already, man.id])
    # Drop troops come too late to wait: the enemy has a turn before they fire.
    late = {"dropped": True} if ability == "drop-troops" else {}
    return Told(game.with_state(man.id, **late), (f"{man.id} arrives",))


def _arriving(game: Game, who: Any) -> Soldier:
    """The unit of that id if the camera has seen it, else the one the event describes."""
    if not isinstance(who, Mapping):
        return game.soldier(str(who))
    if game.scene.soldier(str(who.get("id"))) is not None:
        raise EventRefusedError(f"{who.get('id')} is on the table")
    size = {"width": game.scene.width, "height": game.scene.height}
    try:
        came = scene_from_json({"table": size, "soldiers": [dict(who)]}, "event").soldiers[0]
    except UserError as problem:
        raise EventRefusedError(str(problem)) from None
    return as_agreed(game, came)


def moved(book: Book, game: Game, event: Event, _: Throw | None) -> Told:
    """A unit goes along a path; what it carries goes with it, who leaves the table is out.

    What the rules forbid is refused, unless `overruled`.
    """
    man = game.soldier(str(event.get("soldier")))
    refuse_other_side(game, man)
    begun, whole = whole_way(game, man, event)
    declare = declarations(game, **whole["declare"])
    question = {"ask": "move", "soldier": man.id, "path": whole["path"], "declare": declare}
    answer = None if event.get("overruled") else asked(book, begun, question)
    cited = {reason.rule for reason in answer.reasons} if isinstance(answer, Move) else set()
    if "OW-MOVE-06" in cited:
        return _gone(game, man)
    return Told(_changed(book, gone_along(game, man, event, whole), man, cited))


def _gone(game: Game, man: Soldier) -> Told:
    """OW-MOVE-06: out of play, and nobody's credit."""
    riders = [one.id for one in game.scene.soldiers if one.state.get("in") == man.id]
    after = fall_now(game, (man.id, *riders), "left the table", man.side)
    return Told(ended(after), (f"{man.id} leaves the table",))


def _changed(book: Book, game: Game, man: Soldier, cited: set[str]) -> Game:
    """What a move leaves behind: riders along, out of the transport, seen, out of formation."""
    at = game.soldier(man.id)
    riders = [one for one in game.scene.soldiers if one.state.get("in") == man.id]
    carried = [replace(rider, x=at.x, y=at.y) for rider in riders]
    changes: dict[str, Any] = {"moved": True, "in": None}
    changes |= {"revealed": True} if unit_of(book, man).has("scout") else {}
    changes |= {"broken": True} if "OW-ABL-14" in cited else {}
    after = replace(game, scene=game.scene.with_soldiers(*carried))
    return after.with_state(man.id, **changes)


def boarded(book: Book, game: Game, event: Event, _: Throw | None) -> Told:
    """A unit gets into a transport of its side that carries nobody yet (OW-ABL-09)."""
    man = game.soldier(str(event.get("soldier")))
    carrier = game.soldier(str(event.get("transport")))
    refuse_other_side(game, man)
    inside = [one.id for one in game.scene.soldiers if one.state.get("in") == carrier.id]
    if not unit_of(book, carrier).has("transport") or carrier.side != man.side:
        raise EventRefusedError(f"{carrier.id} is no transport of its side (OW-ABL-09)")
    if man.id == carrier.id or len(inside) >= step_of(book, "OW-ABL-09"):
        raise EventRefusedError(f"{carrier.id} carries {listed(inside)} already (OW-ABL-09)")
    there = replace(man, x=carrier.x, y=carrier.y)
    after = replace(game, scene=game.scene.with_soldiers(there))
    state = {"in": carrier.id, "entered": True, "moved": True}
    return Told(after.with_state(man.id, **state), (f"{man.id} gets into {carrier.id}",))
