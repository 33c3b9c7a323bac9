"""Hands that do much at once, or little: five men, a nudge, a man carried over others."""

from dataclasses import replace

import cv2
import numpy as np

from table.directions import step
from table.picture import Picture
from table.places import TablePoint
from tests.virtual.incidents import over
from tests.virtual.incidents.cut import Carried, pasted, without
from tests.virtual.incidents.over import Arm, Sheet
from tests.virtual.incidents.reel import Reel, truth_of
from tests.virtual.incidents.stage import Man, Stage, free_place
from tests.virtual.incidents.telling import (
    Rng,
    arm_to,
    begun,
    elsewhere,
    in_and_out,
    incident,
    reaching,
    resting,
    some_man,
    uncovered,
)


def _moved(stage: Stage, man: Man, to: TablePoint, turn_deg: float = 0.0) -> Picture:
    """The table after a man's move."""
    return pasted(stage, without(stage, stage.picture, man), man, Carried(to, turn_deg))


def _set_down(reel: Reel, arm: Arm, man: Man, to: TablePoint, after: Picture) -> Reel:
    """The reel with a hand that comes for a man and goes when he stands elsewhere."""
    stage = reel.stage
    reel.cover(man)
    reaching(reel, arm, stage.picture)
    reel.truth = truth_of(stage).with_man(man.id, to)
    reel.cover(man)
    reaching(reel, arm, after, out=True)
    reel.truth = truth_of(stage).with_man(man.id, to)
    reel.show(after, 2.0)
    return reel


@incident
def a_finger_rests_on_a_base(stage: Stage, rng: Rng) -> Reel:
    """A hand comes from behind a man and keeps a finger on him; his tag lies open to view."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    way = man.facing + float(rng.normal(0, 15))
    return resting(reel, replace(arm_to(stage, rng, man.place), reach_deg=way, height_in=0.4), 6.0)


@incident
def one_hand_rests_while_another_moves_a_man(stage: Stage, rng: Rng) -> Reel:
    """Hands at both ends: the move counts when both are gone."""
    reel, man, to = begun(stage, rng), some_man(stage, rng), free_place(stage, rng)
    w, h = stage.spec.width, stage.spec.height
    left = to.x > w / 2
    sleeve = str(rng.choice(list(over.SLEEVES)))
    at = TablePoint(4.0 if left else w - 4.0, h / 2)
    lying = Arm(at, 0.0 if left else 180.0, int(rng.integers(4)), sleeve, 1.0)
    arm, after = arm_to(stage, rng, to), _moved(stage, man, to, 15.0)
    before, moved = (over.with_arm(stage, under, lying) for under in (stage.picture, after))
    reel.cover_all()
    reaching(reel, lying, stage.picture)
    reel.show(before, 1.0, hand=True)
    reaching(reel, arm, before)
    reel.truth = reel.truth.with_man(man.id, to)
    reaching(reel, arm, moved, out=True)
    reel.show(moved, 4.0, hand=True)
    reaching(reel, lying, after, out=True)
    reel.truth = truth_of(stage).with_man(man.id, to)
    reel.show(after, 2.0)
    return reel


@incident
def a_sleeve_of_the_desks_colour_moves_a_man(stage: Stage, rng: Rng) -> Reel:
    """Only the hand of whom the camera can tell from the desk."""
    reel, man, to = begun(stage, rng), some_man(stage, rng), free_place(stage, rng)
    blue, green, red = (int(c) for c in np.median(stage.empty.reshape(-1, 3)[::97], axis=0))
    arm = replace(arm_to(stage, rng, to), sleeve=(blue, green, red))
    return _set_down(reel, arm, man, to, _moved(stage, man, to, 30.0))


@incident
def it_begins_under_a_hand(stage: Stage, rng: Rng) -> Reel:
    """The first pictures show an arm over men; it goes, and later a man is moved."""
    reel, man, to = Reel(stage, rng, truth_of(stage)), some_man(stage, rng), free_place(stage, rng)
    arm = arm_to(stage, rng, step(man.tag, float(rng.uniform(0, 360)), 0.5))
    reel.cover_all()
    reel.show(over.with_arm(stage, stage.picture, arm), 3.0, hand=True)
    reaching(reel, arm, stage.picture, out=True)
    uncovered(reel, 4.0)
    return _set_down(reel, arm_to(stage, rng, to), man, to, _moved(stage, man, to, 30.0))


@incident
def a_man_is_nudged(stage: Stage, rng: Rng) -> Reel:
    """By a third of an inch."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    to = step(man.place, float(rng.uniform(0, 360)), 0.33)
    return _set_down(reel, arm_to(stage, rng, man.place), man, to, _moved(stage, man, to))


@incident
def five_men_are_moved_at_once(stage: Stage, rng: Rng) -> Reel:
    """While hands are over the table five men go elsewhere."""
    reel, men = begun(stage, rng), stage.plain_men()[:5]
    after, there = elsewhere(stage, rng, men, 20.0)
    arm = arm_to(stage, rng, there.places[men[0].id])
    reel.cover(*men)
    reaching(reel, arm, stage.picture)
    reel.truth = there
    reel.cover(*men)
    reaching(reel, arm, after, out=True)
    reel.truth = there
    reel.show(after, 1.6)
    return reel


