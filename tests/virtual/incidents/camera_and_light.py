"""Tables at rest, pushed cameras, lamps and shadows, focus and spoilt pictures."""

import cv2
import numpy as np

from table.picture import Picture
from tests.virtual.incidents import over
from tests.virtual.incidents.reel import Reel, truth_of
from tests.virtual.incidents.stage import Stage
from tests.virtual.incidents.telling import (
    Rng,
    arm_to,
    begun,
    incident,
    reaching,
    some_man,
    uncovered,
)


@incident
def a_still_table(stage: Stage, rng: Rng) -> Reel:
    """Nothing happens for a while, in a light that flickers a little."""
    reel = begun(stage, rng)
    gains = rng.normal(1.0, 0.015, 100)
    reel.play(lambda at: over.brighter(stage.picture, [gains[int(99 * at)]] * 3), 4.0)
    return reel


def nothing_happens(stage: Stage, rng: Rng, seconds: float, step_s: float) -> Reel:
    """The table at rest for long, while the day wanes and clouds pass."""
    reel = Reel(stage, rng, truth_of(stage), step_s)
    waning, cloudy, warmer = rng.uniform(0.0, 0.35), rng.uniform(0.0, 0.12), rng.normal(0, 0.05, 3)

    def at(share: float) -> Picture:
        gain = 1 - waning * share + cloudy * np.sin(share * seconds / 9)
        return over.brighter(stage.picture, gain * (1 + warmer * share))

    reel.play(at, seconds)
    return reel


@incident
def the_camera_is_pushed(stage: Stage, rng: Rng) -> Reel:
    """The camera is pushed by a few to many pixels and stays there."""
    reel = begun(stage, rng)
    far, way = float(np.exp(rng.uniform(np.log(5), np.log(150)))), float(rng.uniform(0, 2 * np.pi))
    dx, dy, turn = far * np.cos(way), far * np.sin(way), float(rng.normal(0, 0.6))

    def at(share: float) -> Picture:
        return over.pushed(stage.picture, share * dx, share * dy, share * turn)

    reel.play(at, 0.4)
    reel.show(at(1.0), 2.5)
    reel.play(lambda share: at(1 - share), 0.4)
    reel.rest(2.0)
    return reel


@incident
def the_camera_is_pushed_so_that_markers_are_lost(stage: Stage, rng: Rng) -> Reel:
    """Two markers leave the picture; later the camera is set back."""
    reel = begun(stage, rng)
    ends = stage.pixels([(0, 0), (stage.spec.width, stage.spec.height)])
    left = bool(rng.random() < 0.5)
    size_wh = stage.picture.shape[1::-1]
    away = -(ends[0, 0] + 90) if left else size_wh[0] - ends[1, 0] + 90
    reel.cover_all()

    def at(share: float) -> Picture:
        picture = over.pushed(stage.picture, share * away, 0.0)
        # Nothing is mirrored at the edge of a real picture.
        blank = picture.copy()
        columns = (
            slice(size_wh[0] + int(share * away), None) if left else slice(0, int(share * away))
        )
        if share > 0:
            blank[:, columns] = np.median(stage.empty.reshape(-1, 3)[::97], axis=0)
        return blank

    reel.play(at, 0.4)
    reel.show(at(1.0), 3.0)
    reel.play(lambda share: at(1 - share), 0.4)
    return uncovered(reel)


