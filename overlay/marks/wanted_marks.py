"""Men who are to be set somewhere: a ghost with an arrow from where they stand."""

from collections.abc import Mapping

from overlay.marks.marks import Arrow, Label, Mark, Ring
from table.directions import distance_in
from table.places import TablePoint
from table.scene import Scene

_NEAR_IN = 0.1


def wanted_marks(scene: Scene, wanted: Mapping[str, TablePoint]) -> tuple[Mark, ...]:
    """For each of them an arrow, and a ghost of his base with his name where he is to stand."""
    made: list[Mark] = []
    for name, place in wanted.items():
        man = scene.soldier(name)
        if man is None:
            continue
        if distance_in(man.place, place) > _NEAR_IN:
            made.append(Arrow((man.place, place), "ghost"))
        made.append(Ring(place, man.radius, "ghost"))
        made.append(Label(place, f"set {name} here", "ghost", man.radius + 0.1, rank=8))
    return tuple(made)
