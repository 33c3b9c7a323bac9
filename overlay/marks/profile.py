"""The side view of a line of sight: how high everything under it stands.

Scene, two soldiers and the book in, a `Profile` mark out: distances run to the right, heights
up, so that a player sees at a glance what is in the way and by how much.
"""

from shapely import LineString

from overlay.marks.marks import Hump, Profile
from overlay.marks.scene_marks import thing_words
from rules.book.answer import Sight
from rules.book.book import Book
from rules.measure.field import field_of
from table.scene import Scene, Soldier


def profile_of(
    scene: Scene, viewer: Soldier, target: Soldier, seen: Sight, book: Book
) -> Profile | None:
    """The side view; None where nothing that stands up lies under the line."""
    humps = _humps(scene, viewer, target, seen, book)
    if book.sees is None or not humps:
        return None
    rule, field = book.sees(book), field_of(scene, book.meanings)
    eye_in = field.stand(viewer).elevation_in + rule.eye_in
    aim_in = field.stand(target).elevation_in + rule.middle_in
    return Profile(viewer.id, target.id, seen.distance, eye_in, aim_in, humps, seen.visible)


def _humps(
    scene: Scene, viewer: Soldier, target: Soldier, seen: Sight, book: Book
) -> tuple[Hump, ...]:
    """What the straight line from man to man passes over, nearest first."""
    line = LineString([(viewer.x, viewer.y), (target.x, target.y)])
    made = []
    for thing in scene.things:
        over = line.intersection(thing.footprint)
        if thing.height <= 0 or over.is_empty or over.length <= 0:
            continue
        ends = [line.project(part.boundary.geoms[i]) for part in _lines(over) for i in (0, -1)]
        words = thing_words(thing, book.meanings.kinds)
        made.append(Hump(words, min(ends), max(ends), thing.height, thing.id in seen.blocked_by))
    return tuple(sorted(made, key=lambda hump: hump.start_in))


def _lines(shape: LineString) -> list[LineString]:
    parts = shape.geoms if hasattr(shape, "geoms") else [shape]
    return [part for part in parts if part.length > 0]
