"""Moves made in several legs: a man may be set down on his way and taken up again.

The rules judge the whole way since the phase began, so that two short moves are not more than
one long one. The ways are in the game's record and go when the phase ends.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import hypot
from typing import Any

from rules.game.event import Overrulable, event_json
from rules.game.game import Event, EventRefusedError, Game
from rules.measure.lengths import HAIR_IN
from table.places import TablePoint
from table.scene import Soldier

WAYS = "ways"
BACK_IN = 0.25  # who is set down so near to where he began stands there again
# Why a move stands in older journals whose straight line the rules refuse: he could have come
# there another way.
WENT_ROUND = "went round"


@dataclass(frozen=True, kw_only=True)
class Went(Overrulable):
    """A man has gone along a path; `overruled` is why it stands whatever the rules say.

    `elevation` and `on` are where he ends, the plain table where nothing is said. `too_close`:
    the ruling hangs on less than what measuring may be off.
    """

    soldier: str
    path: tuple[TablePoint, ...]
    declare: Mapping[str, Any] = field(default_factory=dict)
    facing: float | None = None
    elevation: float | None = None
    on: str | None = None
    too_close: bool = False

    @property
    def by_the_players(self) -> bool:
        """Whether the players let it stand, against whatever rule."""
        return bool(self.overruled) and self.overruled != WENT_ROUND


Leg = Event | Went


def whole_way(game: Game, man: Soldier, leg: Leg) -> tuple[Game, dict[str, Any]]:
    """The game with the man back where he began, and the way from there with its declarations."""
    event = _json(leg)
    path, declare = event.get("path"), dict(_mapping(event.get("declare")))
    way = _mapping(game.record.get(WAYS)).get(man.id)
    if way is None or not isinstance(path, list):
        return game, {"path": path, "declare": declare}
    begun = replace(_back(man, way), state=way["state"])
    # A path that begins where the phase found him is all of his way, whatever he did before.
    is_all = bool(path) and _is_near(path[0], way["path"][0])
    legs = path if is_all else [*way["path"], *path]
    whole = {"path": legs, "declare": {**way["declare"], **declare}}
    return replace(game, scene=game.scene.with_soldiers(begun)), whole


def gone_along(game: Game, man: Soldier, leg: Leg, whole: Mapping[str, Any]) -> Game:
    """The game with the man at the end of his way, and the way remembered."""
    ways = _mapping(game.record.get(WAYS))
    first = ways.get(man.id) or {
        "facing": man.facing, "elevation": man.elevation, "on": man.on, "state": dict(man.state),
    }  # fmt: skip
    remembered = {**ways, man.id: {**first, **whole}}
    there = game.scene.with_soldiers(_set_down(man, _json(leg)))
    return replace(game, scene=there).with_record(ways=remembered)


def is_back(whole: Mapping[str, Any]) -> bool:
    """Whether a whole way ends where it began: he has not moved, wherever he was between."""
    (x, y), (end_x, end_y) = whole["path"][0], whole["path"][-1]
    return hypot(end_x - x, end_y - y) <= BACK_IN


def began_at(game: Game, soldier_id: str) -> TablePoint | None:
    """Where a man stood when this phase began, None where he has not gone anywhere in it."""
    way = _mapping(game.record.get(WAYS)).get(soldier_id)
    return None if way is None else TablePoint(*way["path"][0])


def where_they_began(game: Game) -> Game:
    """The game with everybody who went somewhere in this phase back where it found him."""
    ways = _mapping(game.record.get(WAYS))
    gone = (man for man in game.scene.soldiers if man.id in ways)
    back = (_back(man, ways[man.id]) for man in gone)
    return replace(game, scene=game.scene.with_soldiers(*back)) if ways else game


def _back(man: Soldier, way: Mapping[str, Any]) -> Soldier:
    x, y = way["path"][0]
    return replace(man, x=x, y=y, facing=way["facing"], elevation=way["elevation"], on=way["on"])


def forgotten(game: Game) -> Game:
    """The game without the ways of the phase that ends."""
    return game.with_record(ways={}) if game.record.get(WAYS) else game


def way_forgotten(game: Game, soldier_id: str) -> Game:
    """The game without the way of one man, who goes on from here as if he had not moved."""
    ways = _mapping(game.record.get(WAYS))
    kept = {name: way for name, way in ways.items() if name != soldier_id}
    return game.with_record(ways=kept) if soldier_id in ways else game


def _set_down(man: Soldier, event: Event) -> Soldier:
    """The man at the end of the event's path, turned and raised as the event says."""
    try:
        x, y = (float(number) for number in event["path"][-1])
        known = {key: event[key] for key in ("facing", "elevation", "on") if key in event}
        return replace(man, **{"x": x, "y": y, "elevation": 0.0, "on": None} | known)
    except (KeyError, IndexError, TypeError, ValueError):
        raise EventRefusedError("moved needs 'path', places like [[4, 5], [4, 8]]") from None


def _is_near(one: Any, other: Any) -> bool:
    """Whether two places of a path are the same."""
    return bool(max(abs(a - b) for a, b in zip(one, other, strict=True)) < HAIR_IN)


def _json(leg: Leg) -> Event:
    return event_json(leg) if isinstance(leg, Went) else leg


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
