"""A small army of two sides, and its men on the table."""

from table.army import Army, Enlisted, Side, TagStyle
from table.observation import Observation
from table.scene import Scene, Soldier
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


def seen(*men, at_s=0.0, hand=False):
    """What the camera tells: all men where they stand at first, if nobody is named."""
    return Observation(Scene(36.0, 24.0, soldiers=men or MEN), at_s, hand=hand)
