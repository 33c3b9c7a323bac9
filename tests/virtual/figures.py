"""Toy soldiers as solids: base, legs, body, arms, helmet and weapon, in one plastic colour.

All are built for a man who looks along +x and stands at the origin, then turned and moved.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from table.places import Floats
from tests.virtual.colours import light_of
from tests.virtual.paint import Solid
from tests.virtual.solids import Ball, Shape, TurnedWall, rod, turned

Rng = np.random.Generator
HELMET_TOP_IN = 1.95
SLENDER = 0.86  # the stances below are drawn for a larger man


@dataclass(frozen=True, eq=False)
class Stance:
    """How a man holds himself: inches forward, right and up of each part."""

    hips: Floats
    chest: Floats
    head: Floats
    feet: tuple[Floats, Floats]
    hands: tuple[Floats, Floats]


def _at(*xyz: float) -> Floats:
    return np.array(xyz, dtype=np.float64)


def _standing(rng: Rng) -> Stance:
    lean = rng.uniform(-0.05, 0.15)
    return Stance(
        _at(0, 0, 0.95),
        _at(lean, 0, 1.45),
        _at(lean * 1.5, 0, 1.92),
        (_at(0.12, -0.2, 0.1), _at(-0.12, 0.2, 0.1)),
        (_at(0.3, -0.05, 1.35), _at(0.15, 0.3, 1.3)),
    )


def _kneeling(rng: Rng) -> Stance:
    lean = rng.uniform(0.0, 0.2)
    return Stance(
        _at(-0.1, 0, 0.55),
        _at(lean, 0, 1.0),
        _at(lean + 0.08, 0, 1.42),
        (_at(0.3, -0.15, 0.1), _at(-0.4, 0.15, 0.1)),
        (_at(0.38, -0.05, 1.0), _at(0.2, 0.25, 0.95)),
    )


def _running(rng: Rng) -> Stance:
    lean = rng.uniform(0.15, 0.35)
    return Stance(
        _at(0, 0, 0.9),
        _at(lean, 0, 1.35),
        _at(lean * 1.6, 0, 1.78),
        (_at(0.45, -0.18, 0.12), _at(-0.45, 0.18, 0.15)),
        (_at(0.42, -0.3, 1.2), _at(0.15, 0.35, 1.15)),
    )


STANCES: tuple[Callable[[Rng], Stance], ...] = (_standing, _kneeling, _running)

# Where a weapon starts and ends from the front hand, and how thick it is.
WEAPON_SHAPES = {
    "rifle": (_at(-0.5, 0.2, -0.1), _at(0.4, -0.08, 0.3), 0.045),
    "machine-gun": (_at(-0.4, 0.18, -0.02), _at(0.35, -0.05, 0.02), 0.065),
    "bazooka": (_at(-0.7, 0.3, 0.35), _at(0.45, 0.15, 0.38), 0.1),
    "pistol": (_at(0.0, 0.0, 0.0), _at(0.22, 0.0, 0.03), 0.04),
}


def figure_parts(
    rng: Rng, weapon: str, base_in: float, helmet_in: float | None
) -> tuple[Shape, ...]:
    """A figure's shapes, facing +x at the origin; `helmet_in` stretches him to that height."""
    stance = STANCES[0](rng) if helmet_in is not None else STANCES[rng.integers(3)](rng)
    parts: list[Shape] = [
        *_base(rng, base_in),
        Ball(stance.chest, _at(0.19, 0.28, 0.3), np.eye(3)),
        Ball(stance.hips, _at(0.2, 0.24, 0.24), np.eye(3)),
        Ball(stance.head, _at(0.17, 0.16, 0.19), np.eye(3)),
        Ball(stance.head + _at(-0.01, 0, 0.08), _at(0.24, 0.22, 0.17), np.eye(3)),
    ]
    for foot, side in zip(stance.feet, (-1, 1), strict=True):
        parts += rod(foot, stance.hips + _at(0, 0.12 * side, -0.05), 0.1)
        parts += rod(foot, foot + _at(0.16, 0, -0.02), 0.085)
    for hand, side in zip(stance.hands, (-1, 1), strict=True):
        shoulder = stance.chest + _at(0, 0.27 * side, 0.16)
        elbow = (shoulder + hand) / 2 + _at(-0.05, 0.1 * side, -0.12)
        parts += (*rod(shoulder, elbow, 0.085), *rod(elbow, hand, 0.07))
    start, end, thick = WEAPON_SHAPES.get(weapon, WEAPON_SHAPES["rifle"])
    front = stance.hands[0]
    parts += rod(front + start, front + end, thick)
    if rng.random() < 0.5:  # a pack on the back
        parts.append(Ball(stance.chest + _at(-0.24, 0, 0), _at(0.13, 0.2, 0.24), np.eye(3)))
    return tuple(parts)


def _base(rng: Rng, base_in: float) -> tuple[Shape, ...]:
    """A round stand, or a flat oval one that is wider than long."""
    r = base_in / 2 / SLENDER
    if rng.random() < 0.45:
        r *= rng.uniform(0.84, 0.98)
        wall = TurnedWall(_at(0, 0, 0), _at(0, 0, 1), r, r * 0.94, 0.09)
        return wall, TurnedWall(_at(0, 0, 0.09), _at(0, 0, 1), 0.0, r * 0.94, 0.0)
    oval = _at(r * rng.uniform(0.55, 0.75), r * rng.uniform(0.75, 0.95), 0.1)
    return (Ball(_at(rng.normal(0, 0.04), 0, 0.0), oval, np.eye(3)),)


def placed(
    shape: Shape, place: tuple[float, float, float], facing_deg: float, tall: float
) -> Shape:
    """The shape turned to the facing, stretched upward and moved to its place."""
    frame = turned(facing_deg)
    stretch = np.array([SLENDER, SLENDER, SLENDER * tall])
    move = np.array(place)

    def there(point: Floats) -> Floats:
        return np.asarray((point * stretch) @ frame + move)

    if isinstance(shape, Ball):
        return Ball(there(shape.centre), shape.half * stretch, shape.frame @ frame)
    assert isinstance(shape, TurnedWall), shape
    end = there(shape.foot + shape.axis / np.linalg.norm(shape.axis) * (shape.length_in or 1.0))
    foot = there(shape.foot)
    length = float(np.linalg.norm(end - foot)) if shape.length_in else 0.0
    low, high = shape.low_in * SLENDER, shape.high_in * SLENDER
    return TurnedWall(foot, end - foot, low, high, length)


def figure(
    seed: int,
    *,
    weapon: str,
    colour: str,
    place: tuple[float, float, float],
    facing_deg: float,
    base_in: float,
    helmet_in: float | None,
    owner: int,
) -> tuple[Solid, ...]:
    """A painted figure standing at a place of the table."""
    rng = np.random.default_rng(seed)
    parts = figure_parts(rng, weapon, base_in, helmet_in)
    tall = 1.0 if helmet_in is None else helmet_in / HELMET_TOP_IN
    skew = facing_deg + rng.uniform(-12, 12)
    light = light_of(colour) * np.float32(rng.uniform(0.85, 1.1))
    return tuple(
        Solid(
            placed(part, place, skew, tall),
            light.astype(np.float32),
            gloss=0.12,
            sharpness=30,
            owner=owner,
        )
        for part in parts
    )
