"""What else is done with men: stacked, shoved, turned, replaced, swapped by lifting."""

from dataclasses import replace

import numpy as np

from table.directions import step
from table.picture import Picture
from table.places import TablePoint
from tests.virtual.incidents import over
from tests.virtual.incidents.cut import Carried, pasted, without
from tests.virtual.incidents.men_and_hands import a_man_is_moved
from tests.virtual.incidents.odd_streams import pictures_come_wrong
from tests.virtual.incidents.reel import Reel, Truth, truth_of
from tests.virtual.incidents.stage import Man, Stage, free_place
from tests.virtual.incidents.telling import (
    Rng,
    arm_to,
    begun,
    elsewhere,
    in_and_out,
    incident,
    reaching,
    some_man,
    uncovered,
)


def _two(stage: Stage, rng: Rng) -> tuple[Man, Man]:
    """Two men with room around them."""
    men = stage.plain_men()[:6]
    one, other = (men[int(i)] for i in rng.permutation(len(men))[:2])
    return one, other


def _by_hand(reel: Reel, at: TablePoint, before: Picture, after: Picture, there: Truth) -> None:
    """A hand comes, and when it goes this is true; whoever it moved is in plain view after that."""
    was = reel.truth
    moved = [reel.stage.men[name] for name, to in there.places.items() if to != was.places[name]]
    arm = arm_to(reel.stage, reel.rng, at)
    reel.cover(*moved)
    reaching(reel, arm, before)
    reel.truth = there
    reel.cover(*moved)
    reaching(reel, arm, after, out=True)
    reel.truth = there


@incident
def a_move_in_a_bad_stream(stage: Stage, rng: Rng) -> Reel:
    """A man is moved while pictures are dropped, doubled and come late."""
    return pictures_come_wrong(a_man_is_moved(stage, rng), rng)


@incident
def two_men_are_swapped_by_lifting_both(stage: Stage, rng: Rng) -> Reel:
    """Both are taken up, the table is seen without them, and each is set where the other was."""
    reel, (one, other) = begun(stage, rng), _two(stage, rng)
    bare = without(stage, without(stage, stage.picture, one), other)
    after = pasted(stage, bare, one, Carried(other.place, other.facing - one.facing))
    after = pasted(stage, after, other, Carried(one.place, one.facing - other.facing))
    lifted = truth_of(stage).with_man(one.id, None).with_man(other.id, None)
    _by_hand(reel, one.place, stage.picture, bare, lifted)
    reel.show(bare, 2.5)
    swapped = lifted.with_man(one.id, other.place).with_man(other.id, one.place)
    _by_hand(reel, other.place, bare, after, swapped)
    reel.show(after, 1.6)
    return reel


@incident
def a_man_is_put_down_elsewhere_later(stage: Stage, rng: Rng) -> Reel:
    """He is taken up, the table is seen without him for long, and he is set down elsewhere."""
    reel, man, to = begun(stage, rng), some_man(stage, rng), free_place(stage, rng)
    gone = without(stage, stage.picture, man)
    after = pasted(stage, gone, man, Carried(to, float(rng.uniform(-180, 180))))
    _by_hand(reel, man.place, stage.picture, gone, truth_of(stage).with_man(man.id, None))
    reel.show(gone, 4.0)
    _by_hand(reel, to, gone, after, truth_of(stage).with_man(man.id, to))
    reel.show(after, 1.6)
    return reel


@incident
def a_tag_is_replaced_by_another(stage: Stage, rng: Rng) -> Reel:
    """A man is taken off, and in place of him another is set who was lifted before."""
    reel, (one, other) = begun(stage, rng), _two(stage, rng)
    bare = without(stage, stage.picture, other)
    empty = without(stage, bare, one)
    after = pasted(stage, empty, other, Carried(one.place, one.facing - other.facing))
    lifted = truth_of(stage).with_man(other.id, None)
    _by_hand(reel, other.place, stage.picture, bare, lifted)
    reel.show(bare, 2.0)
    replaced = lifted.with_man(one.id, None).with_man(other.id, one.place)
    _by_hand(reel, one.place, bare, after, replaced)
    reel.cover(one)
    reel.show(after, 2.5)
    return reel


