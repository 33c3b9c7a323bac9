"""Incidents on virtual tables, rendered: real hands, lamps, shadows and things that are moved."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import numpy as np
from shapely.affinity import translate

from calibration.corner_markers import corner_markers
from calibration.table_pose import table_pose
from table.picture import Picture
from table.places import TablePoint
from tests.virtual.hands import SKINS, SLEEVES, random_hand
from tests.virtual.incidents.reel import Reel, Truth
from tests.virtual.incidents.stage import Man, Stage, man_of
from tests.virtual.incidents.telling import Rng, begun, uncovered
from tests.virtual.light import Lighting
from tests.virtual.random_table import random_table
from tests.virtual.render import developed, exposed, render, render_empty
from tests.virtual.sequence import Move, play_sequence, random_moves
from tests.virtual.truth import truth_json
from tests.virtual.virtual_table import VirtualTable, moved

Act = Callable[[VirtualTable, Stage, Rng], Reel]
RENDERED: dict[str, Act] = {}
TIERS = ("easy", "normal", "normal", "hard")
SIZES_WH = ((1280, 720), (1280, 720), (1920, 1080))
TABLES_WH = ((24.0, 16.0), (24.0, 18.0), (30.0, 20.0), (36.0, 24.0))
PICTURES_A_SECOND = (5, 10, 15, 24, 30)
_ENOUGH_PLAIN, _ANOTHER = 3, 1_000_000


def act(told: Act) -> Act:
    """Register an incident by its name."""
    RENDERED[told.__name__] = told
    return told


def virtual_stage(seed: int) -> tuple[VirtualTable, Stage]:
    """A random table on which some men stand plainly, and the stage that it gives."""
    stages = (_stage_of(seed + again) for again in count(step=_ANOTHER))
    return next(each for each in stages if len(each[1].plain_men()) >= _ENOUGH_PLAIN)


def _stage_of(seed: int) -> tuple[VirtualTable, Stage]:
    """The stage of a seed: any desk, room, army, camera and rate of pictures."""
    rng = np.random.default_rng([seed, 31])
    size_wh = SIZES_WH[int(rng.integers(len(SIZES_WH)))]
    virtual = random_table(
        seed,
        str(rng.choice(TIERS)),
        men=int(rng.integers(4, 19)),
        size_wh=size_wh,
        table_wh=TABLES_WH[int(rng.integers(len(TABLES_WH)))],
        helmets=False,
        hand=False,
    )
    step_s = 1.0 / int(rng.choice(PICTURES_A_SECOND))
    canvas = exposed(virtual).canvas
    picture = developed(virtual, canvas)
    truth = truth_json(virtual, canvas)
    pose = table_pose(corner_markers(picture), virtual.spec, virtual.camera.lens, size_wh)
    men = {man["id"]: man_of(man) for man in truth["soldiers"]}
    things = virtual.scene.things
    outlines = tuple(np.array(thing.footprint.exterior.coords) for thing in things)
    stage = Stage(virtual.name, picture, render_empty(virtual), virtual.spec, virtual.army,
                  virtual.camera.lens, pose, men, outlines,
                  tuple(thing.height == 0 for thing in things), step_s=step_s)  # fmt: skip
    return virtual, stage


def _places(stage: Stage, men: Iterable[Mapping[str, Any]]) -> Truth:
    """Where a truth's men stand now, and who of them is not in plain view."""
    places: dict[str, TablePoint | None] = dict.fromkeys(stage.men)
    standing = [man_of(man) for man in men]
    hidden = frozenset(man.id for man in standing if not man.is_plain)
    return Truth(places | {man.id: man.place for man in standing}, hidden)


def _played(reel: Reel, stage: Stage, virtual: VirtualTable, moves: Sequence[Move]) -> Reel:
    """The reel with what a hand does at the table."""
    for moment in list(play_sequence(virtual, moves))[1:]:
        reel.truth = _places(stage, moment.truth["soldiers"])
        hand = moment.table.hand is not None
        if hand:
            reel.cover_all()
        reel.show(moment.picture, 0.5 if hand else 1.6, hand=hand)
    return reel


@act
def a_hand_moves_a_man(virtual: VirtualTable, stage: Stage, rng: Rng) -> Reel:
    """He is taken, carried over the table and set down."""
    reel = begun(stage, rng)
    return _played(reel, stage, virtual, random_moves(virtual, 1, int(rng.integers(99))))


