"""What else reaches in, lies about or crosses a table: odd arms, paws, tapes, dice, smoke."""

from dataclasses import replace

import cv2
import numpy as np

from table.directions import step
from table.picture import Picture
from table.places import Floats, TablePoint
from tests.virtual.incidents import over
from tests.virtual.incidents.over import Arm, Colour, Sheet, darkened, filled
from tests.virtual.incidents.reel import Reel
from tests.virtual.incidents.stage import Man, Stage, free_place
from tests.virtual.incidents.telling import (
    Rng,
    arm_to,
    begun,
    in_and_out,
    incident,
    reaching,
    resting,
    some_man,
    uncovered,
)


@incident
def two_arms_rest(stage: Stage, rng: Rng) -> Reel:
    """Two people's arms lie over the table, and go one after the other."""
    reel, men = begun(stage, rng), stage.plain_men()
    one, other = (arm_to(stage, rng, step(men[i % len(men)].tag, 60.0 * i, 0.6)) for i in (0, 1))
    other = replace(other, reach_deg=other.reach_deg + float(rng.choice([-60, 60])))
    both = over.with_arm(stage, over.with_arm(stage, stage.picture, one), other)
    reel.cover_all()
    reaching(reel, one, stage.picture)
    reaching(reel, other, over.with_arm(stage, stage.picture, one))
    reel.show(both, 5.0, hand=True)
    reaching(reel, one, over.with_arm(stage, stage.picture, other), out=True)
    reaching(reel, other, stage.picture, out=True)
    return uncovered(reel)


@incident
def a_striped_sleeve_rests(stage: Stage, rng: Rng) -> Reel:
    """An arm in a sleeve of two colours, its stripes along it or across."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    arm = arm_to(stage, rng, step(man.tag, float(rng.uniform(0, 360)), 0.5))
    names = [name for name in over.SLEEVES if name != "bare"]
    one, other = (over.SLEEVES[str(name)] for name in rng.permutation(names)[:2])
    assert one is not None
    assert other is not None
    stripes = _stripes(arm, across=bool(rng.random() < 0.5), wide_in=float(rng.uniform(0.2, 0.7)))

    def clothed(under: Picture, away_in: float) -> Picture:
        there = replace(arm, tips=step(arm.tips, arm.reach_deg, -away_in), sleeve=one)
        seen = over.with_arm(stage, under, there)
        for ring in stripes:
            moved = [step(p, arm.reach_deg, -away_in) for p in ring]
            pixels = stage.pixels([(p.x, p.y) for p in moved], arm.height_in)
            seen = filled(seen, pixels, other, grain=3.0)
        return seen

    reel.cover_all()
    reel.play(lambda share: clothed(stage.picture, 12 * (1 - share)), 0.5, hand=True)
    reel.show(clothed(stage.picture, 0.0), 6.0, hand=True)
    reel.play(lambda share: clothed(stage.picture, 12 * share), 0.5, hand=True)
    return uncovered(reel)


def _stripes(arm: Arm, *, across: bool, wide_in: float) -> list[list[TablePoint]]:
    """The corners of stripes on a sleeve."""
    if across:
        spans = [(b, b + wide_in, -1.7, 1.7) for b in np.arange(6.2, 38, 2 * wide_in)]
    else:
        spans = [(6.1, 39.0, a, a + wide_in) for a in np.arange(-1.5, 1.5, 2 * wide_in)]
    ends = [((b0, a0), (b0, a1), (b1, a1), (b1, a0)) for b0, b1, a0, a1 in spans]
    return [[step(arm.tips, arm.reach_deg, -b, a) for b, a in ring] for ring in ends]


@incident
def an_arm_of_the_desks_colour_rests(stage: Stage, rng: Rng) -> Reel:
    """A bare arm about as brown, or as pale, as the desk."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    arm = arm_to(stage, rng, step(man.tag, float(rng.uniform(0, 360)), 0.5))
    desk = np.median(stage.empty.reshape(-1, 3)[::97], axis=0)
    blue, green, red = (int(c) for c in np.clip(desk * rng.uniform(0.75, 1.2, 3), 5, 250))
    return resting(reel, replace(arm, bare=(blue, green, red), sleeve="bare"), 5.0)


