"""The cheapest way of a soldier to a place under a rulebook: what the referee judges.

way = cheapest_way(book, scene, "R1", TablePoint(12.0, 9.5), {"gait": "run"})
ask(scene, {"ask": "move", "soldier": "R1", "path": way.path_json, ...}, book)
"""

from collections.abc import Mapping
from typing import Any

from rules.book.book import Book
from rules.book.question import Question
from rules.measure.ways import Way
from rules.measure.ways import cheapest_way as cheapest_of
from table.places import TablePoint
from table.scene import Scene


def cheapest_way(
    book: Book,
    scene: Scene,
    soldier_id: str,
    place: TablePoint,
    declare: Mapping[str, Any] | None = None,
) -> Way | None:
    """The cheapest way of a soldier to a place, whether or not he may move; None if none leads.

    `declare` is what the players declare, as in a question about his reach; a wrong word in it
    raises QuestionError.
    """
    assert book.travels is not None, book.name
    asked = Question(scene, {"ask": "reach", "soldier": soldier_id, "declare": declare})
    found = [cheapest_of(travel, place) for travel in book.travels(book, scene, asked)]
    return min((way for way in found if way), key=lambda way: way.fraction, default=None)
