"""A small army of two sides, and its men on the table."""

import shapely

from table.army import Army, Enlisted, Side, TagStyle
from table.observation import Observation
from table.scene import Scene, Soldier, Thing
from table.table_spec import TableSpec

SIDES = ("red", "blue")
MEN = (
    Soldier("R01", "red", 10.0, 10.0, ("rifle",), facing=0.0),
    Soldier("B01", "blue", 15.0, 10.0, ("rifle",), facing=180.0),
    Soldier("B02", "blue", 20.0, 16.0, ("rifle",), facing=180.0),
)
ARMY = Army(
    TagStyle(),
    (Side("red", "#a0522d"), Side("blue", "#4682b4")),
    tuple(Enlisted(man.id, man.side, man.weapons) for man in MEN),
)
SPEC = TableSpec(36.0, 24.0, 1.5, ())
# For L.G.A.M.: a mortar, a truck with a man beside it, and a cliff.
LGAM_MEN = (
    Soldier("R01", "red", 2.0, 12.0, ("light-mortar",), facing=0.0),
    Soldier("R02", "red", 6.0, 4.0, role="truck", base=3.0),
    Soldier("R03", "red", 6.0, 6.0, ("rifle",), facing=0.0),
    Soldier("B01", "blue", 34.0, 12.0, ("rifle",), facing=180.0),
)
CLIFF = Thing("book-1", "book", shapely.box(28, 10, 30, 14), 1.0)


def seen(*men, at_s=0.0, hand=False):
    """What the camera tells: all men where they stand at first, if nobody is named."""
    return Observation(Scene(36.0, 24.0, soldiers=men or MEN), at_s, hand=hand)
