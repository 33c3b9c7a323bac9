"""Terrain that a game changes: entries of the game over what the camera sees.

    game = changed(game, "wall-1", "breached", hole=part)     # 2 inches of it count no more
    game = changed(game, "wall-2", "cleared", gone=True)      # counts no more, may lie there
    game = laid(game, "mat", "mines", area, side="red")       # unseen, yet there
    game = taken_up(game, ["mines-laid-1"])                   # the smoke has blown away
    game = looked_again(game, things)                         # the camera's newest things
    scene = as_changed(game, scene)                           # any scene, with all of it

`game.scene.things` always are the things as they count, `game.seen_things` those of the camera.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

import shapely
from shapely import MultiPolygon, Point, Polygon

from rules.book.question import shown
from rules.game.game import EventRefusedError, Game
from rules.game.thing_change import PART, Changed, Laid, things_after
from table.places import TablePoint
from table.scene import Scene, Thing


def changed(  # noqa: PLR0913 - the parts of a change
    game: Game,
    thing_id: str,
    state: str,
    *,
    hole: Polygon | MultiPolygon | None = None,
    meant_as: str | None = None,
    gone: bool = False,
) -> Game:
    """The game with a thing, or the whole that a part belongs to, changed from now on."""
    thing = whole_of(game, thing_id)
    now = Changed(thing.id, state, thing.footprint, hole=hole, meant_as=meant_as, gone=gone)
    return _shown(replace(game, changes=(*game.changes, now)))


def laid(  # noqa: PLR0913 - the parts of a thing
    game: Game,
    kind: str,
    meant_as: str,
    shape: Polygon,
    *,
    side: str | None = None,
    height: float = 0.0,
    notes: Mapping[str, int] | None = None,
) -> Game:
    """The game with a thing on the table that no camera sees; its name ends in a number."""
    number = game.laid_so_far + 1
    name = f"{meant_as}-laid-{number}"
    thing = Thing(name, kind, shape, height, side=side, meant_as=meant_as)
    now = Laid(thing, game.turn, notes=dict(notes or {}))
    return _shown(replace(game, changes=(*game.changes, now), laid_so_far=number))


def laid_things(game: Game, meant_as: str | None = None) -> tuple[Laid, ...]:
    """What the game has laid, all of it or one word's."""
    lying = (one for one in game.changes if isinstance(one, Laid))
    return tuple(one for one in lying if meant_as in {None, one.thing.meant_as})


def noted(game: Game, thing_id: str, **notes: int) -> Game:
    """The game with more kept of a thing that it has laid."""
    now = tuple(
        replace(one, notes={**one.notes, **notes})
        if isinstance(one, Laid) and one.thing.id == thing_id
        else one
        for one in game.changes
    )
    return replace(game, changes=now)


def taken_up(game: Game, names: Iterable[str]) -> Game:
    """The game without these things that it had laid."""
    gone = frozenset(names)
    kept = tuple(one for one in game.changes if _name(one) not in gone)
    return _shown(replace(game, changes=kept))


def looked_again(game: Game, things: Iterable[Thing]) -> Game:
    """The game after the camera has seen these things; what was changed stays changed."""
    return _shown(replace(game, seen_things=tuple(things)))


def as_changed(game: Game, scene: Scene) -> Scene:
    """A scene as the camera has it, with all that the game has changed."""
    things = things_after(scene.things, game.changes)
    names = {thing.id for thing in things}
    men = tuple(
        man if man.on is None or man.on in names else replace(man, on=None)
        for man in scene.soldiers
    )
    return replace(scene, things=things, soldiers=men)


def camera_scene(game: Game) -> Scene:
    """The game's scene with the things as the camera has them."""
    return replace(game.scene, things=game.as_seen)


def thing_states(game: Game) -> dict[str, str]:
    """What the game has changed, thing by thing: breached, hulk, damaged, cut, laid."""
    return {_name(one): one.state for one in game.changes}


def to_take_off(game: Game) -> tuple[str, ...]:
    """Things that count no more and that the camera still sees: a player takes them off."""
    left = {thing.id for thing in game.scene.things}
    return tuple(thing.id for thing in game.as_seen if thing.id not in left)


def whole_of(game: Game, thing_id: str) -> Thing:
    """The thing as seen or laid, for its own name or that of one of its parts."""
    lying = {thing.id: thing for thing in things_after(game.as_seen, laid_things(game))}
    found = lying.get(thing_id) or lying.get(thing_id.split(PART, maxsplit=1)[0])
    if found is None:
        raise EventRefusedError(f"no thing {shown(thing_id)} on the table")
    return found


def part_near(game: Game, thing_id: str, place: TablePoint) -> Thing:
    """What is left of a thing nearest to a place."""
    name = whole_of(game, thing_id).id
    parts = [one for one in game.scene.things if one.id == name or one.id.startswith(name + PART)]
    if not parts:
        raise EventRefusedError(f"nothing is left of {thing_id}")
    here = Point(place.x, place.y)
    return min(parts, key=lambda part: (round(shapely.distance(part.footprint, here), 9), part.id))


def _name(one: Changed | Laid) -> str:
    return one.thing if isinstance(one, Changed) else one.thing.id


def restored(game: Game) -> Game:
    """A game that was read from a file, with its changes over the things again."""
    return _shown(game) if game.changes else game


def _shown(game: Game) -> Game:
    """The game with its scene's things as they count now."""
    seen = game.as_seen
    shown = as_changed(game, replace(game.scene, things=seen))
    return replace(game, scene=shown, seen_things=seen)