@act
def a_hand_takes_a_man_away(virtual: VirtualTable, stage: Stage, rng: Rng) -> Reel:
    """He is taken off the table."""
    reel, man = begun(stage, rng), _plain(stage, rng)
    return _played(reel, stage, virtual, [Move(man.id, None)])


@act
def an_arm_rests(virtual: VirtualTable, stage: Stage, rng: Rng) -> Reel:
    """A hand with some sleeve lies over a man for long, and goes."""
    reel, man = begun(stage, rng), _plain(stage, rng)
    hand = random_hand(rng, _size(virtual), (man.tag.x, man.tag.y))
    sleeve = rng.choice([*SLEEVES, ""])
    hand = replace(hand, skin=str(rng.choice(SKINS)), sleeve=str(sleeve) or None, height_in=1.0)
    reel.cover_all()
    reel.show(render(replace(virtual, hand=hand)), 6.0, hand=True)
    return uncovered(reel)


@act
def two_men_change_places(virtual: VirtualTable, stage: Stage, rng: Rng) -> Reel:
    """Swapped in place under a hand."""
    reel = begun(stage, rng)
    men = stage.plain_men()
    if len(men) < 2:
        return reel
    one, other = (virtual.scene.soldier(men[int(i)].id) for i in rng.permutation(len(men))[:2])
    assert one is not None
    assert other is not None
    swapped = moved(virtual, replace(one, x=other.x, y=other.y, facing=other.facing))
    swapped = moved(swapped, replace(other, x=one.x, y=one.y, facing=one.facing))
    hand = random_hand(rng, _size(virtual), (one.x, one.y))
    reel.cover_all()
    reel.show(render(replace(swapped, hand=hand)), 0.6, hand=True)
    canvas = exposed(swapped).canvas
    reel.truth = _places(stage, truth_json(swapped, canvas)["soldiers"])
    reel.show(developed(swapped, canvas), 1.6)
    return reel


@act
def a_lamp_is_switched(virtual: VirtualTable, stage: Stage, rng: Rng) -> Reel:
    """One lamp goes off, or the light turns round the table; then it is as before."""
    reel = begun(stage, rng)
    reel.truth = replace(reel.truth, things=True)
    reel.show(_in_other_light(virtual, rng), 3.0)
    reel.rest(2.0)
    return reel


def _in_other_light(virtual: VirtualTable, rng: Rng) -> Picture:
    lamps, room = virtual.lighting.lamps, virtual.lighting.room
    gains = rng.uniform(0.15, 0.6, len(lamps))
    dimmed = tuple(
        replace(lamp, light=lamp.light * np.float32(gain))
        for lamp, gain in zip(lamps, gains, strict=True)
    )
    lit = Lighting(dimmed, room * np.float32(rng.uniform(0.7, 1.3)), virtual.lighting.name)
    return render(replace(virtual, lighting=lit))


@act
def a_thing_is_moved(virtual: VirtualTable, stage: Stage, rng: Rng) -> Reel:
    """A hand moves a mug, a lid or a wall by a few inches; no man moves."""
    reel = begun(stage, rng)
    taken = {man.on for man in virtual.scene.soldiers}
    small = [
        t for t in virtual.scene.things if t.kind in {"mug", "lid", "wall"} and t.id not in taken
    ]
    if not small:
        return reel
    thing = small[int(rng.integers(len(small)))]
    step_in = rng.uniform(-2.5, 2.5, 2)
    there = replace(thing, footprint=translate(thing.footprint, *step_in))
    things = tuple(there if one is thing else one for one in virtual.scene.things)
    after = replace(virtual, scene=replace(virtual.scene, things=things))
    middle = there.footprint.centroid
    hand = random_hand(rng, _size(virtual), (middle.x, middle.y))
    reel.cover_all()
    reel.show(render(replace(after, hand=hand)), 0.8, hand=True)
    reel.show(render(after), 4.0)
    return reel


def _size(virtual: VirtualTable) -> tuple[float, float]:
    return virtual.spec.width, virtual.spec.height


def _plain(stage: Stage, rng: Rng) -> Man:
    men = stage.plain_men()[:4] or list(stage.men.values())
    return men[int(rng.integers(len(men)))]
