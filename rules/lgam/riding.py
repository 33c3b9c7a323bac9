"""Cups of vehicles: who gets in, who gets out, who falls with his vehicle (LG-VEH-02, -03)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.book.book import Book
from rules.game.dice_tray import DiceTray
from rules.game.game import EventRefusedError, Game, Loss
from rules.game.turn_machine import Told
from rules.lgam.events import Boarded, Deployed
from rules.lgam.phases import refuse_down, refuse_out_of_turn
from rules.lgam.record import record_of, recorded
from rules.lgam.roles import is_vehicle
from rules.lgam.state import ONE_TURN, state_of
from rules.lgam.units import most_passengers
from rules.measure.lengths import apart_in, in_contact, within
from table.scene import Scene, Soldier


def refuse_boarding(book: Book, game: Game, event: Boarded) -> None:
    """Men get in where there is room, unless they have just got out."""
    man, cup = game.soldier(event.soldier), game.soldier(event.vehicle)
    if is_vehicle(man):
        raise EventRefusedError(f"{man.id} is a vehicle; only men get in (LG-VEH-02)")
    if state_of(man).deployed:
        raise EventRefusedError(f"{man.id}: {book.rows['LG-VEH-03'].why} (LG-VEH-03)")
    _refuse_full(book, cup)


def boarded(_: Book, game: Game, event: Boarded, __: DiceTray) -> Told:
    """LG-VEH-02: a man goes into a vehicle's cup."""
    man, cup = game.soldier(event.soldier), game.soldier(event.vehicle)
    refuse_out_of_turn(game, man)
    refuse_down(man)
    if not is_vehicle(cup) or cup.side != man.side or not in_contact(man, cup):
        raise EventRefusedError(
            f"{cup.id} is no vehicle of his side that {man.id} touches (LG-VEH-02)"
        )
    record = record_of(game)
    inside = (*record.of_cup(cup.id), replace(man, on=None))
    after = replace(game, scene=game.scene.without_soldiers(frozenset({man.id})))
    told = recorded(after, record.with_cup(cup.id, inside))
    aboard = told.with_state(cup.id, passengers=state_of(cup).passengers + 1)
    return Told(aboard, (f"{man.id} gets into {cup.id} (LG-VEH-02)",))


def _refuse_full(book: Book, cup: Soldier) -> None:
    """LG-VEH-10 to -14, LG-HELI-02: so many passengers and no more."""
    limit = most_passengers(book, cup)
    if limit is not None and state_of(cup).passengers >= limit.most:
        raise EventRefusedError(f"{cup.id} takes {limit.most} passengers ({limit.rule})")


def refuse_deploying(_: Book, game: Game, event: Deployed) -> None:
    """Men get out in their own moves, onto the table, if they have not moved before."""
    if event.overruled:
        return
    cup, place = game.soldier(event.vehicle), event.place
    refuse_out_of_turn(game, cup)
    refuse_down(cup)
    if not (0.0 <= place.x <= game.scene.width and 0.0 <= place.y <= game.scene.height):
        raise EventRefusedError(f"{event.soldier} gets out off the table (LG-SET-02)")
    man = record_of(game).riders.get(event.soldier)
    if man is not None and state_of(man).moved:
        raise EventRefusedError(f"{man.id} has moved this turn, getting in (LG-VEH-03)")


def deployed(book: Book, game: Game, event: Deployed, _: DiceTray) -> Told:
    """LG-VEH-03: a man gets out within 2 inches of his vehicle; that is his move."""
    cup, record = game.soldier(event.vehicle), record_of(game)
    riders = {rider.id: rider for rider in record.of_cup(cup.id)}
    if event.soldier not in riders:
        raise EventRefusedError(f"{event.soldier} is not in {cup.id} (LG-VEH-03)")
    man = riders.pop(event.soldier)
    limit_in = book.rows["LG-VEH-03"].number
    is_near = within(apart_in(cup, event.place), limit_in + cup.radius)
    if not is_near and not event.overruled:
        raise EventRefusedError(f"{man.id} gets out within {limit_in:g} in of {cup.id} (LG-VEH-03)")
    facing = man.facing if event.facing is None else event.facing
    state = {**man.state, "deployed": True}
    stands = replace(man, x=event.place.x, y=event.place.y, facing=facing, on=None, state=state)
    after = replace(game, scene=replace(game.scene, soldiers=(*game.scene.soldiers, stands)))
    told = _one_less(recorded(after, record.with_cup(cup.id, riders.values())), cup.id)
    return Told(told, (f"{man.id} gets out of {cup.id} (LG-VEH-03)",))


def _one_less(game: Game, cup: str) -> Game:
    """The game with a seat more in a vehicle."""
    left = max(0, state_of(game.soldier(cup)).passengers - 1)
    return game.with_state(cup, passengers=left)


def rider_off(game: Game, name: str) -> Told | None:
    """By the players' word a man in a cup is out of the game; None where he is in none."""
    record = record_of(game)
    man = record.riders.get(name)
    if man is None:
        return None
    cup = next(cup for cup, men in record.cups.items() if man in men)
    others = (one for one in record.of_cup(cup) if one.id != name)
    loss = Loss(man.id, man.side, "taken off", game.turn, role=man.role)
    after = recorded(replace(game, losses=(*game.losses, loss)), record.with_cup(cup, others))
    return Told(_one_less(after, cup), (f"{man.id} is out of {cup} and off the table",))


def rider(game: Game, name: str) -> Soldier | None:
    """The man of that name in a cup; None where he is in none."""
    return record_of(game).riders.get(name)


def with_rider(game: Game, man: Soldier) -> Game:
    """The game with a rider as he is now, in the cup in which he sits."""
    record = record_of(game)
    for cup, men in record.cups.items():
        record = record.with_cup(cup, (man if one.id == man.id else one for one in men))
    return recorded(game, record)


def fallen_with(game: Game, vehicle: Soldier) -> Told:
    """The game without those who were in a vehicle that leaves it."""
    record = record_of(game)
    lost = record.of_cup(vehicle.id)
    if not lost:
        return Told(game)
    losses = tuple(
        Loss(man.id, man.side, f"was in {vehicle.id}", game.turn, "", man.role) for man in lost
    )
    after = recorded(replace(game, losses=game.losses + losses), record.with_cup(vehicle.id, ()))
    return Told(after, tuple(f"{man.id} was in {vehicle.id} and falls with it" for man in lost))


def with_riders(game: Game) -> Scene:
    """The game's scene with those who are in cups standing in it, as if they had got out."""
    riders = record_of(game).riders.values()
    return replace(game.scene, soldiers=(*game.scene.soldiers, *riders))


def riders_rested(game: Game) -> Game:
    """The game with what was for one turn ended for those in cups too."""
    record = record_of(game)
    for cup, men in record.cups.items():
        record = record.with_cup(cup, (replace(man, state=_rested(man.state)) for man in men))
    return recorded(game, record)


def _rested(state: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in state.items() if key not in ONE_TURN}