@incident
def a_cat_reaches_in(stage: Stage, rng: Rng) -> Reel:
    """A dark or ginger paw comes in over the edge, feels about among men, and goes."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    way = arm_to(stage, rng, man.tag).reach_deg
    fur: Colour = ((30, 30, 32), (60, 120, 190), (150, 155, 160))[int(rng.integers(3))]
    thick_in = float(rng.uniform(0.5, 0.9))

    def paw(away_in: float, aside_in: float) -> Picture:
        tip = step(man.tag, way, -away_in, aside_in)
        at = [step(tip, way, thick_in * np.cos(t), 1.1 * thick_in * np.sin(t))
              for t in np.linspace(-np.pi / 2, np.pi / 2, 12)]  # fmt: skip
        at += [step(tip, way, -40.0, a) for a in (thick_in, -thick_in)]
        ring = stage.pixels([(p.x, p.y) for p in at], 0.5)
        return filled(darkened(stage.picture, ring + 6, 0.7, 6.0), ring, fur, grain=9.0)

    reel.cover_all()
    reel.play(lambda share: paw(10 * (1 - share), 0.0), 0.5, hand=True)
    reel.play(lambda share: paw(0.0, float(np.sin(8 * share))), 2.0, hand=True)
    reel.show(paw(0.0, 0.0), 3.0, hand=True)
    reel.play(lambda share: paw(12 * share, 0.0), 0.5, hand=True)
    return uncovered(reel)


@incident
def a_fly_walks(stage: Stage, rng: Rng) -> Reel:
    """A fly walks over the table and over a tag."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    way = float(rng.uniform(0, 360))

    def at(share: float) -> Picture:
        place = step(man.tag, way, 8 * (share - 0.5))
        return filled(stage.picture, _round(stage, place, 0.13), (25, 25, 25), grain=3.0)

    reel.cover(man)
    reel.play(at, 4.0)
    return uncovered(reel)


@incident
def dice_are_thrown(stage: Stage, rng: Rng) -> Reel:
    """A hand throws some dice among the men; later they are picked up."""
    reel = begun(stage, rng)
    colour = ((235, 238, 240), (40, 40, 170), (40, 40, 44))[int(rng.integers(3))]
    thrown, taken = stage.picture, []
    for _ in range(int(rng.integers(2, 5))):
        place = free_place(stage, rng, taken)
        taken.append(place)
        turn = float(rng.uniform(0, 90))
        die = Sheet(place.x, place.y, 0.62, 0.62, turn)
        ring = stage.pixels(die.corners(), 0.6)
        thrown = filled(darkened(thrown, ring + 3, 0.7, 3.0), ring, colour, grain=2.0)
        pips = (30, 30, 30) if colour[0] > 200 else (235, 235, 235)
        for a, b in ((0.16, 0.16), (-0.16, -0.16), (0.0, 0.0)):
            pip = _round(stage, step(place, turn, a, b), 0.06, 0.6)
            thrown = filled(thrown, pip, pips, grain=0.0)
    arm = arm_to(stage, rng, taken[0])
    in_and_out(reel, arm, stage.picture, thrown)
    reel.show(thrown, 4.0)
    in_and_out(reel, arm, thrown, stage.picture)
    reel.rest(2.0)
    return reel


@incident
def a_tape_lies_over_the_edge(stage: Stage, rng: Rng) -> Reel:
    """A tape measure is pulled in over the edge, past men and over one, and let run back."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    way = arm_to(stage, rng, man.tag).reach_deg
    colour = ((40, 200, 235), (235, 238, 240))[int(rng.integers(2))]
    end = step(man.tag, way, 1.0, float(rng.uniform(-0.6, 0.6)))

    def at(away_in: float) -> Picture:
        tip = step(end, way, -away_in)
        ring = _strip(stage, tip, way, (0.0, 45.0), 0.36)
        seen = filled(darkened(stage.picture, ring + 2, 0.8, 2.0), ring, colour, grain=1.0)
        for mark in np.arange(0.5, 30, 1.0):
            line = _strip(stage, tip, way, (mark, mark + 0.07), 0.3)
            seen = filled(seen, line, (30, 30, 30), grain=0.0)
        return seen

    reel.cover_all()
    reel.play(lambda share: at(12 * (1 - share)), 1.0, hand=True)
    reel.show(at(0.0), 4.0, hand=True)
    reel.play(lambda share: at(14 * share), 0.6, hand=True)
    return uncovered(reel, 2.5)


@incident
def smoke_is_laid(stage: Stage, rng: Rng) -> Reel:
    """A wisp of cotton wool is laid over a man for smoke, and taken away."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    laid = stage.picture
    for _ in range(14):
        place = step(man.tag, float(rng.uniform(0, 360)), float(rng.uniform(0, 1.4)))
        ring = _round(stage, place, float(rng.uniform(0.4, 0.9)), 0.5)
        shade = int(rng.integers(200, 246))
        laid = filled(laid, ring, (shade, shade, shade), grain=6.0)
    laid = cv2.addWeighted(laid, 0.85, stage.picture, 0.15, 0)
    arm = arm_to(stage, rng, step(man.tag, 20, 1.0))
    reel.cover_all()
    in_and_out(reel, arm, stage.picture, laid)
    reel.show(laid, 3.0)
    in_and_out(reel, arm, laid, stage.picture)
    return uncovered(reel, 2.5)


