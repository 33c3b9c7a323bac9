"""Pictures over time: a hand takes soldiers and sets them down, and things go wrong.

`play_sequence` gives one `Moment` per picture. Each move takes four: the table at rest, the
hand at the man, the man in the hand, the hand where it has set him down; one more at the end
shows the table at rest again.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
from shapely import Point

from table.directions import step
from table.picture import Picture
from table.places import TablePoint
from table.scene import Soldier
from tests.virtual.camera import looking_down
from tests.virtual.folder import write_picture, write_surroundings
from tests.virtual.hands import Hand, random_hand
from tests.virtual.light import Lamp, Lighting
from tests.virtual.render import developed, exposed
from tests.virtual.truth import truth_json
from tests.virtual.virtual_table import VirtualTable, moved

Fault = Literal["bump", "darker", "brighter", "warmer", "black", "frozen"]
LIFTED_IN = 2.4


@dataclass(frozen=True, slots=True)
class Move:
    """A soldier is set down elsewhere, or taken off where there is no place."""

    soldier: str
    to: TablePoint | None
    facing: float = 0.0


@dataclass(frozen=True, eq=False)
class Moment:
    """One picture of a sequence, its truth and the table it shows."""

    picture: Picture
    truth: Mapping[str, Any]
    table: VirtualTable


def play_sequence(
    virtual: VirtualTable,
    moves: Sequence[Move],
    *,
    faults: Mapping[int, Fault] | None = None,
    shots: int = 1,
) -> Iterator[Moment]:
    """The pictures of these moves, each taken `shots` times with other noise.

    `faults` says from which picture on something happens: "bump" moves the camera, "darker",
    "brighter" and "warmer" change the light, all three for good; "black" and "frozen" spoil
    that one picture.
    """
    taken = 0
    last: Picture | None = None
    wrong = dict(faults or {})
    changes: list[Fault] = []
    for table in _tables(virtual, moves):
        fault = wrong.get(taken)
        if fault in CHANGES:
            changes.append(fault)
        seen = table
        for change in changes:
            seen = CHANGES[change](seen)
        canvas = exposed(seen).canvas
        truth = truth_json(seen, canvas)
        for _ in range(shots):
            fault = wrong.get(taken)
            sensor = replace(seen.sensor, seed=virtual.sensor.seed + 1000 + taken)
            picture = developed(replace(seen, sensor=sensor), canvas)
            if fault == "black":
                picture = np.zeros_like(picture)
            if fault == "frozen" and last is not None:
                picture = last
            yield Moment(picture, truth | {"frame": taken}, seen)
            last = picture
            taken += 1


def _tables(virtual: VirtualTable, moves: Sequence[Move]) -> Iterator[VirtualTable]:
    rng = np.random.default_rng(virtual.seed + 5)
    table = replace(virtual, hand=None, lifted=None)
    look = random_hand(rng, (virtual.spec.width, virtual.spec.height), (0.0, 0.0))
    for move in moves:
        yield table
        soldier = table.scene.soldier(move.soldier)
        assert soldier is not None, move.soldier
        yield replace(table, hand=_hand_over(look, table, soldier.place, rng))
        goal = move.to or TablePoint(soldier.x, -3.0)
        yield _with_man_in_hand(table, soldier, goal, look, rng)
        if move.to is None:
            table = _without(table, soldier)
            continue
        table = moved(table, _standing(table, soldier, move.to, move.facing))
        yield replace(table, hand=_hand_over(look, table, move.to, rng))
    yield table


def _hand_over(
    look: Hand, virtual: VirtualTable, place: TablePoint, rng: np.random.Generator
) -> Hand:
    """The same hand, come from the nearest edge, its fingers just past the man."""
    wide = (virtual.spec.width, virtual.spec.height)
    came = random_hand(rng, wide, (place.x, place.y))
    way = replace(look, reach_deg=came.reach_deg, height_in=2.0)
    tips = step(place, way.reach_deg, 0.1)
    return replace(way, x=tips.x, y=tips.y)


def _with_man_in_hand(
    virtual: VirtualTable,
    soldier: Soldier,
    goal: TablePoint,
    look: Hand,
    rng: np.random.Generator,
) -> VirtualTable:
    """The man off the table, half way to where he goes."""
    way = TablePoint((soldier.x + goal.x) / 2, (soldier.y + goal.y) / 2)
    lifted = replace(
        soldier, x=way.x, y=way.y, facing=soldier.facing + 10, elevation=LIFTED_IN, on=None
    )
    up = moved(virtual, lifted)
    hand = replace(_hand_over(look, virtual, way, rng), height_in=LIFTED_IN + 1.8)
    return replace(
        up,
        scene=virtual.scene.without_soldiers(frozenset({soldier.id})),
        hand=hand,
        lifted=lifted,
    )


def _without(virtual: VirtualTable, soldier: Soldier) -> VirtualTable:
    return replace(virtual, scene=virtual.scene.without_soldiers(frozenset({soldier.id})))


def _standing(virtual: VirtualTable, soldier: Soldier, place: TablePoint, facing: float) -> Soldier:
    """The man at his new place, on whatever lies there."""
    here = Point(place.x, place.y)
    under = [t for t in reversed(virtual.scene.things) if t.footprint.contains(here)]
    top = max(under, key=lambda t: t.height, default=None)  # of equals the one laid last
    return replace(
        soldier,
        x=place.x,
        y=place.y,
        facing=facing,
        elevation=0.0 if top is None else top.height,
        on=None if top is None else top.id,
    )


def _bumped(virtual: VirtualTable) -> VirtualTable:
    """The camera was nudged: a little aside and a degree round."""
    camera = virtual.camera
    nudge = looking_down(0.9, -0.6, 0.7) @ looking_down(0, 0, 0).T
    return replace(
        virtual,
        camera=replace(
            camera, position=camera.position + np.array([0.4, -0.3, 0.1]), axes=nudge @ camera.axes
        ),
    )


def _with_light(virtual: VirtualTable, gain: tuple[float, float, float]) -> VirtualTable:
    by = np.array(gain, np.float32)
    lamps = tuple(Lamp(x.place, x.radius_in, x.light * by) for x in virtual.lighting.lamps)
    room = virtual.lighting.room * by
    return replace(virtual, lighting=Lighting(lamps, room, virtual.lighting.name))


CHANGES: dict[str, Any] = {
    "bump": _bumped,
    "darker": lambda virtual: _with_light(virtual, (0.6, 0.6, 0.6)),
    "brighter": lambda virtual: _with_light(virtual, (1.35, 1.35, 1.35)),
    "warmer": lambda virtual: _with_light(virtual, (0.7, 0.95, 1.15)),
}


def random_moves(virtual: VirtualTable, count: int, seed: int = 0) -> list[Move]:
    """Moves of random soldiers to free places on the open table."""
    rng = np.random.default_rng([virtual.seed, seed])
    moves: list[Move] = []
    places = [s.place for s in virtual.scene.soldiers]
    men = rng.permutation(len(virtual.scene.soldiers))[:count]
    for i in men:
        soldier = virtual.scene.soldiers[int(i)]
        place = _free_place(rng, virtual, places)
        places.append(place)
        moves.append(Move(soldier.id, place, float(rng.uniform(0, 360))))
    return moves


def _free_place(
    rng: np.random.Generator, virtual: VirtualTable, taken: list[TablePoint]
) -> TablePoint:
    w, h = virtual.spec.width, virtual.spec.height
    place = TablePoint(w / 2, h / 2)
    for _ in range(200):
        place = TablePoint(float(rng.uniform(3, w - 3)), float(rng.uniform(3, h - 3)))
        here = Point(place.x, place.y)
        near = any(np.hypot(place.x - p.x, place.y - p.y) < 2.2 for p in taken)
        tall = (t.footprint.distance(here) < 1.4 for t in virtual.scene.things if t.height > 0)
        cards = any(np.hypot(place.x - o.x, place.y - o.y) < 2.5 for o in virtual.scene.orders)
        if not near and not any(tall) and not cards:
            break
    return place


def write_sequence(virtual: VirtualTable, moves: Sequence[Move], folder: Path, **how: Any) -> None:
    """Write pictures and truths as a folder of the same layout as recorded sequences."""
    folder.mkdir(parents=True, exist_ok=True)
    for i, moment in enumerate(play_sequence(virtual, moves, **how)):
        write_picture(moment.picture, folder / f"frame_{i:03d}.jpg", virtual.sensor.jpeg)
        text = json.dumps(dict(moment.truth), indent=1)
        (folder / f"truth_{i:03d}.json").write_text(text + "\n")
    write_surroundings(virtual, folder)
