"""One phase as a drawing: where everybody stood, who went where, who shot at whom."""

from collections.abc import Iterator
from typing import Any

from overlay.marks.marks import Arrow, Drawing, Icon, Label, Mark
from overlay.marks.scene_marks import is_named_beside, scene_marks
from overlay.marks.state_marks import state_marks
from rules.book.book import Book
from rules.game.game import Game
from spotter.report.battle import Moment, PhaseTold
from table.directions import bearing_deg, distance_in, step
from table.places import TablePoint
from table.scene import Scene


def phase_drawing(book: Book, told: PhaseTold) -> Drawing:
    """The table at the phase's end with arrows for all that was done in it."""
    scene = told.end.scene
    marks = (*scene_marks(scene, book.meanings.kinds), *state_marks(scene, book))
    deeds = tuple(
        mark for moment in told.moments for mark in moment_marks(moment, scene, on_picture=False)
    )
    whose = f", {told.side}" if told.side else ""
    return Drawing((*marks, *deeds), f"turn {told.turn}: {told.words}{whose}")


def moment_marks(moment: Moment, drawn: Scene, *, on_picture: bool) -> Iterator[Mark]:
    """A move as its way, an attack as an arrow with what was thrown, the fallen as stars.

    A star covers the name on a base: who has none beside him in the drawn scene gets one.
    """
    path = moment.event.get("path")
    if moment.word == "moved" and isinstance(path, list) and len(path) > 1:
        yield Arrow(_to_the_rim(moment, path), "path")
    yield from _attack(moment)
    for loss in moment.fallen:
        man = moment.before.scene.soldier(loss.id)
        if man is not None:
            yield Icon(man.place, "hit", 1.2 * man.radius)
            here = drawn.soldier(loss.id)
            if here is None or not is_named_beside(here, on_picture=on_picture):
                yield Label(man.place, f"{loss.id} falls", "hit", man.radius, rank=2)


def _to_the_rim(moment: Moment, path: list[list[float]]) -> tuple[TablePoint, ...]:
    """The way, its head where the base of the man who went it begins."""
    points = [TablePoint(float(x), float(y)) for x, y in path]
    man = moment.after.scene.soldier(moment.actors[0])
    last_in = distance_in(points[-2], points[-1])
    if man is not None and last_in > man.radius:
        points[-1] = step(points[-2], bearing_deg(points[-2], points[-1]), last_in - man.radius)
    return tuple(points)


def _attack(moment: Moment) -> Iterator[Mark]:
    for attack in moment.attacks:
        man = moment.before.scene.soldier(attack.by)
        target = _place(moment.before, attack.at)
        if man is None or target is None or man.place == target:
            continue
        ink = "hit" if attack.hit else "aim"
        yield Arrow((man.place, target), ink)
        numbers = ", ".join(str(one.number) for one in attack.thrown)
        if numbers:
            middle = TablePoint((man.x + target.x) / 2, (man.y + target.y) / 2)
            yield Label(middle, numbers, ink, rank=1)


def _place(game: Game, aimed: Any) -> TablePoint | None:
    if isinstance(aimed, list) and len(aimed) == 2:
        return TablePoint(float(aimed[0]), float(aimed[1]))
    if not isinstance(aimed, str):
        return None
    man, thing = game.scene.soldier(aimed), game.scene.thing(aimed)
    if man is not None:
        return man.place
    if thing is None:
        return None
    middle = thing.footprint.representative_point()
    return TablePoint(middle.x, middle.y)
