"""Figures that stand apart from where the game has their men, as the journal's lines keep it.

Players say where a man went before they set him there, and take back a move whose figure still
stands at its end. A game that goes on must know, or it rules the figure's old place as a move.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.game.changed_things import camera_scene
from rules.game.game import EventJson, Game
from spotter.game.event_words import set_down_by
from table.directions import distance_in
from table.places import TablePoint
from table.scene import Scene, Soldier

FIGURE = "figure"  # beside `event` or `undo` in a line
MOVED_IN = 0.25  # less is a nudge, not a move


@dataclass(frozen=True, slots=True)
class Figure:
    """Where a man's figure stands; `undone` is the move that was taken back, if one was."""

    soldier: str
    place: TablePoint
    facing: float
    undone: EventJson | None = None


def figure_line(game: Game, believed: Scene | None, event: EventJson) -> dict[str, Any]:
    """What the line of an event or its undoing says besides: nothing where the figure is right."""
    name = set_down_by(event) or ""
    known = game.scene.soldier(name)
    man = None if believed is None else believed.soldier(name)
    if known is None or man is None or distance_in(known.place, man.place) <= MOVED_IN:
        return {}
    return {FIGURE: {"soldier": name, "x": man.x, "y": man.y, "facing": man.facing}}


def figure_of(line: Mapping[str, Any], undone: EventJson | None = None) -> Figure | None:
    """What a line says of a figure; KeyError, TypeError or ValueError where it makes no sense."""
    said = line.get(FIGURE)
    if said is None:
        return None
    place = TablePoint(float(said["x"]), float(said["y"]))
    return Figure(str(said["soldier"]), place, float(said["facing"]), undone)


def table_of(game: Game, figures: Iterable[Figure]) -> Scene:
    """The table as it was left: the game's men where their figures stand."""
    scene = camera_scene(game)
    stand = {one.soldier: one for one in figures}
    return replace(scene, soldiers=tuple(_there(man, stand.get(man.id)) for man in scene.soldiers))


def _there(man: Soldier, figure: Figure | None) -> Soldier:
    if figure is None:
        return man
    at = figure.place
    return replace(man, x=at.x, y=at.y, facing=figure.facing, elevation=0.0, on=None)
