"""What is cut out of paper for OMOG Advanced: cones, disks, the kite."""

from table.paper_shape import PaperShape, disk

TEMPLATES = (
    PaperShape("Assault rifle cone", ((0, 0), (4, -1), (4, 1)), "tip at the firer's centre"),
    PaperShape("Submachine gun cone", ((0, 0), (3, -1.5), (3, 1.5)), "tip at the firer's centre"),
    PaperShape("Grenade disk", disk(1.25), "grenade, launcher, rifle grenade"),
    PaperShape("Mortar disk", disk(2.0), "centre where it lands"),
    PaperShape(
        "Blast cone",
        ((0, 0), (1.5, -1.5), *((1.5 + y, x) for x, y in disk(1.5)[90:0:-1] if y >= 0), (1.5, 1.5)),
        "recoilless rifle, bazooka",
    ),
    PaperShape("Flamethrower swath", ((0, -0.5), (6, -0.5), (6, 0.5), (0, 0.5)), "6 x 1 in"),
    PaperShape("Machine gun kite", ((0, 0), (16, -1.5), (24, 0), (16, 1.5))),
    PaperShape("Automatic rifle cone", ((0, 0), (18, -1), (18, 1))),
)
