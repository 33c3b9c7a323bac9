"""The code by which a phone joins, where it covers as little of the battle as can be."""

from overlay.marks.marks import Code, Label, Mark
from table.places import TablePoint
from table.scene import Scene

_MODULE_IN = 0.13  # a phone held over the desk reads it
_WIDEST = 0.6  # of the table's shorter side
_STEP_IN = 0.5


def code_marks(modules: tuple[tuple[bool, ...], ...], scene: Scene) -> tuple[Mark, ...]:
    """The code with a word on what it is for."""
    side_in = min(_MODULE_IN * len(modules), _WIDEST * min(scene.width, scene.height))
    corner = _freest(scene, side_in)
    below = TablePoint(corner.x + side_in / 2, corner.y + side_in / 2)
    words = Label(below, "scan to join", "note", side_in / 2 + 0.1, rank=9)
    return Code(corner, side_in, modules), words


def _freest(scene: Scene, side_in: float) -> TablePoint:
    """Where fewest men stand in it, and then as far from them as can be."""
    places = [
        TablePoint(x * _STEP_IN, y * _STEP_IN)
        for x in range(int((scene.width - side_in) / _STEP_IN) + 1)
        for y in range(int((scene.height - side_in) / _STEP_IN) + 1)
    ]
    return max(places, key=lambda corner: _room_in(scene, corner, side_in))


def _room_in(scene: Scene, corner: TablePoint, side_in: float) -> tuple[int, float]:
    """How few men a place covers, and how far it is from the nearest edge of anything."""
    half = side_in / 2
    men = [
        max(abs(man.x - corner.x - half), abs(man.y - corner.y - half)) - half - man.radius
        for man in scene.soldiers
    ]
    return -sum(gap < 0 for gap in men), min(men, default=0.0)
