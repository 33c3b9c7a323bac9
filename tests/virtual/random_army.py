"""Random armies: two sides, names of several shapes, more men than stand on the table."""

from dataclasses import dataclass

import numpy as np

from table.army import Army, Enlisted, Side, TagFamily, TagStyle

Rng = np.random.Generator
Sides = tuple[Side, Side]

USUAL: Sides = (Side("green", "#47682f"), Side("tan", "#c3a674"))
OTHERS: tuple[Sides, ...] = (
    USUAL,
    (Side("red", "#a8332a"), Side("blue", "#2f4f9a")),
    (Side("grey", "#6c7076"), Side("brown", "#6a4a2c")),
)
WEAPONS = ("rifle", "rifle", "rifle", "machine-gun", "bazooka", "pistol")
NAMINGS = ("letter", "number", "long", "mixed")
HELMET_IN = 2.25


@dataclass(frozen=True, slots=True)
class Muster:
    """What an army is to be like."""

    men: int  # the most that may stand on the table
    helmets: bool
    family: TagFamily
    tag_in: float
    usual: bool


def random_army(rng: Rng, muster: Muster) -> Army:
    """An army in a random order, some of its men left in the bag."""
    style = TagStyle(
        size=muster.tag_in,
        height=HELMET_IN if muster.helmets else 0.0,
        figure=(0.0, 0.0) if muster.helmets else (-0.75, 0.0),
        family=muster.family,
    )
    sides = USUAL if muster.usual else OTHERS[int(rng.integers(len(OTHERS)))]
    naming = str(rng.choice(NAMINGS))
    count = muster.men // 2 + int(rng.integers(2, 6))
    men = [_enlisted(rng, naming, sides, which, i, style) for which in (0, 1) for i in range(count)]
    order = rng.permutation(len(men))
    return Army(style, sides, tuple(men[i] for i in order))


def _enlisted(  # noqa: PLR0917 - plain fields, used once
    rng: Rng, naming: str, sides: Sides, which: int, number: int, style: TagStyle
) -> Enlisted:
    return Enlisted(
        _name(naming, which, sides[which].name, number),
        sides[which].name,
        (str(rng.choice(WEAPONS)),),
        tag=style,
        marker=which * 100 + number if style.family == "aruco" else None,
    )


def _name(naming: str, which: int, side: str, number: int) -> str:
    head = side[0].upper()
    return {
        "letter": f"{head}{number + 1:02d}",
        "number": str(1 + 40 * which + number),
        "long": f"{side[:2].upper()}{number + 1:03d}",
        "mixed": f"{head}-{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[number % 26]}{number % 9 + 1}",
    }[naming]
