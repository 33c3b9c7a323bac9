"""Turned things as solids: mugs, plates, lids, glasses."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from tests.virtual.colours import Linear, light_of
from tests.virtual.paint import Solid
from tests.virtual.solids import TurnedWall, rod

UP = np.array([0.0, 0.0, 1.0])
Profile = list[tuple[float, float]]  # radius, height
DRINKS = {"coffee": "#2a1710", "tea": "#7a4316", "water": "#5d6a6c"}


@dataclass(frozen=True, slots=True)
class Vessel:
    """A round thing: where it stands, how wide and high it is, its colour and whose it is."""

    at_xy: tuple[float, float]
    radius: float
    height: float
    colour: str
    seed: int
    owner: int = -1


@dataclass(frozen=True, eq=False)
class Glaze:
    """A surface: its colour, how it shines and mirrors, and how much light comes to it."""

    light: Linear
    gloss: float
    sharpness: float
    mirror: float = 0.0
    shade: float = 1.0


def turned_body(vessel: Vessel, profile: Profile, glaze: Glaze) -> list[Solid]:
    """Bands between neighbouring points of a profile."""
    solids = []
    for ends in pairwise(profile):
        (low, z0), (high, z1) = sorted(ends, key=lambda end: end[1])
        wall = TurnedWall(np.array([*vessel.at_xy, z0]), UP, low, high, z1 - z0)
        solids.append(_solid(wall, glaze, vessel.owner))
    return solids


def _solid(shape: TurnedWall, glaze: Glaze, owner: int) -> Solid:
    return Solid(shape, glaze.light, glaze.gloss, glaze.sharpness, glaze.mirror, owner, glaze.shade)


def mug(vessel: Vessel, *, handle_deg: float, inverted: bool) -> list[Solid]:
    """A mug on its foot or on its rim, with its handle."""
    rng = np.random.default_rng(vessel.seed)
    gloss, sharpness = float(rng.uniform(0.25, 0.7)), float(rng.uniform(60, 300))
    glaze = Glaze(light_of(vessel.colour), gloss, sharpness)
    body = _inverted(rng, vessel, glaze) if inverted else _upright(rng, vessel, glaze)
    return body + _handle(rng, vessel, glaze, handle_deg)


def _outside(glaze: Glaze) -> Glaze:
    return Glaze(glaze.light, glaze.gloss, glaze.sharpness, mirror=0.5)


def _upright(rng: np.random.Generator, vessel: Vessel, glaze: Glaze) -> list[Solid]:
    r, h = vessel.radius, vessel.height
    outer = [(r - 0.1, 0.0), (r, 0.1), (r, h - 0.06), (r - 0.06, h)]
    wall = turned_body(vessel, outer, _outside(glaze))
    inner = r - float(rng.uniform(0.12, 0.2))
    wall += turned_body(vessel, [(r - 0.06, h), (inner, h - 0.05)], glaze)
    inside = glaze.light if rng.random() < 0.7 else light_of("#e6e2d8")
    floor = float(rng.uniform(0.2, 0.35))
    drink = str(rng.choice(["none", *DRINKS]))
    level = floor if drink == "none" else float(rng.uniform(0.5, 0.85)) * h
    for top, low in pairwise(np.linspace(h - 0.05, level, 7)):
        # The deeper, the less light comes in.
        deep = float(np.exp(-0.42 * (h - (top + low) / 2) / r))
        lining = Glaze(inside, glaze.gloss, glaze.sharpness, shade=deep)
        wall += turned_body(vessel, [(inner, float(top)), (inner, float(low))], lining)
    surface = inside if drink == "none" else light_of(DRINKS[drink])
    gloss = glaze.gloss * (1.0 if drink == "none" else 1.4)
    deep = float(np.exp(-0.42 * (h - level) / r))
    disc = TurnedWall(np.array([*vessel.at_xy, level]), UP, 0.0, inner + 0.01, 0.0)
    return [*wall, _solid(disc, Glaze(surface, gloss, 90, 0.15, deep), vessel.owner)]


def _inverted(rng: np.random.Generator, vessel: Vessel, glaze: Glaze) -> list[Solid]:
    r, h = vessel.radius, vessel.height
    bevel = float(rng.uniform(0.08, 0.2))
    outer = [(r - 0.05, 0.0), (r, 0.06), (r, h - bevel), (r - bevel, h)]
    ring = r - bevel - float(rng.uniform(0.05, 0.3))
    foot = [(r - bevel, h), (ring, h), (ring - 0.05, h - 0.06), (0.0, h - 0.06)]
    return turned_body(vessel, outer, _outside(glaze)) + turned_body(vessel, foot, glaze)


def _handle(
    rng: np.random.Generator, vessel: Vessel, glaze: Glaze, handle_deg: float
) -> list[Solid]:
    r, h = vessel.radius, vessel.height
    out = np.array([np.cos(np.radians(handle_deg)), np.sin(np.radians(handle_deg)), 0])
    reach, tall = rng.uniform(0.75, 1.1), h * rng.uniform(0.28, 0.36)
    middle = np.array([*vessel.at_xy, h * rng.uniform(0.45, 0.58)])
    turns = np.linspace(-np.pi / 2, np.pi / 2, 11)
    points = [middle + out * (r - 0.05 + reach * np.cos(t)) + UP * tall * np.sin(t) for t in turns]
    thick = float(rng.uniform(0.13, 0.18))
    return [
        Solid(shape, glaze.light, glaze.gloss, glaze.sharpness, 0.3, vessel.owner)
        for a, b in pairwise(points)
        for shape in rod(a, b, thick)[1:]
    ]


def plate(vessel: Vessel) -> list[Solid]:
    """A plate: foot, rising rim, flat middle, perhaps a painted band."""
    rng = np.random.default_rng(vessel.seed)
    r, h = vessel.radius, vessel.height
    well, deep = r * float(rng.uniform(0.58, 0.72)), h * float(rng.uniform(0.3, 0.45))
    side = [(r * 0.55, 0.0), (r * 0.6, 0.08), (r - 0.05, h - 0.08), (r, h - 0.03), (r - 0.05, h)]
    slope = [(well + 0.12, deep + 0.04), (well - 0.1, deep), (0.0, deep)]
    gloss, sharpness = float(rng.uniform(0.15, 0.45)), float(rng.uniform(60, 200))
    solids = turned_body(vessel, side + slope, Glaze(light_of(vessel.colour), gloss, sharpness))
    if rng.random() < 0.35:
        tone = light_of(str(rng.choice(["#3b5ba0", "#a03b3b", "#3b8a5a", "#b8963c"])))
        foot = np.array([*vessel.at_xy, h - 0.005])
        band = TurnedWall(foot, UP, r - 0.19, r - 0.12, 0.0)
        solids.append(_solid(band, Glaze(tone, 0.2, 80), vessel.owner))
    return solids


def lid(vessel: Vessel) -> list[Solid]:
    """A jar's lid with a rounded rim and a slightly sunken top."""
    rng = np.random.default_rng(vessel.seed)
    r, h = vessel.radius, vessel.height
    sunk = float(rng.uniform(0.0, 0.06))
    profile = [
        (r, 0.0),
        (r, h - 0.09),
        (r - 0.03, h - 0.03),
        (r - 0.1, h),
        (r - 0.18, h),
        (r - 0.24, h - sunk),
        (0.0, h - sunk),
    ]
    gloss, sharpness = float(rng.uniform(0.1, 0.35)), float(rng.uniform(15, 60))
    return turned_body(vessel, profile, Glaze(light_of(vessel.colour), gloss, sharpness))


def glass(vessel: Vessel) -> list[Solid]:
    """A tumbler, milky enough to be seen."""
    rng = np.random.default_rng(vessel.seed)
    r, h = vessel.radius, vessel.height
    pale = light_of(vessel.colour) * np.float32(rng.uniform(0.7, 1.2))
    profile = [(r * 0.85, 0.0), (r, h), (r - 0.1, h), (r * 0.85 - 0.1, 0.3), (0.0, 0.3)]
    return turned_body(vessel, profile, Glaze(pale, 0.5, 150, shade=0.8))
