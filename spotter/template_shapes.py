"""The paper templates of each rulebook, as plain shapes in inches."""

from math import sqrt

from calibration.sheets.templates import Template, disk, sector

OMOG_ADVANCED = (
    Template("Assault rifle cone", ((0, 0), (4, -1), (4, 1)), "tip at the firer's centre"),
    Template("Submachine gun cone", ((0, 0), (3, -1.5), (3, 1.5)), "tip at the firer's centre"),
    Template("Grenade disk", disk(1.25), "grenade, launcher, rifle grenade"),
    Template("Mortar disk", disk(2.0), "centre where it lands"),
    Template(
        "Blast cone",
        ((0, 0), (1.5, -1.5), *((1.5 + y, x) for x, y in disk(1.5)[90:0:-1] if y >= 0), (1.5, 1.5)),
        "recoilless rifle, bazooka",
    ),
    Template("Flamethrower swath", ((0, -0.5), (6, -0.5), (6, 0.5), (0, 0.5)), "6 x 1 in"),
    Template("Machine gun kite", ((0, 0), (16, -1.5), (24, 0), (16, 1.5))),
    Template("Automatic rifle cone", ((0, 0), (18, -1), (18, 1))),
)

LGAM = (
    Template("Blast, radius 2", disk(2.0), "rifle grenade, bazooka, LAW, light cannon"),
    Template("Blast, radius 3", disk(3.0), "grenade, light mortar, rockets, tank gun, fuel tanks"),
    Template("Mine clearing", ((-1.5, -1.5), (1.5, -1.5), (1.5, 1.5), (-1.5, 1.5)), "3 x 3 in"),
    Template("Arc of fire, 60 degrees", sector(6.0, 60.0), "tip at the man; go on along its sides"),
    Template("Blast, radius 4", disk(4.0), "heavy mortar, howitzer"),
    Template("Smoke round", ((-3, -6), (3, -6), (3, 6), (-3, 6)), "12 x 6 in"),
    Template("Command radius 12", sector(12.0, 30.0), "swing it round the commander"),
)


def hexagon(scale_in: float) -> Template:
    """OmniWar's hex, `scale_in` across its flats."""
    out = scale_in / sqrt(3)
    ring = tuple((out * x, out * y) for x, y in disk(1.0, 6))
    return Template(f"Hex, {scale_in:g} in across", ring)


def templates_of(rulebook: str) -> tuple[Template, ...]:
    """The templates that a rulebook uses; some have none."""
    return {"omog-advanced": OMOG_ADVANCED, "lgam": LGAM, "omniwar": (hexagon(12.0),)}.get(
        rulebook, ()
    )