@incident
def two_tags_are_stacked(stage: Stage, rng: Rng) -> Reel:
    """A man is set down on another's place, his tag upon the other's."""
    reel, (one, other) = begun(stage, rng), _two(stage, rng)
    after = pasted(stage, without(stage, stage.picture, one), one,
                   Carried(other.place, other.facing - one.facing + 5.0))  # fmt: skip
    reel.cover(other)
    _by_hand(reel, other.place, stage.picture, after, reel.truth.with_man(one.id, other.place))
    reel.show(after, 2.5)
    return reel


@incident
def a_man_is_turned_in_place(stage: Stage, rng: Rng) -> Reel:
    """A hand turns a man where he stands."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    gone = without(stage, stage.picture, man)
    after = pasted(stage, gone, man, Carried(man.place, float(rng.uniform(30, 330))))
    reel.cover(man)
    in_and_out(reel, arm_to(stage, rng, man.place), stage.picture, after)
    reel.truth = truth_of(stage)
    reel.show(after, 2.0)
    return reel


@incident
def a_man_is_shoved(stage: Stage, rng: Rng) -> Reel:
    """A man is shoved by half an inch to an inch, and turned a little."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    to = step(man.place, float(rng.uniform(0, 360)), float(rng.uniform(0.5, 1.0)))
    gone = without(stage, stage.picture, man)
    after = pasted(stage, gone, man, Carried(to, float(rng.normal(0, 10))))
    _by_hand(reel, man.place, stage.picture, after, truth_of(stage).with_man(man.id, to))
    reel.show(after, 1.6)
    return reel


@incident
def three_men_are_moved_at_once(stage: Stage, rng: Rng) -> Reel:
    """While a hand is over the table three men go elsewhere."""
    reel, men = begun(stage, rng), stage.plain_men()[:3]
    after, there = elsewhere(stage, rng, men, 90.0)
    _by_hand(reel, there.places[men[0].id], stage.picture, after, there)
    reel.show(after, 1.6)
    return reel


@incident
def a_man_lies_beside_his_tag(stage: Stage, rng: Rng) -> Reel:
    """A man falls over with his base: his tag shows its white back, he lies beside it."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    side = stage.army.soldier(man.id).side
    colour = (60, 100, 70) if side == "green" else (110, 160, 190)
    turned = over.with_scrap(stage, without(stage, stage.picture, man), man, 1.0, "white")
    aside = replace(man, tag=step(man.tag, man.facing + 90, 1.1))
    fallen = over.with_fallen(stage, turned, aside, colour)
    reel.cover(man)
    in_and_out(reel, arm_to(stage, rng, man.place), stage.picture, fallen)
    reel.show(fallen, 2.5)
    return uncovered(reel)


@incident
def a_thing_is_slid_under_a_man(stage: Stage, rng: Rng) -> Reel:
    """A napkin nobody listed is slid under a man: he stands where he stood."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    colour = str(rng.choice(list(over.PAPERS)))
    sheet = over.Sheet(man.x, man.y, 4.0, 4.0, float(rng.uniform(0, 90)), colour)
    laid = over.with_sheet(stage, stage.picture, sheet)
    after = pasted(stage, laid, man, Carried(man.place))
    reel.cover(*(one for one in stage.men.values() if np.hypot(one.x - man.x, one.y - man.y) < 4))
    reel.truth = replace(reel.truth, things=False)
    in_and_out(reel, arm_to(stage, rng, man.place), stage.picture, after)
    reel.truth = replace(truth_of(stage), things=False)
    reel.cover(*(o for o in stage.men.values() if 0 < np.hypot(o.x - man.x, o.y - man.y) < 4))
    reel.show(after, 3.0)
    return reel
