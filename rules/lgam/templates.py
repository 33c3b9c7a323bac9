"""What is cut out of paper for L.G.A.M.: blasts, smoke, arcs of fire."""

from table.paper_shape import PaperShape, disk, sector

TEMPLATES = (
    PaperShape("Blast, radius 2", disk(2.0), "rifle grenade, bazooka, LAW, light cannon"),
    PaperShape(
        "Blast, radius 3", disk(3.0), "grenade, light mortar, rockets, tank gun, fuel tanks"
    ),
    PaperShape("Mine clearing", ((-1.5, -1.5), (1.5, -1.5), (1.5, 1.5), (-1.5, 1.5)), "3 x 3 in"),
    PaperShape(
        "Arc of fire, 60 degrees", sector(6.0, 60.0), "tip at the man; go on along its sides"
    ),
    PaperShape("Blast, radius 4", disk(4.0), "heavy mortar, howitzer"),
    PaperShape("Smoke round", ((-3, -6), (3, -6), (3, 6), (-3, 6)), "12 x 6 in"),
    PaperShape("Command radius 12", sector(12.0, 30.0), "swing it round the commander"),
)
