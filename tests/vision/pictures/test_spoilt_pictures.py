"""Pictures that no table ever gave: a scene that makes sense comes out, or one clear line."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from table.army_file import read_army
from table.errors import UserError
from table.table_file import read_table
from vision.look import look
from vision.pictures.picture_file import read_picture

FOLDER = Path(__file__).parents[3] / "fixtures" / "photos" / "helmets-normal"


def dim_and_noisy(picture, chance):
    return _bytes(picture * chance.uniform(0.1, 0.4) + chance.normal(0, 8, picture.shape))


def blown_out(picture, chance):
    return _bytes(picture * chance.uniform(1.6, 3.0))


def out_of_focus(picture, chance):
    return cv2.GaussianBlur(picture, (0, 0), float(chance.uniform(1.0, 3.0)))


def red_for_blue(picture, chance):
    del chance
    return np.ascontiguousarray(picture[..., ::-1])


def strewn_with_boxes(picture, chance):
    for x, y, wide, high in chance.integers((150, 150, 3, 3), (1700, 900, 400, 400), (30, 4)):
        colour = chance.integers(0, 256, 3).tolist()
        cv2.rectangle(picture, (int(x), int(y)), (int(x + wide), int(y + high)), colour, -1)
    return picture


def strewn_with_discs(picture, chance):
    for x, y, radius in chance.integers((480, 300, 2), (1440, 780, 120), (40, 3)):
        colour = chance.integers(0, 256, 3).tolist()
        cv2.circle(picture, (int(x), int(y)), int(radius), colour, -1)
    return picture


def wiped_clean(picture, chance):
    del chance
    middle = picture[270:810, 480:1440]
    middle[:] = middle.mean(axis=(0, 1))
    return picture


def _bytes(picture):
    return np.clip(picture, 0, 255).astype(np.uint8)


def recoloured(table, chance):
    """The table file with colours that none of its things has."""
    colours = ("#{:02x}{:02x}{:02x}".format(*chance.integers(0, 256, 3)) for _ in table.things)
    things = zip(table.things, colours, strict=True)
    return replace(table, things=tuple(replace(thing, colour=colour) for thing, colour in things))


@pytest.mark.parametrize(
    "other_colours",
    [
        pytest.param(False, id="its colours"),
        pytest.param(True, id="other colours", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize(
    "spoil",
    [
        dim_and_noisy,
        blown_out,
        out_of_focus,
        red_for_blue,
        strewn_with_boxes,
        strewn_with_discs,
        wiped_clean,
    ],
)
def test_whatever_is_seen_makes_sense(spoil, other_colours):
    """Every thing has ground, lies on the table and is sure by a share, or the photo is refused."""
    chance = np.random.default_rng(7)
    table, men = read_table(FOLDER / "table.toml"), read_army(FOLDER / "army.toml")
    table = recoloured(table, chance) if other_colours else table
    picture = spoil(read_picture(FOLDER / "photo.jpg"), chance)

    try:
        scene = look(picture, table, men, empty=read_picture(FOLDER / "empty.jpg"), where="photo")
    except UserError as problem:
        assert str(problem).startswith("photo: ")  # noqa: PT017 - it need not come
        return

    for thing in scene.things:
        left, top, right, bottom = thing.footprint.bounds
        assert thing.footprint.is_valid
        assert thing.footprint.area > 0
        assert 0 < thing.confidence < 1
        assert -3 < left < right < table.width + 3
        assert -3 < top < bottom < table.height + 3
    assert len({soldier.id for soldier in scene.soldiers}) == len(scene.soldiers)
