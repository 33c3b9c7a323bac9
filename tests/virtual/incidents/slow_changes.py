"""What creeps or shimmers: a sinking camera, sun through a blind, warmer light, steam."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from table.directions import step
from table.picture import Picture
from tests.virtual.incidents import over
from tests.virtual.incidents.cut import Carried, pasted, without
from tests.virtual.incidents.over import darkened
from tests.virtual.incidents.reel import Reel, truth_of
from tests.virtual.incidents.stage import Stage, free_place
from tests.virtual.incidents.telling import Rng, arm_to, begun, incident, some_man, uncovered

_FEW = 0.2  # seconds from one picture to the next, where little happens for long


@incident
def the_camera_sinks_for_half_a_minute(stage: Stage, rng: Rng) -> Reel:
    """A loose arm lets the camera sink by less than a pixel a second, and turn a little."""
    reel = Reel(stage, rng, truth_of(stage), step_s=max(_FEW, stage.step_s))
    way, speed, turn = rng.uniform(0, 2 * np.pi), rng.uniform(0.3, 1.0), rng.normal(0, 0.01)
    seconds = 30.0

    def at(share: float) -> Picture:
        far = speed * seconds * share
        return over.pushed(
            stage.picture, far * np.cos(way), far * np.sin(way), turn * seconds * share
        )

    reel.play(at, seconds)
    reel.show(at(1.0), 2.0)
    return reel


@incident
def a_man_is_moved_under_a_sinking_camera(stage: Stage, rng: Rng) -> Reel:
    """The camera sinks all the while in which a hand moves a man."""
    way, speed = rng.uniform(0, 2 * np.pi), rng.uniform(0.3, 1.0)

    def sunk(picture: Picture, at_s: float) -> Picture:
        return over.pushed(picture, speed * at_s * np.cos(way), speed * at_s * np.sin(way))

    return _moved_meanwhile(stage, rng, sunk)


@incident
def a_man_is_moved_in_light_that_gets_warmer(stage: Stage, rng: Rng) -> Reel:
    """The white balance drifts all the while in which a hand moves a man."""
    warmer = rng.uniform(-0.02, 0.02, 3)
    return _moved_meanwhile(stage, rng, lambda picture, at_s: over.brighter(
        picture, 1 + warmer * at_s))  # fmt: skip


def _moved_meanwhile(stage: Stage, rng: Rng, seen: Callable[[Picture, float], Picture]) -> Reel:
    """A move by a hand, in pictures as they are seen so many seconds from the beginning."""
    reel, man, to = Reel(stage, rng, truth_of(stage)), some_man(stage, rng), free_place(stage, rng)
    arm = arm_to(stage, rng, to)
    after = pasted(stage, without(stage, stage.picture, man), man, Carried(to, 20.0))

    def play(picture: Callable[[float], Picture], seconds: float, *, hand: bool = False) -> None:
        since_s = reel.at_s
        reel.play(lambda share: seen(picture(share), since_s + share * seconds), seconds, hand=hand)

    def reached(under: Picture, away: float) -> Picture:
        return over.with_arm(
            stage, under, replace(arm, tips=step(arm.tips, arm.reach_deg, -12 * away))
        )

    play(lambda _: stage.picture, 6.0)
    reel.cover(man)
    play(lambda share: reached(stage.picture, 1 - share), 0.5, hand=True)
    reel.truth = truth_of(stage).with_man(man.id, to)
    reel.cover(man)
    play(lambda share: reached(after, share), 0.5, hand=True)
    reel.truth = truth_of(stage).with_man(man.id, to)
    play(lambda _: after, 5.0)
    return reel


@incident
def the_camera_zooms_and_stays(stage: Stage, rng: Rng) -> Reel:
    """Focusing anew the lens sees a percent or two more or less of the table, and keeps it."""
    reel = begun(stage, rng)
    larger = float(rng.choice([-1, 1]) * rng.uniform(0.004, 0.02))
    reel.play(lambda share: _zoomed(stage.picture, 1 + larger * share), 1.0)
    reel.show(_zoomed(stage.picture, 1 + larger), 4.0)
    return reel


@incident
def the_camera_breathes_on_and_on(stage: Stage, rng: Rng) -> Reel:
    """The autofocus never comes to rest: the table gets larger and smaller."""
    reel = begun(stage, rng)
    larger, often = float(rng.uniform(0.003, 0.02)), float(rng.uniform(6, 40))
    reel.play(lambda share: _zoomed(stage.picture, 1 + larger * np.sin(often * share)), 8.0)
    reel.rest(2.0)
    return reel


def _zoomed(picture: Picture, by: float) -> Picture:
    h, w = picture.shape[:2]
    move = cv2.getRotationMatrix2D((w / 2, h / 2), 0.0, by)
    return cv2.warpAffine(
        picture, move, (w, h), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT
    )


@incident
def a_blind_is_opened(stage: Stage, rng: Rng) -> Reel:
    """Stripes of sun come over a part of the table, stay, and go."""
    reel = begun(stage, rng)
    h, w = stage.picture.shape[:2]
    rows, columns = np.mgrid[:h, :w].astype(np.float32)
    a, wide = np.radians(rng.uniform(0, 180)), rng.uniform(0.05, 0.2) * w
    waves = np.sin(2 * np.pi * (columns * np.cos(a) + rows * np.sin(a)) / wide)
    side, edge = rng.choice([-12, 12]), rng.uniform(0.2, 0.8)
    part = 1 / (1 + np.exp(-side * (columns / w - edge)))
    gain, sharp = float(rng.uniform(0.3, 1.2)), float(rng.uniform(2, 15))
    linear = (stage.picture.astype(np.float32) / 255) ** 2.2

    def at(share: float) -> Picture:
        sun = part / (1 + np.exp(-sharp * (waves + 2 * share - 1.3)))
        lit = np.clip(linear * (1 + gain * share * sun)[..., None], 0, 1)
        return (255 * lit ** (1 / 2.2)).astype(np.uint8)

    reel.play(at, 4.0)
    reel.show(at(1.0), 3.0)
    reel.play(lambda share: at(1 - share), 2.0)
    reel.rest(2.0)
    return reel


@incident
def the_shadow_of_a_head_wanders(stage: Stage, rng: Rng) -> Reel:
    """Somebody moves slowly under the lamp."""
    reel = begun(stage, rng)
    size_wh = np.array(stage.picture.shape[1::-1])
    turn = np.linspace(0, 2 * np.pi, 40)
    round_it = rng.uniform(0.08, 0.2) * size_wh[0] * np.column_stack([np.cos(turn), np.sin(turn)])
    depth, soft = float(rng.uniform(0.35, 0.75)), float(rng.uniform(5, 40))
    first, last = rng.uniform(0.1, 0.9, (2, 2)) * size_wh

    def at(share: float) -> Picture:
        return darkened(stage.picture, first + (last - first) * share + round_it, depth, soft)

    reel.play(at, 6.0)
    reel.show(at(1.0), 2.0)
    reel.rest(2.0)
    return reel


@incident
def steam_rises(stage: Stage, rng: Rng) -> Reel:
    """Steam of a cup wavers over men."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    ((x, y),) = stage.pixels([(man.tag.x + 2, man.tag.y + 1)])
    h, w = stage.picture.shape[:2]
    rows, columns = np.mgrid[:h, :w].astype(np.float32)
    wide, most = rng.uniform(0.04, 0.09) * w, float(rng.uniform(0.15, 0.5))
    cloud = most * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * wide**2))
    wisps = [cv2.resize(rng.random((9, 16)), (w, h), interpolation=cv2.INTER_CUBIC) for _ in "abc"]

    def at(share: float) -> Picture:
        thick = np.abs(np.sin(np.array([9, 15, 24]) * share + np.array([0, 1, 2])))
        haze = np.clip(cloud * sum(w * t for w, t in zip(wisps, thick, strict=True)), 0, 0.7)
        return (stage.picture + (235.0 - stage.picture) * haze[..., None]).astype(np.uint8)

    reel.cover_all()
    reel.play(at, 5.0)
    return uncovered(reel)


@incident
def a_reflection_shimmers(stage: Stage, rng: Rng) -> Reel:
    """A lamp's reflection wanders a little on the bare desk, and flickers."""
    reel, place = begun(stage, rng), free_place(stage, rng)
    (x, y), (across, _) = stage.pixels([(place.x, place.y), (place.x + 1, place.y)])
    unit, most = across - x, float(rng.uniform(80, 220))
    rows, columns = np.mgrid[: stage.picture.shape[0], : stage.picture.shape[1]]

    def at(share: float) -> Picture:
        to_x, to_y = x + 0.5 * unit * np.sin(5 * share), y + 0.4 * unit * np.cos(7 * share)
        far = ((columns - to_x) / (0.8 * unit)) ** 2 + ((rows - to_y) / (0.5 * unit)) ** 2
        light = most * (0.6 + 0.4 * np.sin(20 * share)) * np.exp(-far)
        return np.clip(stage.picture + light[..., None], 0, 255).astype(np.uint8)

    reel.truth = replace(reel.truth, things=False)
    reel.play(at, 5.0)
    return uncovered(reel)
