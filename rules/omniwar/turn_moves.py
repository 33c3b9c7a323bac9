"""Units that come onto the table, move, and get into transports."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.book.answer import Move
from rules.book.book import Book
from rules.game.agreed_state import as_agreed, refuse_redeclared
from rules.game.dice_tray import DiceTray
from rules.game.game import EventRefusedError, Game
from rules.game.legs import gone_along, way_forgotten, whole_way
from rules.game.shots import asked, fall_now
from rules.game.turn_machine import Told
from rules.measure.lengths import in_contact
from rules.omniwar.credit import ended
from rules.omniwar.events import Boarded, Moved, Placed
from rules.omniwar.move import turns_slowly
from rules.omniwar.record import record_of, terms_of
from rules.omniwar.turn import phase_of, refuse_other_side, riders_of
from rules.omniwar.unit import step_of, unit_of
from table.errors import UserError, listed
from table.scene import Soldier
from table.scene_file import scene_from_json

ARRIVES_IN = {"arrive": ("teleport", "OW-ABL-01"), "drop": ("drop-troops", "OW-ABL-02")}


def placed(book: Book, game: Game, event: Placed, _: DiceTray) -> Told:
    """OW-ABL-01, OW-ABL-02: a unit comes onto the table, once."""
    man = _arriving(game, event.soldier)
    refuse_other_side(game, man)
    ability, rule = _arrival(book, game, man)
    already = record_of(game).placed
    if man.id in already:
        raise EventRefusedError(f"{man.id} has been placed once ({rule})")
    if game.scene.soldier(man.id) is None:
        game = replace(game, scene=replace(game.scene, soldiers=(*game.scene.soldiers, man)))
    game = game.with_record(placed=[*already, man.id])
    # Drop troops come too late to wait: the enemy has a turn before they fire.
    late = {"dropped": True} if ability == "drop-troops" else {}
    return Told(game.with_state(man.id, **late), (f"{man.id} arrives",))


def _arrival(book: Book, game: Game, man: Soldier) -> tuple[str, str]:
    """By which ability it comes now, and the rule of it; refused where it has none, or another."""
    now = ARRIVES_IN.get(phase_of(game).name)
    if now is not None and unit_of(book, man).has(now[0]):
        return now
    if now is not None:
        raise EventRefusedError(f"{man.id} has no {now[0]} ({now[1]})")
    every = ARRIVES_IN.values()
    own = [rule for ability, rule in every if unit_of(book, man).has(ability)]
    rules = ", ".join(own or [rule for _, rule in every])
    raise EventRefusedError(f"nobody arrives in phase {phase_of(game).name}: {man.id} ({rules})")


def _arriving(game: Game, who: str | Mapping[str, Any]) -> Soldier:
    """The unit of that id if the camera has seen it, else the one the event describes."""
    if isinstance(who, str):
        return game.soldier(who)
    if game.scene.soldier(str(who.get("id"))) is not None:
        raise EventRefusedError(f"{who.get('id')} is on the table")
    size = {"width": game.scene.width, "height": game.scene.height}
    try:
        came = scene_from_json({"table": size, "soldiers": [dict(who)]}, "event").soldiers[0]
    except UserError as problem:
        raise EventRefusedError(str(problem)) from None
    return as_agreed(game, came)


def refuse_moving(book: Book, game: Game, event: Moved) -> None:
    """One measure holds for all."""
    if not event.by_the_players:
        of_the_book = {"grid": False, **terms_of(book, game).declare}
        refuse_redeclared(book, game, event.declare, of_the_book)


def moved(book: Book, game: Game, event: Moved, dice: DiceTray) -> Told:
    """A unit goes along a path; what it carries goes with it, who leaves the table is out.

    What the rules forbid is refused, unless `overruled`.
    """
    man = game.soldier(event.soldier)
    if not event.by_the_players:
        refuse_other_side(game, man)
    begun, way = whole_way(game, man, event)
    question = way.asked(man.id, {**terms_of(book, game).declare, **way.declare})
    # Whose turns cost movement does not get further by going round (OW-ABL-17).
    straight = not event.overruled or (
        not event.by_the_players and turns_slowly(unit_of(book, man))
    )
    answer = asked(book, begun, question) if straight else None
    reasons = answer.reasons if isinstance(answer, Move) else ()
    dice.cite(reasons)
    cited = {reason.rule for reason in reasons}
    if "OW-MOVE-06" in cited:
        return _gone(book, game, man)
    return Told(_changed(book, gone_along(game, man, event, way), man, cited))


def _gone(book: Book, game: Game, man: Soldier) -> Told:
    """OW-MOVE-06: out of play, and nobody's credit."""
    riders = [one.id for one in riders_of(book, game, [man.id])]
    after = fall_now(game, (man.id, *riders), "left the table", man.side)
    return Told(ended(book, after), (f"{man.id} leaves the table (OW-MOVE-06)",))


def _changed(book: Book, game: Game, man: Soldier, cited: set[str]) -> Game:
    """What a move leaves behind: riders along, out of the transport, seen, out of formation."""
    at = game.soldier(man.id)
    carried = [replace(rider, x=at.x, y=at.y) for rider in riders_of(book, game, [man.id])]
    changes: dict[str, Any] = {"moved": True, "in": None}
    changes |= {"revealed": True} if unit_of(book, man).has("scout") else {}
    changes |= {"broken": True} if "OW-ABL-14" in cited else {}
    after = replace(game, scene=game.scene.with_soldiers(*carried))
    return after.with_state(man.id, **changes)


def refuse_boarding(book: Book, game: Game, event: Boarded) -> None:
    """Who does not touch the transport goes to it, as far as his move lets him."""
    man, carrier = game.soldier(event.soldier), game.soldier(event.transport)
    if in_contact(man, carrier) or unit_of(book, man).carried_by is not None:
        return
    begun, way = whole_way(game, man, Moved(soldier=man.id, path=(man.place, carrier.place)))
    asked(book, begun, way.asked(man.id, {**terms_of(book, game).declare, **way.declare}))


def boarded(book: Book, game: Game, event: Boarded, _: DiceTray) -> Told:
    """A unit gets into a transport of its side that carries nobody yet (OW-ABL-09)."""
    man, carrier = game.soldier(event.soldier), game.soldier(event.transport)
    refuse_other_side(game, man)
    inside = [one.id for one in riders_of(book, game, [carrier.id])]
    if not unit_of(book, carrier).has("transport") or carrier.side != man.side:
        raise EventRefusedError(f"{carrier.id} is no transport of its side (OW-ABL-09)")
    if man.id == carrier.id:
        raise EventRefusedError(f"{man.id} carries another unit, not itself (OW-ABL-09)")
    if unit_of(book, man).carried_by is not None:
        raise EventRefusedError(f"{man.id} is carried and only gets out (OW-MOVE-07)")
    if len(inside) >= step_of(book, "OW-ABL-09"):
        raise EventRefusedError(f"{carrier.id} carries {listed(inside)} already (OW-ABL-09)")
    there = replace(man, x=carrier.x, y=carrier.y)
    # Whether he gets out again is judged as he sits there, not as he stood before.
    after = way_forgotten(replace(game, scene=game.scene.with_soldiers(there)), man.id)
    state = {"in": carrier.id, "entered": True, "moved": True}
    state |= {"revealed": True} if unit_of(book, man).has("scout") else {}
    return Told(after.with_state(man.id, **state), (f"{man.id} gets into {carrier.id}",))
