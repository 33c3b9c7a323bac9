"""Units that come onto the table, move, and get into transports."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.answer import Move
from rules.book import Book
from rules.game.game import Event, EventRefusedError, Game
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
        return scene_from_json({"table": size, "soldiers": [dict(who)]}, "event").soldiers[0]
    except UserError as problem:
        raise EventRefusedError(str(problem)) from None


def moved(book: Book, game: Game, event: Event, _: Throw | None) -> Told:
    """A unit goes along a path; what it carries goes with it, who leaves the table is out."""
    man = game.soldier(str(event.get("soldier")))
    refuse_other_side(game, man)
    if phase_of(game).name != "move":
        phase = phase_of(game).name
        raise EventRefusedError(f"units move before any attack, this is {phase} (OW-TURN-01)")
    if man.state.get("moved"):
        raise EventRefusedError(f"{man.id} has moved in this turn (OW-TURN-01)")
    leaves: Any = (event.get("declare") or {}).get("exit")
    question = {
        "ask": "move",
        "soldier": man.id,
        "path": event.get("path"),
        "declare": declarations(game, exit=leaves),
    }
    answer = asked(book, game, question)
    assert isinstance(answer, Move), answer
    cited = {reason.rule for reason in answer.reasons}
    if "OW-MOVE-06" in cited:
        return _gone(game, man)
    return Told(_gone_along(book, game, man, event, cited))


def _gone(game: Game, man: Soldier) -> Told:
    """OW-MOVE-06: out of play, and nobody's credit."""
    riders = [one.id for one in game.scene.soldiers if one.state.get("in") == man.id]
    after = fall_now(game, (man.id, *riders), "left the table", man.side)
    return Told(ended(after), (f"{man.id} leaves the table",))


def _gone_along(book: Book, game: Game, man: Soldier, event: Event, cited: set[str]) -> Game:
    x, y = (float(number) for number in event["path"][-1])
    facing = event.get("facing")
    facing_deg = float(facing) if isinstance(facing, int | float) else man.facing
    riders = [one for one in game.scene.soldiers if one.state.get("in") == man.id]
    there = [replace(man, x=x, y=y, elevation=0.0, on=None, facing=facing_deg)]
    there += [replace(rider, x=x, y=y) for rider in riders]
    unit = unit_of(book, man)
    changes: dict[str, Any] = {"moved": True, "in": None}
    changes |= {"revealed": True} if unit.has("scout") else {}
    changes |= {"broken": True} if "OW-ABL-14" in cited else {}
    after = replace(game, scene=game.scene.with_soldiers(*there))
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
