"""What lies on the table and is on no list, with the colour that it mostly shows."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.camera_pose import CameraPose
from table.picture import Picture
from table.places import SeenXY, TablePoint
from table.scene import Unexplained
from table.table_spec import TableSpec
from vision.colour.gathering import TagPatch
from vision.things.cells import Cells
from vision.things.find import explanation_of
from vision.things.looks import colours_of, look_in
from vision.things.pointed import view_of
from vision.things.unlisted import unexplained_in


@dataclass(frozen=True, slots=True)
class Stranger:
    """A thing on no list: a place on it, its sides and outline in inches, seen on the surface."""

    place: TablePoint
    length_in: float
    width_in: float
    is_round: bool
    colour: str  # "#rrggbb" under neutral light
    outline: tuple[TablePoint, ...]


def strangers(
    picture: Picture,
    pose: CameraPose,
    spec: TableSpec,
    tags: Sequence[TagPatch],
    empty: Picture | None = None,
) -> tuple[Stranger, ...]:
    """What the list does not explain, largest first."""
    table = explanation_of(picture, pose, spec, tags, empty)
    return tuple(_stranger(table.cells, one) for one in unexplained_in(table))


def _stranger(cells: Cells, one: Unexplained) -> Stranger:
    ring = np.asarray(one.footprint.exterior.coords[:-1])
    colours = colours_of(look_in(view_of(cells, SeenXY(ring)), "napkin"))
    length_in, width_in = one.size
    colour = colours[0] if colours else "#808080"
    return Stranger(_place(one), length_in, width_in, one.is_round, colour, one.outline)


def _place(one: Unexplained) -> TablePoint:
    """The middle where that is on the thing: a bent road's is not."""
    middle = one.footprint.centroid
    return TablePoint(middle.x, middle.y) if one.footprint.contains(middle) else one.place
