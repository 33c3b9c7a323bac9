"""The shape that a gun or a blast lays on the table."""

from rules.measure.lengths import HAIR_IN, apart_in
from rules.measure.template import BlastCone, Disk, Shape, Template, kite, swath, triangle
from rules.omog.weapon import Weapon
from table.directions import bearing_deg
from table.places import TablePoint
from table.scene import Soldier


def cone_shape(weapon: Weapon, shooter: Soldier, aim: TablePoint) -> Shape:
    """A gun's cone, kite or swath: its point on the firer, its axis through what he aims at.

    At a man on his very own spot he fires where he looks.
    """
    cone, firer = weapon.cone, shooter.place
    assert cone is not None
    apart = apart_in(firer, aim) > HAIR_IN
    axis_deg = bearing_deg(firer, aim) if apart else shooter.facing
    length_in, width_in = cone["length"] * weapon.scale, cone["width"]
    if cone["shape"] == "kite":
        return kite(firer, axis_deg, cone["widest"] * weapon.scale, length_in, width_in)
    return (swath if cone["shape"] == "swath" else triangle)(firer, axis_deg, length_in, width_in)


def blast_shape(weapon: Weapon, firer: TablePoint, lands: TablePoint) -> Template:
    """A disk round where it lands, or a blast cone that opens away from the firer."""
    if "blast" in weapon.line:
        return BlastCone(lands, bearing_deg(firer, lands), weapon.line["blast"] / 2)
    return Disk(lands, weapon.line["disk"] / 2)
