"""Men who are to be put back: from where they stand now to where they stood."""

from collections.abc import Mapping

from overlay.marks.marks import Arrow, Label, Mark, Ring
from table.directions import distance_in
from table.places import TablePoint
from table.scene import Scene

_NEAR_IN = 0.1


def back_marks(scene: Scene, back: Mapping[str, TablePoint]) -> tuple[Mark, ...]:
    """For each of them an arrow, and a ring with his name where he belongs."""
    made: list[Mark] = []
    for name, place in back.items():
        man = scene.soldier(name)
        radius_in = 0.5 if man is None else man.radius
        if man is not None and distance_in(man.place, place) > _NEAR_IN:
            made.append(Arrow((man.place, place), "forbidden"))
        made.append(Ring(place, radius_in, "path"))
        made.append(Label(place, f"{name} back here", "path", radius_in + 0.1, rank=9))
    return tuple(made)
