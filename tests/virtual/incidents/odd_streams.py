"""What cameras, lamps and rooms do to a stream of pictures, beyond pushes and single bad ones."""

from dataclasses import replace

import cv2
import numpy as np

from table.directions import step
from table.picture import Picture
from tests.virtual.incidents import over
from tests.virtual.incidents.over import Sheet, darkened
from tests.virtual.incidents.reel import Reel
from tests.virtual.incidents.stage import Stage, noisy
from tests.virtual.incidents.telling import Rng, begun, incident, some_man, uncovered


@incident
def somebodys_shadow_walks(stage: Stage, rng: Rng) -> Reel:
    """The shadow of a person who walks by crosses the table, stands a while, and goes on."""
    reel = begun(stage, rng)
    h, w = stage.picture.shape[:2]
    wide, soft = float(rng.uniform(0.15, 0.5)) * w, float(rng.uniform(4, 50))
    lean, depth = float(rng.normal(0, 0.3)) * w, float(rng.uniform(0.35, 0.8))

    def at(place: float) -> Picture:
        left = place * (w + wide + abs(lean)) - wide - abs(lean)
        corners = [(left, 0), (left + wide, 0), (left + wide + lean, h), (left + lean, h)]
        return darkened(stage.picture, np.array(corners, float), depth, soft)

    stop = float(rng.uniform(0.3, 0.7))
    reel.play(lambda share: at(share * stop), 1.0)
    reel.show(at(stop), 2.5)
    reel.play(lambda share: at(stop + share * (1 - stop)), 1.0)
    reel.rest(2.0)
    return reel


@incident
def glare_sweeps(stage: Stage, rng: Rng) -> Reel:
    """A lamp's reflection wanders over the table, rests on a man, and wanders on."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    way = float(rng.uniform(0, 360))

    def at(away_in: float) -> Picture:
        there = replace(man, tag=step(man.tag, way, away_in))
        return over.with_glare(stage, stage.picture, there)

    reel.cover_all()
    reel.play(lambda share: at(9 * (share - 1)), 1.5)
    reel.show(at(0.0), 1.5)
    reel.play(lambda share: at(9 * share), 1.5)
    return uncovered(reel)


@incident
def the_exposure_pumps(stage: Stage, rng: Rng) -> Reel:
    """Exposure and white balance swing so far that whites clip and darks drown, and settle."""
    reel = begun(stage, rng)
    most, warm = float(rng.uniform(0.5, 1.5)), float(rng.uniform(-0.25, 0.25))

    def at(share: float) -> Picture:
        swing = (1 - share) * np.sin(25 * share)
        gain = np.exp(most * swing)
        return over.brighter(
            stage.picture, [gain * (1 + warm * swing), gain, gain * (1 - warm * swing)]
        )

    reel.play(at, 4.0)
    reel.rest(2.0)
    return reel


@incident
def the_lamp_goes_out(stage: Stage, rng: Rng) -> Reel:
    """The room is nearly dark and the camera's noise grows; then the lamp is on again."""
    reel = begun(stage, rng)
    gain, blue = float(rng.uniform(0.02, 0.2)), float(rng.uniform(1.0, 1.8))
    dark = over.brighter(stage.picture, [gain * blue, gain, gain / blue])
    brighten, noise = (
        float(rng.uniform(1.0, 4.0)),
        np.random.default_rng(int(rng.integers(1 << 30))),
    )

    def at(share: float) -> Picture:
        # The camera turns its gain up within a second.
        up = 1 + (brighten - 1) * min(1.0, 3 * share)
        seen = np.clip(dark.astype(np.float32) * up, 0, 255).astype(np.uint8)
        return noisy(seen, noise, 4.0)

    reel.play(at, 3.0)
    reel.rest(2.5)
    return reel


