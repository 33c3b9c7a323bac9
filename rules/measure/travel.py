"""A man who is to go somewhere: from where, over which ground, with how much of his move.

`reach` tells all the places where he can end, `ways` the cheapest way to one of them; both count
the same costs as `ground.cost` does for a path that is given.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as defaulting

from rules.measure.field import Field
from rules.measure.front import spread
from rules.measure.ground import GroundOf
from rules.measure.ground_map import GroundMap, ground_map
from rules.measure.mesh import MeshBox, mesh_of
from rules.measure.wave_times import Spread
from table.places import TablePoint

GAPS = 64  # between the nodes on a line as long as his furthest reach


@dataclass(frozen=True)
class Travel:
    """Who goes: what the inside of things is to him, by number, and what entering some costs.

    `tolls` are shares of a move, paid each time a thing is entered; `budget` is what of his move
    he has left for the way.
    """

    field: Field
    start: TablePoint
    ground_of: GroundOf
    tolls: Mapping[int, float] = defaulting(default_factory=dict)
    budget: float = 1.0

    def ground(self) -> GroundMap:
        """The table as he finds it."""
        return ground_map(self.field, self.ground_of, self.tolls)


def box_around(place: TablePoint, radius_in: float, width_in: float, height_in: float) -> MeshBox:
    """The part of the table within a distance of a place along its sides."""
    return (
        max(place.x - radius_in, 0.0),
        max(place.y - radius_in, 0.0),
        min(place.x + radius_in, width_in),
        min(place.y + radius_in, height_in),
    )


def spread_from(travel: Travel, ground: GroundMap, limit: float) -> Spread:
    """All ways from where he stands that cost at most `limit` moves."""
    out_in = ground.furthest_in(limit)
    scene, start = travel.field.scene, travel.start
    mesh = mesh_of(ground, out_in / GAPS, box_around(start, out_in, scene.width, scene.height))
    return Spread(mesh, spread(mesh, complex(start.x, start.y), ground.tolls[-1], limit))
