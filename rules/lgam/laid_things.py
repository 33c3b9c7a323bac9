"""Things the game lays on the table and takes away: smoke, foxholes, mines, wire.

The camera does not see them all, so each is kept in the game's record too and put back into
the scene whenever the camera has looked again.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from rules.game.game import Game
from table.scene import Thing


def laid(game: Game, kind: str, meant_as: str, shape: Polygon, **more: Any) -> Game:
    """The game with a new thing on the table; `more` is kept with it in the record."""
    number = int(game.record.get("laid_so_far", 0)) + 1
    entry = {"id": f"{meant_as}-laid-{number}", "kind": kind, "as": meant_as}
    entries = [*entries_of(game), {**entry, "outline": _ring(shape), **more}]
    return with_laid(game.with_record(laid=entries, laid_so_far=number))


def entries_of(game: Game, meant_as: str | None = None) -> list[dict[str, Any]]:
    """What the game has laid, all of it or one word's."""
    entries: list[dict[str, Any]] = list(game.record.get("laid", []))
    return [entry for entry in entries if meant_as in {None, entry["as"]}]


def with_entries(game: Game, change: Callable[[dict[str, Any]], dict[str, Any] | None]) -> Game:
    """The game with every laid thing as `change` leaves it, without those it returns None for."""
    kept = [changed for entry in entries_of(game) if (changed := change(entry)) is not None]
    gone = {entry["id"] for entry in entries_of(game)} - {entry["id"] for entry in kept}
    things = tuple(thing for thing in game.scene.things if thing.id not in gone)
    scene = replace(game.scene, things=things)
    return with_laid(replace(game, scene=scene).with_record(laid=kept))


def with_laid(game: Game) -> Game:
    """The game with all it has laid in its scene, which the camera may have written anew."""
    missing = [e for e in entries_of(game) if game.scene.thing(e["id"]) is None]
    if not missing:
        return game
    things = (*game.scene.things, *map(_thing, missing))
    return replace(game, scene=replace(game.scene, things=things))


def cut_out(game: Game, words: Iterable[str], hole: BaseGeometry) -> Game:
    """The game with a hole cut into every thing whose `as` is one of these words."""
    cut = frozenset(words)
    game = with_laid(game)
    names = _free_names(game)
    parts = {thing.id: _parts(thing, cut, hole, names) for thing in game.scene.things}
    things = tuple(part for left in parts.values() for part in left)
    entries = [
        {**entry, "id": part.id, "outline": _ring(part.footprint)}
        for entry in entries_of(game)
        for part in parts[entry["id"]]
    ]
    after = replace(game, scene=replace(game.scene, things=things))
    return after.with_record(laid=entries) if entries_of(game) else after


def _ring(footprint: Polygon) -> list[list[float]]:
    return [[x, y] for x, y in footprint.exterior.coords[:-1]]


def _thing(entry: dict[str, Any]) -> Thing:
    height = float(entry.get("height", 0.0))
    return Thing(
        entry["id"], entry["kind"], Polygon(entry["outline"]), height, meant_as=entry["as"]
    )


def _free_names(game: Game) -> Iterator[str]:
    """Names for new parts that no thing on the table has."""
    taken = {thing.id for thing in game.scene.things}
    return (name for i in count(1) if (name := f"part-{i}") not in taken)


def _parts(
    thing: Thing, words: frozenset[str], hole: BaseGeometry, names: Iterator[str]
) -> list[Thing]:
    """What is left of a thing, its own id on the first part."""
    if thing.meant_as not in words or not thing.footprint.intersects(hole):
        return [thing]
    left = thing.footprint.difference(hole)
    parts = [part for piece in shapely.get_parts(left) for part in _without_holes(piece)]
    return [
        replace(thing, id=thing.id if i == 0 else next(names), footprint=part)
        for i, part in enumerate(parts)
    ]


def _without_holes(piece: BaseGeometry) -> list[Polygon]:
    """A polygon cut in two at each of its holes, because an outline has none."""
    if not isinstance(piece, Polygon) or piece.area == 0.0:
        return []
    if not piece.interiors:
        return [piece]
    left, top, right, bottom = piece.bounds
    middle = Polygon(piece.interiors[0]).centroid.x
    sides = (shapely.box(left, top, middle, bottom), shapely.box(middle, top, right, bottom))
    return [
        part
        for side in sides
        for half in shapely.get_parts(piece.intersection(side))
        for part in _without_holes(half)
    ]
