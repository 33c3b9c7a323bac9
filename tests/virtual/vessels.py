"""Turned things as solids: mugs, plates, lids, glasses."""

from itertools import pairwise

import numpy as np

from tests.virtual.colours import Linear, light_of
from tests.virtual.paint import Solid
from tests.virtual.solids import TurnedWall, rod

UP = np.array([0.0, 0.0, 1.0])
Profile = list[tuple[float, float]]  # radius, height


def turned_body(
    at_xy: tuple[float, float],
    profile: Profile,
    colour: Linear,
    *,
    owner: int,
    gloss: float,
    sharpness: float,
    mirror: float = 0.0,
    shade: float = 1.0,
) -> list[Solid]:
    """Bands between neighbouring points of a profile."""
    solids = []
    for (r0, z0), (r1, z1) in pairwise(profile):
        if z1 < z0:
            r0, z0, r1, z1 = r1, z1, r0, z0
        wall = TurnedWall(np.array([*at_xy, z0]), UP, r0, r1, z1 - z0)
        solids.append(Solid(wall, colour, gloss, sharpness, mirror, owner, shade))
    return solids


def mug(
    at_xy: tuple[float, float],
    radius: float,
    height: float,
    *,
    colour: str,
    seed: int,
    handle_deg: float,
    inverted: bool,
    owner: int,
) -> list[Solid]:
    """A mug on its foot or on its rim, with its handle."""
    rng = np.random.default_rng(seed)
    glaze = light_of(colour)
    shine = {"gloss": float(rng.uniform(0.25, 0.7)), "sharpness": float(rng.uniform(60, 300))}
    body = _inverted if inverted else _upright
    solids = body(rng, at_xy, radius, height, glaze, shine, owner)
    return solids + _handle(rng, at_xy, radius, height, glaze, shine, handle_deg, owner)


def _upright(rng, at_xy, r, h, glaze, shine, owner):
    bevel = 0.1
    outer = [(r - bevel, 0.0), (r, bevel), (r, h - 0.06), (r - 0.06, h)]
    wall = turned_body(at_xy, outer, glaze, owner=owner, mirror=0.7, **shine)
    thick = rng.uniform(0.12, 0.2)
    inside = glaze if rng.random() < 0.7 else light_of("#e6e2d8")
    rim = [(r - 0.06, h), (r - thick, h - 0.05)]
    wall += turned_body(at_xy, rim, glaze, owner=owner, **shine)
    floor = rng.uniform(0.2, 0.35)
    drink = rng.choice(["none", "coffee", "tea", "water"])
    level = floor if drink == "none" else rng.uniform(0.5, 0.85) * h
    bands = np.linspace(h - 0.05, level, 7)
    for top, low in pairwise(bands):  # the deeper, the less light comes in
        deep = np.exp(-0.30 * (h - (top + low) / 2) / r * 1.4)
        wall += turned_body(
            at_xy,
            [(r - thick, top), (r - thick, low)],
            inside,
            owner=owner,
            shade=float(deep),
            **shine,
        )
    top_light = float(np.exp(-0.42 * (h - level) / r))
    surface = inside if drink == "none" else light_of(DRINKS[str(drink)])
    gloss = shine["gloss"] * (1.0 if drink == "none" else 1.4)
    disc = TurnedWall(np.array([*at_xy, level]), UP, 0.0, r - thick + 0.01, 0.0)
    return [*wall, Solid(disc, surface, gloss, 90, 0.15, owner, top_light)]


DRINKS = {"coffee": "#2a1710", "tea": "#7a4316", "water": "#5d6a6c"}


def _inverted(rng, at_xy, r, h, glaze, shine, owner):
    bevel = rng.uniform(0.08, 0.2)
    outer = [(r - 0.05, 0.0), (r, 0.06), (r, h - bevel), (r - bevel, h)]
    wall = turned_body(at_xy, outer, glaze, owner=owner, mirror=0.7, **shine)
    ring = r - bevel - rng.uniform(0.05, 0.3)
    foot = [(r - bevel, h), (ring, h), (ring - 0.05, h - 0.06), (0.0, h - 0.06)]
    return wall + turned_body(at_xy, foot, glaze, owner=owner, **shine)


def _handle(rng, at_xy, r, h, glaze, shine, handle_deg, owner):
    out = np.array([np.cos(np.radians(handle_deg)), np.sin(np.radians(handle_deg)), 0])
    reach, tall = rng.uniform(0.75, 1.1), h * rng.uniform(0.28, 0.36)
    middle = np.array([*at_xy, h * rng.uniform(0.45, 0.58)])
    turns = np.linspace(-np.pi / 2, np.pi / 2, 11)
    points = [middle + out * (r - 0.05 + reach * np.cos(t)) + UP * tall * np.sin(t) for t in turns]
    thick = rng.uniform(0.13, 0.18)
    return [
        Solid(shape, glaze, shine["gloss"], shine["sharpness"], 0.3, owner)
        for a, b in pairwise(points)
        for shape in rod(a, b, thick)[1:]
    ]


def plate(at_xy, radius, height, *, colour, seed, owner):
    """A plate: foot, rising rim, flat middle."""
    rng = np.random.default_rng(seed)
    r, h = radius, height
    well = r * rng.uniform(0.58, 0.72)
    deep = h * rng.uniform(0.3, 0.45)
    side = [(r * 0.55, 0.0), (r * 0.6, 0.08), (r - 0.05, h - 0.08), (r, h - 0.03), (r - 0.05, h)]
    slope = [(r - 0.05, h), (well + 0.12, deep + 0.04), (well - 0.1, deep), (0.0, deep)]
    glaze = light_of(colour)
    shine = {"gloss": float(rng.uniform(0.15, 0.45)), "sharpness": float(rng.uniform(60, 200))}
    solids = turned_body(at_xy, side + slope[1:], glaze, owner=owner, **shine)
    if rng.random() < 0.35:  # a painted band
        tone = light_of(str(rng.choice(["#3b5ba0", "#a03b3b", "#3b8a5a", "#b8963c"])))
        edge = r - 0.12
        ring = TurnedWall(np.array([*at_xy, h - 0.005]), UP, edge - 0.07, edge, 0.0)
        solids.append(Solid(ring, tone, 0.2, 80, 0.0, owner))
    return solids


def lid(at_xy, radius, height, *, colour, seed, owner):
    """A jar's lid with a rounded rim and a slightly sunken top."""
    rng = np.random.default_rng(seed)
    r, h = radius, height
    sunk = rng.uniform(0.0, 0.06)
    profile = [
        (r, 0.0),
        (r, h - 0.09),
        (r - 0.03, h - 0.03),
        (r - 0.1, h),
        (r - 0.18, h),
        (r - 0.24, h - sunk),
        (0.0, h - sunk),
    ]
    shine = {"gloss": float(rng.uniform(0.1, 0.35)), "sharpness": float(rng.uniform(15, 60))}
    return turned_body(at_xy, profile, light_of(colour), owner=owner, **shine)
