"""A hand that reaches over the table, perhaps with a soldier between its fingers."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from table.places import Floats
from tests.virtual.colours import light_of
from tests.virtual.paint import Solid
from tests.virtual.solids import Ball, Shape, rod, turned

SKINS = ("#c99a7c", "#8a5a42", "#e0b598", "#5a3a2a", "#b57f5e")
SLEEVES = ("#27364f", "#6d2a2a", "#3f3f42", "#d0cabc", "#2f5a3a")


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand whose finger tips are at a place; the arm comes from `from_deg` behind them."""

    x: float
    y: float
    reach_deg: float  # the way the fingers point
    height_in: float = 1.6
    skin: str = SKINS[0]
    sleeve: str | None = None
    seed: int = 0


def hand_parts(hand: Hand) -> list[Solid]:
    """Fingers bent together, knuckles, the back of the hand, wrist, arm and sleeve."""
    rng = np.random.default_rng(hand.seed)
    skin = light_of(hand.skin)
    frame = turned(hand.reach_deg)
    tips = np.array([hand.x, hand.y, hand.height_in])

    def at(forward: float, right: float, up: float) -> Floats:
        return np.asarray(tips + np.array([forward, right, up]) @ frame)

    solids: list[Shape] = []
    for i, aside in enumerate((-0.95, -0.35, 0.3, 0.9)):
        knuckle = at(-2.3 - 0.15 * abs(i - 1.5), aside, 1.1)
        middle = at(-0.9 + rng.normal(0, 0.1), aside * 0.8, 1.0)
        tip = at(-0.1 - 0.12 * abs(i - 1), aside * 0.5, 0.0)
        for a, b in pairwise((knuckle, middle, tip)):
            solids += rod(a, b, 0.36)
    solids += [*rod(at(-2.9, -1.25, 0.5), at(-1.3, -1.15, 0.2), 0.42)]
    solids += [*rod(at(-1.3, -1.15, 0.2), at(-0.2, -0.4, 0.0), 0.36)]
    solids.append(Ball(at(-3.4, 0, 0.8), np.array([1.7, 1.55, 0.75]), frame))
    solids.append(Ball(at(-4.7, 0, 0.8), np.array([1.5, 1.3, 0.8]), frame))
    arm = rod(at(-5.0, 0, 0.9), at(-22.0, rng.normal(0, 1), 2.6), 1.15)
    parts = [Solid(shape, skin, 0.06, 12) for shape in (*solids, *arm)]
    if hand.sleeve is not None:
        cloth = light_of(hand.sleeve)
        sleeve = rod(at(-7.0, 0, 1.0), at(-22.0, 0, 2.6), 1.6)
        parts += [Solid(shape, cloth, 0.0, 5) for shape in sleeve]
    return parts


def random_hand(
    rng: np.random.Generator, table_wh: tuple[float, float], at_xy: tuple[float, float]
) -> Hand:
    """A hand that comes from the nearest edge of the table to a place."""
    w, h = table_wh
    gaps = {90.0: at_xy[1], 270.0: h - at_xy[1], 0.0: at_xy[0], 180.0: w - at_xy[0]}
    way = min(gaps, key=lambda deg: gaps[deg]) + rng.normal(0, 15)
    sleeve = str(rng.choice(SLEEVES)) if rng.random() < 0.5 else None
    return Hand(
        *at_xy,
        way,
        float(rng.uniform(1.2, 2.2)),
        str(rng.choice(SKINS)),
        sleeve,
        int(rng.integers(1 << 30)),
    )
