"""An army of ArUco markers from the printed sheet to the scene."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.corner_markers import marker_places
from calibration.paper import page_for
from calibration.sheets.corners import corner_pages
from calibration.sheets.tags import tag_pages
from table.army import Army, Enlisted, Side, TagStyle
from table.directions import between_deg, step
from table.places import TablePoint, TableXY
from table.table_spec import TableSpec
from tests.calibration.printed import scanned
from tests.vision.tag_pictures import SIZE_WH, camera
from vision.look import look

DPI = 200
RIM = 0.15  # of a marker's side: the white paper round it
SIZE_IN = 0.6
STYLE = TagStyle(size=SIZE_IN, family="aruco", figure=(-0.6, 0.0))
MEN = {"R01": 12, "R02": 7, "B01": 101, "B02": 249}
LAID = {"R01": (5.0, 5.0, 30.0), "R02": (12.0, 9.0, 145.0), "B01": (19.0, 4.0, 260.0)}


def army():
    """Four men, one of whom stays in the bag."""
    men = tuple(Enlisted(i, "red", tag=STYLE, marker=number) for i, number in MEN.items())
    return Army(STYLE, (Side("red"),), men)


def cut_out(scan, dictionary):
    """Each marker on a scanned sheet by its number, cut out with a rim of its paper."""
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(dictionary))
    quads, ids, _ = detector.detectMarkers(scan)
    side, papers = 200, {}
    edge = RIM * side
    target = np.array([(edge, edge), (side + edge, edge), (side + edge,) * 2, (edge, side + edge)])
    for number, quad in zip(ids.ravel(), quads, strict=True):
        warp = cv2.getPerspectiveTransform(quad.reshape(4, 2), target.astype(np.float32) - 0.5)
        whole = round(side + 2 * edge)
        papers[int(number)] = cv2.warpPerspective(scan, warp, (whole, whole))
    return papers


def laid_on(picture, pose, paper, corners):
    """A cut-out laid so that its marker's corners come to these table places."""
    rim = np.array([(-RIM, -RIM), (RIM, -RIM), (RIM, RIM), (-RIM, RIM)])
    right, down = corners[1] - corners[0], corners[3] - corners[0]
    outer = corners + rim @ np.array([right, down])
    there = pose.camera_from_table(TableXY(outer), 0.0).astype(np.float32)
    side = len(paper)
    source = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(source, there)
    share = cv2.warpPerspective(np.ones((side, side), np.float32), warp, SIZE_WH)
    ink = cv2.warpPerspective(paper.astype(np.float32) * 0.8 + 10, warp, SIZE_WH)
    return picture * (1 - share) + ink * share


def tag_corners(x, y, facing):
    """A tag's corners on the table, clockwise from its own top left."""
    half = SIZE_IN / 2
    ways = ((half, -half), (half, half), (-half, half), (-half, -half))
    ring = [step(TablePoint(x, y), facing, forward, right) for forward, right in ways]
    return np.array([(place.x, place.y) for place in ring])


def inset(pose, spec):
    """The same camera over a table an inch smaller on every side."""
    shift = pose.translation + pose.rotation @ (1.0, 1.0, 0.0)
    return replace(pose, translation=shift), TableSpec(spec.width - 2, spec.height - 2)


@pytest.fixture
def photo(tmp_path):
    """The printed markers cut out, laid on a table and photographed."""
    pose, spec = inset(*camera(1.5))
    page = page_for("a4")
    tags = cut_out(scanned(tag_pages(page, army()), page, tmp_path, DPI)[0], cv2.aruco.DICT_4X4_250)
    scan, _ = scanned(corner_pages(page, spec.corner_marker), page, tmp_path, DPI)
    picture = np.full((SIZE_WH[1], SIZE_WH[0]), 120, np.float32)
    for number, paper in cut_out(scan, cv2.aruco.DICT_4X4_50).items():
        picture = laid_on(picture, pose, paper, np.asarray(marker_places(spec)[number]))
    for name, place in LAID.items():
        picture = laid_on(picture, pose, tags[MEN[name]], tag_corners(*place))
    noise = np.random.default_rng(3).normal(0, 4, picture.shape)
    grey = np.clip(cv2.GaussianBlur(picture, (0, 0), 0.7) + noise, 0, 255).astype(np.uint8)
    return cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), spec, pose.lens


def test_from_the_sheet_to_the_scene(photo):
    """Men with markers cut from the printed sheet are named, and stand where they were put."""
    picture, spec, lens = photo

    scene = look(picture, spec, army(), lens)

    assert {man.id for man in scene.soldiers} == set(LAID)
    assert (scene.unknown, scene.unread) == ((), ())
    for name, (x, y, facing) in LAID.items():
        man, base = scene.soldier(name), step(TablePoint(x, y), facing, *STYLE.figure)
        assert np.hypot(man.x - base.x, man.y - base.y) < 0.04, name
        assert between_deg(man.facing, facing) < 1.0, name