@incident
def a_clear_film_is_laid(stage: Stage, rng: Rng) -> Reel:
    """A clear sheet with a shiny streak lies over men for a while: they show through it."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    sheet = Sheet(man.tag.x, man.tag.y, 7.0, 5.0, float(rng.uniform(0, 90)), "white")
    hazed = cv2.addWeighted(
        over.with_sheet(stage, stage.picture, sheet), 0.18, stage.picture, 0.82, 0
    )
    streak = replace(sheet, high=0.5)
    film = cv2.addWeighted(over.with_sheet(stage, hazed, streak), 0.5, hazed, 0.5, 0)
    arm = arm_to(stage, rng, step(man.tag, 20, 1.0))
    reel.cover_all()
    in_and_out(reel, arm, stage.picture, film)
    reel.show(film, 3.0)
    in_and_out(reel, arm, film, stage.picture)
    return uncovered(reel, 2.5)


@incident
def a_phone_is_laid_down(stage: Stage, rng: Rng) -> Reel:
    """A phone with a bright screen is laid on the bare desk; its screen goes dark."""
    reel, place = begun(stage, rng), free_place(stage, rng)
    case = Sheet(place.x, place.y, 2.6, 5.4, float(rng.uniform(0, 180)), "black")
    screen = replace(case, wide=2.3, high=5.0, colour="blue")
    dark = over.with_sheet(stage, stage.picture, case)
    bright = over.with_sheet(stage, dark, screen)
    near = [man for man in stage.men.values() if np.hypot(man.x - place.x, man.y - place.y) < 5]
    reel.cover(*near)
    reel.truth = replace(reel.truth, things=False)
    in_and_out(reel, arm_to(stage, rng, place), stage.picture, bright)
    reel.show(bright, 3.0)
    reel.show(dark, 3.0)
    return reel


@incident
def a_card_over_three_men(stage: Stage, rng: Rng) -> Reel:
    """A hand lays a large card over three men, and takes it off again."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    near = sorted(stage.men.values(), key=lambda one: _apart(one, man))[:3]
    middle = np.mean([(one.tag.x, one.tag.y) for one in near], axis=0)
    reach = max(float(np.hypot(one.tag.x - middle[0], one.tag.y - middle[1])) for one in near)
    side = min(2 * reach + 2.5, 14.0)
    colour = str(rng.choice(list(over.PAPERS)))
    card = Sheet(float(middle[0]), float(middle[1]), side, side, float(rng.uniform(0, 90)), colour)
    covered = over.with_sheet(stage, stage.picture, card)
    arm = arm_to(stage, rng, TablePoint(*middle))
    reel.cover_all()
    in_and_out(reel, arm, stage.picture, covered)
    reel.show(covered, 5.0)
    in_and_out(reel, arm, covered, stage.picture)
    return uncovered(reel, 2.5)


@incident
def a_glove_rests(stage: Stage, rng: Rng) -> Reel:
    """A gloved hand in a long sleeve: nothing of it is skin."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    arm = arm_to(stage, rng, step(man.tag, float(rng.uniform(0, 360)), 0.5))
    cloth = [colour for colour in over.SLEEVES.values() if colour is not None]
    glove, sleeve = (cloth[int(i)] for i in rng.permutation(len(cloth))[:2])
    return resting(reel, replace(arm, bare=glove, sleeve=sleeve), 6.0)


def _apart(one: Man, other: Man) -> float:
    return float(np.hypot(one.tag.x - other.tag.x, one.tag.y - other.tag.y))


def _round(stage: Stage, place: TablePoint, radius_in: float, height_in: float = 0.0) -> Floats:
    ring = [step(place, a, radius_in) for a in range(0, 360, 20)]
    return stage.pixels([(p.x, p.y) for p in ring], height_in)


def _strip(
    stage: Stage, tip: TablePoint, way: float, span: tuple[float, float], half: float
) -> Floats:
    """A strip behind a place, from so far to so far."""
    first, last = span
    ends = ((-first, -half), (-first, half), (-last, half), (-last, -half))
    at = [step(tip, way, a, b) for a, b in ends]
    return stage.pixels([(p.x, p.y) for p in at])
