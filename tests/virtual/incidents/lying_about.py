"""What is thrown, slid or laid among men: dice that roll, a ruler, a phone, cards, confetti."""

from dataclasses import replace

import numpy as np

from table.directions import step
from table.picture import Picture
from table.places import TablePoint
from tests.virtual.incidents import over
from tests.virtual.incidents.cut import Carried, pasted
from tests.virtual.incidents.over import Colour, Sheet, darkened, filled
from tests.virtual.incidents.reel import Reel, truth_of
from tests.virtual.incidents.stage import Stage, free_place
from tests.virtual.incidents.telling import (
    Rng,
    arm_to,
    begun,
    in_and_out,
    incident,
    reaching,
    some_man,
    uncovered,
)

_DICE: tuple[Colour, ...] = ((235, 238, 240), (40, 40, 170), (40, 40, 44))
_RULERS: tuple[Colour, ...] = ((60, 200, 240), (235, 238, 240), (90, 140, 180))
_FURS: tuple[Colour, ...] = ((30, 30, 32), (60, 120, 190), (150, 155, 160))


@incident
def dice_roll_among_men(stage: Stage, rng: Rng) -> Reel:
    """Dice come rolling in over the edge, no hand in sight, and lie there until they are taken."""
    reel = begun(stage, rng)
    ends: list[TablePoint] = []
    for _ in range(int(rng.integers(1, 4))):
        ends.append(free_place(stage, rng, ends))
    ways = [arm_to(stage, rng, end).reach_deg for end in ends]
    colour = _DICE[int(rng.integers(len(_DICE)))]

    def at(share: float) -> Picture:
        seen = stage.picture
        for end, way in zip(ends, ways, strict=True):
            here = step(end, way, -14.0 * (1 - share) ** 1.5)
            die = Sheet(here.x, here.y, 0.62, 0.62, 700 * (1 - share))
            ring = stage.pixels(die.corners(), 0.6)
            seen = filled(darkened(seen, ring + 3, 0.7, 3.0), ring, colour, grain=2.0)
        return seen

    reel.play(at, 1.2)
    reel.show(at(1.0), 4.0)
    in_and_out(reel, arm_to(stage, rng, ends[0]), at(1.0), stage.picture)
    reel.rest(2.0)
    return reel


@incident
def a_dice_tower_stands_there(stage: Stage, rng: Rng) -> Reel:
    """A tall box is set down, and taken away."""
    reel, place = begun(stage, rng), free_place(stage, rng)
    colour, tower = rng.integers(30, 220, 3), stage.picture
    box = Sheet(place.x, place.y, 2.5, 3.0, float(rng.uniform(0, 90)))
    for height_in, shade in ((0.0, 0.5), (1.5, 0.6), (3.0, 0.7), (4.5, 0.8), (6.0, 1.0)):
        ring = stage.pixels(box.corners(), height_in)
        tower = filled(tower, ring, [int(c * shade) for c in colour], grain=2.0)
    reel.cover(*(m for m in stage.men.values() if np.hypot(m.x - place.x, m.y - place.y) < 8))
    reel.truth = replace(reel.truth, things=False)
    in_and_out(reel, arm_to(stage, rng, place), stage.picture, tower)
    reel.show(tower, 5.0)
    in_and_out(reel, arm_to(stage, rng, place), tower, stage.picture)
    return uncovered(reel)


