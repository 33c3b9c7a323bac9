"""Men who ride in a vehicle or transport: their figures may lie beside it, or off the table."""

from collections.abc import Mapping
from typing import Any

from rules.game.common_state import carrier_of
from rules.game.game import Game
from table.directions import distance_in
from table.places import TablePoint
from table.scene import Scene, Soldier

RIDES_IN = 1.0  # a rider's figure that lies so near to his transport is in it
STAYED_IN = 0.25  # nearer than this it lies where he got in


def cup_of(game: Game, name: str) -> str | None:
    """The vehicle whose cup holds a man."""
    return next((cup for cup, men in _cups(game).items() if name in men), None)


def rides(game: Game, name: str) -> bool:
    """Whether he is in a vehicle's cup or a transport."""
    man = game.scene.soldier(name)
    return cup_of(game, name) is not None or (man is not None and carrier_of(man) is not None)


def is_on_table(game: Game, name: str) -> bool:
    """Whether the game has a man standing on the table."""
    return game.scene.soldier(name) is not None and not rides(game, name)


def still_rides(game: Game, seen: Scene, man: Soldier) -> bool:
    """Whether a man who is seen rides, and his figure only lies where he got in or beside it."""
    cup = cup_of(game, man.id)
    if cup is not None:
        boarded = _cups(game)[cup][man.id]
        stayed = distance_in(man.place, TablePoint(boarded["x"], boarded["y"])) <= STAYED_IN
        return stayed or _is_on(seen.soldier(cup) or game.scene.soldier(cup), man)
    carrier = _carrier_of(game, man.id)
    if carrier is None:
        return False
    now = seen.soldier(carrier.id) or carrier
    return distance_in(now.place, man.place) <= now.radius + man.radius + RIDES_IN


def _is_on(vehicle: Soldier | None, man: Soldier) -> bool:
    """Whether his figure stands on the vehicle itself, where nobody gets out."""
    return vehicle is not None and distance_in(vehicle.place, man.place) < vehicle.radius


def _carrier_of(game: Game, name: str) -> Soldier | None:
    """The transport he has got into, whether his figure lies beside it or off the table."""
    known = game.scene.soldier(name)
    carrier = None if known is None else carrier_of(known)
    return None if carrier is None else game.scene.soldier(carrier)


def _cups(game: Game) -> dict[str, dict[str, Mapping[str, Any]]]:
    """The riders of each vehicle by their ids."""
    cups: Mapping[str, Any] = game.record.get("cups", {})
    return {cup: {rider["id"]: rider for rider in riders} for cup, riders in cups.items()}