@incident
def the_light_flickers_in_bands(stage: Stage, rng: Rng) -> Reel:
    """A dimmed lamp's light rolls through the picture in bands."""
    reel = begun(stage, rng)
    deep, bands = float(rng.uniform(0.05, 0.35)), float(rng.uniform(1.0, 5.0))
    rows = np.arange(stage.picture.shape[0])[:, None, None] / stage.picture.shape[0]

    def at(share: float) -> Picture:
        light = 1 - deep * (0.5 + 0.5 * np.sin(2 * np.pi * (bands * rows + 7.3 * share)))
        return np.clip(stage.picture * light, 0, 255).astype(np.uint8)

    reel.play(at, 4.0)
    reel.rest(1.5)
    return reel


@incident
def a_screen_shines_on_the_table(stage: Stage, rng: Rng) -> Reel:
    """A television beside the table shines on it in changing colours."""
    reel = begun(stage, rng)
    turn, most = float(rng.uniform(0, 360)), float(rng.uniform(0.1, 0.5))

    def at(share: float) -> Picture:
        tint = 1 + most * np.sin(np.array([5.0, 8.0, 11.0]) * share + np.array([0, 2, 4]))
        return over.lit_otherwise(stage.picture, list(tint), most * np.sin(9 * share), turn)

    reel.play(at, 4.0)
    reel.rest(1.5)
    return reel


@incident
def the_camera_is_turned(stage: Stage, rng: Rng) -> Reel:
    """The stream turns by a quarter or upside down, and back."""
    reel = begun(stage, rng)
    way = int(rng.choice([cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_90_COUNTERCLOCKWISE, cv2.ROTATE_180]))
    reel.show(cv2.rotate(stage.picture, way), 3.0)
    reel.rest(3.0)
    return reel


@incident
def the_camera_is_turned_on_its_side(stage: Stage, rng: Rng) -> Reel:
    """The camera itself turns by a quarter: what was at the sides leaves the picture."""
    reel = begun(stage, rng)
    h, w = stage.picture.shape[:2]
    move = cv2.getRotationMatrix2D((w / 2, h / 2), float(rng.choice([90, -90])), 1.0)
    reel.cover_all()
    reel.show(cv2.warpAffine(stage.picture, move, (w, h)), 3.0)
    return uncovered(reel, 3.0)


