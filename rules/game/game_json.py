"""A game as JSON and back, to the last digit."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from shapely import MultiPolygon, Polygon
from shapely.geometry import mapping, shape

from rules.game.changed_things import restored
from rules.game.game import Game, Loss
from rules.game.thing_change import Changed, Laid, ThingChange
from table.scene import Scene, Thing
from table.scene_file import scene_from_json, scene_json


def game_json(game: Game) -> dict[str, Any]:
    """The game as plain JSON."""
    return {
        "scene": scene_json(game.scene, float),
        "sides": list(game.sides),
        "order": list(game.order),
        "turn": game.turn,
        "phase": game.phase,
        "used_s": game.used_s,
        "hit": [asdict(loss) for loss in game.hit],
        "losses": [asdict(loss) for loss in game.losses],
        "agreed": dict(game.agreed),
        "record": dict(game.record),
        "winner": game.winner,
        "changes": [_change_json(one) for one in game.changes],
        "laid_so_far": game.laid_so_far,
        "seen_things": None if game.seen_things is None else _things_json(game.seen_things),
    }


def game_from_json(value: dict[str, Any], file: str) -> Game:
    """The game that `game_json` wrote."""
    game = Game(
        scene=scene_from_json(value["scene"], file),
        sides=tuple(value["sides"]),
        order=tuple(value["order"]),
        turn=value["turn"],
        phase=value["phase"],
        used_s=value["used_s"],
        hit=tuple(Loss(**loss) for loss in value["hit"]),
        losses=tuple(Loss(**loss) for loss in value["losses"]),
        agreed=value["agreed"],
        record=value["record"],
        winner=value["winner"],
        changes=tuple(_change(one, file) for one in value.get("changes", ())),
        laid_so_far=value.get("laid_so_far", 0),
        seen_things=_things_or_none(value.get("seen_things"), file),
    )
    return restored(game)


def _things_json(things: tuple[Thing, ...]) -> list[Any]:
    written: list[Any] = scene_json(Scene(1.0, 1.0, things=things), float)["things"]
    return written


def _things_or_none(value: list[Any] | None, file: str) -> tuple[Thing, ...] | None:
    return None if value is None else _things(value, file)


def _things(value: list[Any], file: str) -> tuple[Thing, ...]:
    return scene_from_json({"table": {"width": 1, "height": 1}, "things": value}, file).things


def _change_json(one: ThingChange) -> dict[str, Any]:
    if isinstance(one, Laid):
        (thing,) = _things_json((one.thing,))
        return {"laid": thing, "turn": one.turn, "state": one.state, "notes": dict(one.notes)}
    hole = None if one.hole is None else mapping(one.hole)
    plain = {"thing": one.thing, "state": one.state, "meant_as": one.meant_as, "gone": one.gone}
    return {**plain, "seen_as": mapping(one.seen_as), "hole": hole}


def _change(value: Mapping[str, Any], file: str) -> ThingChange:
    if "laid" in value:
        (thing,) = _things([value["laid"]], file)
        return Laid(thing, value["turn"], value["state"], value["notes"])
    hole, seen_as = value["hole"], shape(value["seen_as"])
    assert isinstance(seen_as, Polygon), seen_as
    made = Changed(value["thing"], value["state"], seen_as)
    cut = None if hole is None else shape(hole)
    assert cut is None or isinstance(cut, Polygon | MultiPolygon), cut
    return replace(made, hole=cut, meant_as=value["meant_as"], gone=value["gone"])