@incident
def a_man_is_carried_over_others(stage: Stage, rng: Rng) -> Reel:
    """He is carried slowly over another man, his tag open to view, and set down."""
    reel, man, to = begun(stage, rng), some_man(stage, rng), free_place(stage, rng)
    gone, after = without(stage, stage.picture, man), _moved(stage, man, to, 10.0)
    others = [one.place for one in stage.men.values() if one is not man]
    stops = np.array([(p.x, p.y) for p in (man.place, others[int(rng.integers(len(others)))], to)])
    arm = arm_to(stage, rng, man.place)

    def at(share: float) -> Picture:
        x, y = (float(np.interp(2 * share, (0, 1, 2), along)) for along in stops.T)
        tips = step(TablePoint(x, y), arm.reach_deg, -0.4)
        under = over.with_arm(stage, gone, replace(arm, tips=tips, height_in=2.5))
        return pasted(stage, under, man, Carried(TablePoint(x, y), 10.0, 1.06))

    reel.cover_all()
    reaching(reel, arm, stage.picture)
    reel.truth = reel.truth.with_man(man.id, None)
    reel.play(at, 3.0, hand=True)
    reel.truth = reel.truth.with_man(man.id, to)
    reaching(reel, replace(arm, tips=to), after, out=True)
    reel.truth = truth_of(stage).with_man(man.id, to)
    reel.show(after, 2.0)
    return reel


@incident
def a_man_is_moved_beside_a_covered_marker(stage: Stage, rng: Rng) -> Reel:
    """Paper lies on a corner marker and over the edge; then a man is moved."""
    reel, man, to = begun(stage, rng), some_man(stage, rng), free_place(stage, rng)
    w, h = stage.spec.width, stage.spec.height
    x, y = ((0.8, 0.8), (w - 0.8, 0.8), (w - 0.8, h - 0.8), (0.8, h - 0.8))[int(rng.integers(4))]
    sheet = Sheet(x, y, 3.0, 3.0, 20.0, str(rng.choice(list(over.PAPERS))))
    before = over.with_sheet(stage, stage.picture, sheet)
    after = over.with_sheet(stage, _moved(stage, man, to, 20.0), sheet)
    arm = arm_to(stage, rng, to)
    reel.truth = replace(reel.truth, things=False)
    reel.show(before, 3.5)
    reel.cover(man)
    reaching(reel, arm, before)
    reel.truth = replace(truth_of(stage).with_man(man.id, to), things=False)
    reel.cover(man)
    reaching(reel, arm, after, out=True)
    reel.truth = replace(truth_of(stage).with_man(man.id, to), things=False)
    reel.show(after, 3.5)
    return reel


@incident
def a_man_goes_with_the_mug_over_him(stage: Stage, rng: Rng) -> Reel:
    """A mug is set over a man; when it is taken away he is gone with it, or stands there still."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    blue, green, red = (int(c) for c in rng.integers(40, 220, 3))
    mug = over.with_mug_on(stage, stage.picture, man, (blue, green, red))
    return _uncovered_with_or_without(reel, man, mug)


@incident
def a_man_goes_with_the_napkin_over_him(stage: Stage, rng: Rng) -> Reel:
    """The same with a napkin."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    colour = str(rng.choice(list(over.PAPERS)))
    sheet = Sheet(man.tag.x, man.tag.y, 5.0, 5.0, float(rng.uniform(0, 90)), colour)
    return _uncovered_with_or_without(reel, man, over.with_sheet(stage, stage.picture, sheet))


def _uncovered_with_or_without(reel: Reel, man: Man, covered: Picture) -> Reel:
    stage, stays = reel.stage, bool(reel.rng.random() < 0.5)
    arm = arm_to(stage, reel.rng, step(man.tag, 20, 1.0))
    there = truth_of(stage) if stays else truth_of(stage).with_man(man.id, None)
    reel.cover_all()
    in_and_out(reel, arm, stage.picture, covered)
    reel.show(covered, 3.0)
    reel.truth = replace(there, hidden=reel.truth.hidden, things=False)
    after = stage.picture if stays else without(stage, stage.picture, man)
    in_and_out(reel, arm, covered, after)
    reel.truth = there
    reel.show(after, 3.0)
    return reel


@incident
def the_stream_stands_still_while_a_man_is_moved(stage: Stage, rng: Rng) -> Reel:
    """The same picture comes again and again, and then one of another moment."""
    reel, man, to = begun(stage, rng), some_man(stage, rng), free_place(stage, rng)
    # As long as it stands still nobody can know better.
    reel.show(stage.picture, 3.0, hand=True)
    reel.truth = truth_of(stage).with_man(man.id, to)
    reel.show(_moved(stage, man, to, 20.0), 2.5)
    return reel


@incident
def single_pictures_of_other_sizes(stage: Stage, rng: Rng) -> Reel:
    """Now and then one picture is smaller, larger or turned."""
    reel = begun(stage, rng)
    h, w = stage.picture.shape[:2]
    for size_wh in ((w // 2, h // 2), (640, 480), (h, w), (w + 2, h)):
        reel.show(cv2.resize(stage.picture, size_wh), reel.step_s)
        reel.rest(0.5)
    return uncovered(reel)
