"""What OMOG Advanced shows on the table: the Lines of Fire that machine guns have called."""

from collections.abc import Iterator

import shapely
from shapely import LineString

from rules.book.book import Book
from rules.book.shown import ShownLine, ShownOnTable, state_shown
from rules.omog_advanced.line_of_fire import line_of_fire
from table.directions import bearing_deg, step
from table.places import TablePoint
from table.scene import Scene, Soldier


def shown(book: Book, scene: Scene) -> Iterator[ShownOnTable]:
    """The lanes, each as far as it lies on the table."""
    for man in scene.soldiers:
        lane = state_shown(man, lambda soldier: line_of_fire(book, soldier))
        if lane is not None:
            yield from _on_table(scene, man, lane)


def _on_table(
    scene: Scene, man: Soldier, ends: tuple[TablePoint, TablePoint]
) -> Iterator[ShownOnTable]:
    table = shapely.box(0.0, 0.0, scene.width, scene.height)
    lane = LineString([(place.x, place.y) for place in ends]).intersection(table)
    if lane.is_empty or lane.length < man.radius:
        return
    x, y = shapely.get_coordinates(lane)[-1]
    start = step(man.place, bearing_deg(*ends), man.radius)
    yield ShownLine(start, TablePoint(float(x), float(y)), "lane", f"{man.id}'s line of fire")