@incident
def the_stream_changes_size(stage: Stage, rng: Rng) -> Reel:
    """The pictures get smaller or larger, or lose their sides, and are as before."""
    reel = begun(stage, rng)
    h, w = stage.picture.shape[:2]
    way = int(rng.integers(3))
    if way < 2:
        size_wh = (round(w * (0.5, 1.5)[way]), round(h * (0.5, 1.5)[way]))
        other = cv2.resize(stage.picture, size_wh, interpolation=cv2.INTER_AREA)
    else:
        aside = (w - h * 4 // 3) // 2
        other = np.ascontiguousarray(stage.picture[:, aside : w - aside])
    reel.show(other, 3.0)
    reel.rest(3.0)
    return reel


@incident
def a_marker_is_covered_and_the_camera_pushed(stage: Stage, rng: Rng) -> Reel:
    """A book lies on a corner marker while the camera is pushed; later both are set right."""
    reel = begun(stage, rng)
    w, h = stage.spec.width, stage.spec.height
    x, y = ((0.8, 0.8), (w - 0.8, 0.8), (w - 0.8, h - 0.8), (0.8, h - 0.8))[int(rng.integers(4))]
    colour = str(rng.choice(list(over.PAPERS)))
    covered = over.with_sheet(stage, stage.picture, Sheet(x, y, 3.0, 3.0, 20.0, colour))
    far, way = float(np.exp(rng.uniform(np.log(4), np.log(100)))), float(rng.uniform(0, 6.28))
    there = over.pushed(covered, far * np.cos(way), far * np.sin(way), float(rng.normal(0, 0.5)))
    reel.truth = replace(reel.truth, things=False)
    reel.show(covered, 2.0)
    reel.show(there, 3.0)
    reel.show(covered, 1.5)
    return uncovered(reel, 3.0)


@incident
def the_focus_breathes(stage: Stage, rng: Rng) -> Reel:
    """Focusing, the lens also sees a little more and a little less of the table."""
    reel = begun(stage, rng)
    h, w = stage.picture.shape[:2]
    most, larger = float(rng.uniform(0.8, 3.0)), float(rng.uniform(-0.015, 0.015))

    def at(share: float) -> Picture:
        off = abs(np.sin(9 * share)) * (1 - share)
        move = cv2.getRotationMatrix2D((w / 2, h / 2), 0.0, 1 + larger * off)
        seen = cv2.warpAffine(stage.picture, move, (w, h), borderMode=cv2.BORDER_REFLECT)
        return cv2.GaussianBlur(seen, (0, 0), most * off) if most * off > 0.3 else seen

    reel.play(at, 5.0)
    reel.rest(2.0)
    return reel


@incident
def the_table_shakes(stage: Stage, rng: Rng) -> Reel:
    """Somebody knocks against the table: every picture is shaken otherwise, then all is still."""
    reel = begun(stage, rng)
    most = float(rng.uniform(1.5, 15.0))
    away = rng.normal(0, 1, (200, 3))

    def at(share: float) -> Picture:
        dx, dy, turn = most * (1 - share) * away[int(199 * share)]
        return over.pushed(stage.picture, dx, dy, 0.03 * turn)

    reel.play(at, 2.0)
    reel.rest(2.0)
    return reel


@incident
def the_camera_creeps(stage: Stage, rng: Rng) -> Reel:
    """A loose arm lets the camera sink little by little."""
    reel = begun(stage, rng)
    far, way = float(rng.uniform(3, 25)), float(rng.uniform(0, 6.28))

    def at(share: float) -> Picture:
        return over.pushed(stage.picture, far * share * np.cos(way), far * share * np.sin(way))

    reel.play(at, 6.0)
    reel.show(at(1.0), 2.0)
    return reel


@incident
def a_drop_is_on_the_lens(stage: Stage, rng: Rng) -> Reel:
    """A drop or a fingerprint blurs a part of the picture, and is wiped off."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    ((x, y),) = stage.pixels([(man.tag.x, man.tag.y)])
    h, w = stage.picture.shape[:2]
    rows, columns = np.mgrid[:h, :w]
    size = float(rng.uniform(0.05, 0.2)) * w
    share = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * size**2))[..., None]
    blurred = cv2.GaussianBlur(stage.picture, (0, 0), float(rng.uniform(1.5, 6.0)))
    reel.cover_all()
    reel.show(np.clip(stage.picture * (1 - share) + blurred * share, 0, 255).astype(np.uint8), 4.0)
    return uncovered(reel)


@incident
def the_stream_is_squeezed(stage: Stage, rng: Rng) -> Reel:
    """A weak line: pictures are packed so hard that blocks show."""
    reel = begun(stage, rng)
    least = int(rng.integers(8, 30))

    def at(share: float) -> Picture:
        quality = int(least + 60 * abs(share - 0.5))
        _, packed = cv2.imencode(".jpg", stage.picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        return cv2.imdecode(packed, cv2.IMREAD_COLOR)

    reel.play(at, 4.0)
    reel.rest(1.5)
    return reel


def pictures_come_wrong(reel: Reel, rng: Rng) -> Reel:
    """The reel with pictures dropped, doubled and late by one or two."""
    shots = [shot for shot in reel.shots if rng.random() > 0.15]
    for i in range(len(shots) - 3):
        wrong, late = rng.random(), int(rng.integers(1, 3))
        if wrong < 0.12:
            shots[i] = replace(shots[i], take=shots[i + late].take)
        elif wrong < 0.24:
            shots[i + late] = replace(shots[i + late], take=shots[i].take)
    reel.shots = shots
    return reel
