"""What the camera saw happen, as events of the game.

The camera sees where a man stood and where he stands now, not the way between. A move counts if
the straight way is allowed, or if his reach holds the place: then he went round.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from shapely import Point, Polygon

from rules.answer import Move, Reach
from rules.ask import ask
from rules.book import Book
from rules.game.engine import phase_now
from rules.game.game import Game
from rules.game.shots import told_refusals
from table.directions import between_deg, distance_in
from table.scene import Scene, Soldier
from table.scene_file import scene_json

MOVED_IN = 0.25  # less is a nudge, not a move
TURNED_DEG = 8.0
THING_IN = 0.1
NEAR_ENOUGH_IN = 0.15  # what measuring may be off at the edge of his reach


@dataclass(frozen=True, slots=True)
class Ruling:
    """Something that happened on the table: the event for the game, and whether it may stand.

    `refused` is the sentence that says why not; the man is then to be put back.
    """

    event: dict[str, Any]
    soldier: str | None = None
    refused: str | None = None


def rulings(book: Book, game: Game, seen: Scene) -> Iterator[Ruling]:
    """All that changed between the game's scene and what the camera sees now."""
    for man in seen.soldiers:
        known = game.scene.soldier(man.id)
        if known is None:
            yield _arrived(man, seen)
        elif distance_in(known.place, man.place) > MOVED_IN:
            yield _moved(book, game, known, man)
        elif between_deg(known.facing, man.facing) > TURNED_DEG:
            yield Ruling({"event": "seen", "soldiers": [_where(man)]})
    for man in game.scene.soldiers:
        if seen.soldier(man.id) is None:
            yield _gone(game, man)
    if _things_moved(game.scene, seen):
        yield Ruling({"event": "seen", "things": scene_json(seen)["things"]})


def _things_moved(known: Scene, seen: Scene) -> bool:
    """Whether a thing came, went, moved or was set right; the digits a file rounds do not count."""

    def told(scene: Scene) -> set[tuple[str, str, float]]:
        return {(thing.id, thing.kind, thing.height) for thing in scene.things}

    return told(known) != told(seen) or any(
        other is not None and thing.footprint.hausdorff_distance(other.footprint) > THING_IN
        for thing in seen.things
        for other in (known.thing(thing.id),)
    )


def _where(man: Soldier) -> dict[str, Any]:
    return {
        "id": man.id,
        "x": man.x,
        "y": man.y,
        "facing": man.facing,
        "elevation": man.elevation,
        "on": man.on,
    }


def _arrived(man: Soldier, seen: Scene) -> Ruling:
    entry = next(s for s in scene_json(seen)["soldiers"] if s["id"] == man.id)
    return Ruling({"event": "seen", "soldiers": [entry]}, man.id)


def _gone(game: Game, man: Soldier) -> Ruling:
    fell = any(loss.id == man.id for loss in game.hit)
    why = "fell" if fell else "was taken off the table"
    return Ruling({"event": "removed", "soldier": man.id, "why": why}, man.id)


def _moved(book: Book, game: Game, known: Soldier, man: Soldier) -> Ruling:
    path = [[known.x, known.y], [man.x, man.y]]
    event: dict[str, Any] = {"event": "moved", "soldier": man.id, "path": path, **_where(man)}
    del event["id"], event["x"], event["y"]
    if "moved" not in phase_now(book, game).allows:
        return Ruling(event, man.id, f"{man.id} moved in phase {phase_now(book, game).name}")
    refused = _refused(book, game, man, path)
    if refused is not None and _in_reach(book, game, known, man):
        return Ruling({**event, "overruled": "went round"}, man.id)
    return Ruling(event, man.id, refused)


def _refused(book: Book, game: Game, man: Soldier, path: list[list[float]]) -> str | None:
    answer = ask(game.scene, {"ask": "move", "soldier": man.id, "path": path}, book)
    if not isinstance(answer, Move):
        return getattr(answer, "error", "this move cannot be judged")
    return None if answer.allowed else told_refusals(answer.refusals)


def _in_reach(book: Book, game: Game, known: Soldier, man: Soldier) -> bool:
    answer = ask(game.scene, {"ask": "reach", "soldier": known.id}, book)
    if not isinstance(answer, Reach) or not answer.area:
        return False
    reach = Polygon(answer.area[0], answer.area[1:])
    return bool(reach.distance(Point(man.x, man.y)) <= NEAR_ENOUGH_IN)
