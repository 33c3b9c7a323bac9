"""Armies that wear ArUco markers."""

import cv2
import numpy as np
import pytest

from table.army import Army, Enlisted, Side, TagStyle
from table.directions import between_deg, step
from table.places import TablePoint, TableXY
from tests.vision.tag_pictures import SIZE_WH, camera
from vision.men import soldiers_standing
from vision.tags.read_tags import read_tags

STYLE = TagStyle(size=0.8, family="aruco", figure=(0.0, 0.0))


def army(**markers):
    men = tuple(Enlisted(i, "red", tag=STYLE, marker=m) for i, m in markers.items())
    return Army(STYLE, (Side("red"),), men)


def photographed(pose, laid):
    """Markers (number, x, y, facing, side) on light paper."""
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    picture = np.full((SIZE_WH[1], SIZE_WH[0]), 190, np.float32)
    for number, x, y, facing, side in laid:
        half = side / 2
        ways = ((half, -half), (half, half), (-half, half), (-half, -half))
        ring = [step(TablePoint(x, y), facing, f, r) for f, r in ways]
        corners = pose.camera_from_table(TableXY(np.array([(p.x, p.y) for p in ring])), 0.0)
        source = np.array([(0, 0), (300, 0), (300, 300), (0, 300)], np.float32) - 0.5
        warp = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
        marker = cv2.aruco.generateImageMarker(book, number, 300).astype(np.float32) * 0.7 + 10
        there = cv2.warpPerspective(np.ones((300, 300), np.float32), warp, SIZE_WH)
        picture = picture * (1 - there) + cv2.warpPerspective(marker, warp, SIZE_WH) * there
    grey = np.clip(cv2.GaussianBlur(picture, (0, 0), 0.7), 0, 255).astype(np.uint8)
    return cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)


def test_soldiers():
    """Men are named by their markers and stand where those lie; others are unknown."""
    pose, spec = camera(1.5)
    laid = [(12, 6.0, 5.0, 30.0, 0.8), (200, 15.0, 10.0, 200.0, 0.8), (77, 19.0, 4.0, 0.0, 0.8)]
    men = army(R01=12, B01=200, B02=3)

    tags = read_tags(photographed(pose, laid), pose, men, spec)
    soldiers = {s.id: s for s in soldiers_standing(tags.soldiers, men, pose, ())}

    assert soldiers.keys() == {"R01", "B01"}
    assert [tag.text for tag in tags.unknown] == ["77"]
    assert (soldiers["R01"].x, soldiers["R01"].y) == pytest.approx((6.0, 5.0), abs=0.02)
    assert between_deg(soldiers["B01"].facing, 200.0) < 1.0


def test_corner_markers_are_no_soldiers():
    """A man may wear number 2: the table's own marker 2 in its corner is not he."""
    pose, spec = camera(1.5)
    corner = (2, spec.width - 0.75, spec.height - 0.75, 270.0, 1.5)

    tags = read_tags(
        photographed(pose, [corner, (2, 8.0, 8.0, 90.0, 0.8)]), pose, army(R01=2), spec
    )

    (tag,) = tags.soldiers
    there = pose.table_from_camera(tag.middle, 0.0)[0]
    assert there == pytest.approx((8.0, 8.0), abs=0.02)
