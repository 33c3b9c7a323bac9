"""Moves made in several legs: a man may be set down on his way and taken up again.

The rules judge the whole way since the phase began, so that two short moves are not more than
one long one. The ways are in the game's record and go when the phase ends.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from rules.game.event import Overrulable
from rules.game.game import EventRefusedError, Game
from rules.measure.lengths import HAIR_IN
from table.directions import distance_in
from table.places import TablePoint
from table.scene import Soldier

_WAYS = "ways"
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


@dataclass(frozen=True)
class WholeWay:
    """All of a man's way in this phase, what was declared with it, and how he stood before it.

    `mines` counts those on it for which he has thrown.
    """

    path: tuple[TablePoint, ...]
    declare: Mapping[str, Any]
    facing: float
    elevation: float
    on: str | None
    state: Mapping[str, Any]
    mines: int = 0

    @property
    def is_back(self) -> bool:
        """Whether it ends where it began: he has not moved, wherever he was between."""
        return distance_in(self.path[0], self.path[-1]) <= BACK_IN

    def asked(self, soldier_id: str, declare: Mapping[str, Any]) -> dict[str, Any]:
        """The question whether he may go this way, with what is declared in all."""
        path = [[place.x, place.y] for place in self.path]
        return {"ask": "move", "soldier": soldier_id, "path": path, "declare": dict(declare)}


def whole_way(game: Game, man: Soldier, event: Went) -> tuple[Game, WholeWay]:
    """The game with the man back where he began, and the way from there with its declarations."""
    way = way_so_far(game, man.id)
    if way is None:
        begins = (man.facing, man.elevation, man.on, dict(man.state))
        return game, WholeWay(event.path, dict(event.declare), *begins)
    begun = replace(_back(man, way), state=way.state)
    # A path that begins where the phase found him is all of his way, whatever he did before.
    is_all = bool(event.path) and _is_near(event.path[0], way.path[0])
    path = event.path if is_all else (*way.path, *event.path)
    whole = replace(way, path=path, declare={**way.declare, **event.declare})
    return replace(game, scene=game.scene.with_soldiers(begun)), whole


def gone_along(game: Game, man: Soldier, event: Went, way: WholeWay) -> Game:
    """The game with the man at the end of his way, and the way remembered."""
    refuse_no_path(event)
    end = event.path[-1]
    there = replace(man, x=end.x, y=end.y, elevation=event.elevation or 0.0, on=event.on)
    if event.facing is not None:
        there = replace(there, facing=event.facing)
    remembered = {**_ways(game), man.id: _written(way)}
    return replace(game, scene=game.scene.with_soldiers(there)).with_record(ways=remembered)


def refuse_no_path(event: Went) -> None:
    """An overruled move still needs a place to end."""
    if not event.path:
        raise EventRefusedError("moved needs 'path', places like [[4, 5], [4, 8]]")


def way_so_far(game: Game, soldier_id: str) -> WholeWay | None:
    """The way that a man has gone in this phase, None where he has not gone anywhere."""
    way = _ways(game).get(soldier_id)
    return None if way is None else _read(way)


def began_at(game: Game, soldier_id: str) -> TablePoint | None:
    """Where a man stood when this phase began, None where he has not gone anywhere in it."""
    way = way_so_far(game, soldier_id)
    return None if way is None else way.path[0]


def where_they_began(game: Game) -> Game:
    """The game with everybody who went somewhere in this phase back where it found him."""
    ways = _ways(game)
    gone = (man for man in game.scene.soldiers if man.id in ways)
    back = (_back(man, _read(ways[man.id])) for man in gone)
    return replace(game, scene=game.scene.with_soldiers(*back)) if ways else game


def _back(man: Soldier, way: WholeWay) -> Soldier:
    start = way.path[0]
    return replace(man, x=start.x, y=start.y, facing=way.facing, elevation=way.elevation, on=way.on)


def forgotten(game: Game) -> Game:
    """The game without the ways of the phase that ends."""
    return game.with_record(ways={}) if _ways(game) else game


def way_forgotten(game: Game, soldier_id: str) -> Game:
    """The game without the way of one man, who goes on from here as if he had not moved."""
    ways = _ways(game)
    kept = {name: way for name, way in ways.items() if name != soldier_id}
    return game.with_record(ways=kept) if soldier_id in ways else game


def _is_near(one: TablePoint, other: TablePoint) -> bool:
    """Whether two places of a path are the same."""
    return max(abs(one.x - other.x), abs(one.y - other.y)) < HAIR_IN


def _ways(game: Game) -> Mapping[str, Mapping[str, Any]]:
    """Each man's way as the game's record keeps it, in plain JSON."""
    ways: Mapping[str, Mapping[str, Any]] | None = game.record.get(_WAYS)
    return ways or {}


def _written(way: WholeWay) -> dict[str, Any]:
    """A way as the record keeps it."""
    kept = {f.name: getattr(way, f.name) for f in fields(way)}
    return kept | {"path": [[place.x, place.y] for place in way.path]}


def _read(way: Mapping[str, Any]) -> WholeWay:
    """A way that `_written` wrote."""
    return WholeWay(**{**way, "path": tuple(TablePoint(x, y) for x, y in way["path"])})
