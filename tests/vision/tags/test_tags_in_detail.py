"""Tags on a cloth of small squares, where many patches have more detail than any tag."""

import cv2
import numpy as np
import pytest

from tests.vision.tag_pictures import Paper, army, camera, corners_px, painted
from vision.look import untried_words
from vision.tags.read_tags import read_tags

IDS = tuple(f"{side}{number:02d}" for side in "RB" for number in range(1, 13))
PLACES = [(0.2, 0.2), (0.5, 0.25), (0.8, 0.2), (0.2, 0.75), (0.5, 0.7), (0.8, 0.8)]

CLOTHS = pytest.mark.parametrize(
    ("px_per_module", "square_modules"),
    [
        pytest.param(1.5, 1.6, id="coarse squares"),
        pytest.param(1.5, 1.2, id="fine squares"),
    ],
)


def cloth(shape_hw, square_px):
    """Black and white squares at random, all over the picture."""
    rows, columns = (int(side / square_px) + 2 for side in shape_hw)
    squares = np.random.default_rng(5).integers(0, 2, (rows, columns)).astype(np.uint8)
    wide = cv2.resize(squares, None, fx=square_px, fy=square_px, interpolation=cv2.INTER_NEAREST)
    grey = np.where(wide[: shape_hw[0], : shape_hw[1]], 235, 20).astype(np.uint8)
    return cv2.GaussianBlur(grey, (0, 0), 0.6)


def on_cloth(pose, laid, square_px):
    """The picture of some tags with such a cloth round them."""
    picture = painted(pose, laid)
    ground = np.ones(picture.shape[:2], np.uint8)
    for paper in laid:
        cv2.fillConvexPoly(ground, np.round(corners_px(pose, paper)).astype(np.int32), 0)
    squares = cloth(picture.shape[:2], square_px)
    if picture.ndim == 3:
        squares = cv2.merge([squares] * 3)
    return cv2.copyTo(squares, ground, picture.copy())


@CLOTHS
def test_every_man_is_named(px_per_module, square_modules):
    """Men are found however many patches have more detail than their tags."""
    pose, spec = camera(px_per_module)
    laid = [
        Paper(text, x * spec.width, y * spec.height, 37.0 * i + 10)
        for i, (text, (x, y)) in enumerate(zip(IDS, PLACES, strict=False))
    ]

    picture = on_cloth(pose, laid, square_modules * px_per_module)
    seen = read_tags(picture, pose, army(*IDS), spec)

    assert sorted(str(tag.text) for tag in seen.soldiers) == sorted(paper.text for paper in laid)


@CLOTHS
def test_no_man_is_read_into_a_cloth(px_per_module, square_modules):
    """A bare cloth holds no tag, however long it is searched."""
    pose, spec = camera(px_per_module)

    picture = on_cloth(pose, [], square_modules * px_per_module)
    assert read_tags(picture, pose, army(*IDS), spec).every == ()


def test_what_was_not_searched_is_told():
    """Where men are missing and not every patch had its turn, it is said how many had none."""
    pose, spec = camera(1.0)
    picture = on_cloth(pose, [Paper("R01", 0.2 * spec.width, 0.2 * spec.height, 10.0)], 1.0)

    seen = read_tags(picture, pose, army(*IDS), spec)
    alone = read_tags(painted(pose, []), pose, army(*IDS), spec)

    assert seen.untried > 0
    assert "23 men of the army are not seen" in untried_words(seen, army(*IDS))
    assert alone.untried == 0