@incident
def the_camera_is_pushed_under_a_hand(stage: Stage, rng: Rng) -> Reel:
    """The camera is nudged while a hand is over the table."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    arm = arm_to(stage, rng, man.place)
    reel.cover_all()
    reaching(reel, arm, stage.picture)
    dx, dy = rng.uniform(-40, 40, 2)
    under = over.with_arm(stage, stage.picture, arm)
    reel.show(over.pushed(under, dx, dy, 0.4), 1.0, hand=True)
    reel.uncover()
    reel.show(over.pushed(stage.picture, dx, dy, 0.4), 2.5)
    return reel


@incident
def the_light_changes(stage: Stage, rng: Rng) -> Reel:
    """A lamp goes off and on, the light gets warmer, the exposure pumps."""
    reel = begun(stage, rng)
    gain, slope, turn = (
        float(rng.uniform(0.35, 1.5)),
        float(rng.normal(0, 0.7)),
        float(rng.uniform(0, 360)),
    )
    warm = float(rng.uniform(0.8, 1.15))
    other = over.lit_otherwise(stage.picture, [gain / warm, gain, gain * warm], slope, turn)
    reel.show(other, 2.0)
    reel.rest(1.0)
    reel.play(lambda share: over.lit_otherwise(
        stage.picture, [1 + 0.5 * np.sin(9 * share)] * 3, 0.0, 0.0), 2.0)  # fmt: skip
    reel.rest(1.0)
    return reel


@incident
def a_shadow_falls(stage: Stage, rng: Rng) -> Reel:
    """Somebody's shadow lies over a part of the table."""
    reel = begun(stage, rng)
    h, w = stage.picture.shape[:2]
    ring = np.array(
        [(0, 0), (rng.uniform(0.2, 0.7) * w, 0), (rng.uniform(0.2, 0.7) * w, h), (0, h)]
    )
    depth, soft = float(rng.uniform(0.35, 0.8)), float(rng.uniform(4, 60))
    reel.show(over.darkened(stage.picture, ring, depth, soft), 3.0)
    reel.rest(2.0)
    return reel


@incident
def the_focus_hunts(stage: Stage, rng: Rng) -> Reel:
    """Six seconds of a hunting autofocus."""
    reel = begun(stage, rng)
    most = float(rng.uniform(1.5, 5.0))

    def at(share: float) -> Picture:
        sigma = most * abs(np.sin(9 * share))
        return cv2.GaussianBlur(stage.picture, (0, 0), sigma) if sigma > 0.3 else stage.picture

    reel.play(at, 6.0)
    reel.rest(2.0)
    return reel


@incident
def the_focus_is_lost_for_long(stage: Stage, rng: Rng) -> Reel:
    """All is blurred for seconds, and sharp again."""
    reel = begun(stage, rng)
    reel.show(cv2.GaussianBlur(stage.picture, (0, 0), float(rng.uniform(1.2, 4.0))), 3.0)
    reel.rest(2.0)
    return reel


@incident
def pictures_are_spoilt(stage: Stage, rng: Rng) -> Reel:
    """Single pictures are torn, cut, grey, noisy, shaken, dark or washed out, among good ones."""
    reel = begun(stage, rng)
    picture = stage.picture
    h = picture.shape[0]
    cut, aside = int(rng.uniform(0.2, 0.8) * h), int(rng.integers(-150, 150))
    size = int(rng.integers(9, 31))
    shaken = np.zeros((size, size), np.float32)
    shaken[size // 2] = 1.0
    turn = cv2.getRotationMatrix2D((size / 2, size / 2), float(rng.uniform(0, 180)), 1.0)
    shaken = cv2.warpAffine(shaken, turn, (size, size))
    for bad in (
        np.vstack([picture[:cut], np.roll(picture, aside, 1)[cut:]]),
        np.vstack([picture[:cut], np.roll(picture, 30, 0)[cut:]]),
        np.vstack([picture[:cut], np.full_like(picture[cut:], int(rng.integers(256)))]),
        np.vstack([picture[:cut], np.repeat(picture[cut - 1 : cut], h - cut, axis=0)]),
        np.full_like(picture, 128),
        cv2.filter2D(picture, -1, shaken / shaken.sum()),
        (picture * 0.06).astype(np.uint8),
        np.clip(picture.astype(np.int32) * 3 + 60, 0, 255).astype(np.uint8),
        np.clip(picture + rng.normal(0, 45, picture.shape), 0, 255).astype(np.uint8),
    ):
        reel.show(bad, 0.3)
        reel.rest(0.4)
    reel.rest(1.0)
    return reel
