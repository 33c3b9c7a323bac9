"""Men that are moved, lifted, held, knocked over and swapped, hands that rest."""

from dataclasses import replace

import numpy as np

from table.directions import step
from tests.virtual.incidents import over
from tests.virtual.incidents.cut import Carried, pasted, without
from tests.virtual.incidents.reel import Reel, truth_of
from tests.virtual.incidents.stage import Stage, free_place
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
def a_man_is_moved(stage: Stage, rng: Rng) -> Reel:
    """A hand takes a man and sets him down elsewhere."""
    reel, man, to = begun(stage, rng), some_man(stage, rng), free_place(stage, rng)
    arm, there = arm_to(stage, rng, man.place), arm_to(stage, rng, to)
    reel.cover(man)
    reaching(reel, arm, stage.picture)
    gone = without(stage, stage.picture, man)
    reel.truth = reel.truth.with_man(man.id, None)
    reaching(reel, arm, gone, out=True)
    carried = Carried(to, float(rng.uniform(-40, 40)))
    after = pasted(stage, gone, man, carried)
    reel.truth = truth_of(stage).with_man(man.id, to)
    reel.cover(man)
    in_and_out(reel, there, after, after)
    reel.truth = truth_of(stage).with_man(man.id, to)
    reel.show(after, 1.6)
    return reel


@incident
def a_man_is_moved_in_stills(stage: Stage, rng: Rng) -> Reel:
    """The same told by a few pictures, one a second."""
    reel = Reel(stage, rng, truth_of(stage), step_s=1.0)
    reel.rest(1.0)
    man, to = some_man(stage, rng), free_place(stage, rng)
    reel.show(over.with_arm(stage, stage.picture, arm_to(stage, rng, man.place)), 1.0, hand=True)
    after = pasted(stage, without(stage, stage.picture, man), man, Carried(to, 20.0))
    reel.truth = truth_of(stage).with_man(man.id, to)
    reel.show(over.with_arm(stage, after, arm_to(stage, rng, to)), 1.0, hand=True)
    reel.show(after, 3.0)
    return reel


@incident
def a_man_is_lifted_and_put_back(stage: Stage, rng: Rng) -> Reel:
    """Taken up, the table shown without him, and set down where he stood."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    gone = without(stage, stage.picture, man)
    reel.truth = reel.truth.with_man(man.id, None)
    reel.show(gone, 2.5)
    return uncovered(reel, 2.5)


@incident
def a_man_is_lifted_by_a_hand(stage: Stage, rng: Rng) -> Reel:
    """A hand takes a man away."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    arm, gone = arm_to(stage, rng, man.place), without(stage, stage.picture, man)
    reel.cover(man)
    reaching(reel, arm, stage.picture)
    reel.truth = reel.truth.with_man(man.id, None)
    reaching(reel, arm, gone, out=True)
    reel.show(gone, 1.6)
    return reel


@incident
def a_hand_rests(stage: Stage, rng: Rng) -> Reel:
    """An arm lies over a man for long, quite still."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    tips = step(man.tag, float(rng.uniform(0, 360)), 0.5)
    arm = arm_to(stage, rng, tips)
    return resting(reel, arm, 7.0)


@incident
def a_hand_rests_in_stills(stage: Stage, rng: Rng) -> Reel:
    """The same told by a few pictures, one a second."""
    reel, man = Reel(stage, rng, truth_of(stage), step_s=1.0), some_man(stage, rng)
    reel.rest(1.0)
    under_it = over.with_arm(stage, stage.picture, arm_to(stage, rng, step(man.tag, 45, 0.5)))
    reel.cover_all()
    reel.show(under_it, 5.0, hand=True)
    return uncovered(reel)


@incident
def a_sleeve_of_the_desks_colour_rests(stage: Stage, rng: Rng) -> Reel:
    """The sleeve cannot be told from the desk: a hand lies there by itself."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    arm = replace(arm_to(stage, rng, step(man.tag, 45, 0.5)), sleeve="bare")
    desk = np.median(stage.empty.reshape(-1, 3)[::97], axis=0)
    arm = replace(arm, sleeve=(int(desk[0]), int(desk[1]), int(desk[2])))
    return resting(reel, arm, 5.0)


