"""Moves made in several legs: a man may be set down on his way and taken up again.

The rules judge the whole way since the phase began, so that two short moves are not more than
one long one. The ways are in the game's record and go when the phase ends.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.game.game import Event, EventRefusedError, Game
from table.scene import Soldier

WAYS = "ways"


def whole_way(game: Game, man: Soldier, event: Event) -> tuple[Game, dict[str, Any]]:
    """The game with the man back where he began, and the way from there with its declarations."""
    path, declare = event.get("path"), dict(_mapping(event.get("declare")))
    way = _mapping(game.record.get(WAYS)).get(man.id)
    if way is None or not isinstance(path, list):
        return game, {"path": path, "declare": declare}
    x, y = way["path"][0]
    begun = replace(
        man, x=x, y=y, facing=way["facing"], elevation=way["elevation"], on=way["on"],
        state=way["state"],
    )  # fmt: skip
    whole = {"path": [*way["path"], *path], "declare": {**way["declare"], **declare}}
    return replace(game, scene=game.scene.with_soldiers(begun)), whole


def gone_along(game: Game, man: Soldier, event: Event, whole: Mapping[str, Any]) -> Game:
    """The game with the man at the end of his way, and the way remembered."""
    ways = _mapping(game.record.get(WAYS))
    first = ways.get(man.id) or {
        "facing": man.facing, "elevation": man.elevation, "on": man.on, "state": dict(man.state),
    }  # fmt: skip
    remembered = {**ways, man.id: {**first, **whole}}
    there = game.scene.with_soldiers(_set_down(man, event))
    return replace(game, scene=there).with_record(ways=remembered)


def forgotten(game: Game) -> Game:
    """The game without the ways of the phase that ends."""
    return game.with_record(ways={}) if game.record.get(WAYS) else game


def _set_down(man: Soldier, event: Event) -> Soldier:
    """The man at the end of the event's path, turned and raised as the event says."""
    try:
        x, y = (float(number) for number in event["path"][-1])
        known = {key: event[key] for key in ("facing", "elevation", "on") if key in event}
        return replace(man, **{"x": x, "y": y, "elevation": 0.0, "on": None} | known)
    except (KeyError, IndexError, TypeError, ValueError):
        raise EventRefusedError("moved needs 'path', places like [[4, 5], [4, 8]]") from None


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
