"""What the camera says anew, taken into the game: men moved, men who came, things as they lie."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.game.agreed_state import as_agreed
from rules.game.changed_things import looked_again
from rules.game.common_events import Seen
from rules.game.game import EventRefusedError, Game
from rules.game.turn_machine import Told
from table.errors import UserError
from table.scene import Scene, Soldier, Thing
from table.scene_file import scene_from_json

_LEFT = "left"  # in the record: the state of men who were taken off, should they come back


def seen_anew(game: Game, event: Seen) -> Told:
    """The game with the table as the camera has it now, and who has come."""
    known = {man.id: man for man in game.scene.soldiers}
    came = []
    for entry in event.soldiers:
        name = str(entry.get("id"))
        if name in known:
            known[name] = _moved_to(known[name], entry)
        else:
            known[name] = as_agreed(game, _placed(entry, game.record.get(_LEFT, {})))
            came.append(name)
    seen = replace(game.scene, soldiers=tuple(known.values()))
    # Who was only lifted off the table and is set down again is no loss.
    losses = tuple(loss for loss in game.losses if loss.id not in came or loss.by is not None)
    after = replace(game, scene=seen, losses=losses)
    things = things_seen(event)
    if things is not None:
        after = looked_again(after, things)
    return Told(after, tuple(f"{name} is on the table" for name in came))


def things_seen(event: Seen) -> tuple[Thing, ...] | None:
    """All things as they lie now; None where nothing is said of them."""
    return None if event.things is None else _parsed({"things": list(event.things)}).things


def newcomers(game: Game, event: Seen) -> Iterator[Soldier]:
    """Who is not on the game's table yet, as the event has them."""
    for entry in event.soldiers:
        if game.scene.soldier(str(entry.get("id"))) is None:
            yield _placed(entry, {})


def may_come_back(game: Game, man: Soldier) -> Game:
    """The game that remembers the state of a man who is taken off."""
    return game.with_record(**{_LEFT: {**game.record.get(_LEFT, {}), man.id: dict(man.state)}})


def _moved_to(man: Soldier, entry: Mapping[str, Any]) -> Soldier:
    """A known man as an event sets him down: what it says of his place, read like a file."""
    said = {key: entry[key] for key in ("x", "y", "facing", "elevation") if key in entry}
    here = {"id": man.id, "side": man.side, "x": man.x, "y": man.y}
    read = _parsed({"soldiers": [{**here, **said}]}).soldiers[0]
    on = entry.get("on")
    if on is not None and not isinstance(on, str):
        raise EventRefusedError(f"{man.id} stands on {on!r}; name a thing")
    stands: dict[str, Any] = {"on": on} if "on" in entry else {}
    return replace(man, **{key: getattr(read, key) for key in said}, **stands)


def _placed(entry: Mapping[str, Any], left: Mapping[str, Any]) -> Soldier:
    """A man who comes onto the table, with the state he had if he was on it before."""
    man = _parsed({"soldiers": [{**entry, "on": None}]}).soldiers[0]
    return replace(man, state={**left[man.id], **man.state}) if man.id in left else man


def _parsed(part: Mapping[str, Any]) -> Scene:
    """A part of a scene from an event, checked like a file."""
    try:
        return scene_from_json({"table": {"width": 1, "height": 1}, **part}, "event")
    except UserError as problem:
        raise EventRefusedError(str(problem)) from None
