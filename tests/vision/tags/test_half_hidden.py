"""Tags of which about half shows: named by what is in view, or listed as unread."""

import numpy as np
import pytest

from tests.vision.tag_pictures import army, camera, corners_px, painted
from tests.vision.tags.mugs_over_tags import mugs, papers
from vision.tags.read_tags import read_tags

IDS = tuple(f"{side}{number:02d}" for side in "RB" for number in range(1, 13))
PX_PER_MODULE = 2.0


def half_seen(texts, soldiers, depth_in, side_deg):
    pose, spec = camera(PX_PER_MODULE)
    laid = papers(spec, texts)
    picture = painted(pose, laid, covers=mugs(laid, depth_in, side_deg))
    return pose, laid, read_tags(picture, pose, army(*soldiers), spec)


@pytest.mark.parametrize("side_deg", [0, 90, 180, 270])
def test_named(side_deg):
    """Mugs that hide nearly half of every tag, from any side, leave most names, each in place."""
    pose, laid, seen = half_seen(IDS[:6], IDS, 0.5, side_deg)

    assert len(seen.soldiers) >= 4
    for tag in seen.soldiers:
        (paper,) = (p for p in laid if p.text == tag.text)
        off_px = tag.quad - corners_px(pose, paper)
        assert np.hypot(*off_px.mean(axis=0)) < 1.0
        assert np.abs(off_px).max() < PX_PER_MODULE


@pytest.mark.parametrize("depth_in", [0.35, 0.45, 0.55])
def test_strangers(depth_in):
    """Half-hidden tags of nearly the soldiers' names are nobody's."""
    _, _, seen = half_seen(IDS[1:12:2], IDS[::2], depth_in, 180)

    assert seen.soldiers == ()


def test_only_places():
    """Of tags that show two finder patterns and little else at least the places are known."""
    pose, laid, seen = half_seen(IDS[:6], IDS, 0.62, 180)
    places = [tag.quad.mean(axis=0) for tag in seen.every]
    middles = [corners_px(pose, paper).mean(axis=0) for paper in laid]
    gaps_px = [min(np.hypot(*(middle - place)) for place in places) for middle in middles]

    assert len(seen.unread) >= 1
    assert sum(gap < 2.0 for gap in gaps_px) >= 5
