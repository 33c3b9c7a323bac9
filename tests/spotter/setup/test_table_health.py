"""Findings about a table: each fault is seen and told with what to do, a good table is good."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.corner_markers import corner_markers
from spotter.setup.table_health import (
    colour_findings,
    desk_rgb,
    light_findings,
    place_findings,
    reach_findings,
    sharpness_findings,
    tag_findings,
)
from table.army import Army, Enlisted, Side, TagStyle
from table.places import CameraXY
from table.table_spec import ThingSpec
from tests.calibration.virtual_projector import SPEC, VirtualProcam, camera_pose, secret_map
from vision.tags.tags_seen import SeenTag, TagsSeen


@pytest.fixture(scope="module")
def picture():
    """The table under the lamp alone."""
    return VirtualProcam(secret_map(), ambient=2.0).picture(np.zeros((1080, 1920, 3), np.uint8))


def bad(findings):
    return [finding for finding in findings if not finding.good]


def test_good_light(picture):
    """An evenly lit sharp table has nothing to put right."""
    assert bad(light_findings(picture, camera_pose(), SPEC)) == []
    assert bad(sharpness_findings(picture, corner_markers(picture))) == []


def test_dark(picture):
    """A dark table is told to get more light."""
    (finding,) = bad(light_findings((picture * 0.2).astype(np.uint8), camera_pose(), SPEC))

    assert "too dark" in finding.advice


def test_blown_out(picture):
    """A lamp's white spot is told with how much of the table it takes."""
    glare = picture.copy()
    cv2.circle(glare, (1000, 500), 200, (255, 255, 255), -1)
    (finding,) = bad(light_findings(glare, camera_pose(), SPEC))

    assert "blown out" in finding.what


def test_out_of_focus(picture):
    """A picture out of focus is told so."""
    markers = corner_markers(picture)
    (finding,) = bad(sharpness_findings(cv2.GaussianBlur(picture, (0, 0), 4), markers))

    assert "focus" in finding.advice


def test_places():
    """Errors beyond a tenth of an inch, and a marker out of place, are findings."""
    fine = [(1.0, 1.0, 0.02)] * 9

    assert bad(place_findings(fine, {0: 0.01, 2: 0.05})) == []
    assert "0.150 in" in bad(place_findings([*fine, (1.0, 1.0, 0.15)], {}))[0].what
    assert "marker 2 (bottom right)" in bad(place_findings(fine, {0: 0.01, 2: 0.5}))[0].advice


def test_reach():
    """Tags too small for the camera are told with the pixels they have."""
    small = Army(TagStyle(0.4), (Side("red"),), (Enlisted("R1", "red", tag=TagStyle(0.4)),))
    large = Army(TagStyle(1.5), (Side("red"),), (Enlisted("R1", "red", tag=TagStyle(1.5)),))

    assert "0.4 in has 0." in bad(reach_findings(camera_pose(), SPEC, small))[0].what
    assert bad(reach_findings(camera_pose(), SPEC, large)) == []


ARMY = Army(TagStyle(), (Side("red"),), tuple(Enlisted(f"R{i}", "red") for i in range(1, 4)))


def seen(text, side_px, confidence=0.99):
    quad = CameraXY(np.array([(0, 0), (side_px, 0), (side_px, side_px), (0, side_px)], float) + 900)
    return SeenTag(text, quad, 1.0, confidence, 0.1)


def test_tags():
    """Small, doubtful and unread tags are named or placed."""
    tags = TagsSeen((seen("R1", 60), seen("R2", 25), seen("R3", 60, 0.5)), unread=(seen(None, 60),))
    hard, unread = bad(tag_findings(tags, camera_pose(), ARMY))

    assert "R2" in hard.advice
    assert "R3" in hard.advice
    assert "R1" not in hard.advice
    assert "1 tag seen" in unread.what
    assert bad(tag_findings(TagsSeen((seen("R1", 60),)), camera_pose(), ARMY)) == []


def test_colours():
    """Two papers of nearly one colour, and a cloth like the desk, are findings; shapes help."""
    road, bridge = ThingSpec("road", "#c9a56b", 0.0), ThingSpec("bridge", "#c8a23a", 0.0)
    lid = ThingSpec("lid", "#c8a23a", 0.25)

    assert "road #c9a56b and bridge #c8a23a" in bad(colour_findings([road, bridge], None))[0].what
    assert bad(colour_findings([road, lid], None)) == []
    assert "looks like the table" in bad(colour_findings([lid], (200, 160, 60)))[0].what
    assert bad(colour_findings([road, replace(road, colour="#808080")], None)) == []
    assert colour_findings([road], None)[0].what == "1 colour"
    assert "spotter teach" in colour_findings([], None)[0].what


def test_desk_colour():
    """The desk's colour is the commonest one inside the play area."""
    plain = np.full((1080, 1920, 3), (30, 60, 120), np.uint8)

    assert desk_rgb(plain, camera_pose(), SPEC) == (120, 60, 30)
