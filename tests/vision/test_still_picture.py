"""Evidence over several pictures of a table at rest."""

import numpy as np

from tests.vision.tag_pictures import Paper, army, camera, painted
from vision.read_tags import read_tags
from vision.still_picture import still_picture

IDS = ("R01", "R02", "R03", "B01", "B02", "B03")


def test_mean():
    """The picture of several is their mean."""
    dark, light = (np.full((4, 6, 3), value, np.uint8) for value in (10, 30))

    still = still_picture(dark).with_picture(light).with_picture(light)

    assert still.count == 3
    assert np.abs(still.picture.astype(int) - 23).max() <= 1


def test_faint_tags():
    """Tags drowned in noise in each picture are read in eight together."""
    pose, spec = camera(1.0)
    places = [(0.2, 0.3), (0.5, 0.3), (0.8, 0.3), (0.2, 0.7), (0.5, 0.7), (0.8, 0.7)]
    laid = [
        Paper(text, x * spec.width, y * spec.height, 50.0 * i)
        for i, (text, (x, y)) in enumerate(zip(IDS, places, strict=True))
    ]
    pictures = [painted(pose, laid, noise=26, blur_px=0.6, seed=seed) for seed in range(8)]
    still = still_picture(pictures[0])
    for picture in pictures[1:]:
        still = still.with_picture(picture)

    alone = read_tags(pictures[0], pose, army(*IDS), spec).soldiers
    together = read_tags(still.picture, pose, army(*IDS), spec).soldiers

    assert len(alone) < 6
    assert len(together) == 6