@incident
def a_ruler_is_slid_between_men(stage: Stage, rng: Rng) -> Reel:
    """A hand slides a ruler in, leaves it, and takes it away."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    way, colour = float(rng.uniform(0, 180)), _RULERS[int(rng.integers(len(_RULERS)))]
    middle = step(man.tag, way + 90, float(rng.choice([-1.4, 1.4])))

    def at(away_in: float) -> Picture:
        here = step(middle, way, away_in)
        ring = stage.pixels(Sheet(here.x, here.y, 12.0, 1.1, way).corners(), 0.1)
        seen = filled(darkened(stage.picture, ring + 2, 0.8, 2.0), ring, colour, grain=1.0)
        for along in np.arange(-5.5, 6.0):
            mark = step(here, way, float(along))
            ring = stage.pixels(Sheet(mark.x, mark.y, 0.06, 1.0, way).corners(), 0.1)
            seen = filled(seen, ring, (30, 30, 30), grain=0.0)
        return seen

    arm = arm_to(stage, rng, step(middle, way, -5.5))
    reel.cover_all()
    reel.play(lambda share: over.with_arm(stage, at(3 * (1 - share)), arm), 1.0, hand=True)
    reaching(reel, arm, at(0.0), out=True)
    reel.show(at(0.0), 4.0)
    in_and_out(reel, arm, at(0.0), stage.picture)
    return uncovered(reel, 2.5)


@incident
def a_phone_shows_a_mans_tag(stage: Stage, rng: Rng) -> Reel:
    """A phone is laid down with the picture of a man who stands elsewhere, and taken away."""
    reel, man, place = begun(stage, rng), some_man(stage, rng), free_place(stage, rng)
    case = Sheet(place.x, place.y, 2.6, 5.4, float(rng.uniform(0, 180)), "black")
    screen = replace(case, wide=2.3, high=5.0, colour="white")
    phone = over.with_sheet(stage, over.with_sheet(stage, stage.picture, case), screen)
    phone = pasted(stage, phone, man, Carried(place, 25.0))
    others = (one for one in stage.men.values() if one is not man)
    reel.cover(*(one for one in others if np.hypot(one.x - place.x, one.y - place.y) < 5))
    reel.truth = replace(reel.truth, things=False, twice=frozenset({man.id}))
    in_and_out(reel, arm_to(stage, rng, place), stage.picture, phone)
    reel.show(phone, 3.0)
    in_and_out(reel, arm_to(stage, rng, place), phone, stage.picture)
    reel.truth = replace(truth_of(stage), twice=frozenset({man.id}))
    reel.rest(0.3)
    return uncovered(reel)


@incident
def a_card_half_over_two_men(stage: Stage, rng: Rng) -> Reel:
    """A card is laid so that it hides the half of two men's tags, and taken away."""
    reel, (one, *men) = begun(stage, rng), stage.plain_men()
    two = min(men, key=lambda man: np.hypot(man.x - one.x, man.y - one.y))
    x, y = two.tag.x - one.tag.x, two.tag.y - one.tag.y
    long = max(float(np.hypot(x, y) + rng.uniform(-0.3, 0.2)), 1.0)
    turn, colour = float(np.degrees(np.arctan2(y, x))), str(rng.choice(list(over.PAPERS)))
    middle = TablePoint(one.tag.x + x / 2, one.tag.y + y / 2)
    covered = over.with_sheet(
        stage, stage.picture, Sheet(middle.x, middle.y, long, 2.5, turn, colour)
    )
    arm = arm_to(stage, rng, middle)
    reel.cover_all()
    in_and_out(reel, arm, stage.picture, covered)
    reel.show(covered, 4.0)
    in_and_out(reel, arm, covered, stage.picture)
    return uncovered(reel, 2.5)


@incident
def a_cats_tail_sways(stage: Stage, rng: Rng) -> Reel:
    """It hangs in over the edge, sways, and is still for a while."""
    reel, fur = begun(stage, rng), _FURS[int(rng.integers(len(_FURS)))]
    x, long = float(rng.uniform(5, stage.spec.width - 5)), float(rng.uniform(3, 7))

    def at(share: float) -> Picture:
        bend, seen = 2.5 * np.sin(12 * min(share, 0.7)), stage.picture
        for along in np.linspace(0, 1, 12):
            here = TablePoint(x + bend * along**2, -1.0 + long * along)
            around = [step(here, turn, 0.45) for turn in range(0, 360, 30)]
            seen = filled(seen, stage.pixels([(p.x, p.y) for p in around], 1.0), fur, grain=9.0)
        return seen

    reel.cover_all()
    reel.play(at, 6.0, hand=True)
    return uncovered(reel)


@incident
def confetti_is_thrown(stage: Stage, rng: Rng) -> Reel:
    """Bits of paper lie everywhere but on men."""
    reel, thrown = begun(stage, rng), stage.picture
    w, h = stage.spec.width, stage.spec.height
    for x, y in rng.uniform((1, 1), (w - 1, h - 1), (40, 2)):
        spots = [(at.x, at.y) for man in stage.men.values() for at in (man.tag, man.place)]
        if np.hypot(*(np.array(spots) - (x, y)).T).min() > 1.2:
            bit = Sheet(float(x), float(y), 0.2, 0.2, float(rng.uniform(0, 90)))
            colour = [int(c) for c in rng.integers(0, 255, 3)]
            thrown = filled(thrown, stage.pixels(bit.corners()), colour, grain=0.0)
    reel.truth = replace(reel.truth, things=False)
    in_and_out(reel, arm_to(stage, rng, TablePoint(w / 2, h / 2)), stage.picture, thrown)
    reel.show(thrown, 3.0)
    return reel
