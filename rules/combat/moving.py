"""Moves in the game: on foot, on wheels, afloat; up and down, in and out of the saddle."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.book.answer import Move
from rules.book.book import Book
from rules.book.state import State
from rules.combat.declared import HALF_TURN_ACTIONS, measure_of
from rules.combat.events import Moved
from rules.combat.man import man_of
from rules.game.agreed_state import refuse_redeclared
from rules.game.dice_tray import DiceTray
from rules.game.game import EventRefusedError, Game
from rules.game.legs import WholeWay, gone_along, way_so_far, whole_way
from rules.game.shots import asked
from rules.game.turn_machine import Told
from rules.measure.lengths import gap_in, within
from table.scene import Soldier

MOTION = {
    "run": "running",
    "walk": "walking",
    "crawl": "crawling",
    "jump": "jumping",
    "wade": "wading",
    "swim": "swimming",
    "climb": "climbing",
}
BESIDE_IN = 1.0  # from base to base: who gets in or out stands so near
ADD_UP = ("actions", "turn")  # declarations of which a second leg has its own


def moved(book: Book, game: Game, event: Moved, dice: DiceTray) -> Told:
    """Somebody goes along a path; his motion, posture and place follow from it.

    What the rules forbid is refused, unless `overruled`.
    """
    man = game.soldier(event.soldier)
    if _gets_out(book, game, man, event):
        return _dismounted(book, game, man, event)
    begun, whole = whole_way(game, man, event)
    goes_on = whole.path != event.path
    way = replace(whole, declare=_declared(game, man, event, goes_on=goes_on))
    answer = None
    if not event.overruled:
        if goes_on:
            _refuse_leg(book, game, man, event, way)
        answer = _asked(book, begun, man, way)
        dice.cite(answer.reasons)
    changes = {**_posture(event), **_mounted(book, game, man, event)}
    gait = str(way.declare.get("gait") or "walk")
    there = gone_along(game, man, event, way)
    motion = (
        State(begun.soldier(man.id)).value("motion")
        if way.is_back
        else _motion(book, man, gait, goes_on=goes_on)
    )
    after = there.with_state(man.id, **changes, motion=motion)
    return Told(_riders_along(book, after, man, motion))


def refuse_moving(book: Book, game: Game, event: Moved) -> None:
    """One measure holds for all; a man on foot mounts what he stands beside (CO-OTH-05)."""
    if event.by_the_players:
        return
    refuse_redeclared(book, game, event.declare, measure_of(book))
    if event.vehicle is None:
        return
    man, carrier = game.soldier(event.soldier), game.soldier(event.vehicle)
    if is_vehicle(book, man) or man_of(book, man).rides is not None:
        raise EventRefusedError(f"{man.id} is not on foot; only who is mounts (CO-OTH-05)")
    if not within(gap_in(man, carrier), BESIDE_IN):
        raise EventRefusedError(f"{man.id} does not stand beside {carrier.id} (CO-OTH-05)")


def _declared(game: Game, man: Soldier, event: Moved, *, goes_on: bool) -> dict[str, Any]:
    """What was declared of his whole way.

    How he went counts no more where all of it is told anew; what he did on it does.
    """
    before = _before(game, man)
    kept = {key: said for key, said in before.items() if goes_on or key in ADD_UP}
    return {**kept, **event.declare, **_added_up(before, event.declare)}


def _refuse_leg(book: Book, game: Game, man: Soldier, event: Moved, way: WholeWay) -> None:
    """How he stands now counts for what he does next."""
    how = {key: said for key, said in way.declare.items() if key not in ADD_UP}
    _asked(book, game, man, replace(way, path=event.path, declare={**how, **event.declare}))


def _motion(book: Book, man: Soldier, gait: str, *, goes_on: bool) -> str:
    """What he does this turn; who ran and goes on has run."""
    if is_vehicle(book, man):
        return "vehicle"
    ran = goes_on and man_of(book, man).motion == "running"
    return "running" if ran else MOTION.get(gait, "walking")


def is_vehicle(book: Book, soldier: Soldier) -> bool:
    """Whether it is a horse, a vehicle or a boat."""
    return soldier.role in {*book.rows.tables["vehicle"], *book.rows.tables["boat"]}


def _asked(book: Book, game: Game, man: Soldier, way: WholeWay) -> Move:
    answer = asked(book, game, way.asked(man.id, {**book.holding(game.agreed), **way.declare}))
    assert isinstance(answer, Move), answer
    return answer


def _gets_out(book: Book, game: Game, man: Soldier, event: Moved) -> bool:
    """Whether a rider is set down, or who has just got out is put beside what he rode."""
    rider = man_of(book, man)
    if rider.rides is None:
        return rider.left is not None and _is_beside(_ridden(book, game, man), man, event)
    return event.path[0] != event.path[-1] or "dismount" in event.declare.get("actions", ())


def _before(game: Game, man: Soldier) -> Mapping[str, Any]:
    """What was declared with the legs he has gone in this phase."""
    way = way_so_far(game, man.id)
    return {} if way is None else way.declare


def _added_up(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """Turns on the spot and actions of all legs together."""
    both = [said for said in (before, now) if said]
    turns = [abs(said["turn"]) for said in both if isinstance(said.get("turn"), int | float)]
    actions = [said["actions"] for said in both if isinstance(said.get("actions"), list | tuple)]
    found: dict[str, Any] = {"turn": sum(turns)} if turns else {}
    return {**found, "actions": [one for many in actions for one in many]} if actions else found


def _posture(event: Moved) -> dict[str, Any]:
    """Where getting up and down leaves him: the last of them counts."""
    actions = event.declare.get("actions") or ()
    changes = [action for action in actions if action in HALF_TURN_ACTIONS]
    if not changes:
        return {}
    return {"posture": None if changes[-1] == "get-up" else event.posture}


def _mounted(book: Book, game: Game, man: Soldier, event: Moved) -> dict[str, Any]:
    """CO-OTH-05: what he rides from now on."""
    if event.vehicle is None:
        return {}
    carrier = game.soldier(event.vehicle)
    if "mount" not in event.declare.get("actions", ()):
        raise EventRefusedError(f"{man.id} names {carrier.id} and does not mount (CO-OTH-05)")
    if not is_vehicle(book, carrier):
        raise EventRefusedError(f"{carrier.id} is no horse, vehicle or boat (CO-OTH-05)")
    return {"in": carrier.id}


def _dismounted(book: Book, game: Game, man: Soldier, event: Moved) -> Told:
    """CO-OTH-05: out of the saddle and beside what he rode, for his whole turn."""
    ridden = _ridden(book, game, man)
    dismounts = "dismount" in event.declare.get("actions", ()) or man_of(book, man).left is not None
    if not event.by_the_players and not (dismounts and _is_beside(ridden, man, event)):
        raise EventRefusedError(
            f"{man.id} rides {man_of(book, man).rides}; dismounting takes his whole turn and "
            "leaves him beside it (CO-OTH-05, CO-OTH-01)"
        )
    _, whole = whole_way(game, man, event)
    way = replace(whole, path=event.path[-1:], declare={"actions": ["dismount"]})
    down = gone_along(game, man, event, way)
    left = None if ridden is None else ridden.id
    return Told(down.with_state(man.id, **{"in": None, "left": left}), (f"{man.id} dismounts",))


def _ridden(book: Book, game: Game, man: Soldier) -> Soldier | None:
    """What he rides, or has left in this turn."""
    rider = man_of(book, man)
    return game.scene.soldier(str(rider.rides or rider.left))


def _is_beside(ridden: Soldier | None, man: Soldier, event: Moved) -> bool:
    there = replace(man, x=event.path[-1].x, y=event.path[-1].y)
    return ridden is None or within(gap_in(there, ridden), BESIDE_IN)


def _riders_along(book: Book, game: Game, carrier: Soldier, motion: str | None) -> Game:
    """Who rides it is where it is now, and moves as it does."""
    at = game.soldier(carrier.id)
    if at.place == carrier.place:
        return game
    for man in game.scene.soldiers:
        if man_of(book, man).rides == carrier.id:
            along = game.scene.with_soldiers(replace(man, x=at.x, y=at.y))
            game = replace(game, scene=along).with_state(man.id, motion=motion)
    return game