@incident
def a_man_rests_in_a_hand(stage: Stage, rng: Rng) -> Reel:
    """A hand holds a man over the table for long and puts him back."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    gone = without(stage, stage.picture, man)
    to = free_place(stage, rng)
    arm = arm_to(stage, rng, step(to, 0, 0.6))
    held = pasted(stage, gone, man, Carried(to, 10.0, float(rng.uniform(1.0, 1.08))))
    reel.truth = reel.truth.with_man(man.id, None)
    over_it = over.with_arm(stage, held, arm)
    # The tag lies open to view in front of the fingers.
    reel.show(pasted(stage, over_it, man, Carried(to, 10.0, 1.03)), 6.0, hand=True)
    reel.truth = truth_of(stage)
    reel.rest(2.0)
    return reel


@incident
def a_man_is_knocked_over(stage: Stage, rng: Rng) -> Reel:
    """A hand knocks a man over: he lies on his tag."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    side = stage.army.soldier(man.id).side
    colour = (60, 100, 70) if side == "green" else (110, 160, 190)
    fallen = over.with_fallen(stage, stage.picture, man, colour)
    arm = arm_to(stage, rng, step(man.place, 90, 0.5))
    reel.cover(man)
    in_and_out(reel, arm, stage.picture, fallen)
    reel.show(fallen, 2.5)
    return uncovered(reel)


@incident
def two_men_are_swapped(stage: Stage, rng: Rng) -> Reel:
    """A hand swaps two men in place."""
    men = stage.plain_men()[:6]
    reel = begun(stage, rng)
    one, other = (men[int(i)] for i in rng.permutation(len(men))[:2])
    bare = without(stage, without(stage, stage.picture, one), other)
    after = pasted(stage, bare, one, Carried(other.place, other.facing - one.facing))
    after = pasted(stage, after, other, Carried(one.place, one.facing - other.facing))
    arm = arm_to(stage, rng, one.place)
    reel.truth = reel.truth.with_man(one.id, None).with_man(other.id, None)
    reel.show(over.with_arm(stage, stage.picture, arm), 0.5, hand=True)
    reel.truth = truth_of(stage).with_man(one.id, other.place).with_man(other.id, one.place)
    reel.show(over.with_arm(stage, after, arm), 0.5, hand=True)
    reel.show(after, 1.6)
    return reel


@incident
def a_tag_lies_there_twice(stage: Stage, rng: Rng) -> Reel:
    """A second tag of a man who stands there is laid down."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    after = pasted(stage, stage.picture, man, Carried(free_place(stage, rng), 30.0))
    reel.truth = replace(reel.truth, twice=frozenset({man.id}))
    reel.show(over.with_arm(stage, after, arm_to(stage, rng, man.place)), 0.5, hand=True)
    reel.show(after, 2.0)
    reel.truth = replace(truth_of(stage), twice=frozenset({man.id}))
    reel.rest(2.5)
    return reel


@incident
def a_man_is_set_half_under_another(stage: Stage, rng: Rng) -> Reel:
    """A man is set down so that another's tag lies over half of his."""
    men = stage.plain_men()[:6]
    reel = begun(stage, rng)
    one, other = (men[int(i)] for i in rng.permutation(len(men))[:2])
    bare = without(stage, stage.picture, one)
    half = step(other.place, other.facing, 0.45, 0.5)
    after = pasted(stage, bare, one, Carried(half, other.facing - one.facing))
    after = pasted(stage, after, other, Carried(other.place))
    reel.truth = reel.truth.with_man(one.id, None)
    reel.show(over.with_arm(stage, after, arm_to(stage, rng, one.place)), 0.6, hand=True)
    reel.truth = truth_of(stage).with_man(one.id, half)
    reel.cover(one, other)
    reel.show(after, 2.5)
    return reel
