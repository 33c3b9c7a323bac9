"""Soldiers' tags followed from picture to picture."""

import numpy as np

from tests.vision.tag_pictures import Paper, army, camera, painted
from vision.live.follow_tags import followed_tags
from vision.tags.read_tags import read_tags

IDS = ("R01", "R02", "R03", "B01", "B02", "B03")


def laid_out(spec):
    """Six men in two rows."""
    places = [(x, y) for y in (0.3, 0.7) for x in (0.2, 0.5, 0.8)]
    return [
        Paper(text, x * spec.width, y * spec.height, 50.0 * i)
        for i, (text, (x, y)) in enumerate(zip(IDS, places, strict=True))
    ]


def test_who_stays_is_found_where_he_was():
    """The same men at the same places; one who was taken away is not among them."""
    pose, spec = camera(1.25)
    laid = laid_out(spec)
    before = read_tags(painted(pose, laid), pose, army(*IDS), spec).soldiers

    after = followed_tags(painted(pose, laid[1:], seed=2), pose, army(*IDS), spec, known=before)

    there = {tag.text: tag.middle for tag in before}
    assert sorted(tag.text for tag in after) == sorted(IDS[1:])
    for tag in after:
        assert np.abs(tag.middle - there[tag.text]).max() < 0.5, tag.text


def test_who_moved_is_found_elsewhere():
    """A man who is not where he was is found at his new place."""
    pose, spec = camera(1.5)
    laid = laid_out(spec)
    before = read_tags(painted(pose, laid), pose, army(*IDS), spec).soldiers
    moved = Paper("R01", laid[0].x + 1.5, laid[0].y + 1.0, 200.0)

    after = followed_tags(
        painted(pose, [moved, *laid[1:]], seed=2), pose, army(*IDS), spec, known=before
    )

    (tag,) = (tag for tag in after if tag.text == "R01")
    (there,) = pose.table_from_camera(tag.middle, 0.0)
    assert np.abs(there - (moved.x, moved.y)).max() < 0.05


def test_a_man_is_in_one_place():
    """A second tag with the name of one who lies still is not taken for him."""
    pose, spec = camera(1.5)
    laid = laid_out(spec)
    before = read_tags(painted(pose, laid), pose, army(*IDS), spec).soldiers
    still = [tag for tag in before if tag.text != "R02"]
    copy = Paper("R01", laid[1].x, laid[1].y, 20.0)

    after = followed_tags(
        painted(pose, [laid[0], copy, *laid[2:]], seed=2),
        pose,
        army(*IDS),
        spec,
        known=[tag for tag in before if tag.text == "R02"],
        taken=still,
    )

    assert after == ()
