"""How incidents are told: their register, hands that come and go, men that are covered."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from table.directions import step
from table.picture import Picture
from table.places import TablePoint
from tests.virtual.incidents import over
from tests.virtual.incidents.cut import Carried, pasted, without
from tests.virtual.incidents.over import Arm
from tests.virtual.incidents.reel import Reel, Truth, truth_of
from tests.virtual.incidents.stage import Man, Stage, free_place

Rng = np.random.Generator
Incident = Callable[[Stage, Rng], Reel]
INCIDENTS: dict[str, Incident] = {}


def incident(act: Incident) -> Incident:
    """Register an incident by its name."""
    INCIDENTS[act.__name__] = act
    return act


def begun(stage: Stage, rng: Rng) -> Reel:
    """A table at rest for a moment."""
    reel = Reel(stage, rng, truth_of(stage))
    reel.rest(0.5)
    return reel


def some_man(stage: Stage, rng: Rng) -> Man:
    """One of the men with room around them."""
    men = stage.plain_men()[:4]
    return men[int(rng.integers(len(men)))]


def elsewhere(stage: Stage, rng: Rng, men: Sequence[Man], most_deg: float) -> tuple[Picture, Truth]:
    """The table with all these men at free places, each turned at most so far, and its truth."""
    after, there = stage.picture, truth_of(stage)
    taken: list[TablePoint] = []
    for man in men:
        after = without(stage, after, man)
    for man in men:
        to = free_place(stage, rng, taken)
        taken.append(to)
        after = pasted(stage, after, man, Carried(to, float(rng.uniform(-most_deg, most_deg))))
        there = there.with_man(man.id, to)
    return after, there


def arm_to(stage: Stage, rng: Rng, tips: TablePoint) -> Arm:
    """An arm that comes from the nearest edge to a place."""
    w, h = stage.spec.width, stage.spec.height
    gaps = {90.0: tips.y, 270.0: h - tips.y, 0.0: tips.x, 180.0: w - tips.x}
    way = min(gaps, key=lambda deg: gaps[deg]) + float(rng.normal(0, 12))
    wears = str(rng.choice(list(over.SLEEVES)))
    return Arm(tips, way, int(rng.integers(4)), wears, float(rng.uniform(0.8, 2.5)))


def reaching(reel: Reel, arm: Arm, under: Picture, *, out: bool = False) -> None:
    """The arm comes in from beyond the edge, or goes."""

    def at(share: float) -> Picture:
        away = share if out else 1.0 - share
        tips = step(arm.tips, arm.reach_deg, -away * 12.0)
        return over.with_arm(reel.stage, under, replace(arm, tips=tips))

    reel.play(at, 0.5, hand=True)


def in_and_out(reel: Reel, arm: Arm, before: Picture, after: Picture) -> None:
    """The arm comes in, does something and goes."""
    reaching(reel, arm, before)
    reaching(reel, arm, after, out=True)


def resting(reel: Reel, arm: Arm, seconds: float) -> Reel:
    """The reel with an arm that comes in, lies still over men and goes."""
    under = reel.stage.picture
    reel.cover_all()
    reaching(reel, arm, under)
    reel.show(over.with_arm(reel.stage, under, arm), seconds, hand=True)
    reaching(reel, arm, under, out=True)
    return uncovered(reel)


def uncovered(reel: Reel, seconds: float = 2.0) -> Reel:
    """The reel with the table in plain view again at its end."""
    reel.uncover()
    reel.rest(seconds)
    return reel
