"""The projector's map: a simulated projector with a secret map, and real captures."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.corner_markers import corner_markers
from calibration.projector_file import read_projector, write_projector
from calibration.projector_fit import cancelled_light, fitted_projector, seen_dots
from calibration.projector_patterns import (
    ProjectorBoard,
    border_picture,
    dots_picture,
    pattern_pictures,
)
from calibration.table_calibration import nine_points
from calibration.table_pose import table_pose
from table.bent_map import BentMap
from table.errors import UserError
from table.places import ProjectorPixel, TablePoint, TableXY
from table.plane_map import PlaneMap
from tests.calibration.virtual_projector import (
    CAMERA_WH,
    PROJECTOR_WH,
    SPEC,
    VirtualProcam,
    bent_map,
    camera_pose,
    error_in,
    secret_map,
)

REAL = Path(__file__).parents[2].parent / "shared" / "real" / "procam_kamino"


def photographed(procam):
    patterns = pattern_pictures(PROJECTOR_WH)
    return {name: procam.picture(shown, i) for i, (name, shown) in enumerate(patterns.items())}


def measured_pose(shown):
    """The camera's pose as a player has it: from the corner markers in the same pictures."""
    return table_pose(corner_markers(shown["white"]), SPEC, camera_pose().lens, CAMERA_WH)


@cache
def plain():
    """An ordinary evening: procam, pictures, pose and fit."""
    procam = VirtualProcam(secret_map())
    shown = photographed(procam)
    pose = measured_pose(shown)
    return procam, shown, pose, fitted_projector(shown, pose, PROJECTOR_WH, SPEC)


@pytest.mark.parametrize(
    "faults",
    [
        pytest.param({"ambient": 0.0}, id="dark room", marks=pytest.mark.slow),
        pytest.param({"ambient": 2.5, "gain": 70.0}, id="daylight stronger than the projector"),
        pytest.param({"noise": 6.0, "blur_px": 2.0}, id="poor webcam"),
        pytest.param(
            {"book_in": (10, 6, 18, 12)}, id="a book left on the table", marks=pytest.mark.slow
        ),
    ],
)
def test_secret_map(faults):
    """The secret map is found: mean error under 0.05 in, worst under 0.15, whatever the light."""
    procam = VirtualProcam(secret_map(seed=4), **faults)
    shown = photographed(procam)
    pose = measured_pose(shown) if procam.ambient else camera_pose()
    fit = fitted_projector(shown, pose, PROJECTOR_WH, SPEC)
    errors = error_in(fit.projector_from_table, procam.projector_from_table)

    assert errors.mean() < 0.05
    assert errors.max() < 0.15
    assert errors.max() < 0.01 + 4 * fit.doubt_in < 0.2


@pytest.mark.parametrize("share", [pytest.param(-0.02, marks=pytest.mark.slow), 0.03])
def test_a_projector_with_a_lens_of_its_own(share):
    """A projector that bends its picture is followed to 0.05 in, where a plain map is far off."""
    procam = VirtualProcam(bent_map(share))
    shown = photographed(procam)
    fit = fitted_projector(shown, measured_pose(shown), PROJECTOR_WH, SPEC)
    errors = error_in(fit.projector_from_table, procam.projector_from_table)
    plain = PlaneMap(TablePoint, ProjectorPixel, fit.projector_from_table.matrix)

    assert isinstance(fit.projector_from_table, BentMap)
    assert errors.max() < 0.08
    assert error_in(plain, procam.projector_from_table).max() > 0.15
    assert len(fit.doubts_in) == 9


def test_a_straight_projector_stays_plain():
    """Noise alone gives a projector no lens of its own."""
    assert not isinstance(plain()[3].projector_from_table, BentMap)


def test_bent_there_and_back():
    """The way through a lens and back ends where it began, from a reader's seat too."""
    bent = bent_map(0.04)
    turned = bent @ PlaneMap(
        TablePoint, TablePoint, np.array([[0, -1, 30], [1, 0, 0], [0, 0, 1.0]])
    )
    places = nine_points(SPEC.width, SPEC.height)

    for one in (bent, turned):
        assert one.inverse.many(one.many(places)) == pytest.approx(places, abs=1e-6)
        here = one(TablePoint(3.0, 4.0))
        assert (here.x, here.y) == pytest.approx(one.many(np.array([(3.0, 4.0)]))[0])


def test_a_moved_projector_is_noticed():
    """How far its light falls from where it fell is told; measuring twice tells next to none."""
    _, _, pose, before = plain()
    push = np.array([[1, 0, 20], [0, 1, 0], [0, 0, 1.0]])
    pushed = PlaneMap(TablePoint, ProjectorPixel, push @ secret_map().matrix)
    again, moved = (
        fitted_projector(photographed(procam), pose, PROJECTOR_WH, SPEC).moved_in(before, SPEC)
        for procam in (VirtualProcam(secret_map(), seed=11), VirtualProcam(pushed))
    )

    assert again < 0.05
    assert moved == pytest.approx(20 / 48, rel=0.2)


def test_a_lens_survives_writing_and_reading(tmp_path):
    """A bent map is the same after it was written and read; old files without one are read."""
    fit = replace(plain()[3], projector_from_table=bent_map(0.03))
    write_projector(fit, tmp_path / "projector.json")
    places = nine_points(SPEC.width, SPEC.height)
    back = read_projector(tmp_path / "projector.json")

    assert back.projector_from_table.many(places) == pytest.approx(
        fit.projector_from_table.many(places)
    )
    assert back.doubts_in == pytest.approx(fit.doubts_in)


def test_anchor():
    """Table (0, 0) is within a pixel of where the projector really lights it."""
    procam, _, _, fit = plain()
    here, there = (
        m(TablePoint(0.0, 0.0)) for m in (fit.projector_from_table, procam.projector_from_table)
    )

    assert (here.x, here.y) == pytest.approx((there.x, there.y), abs=1.0)


def test_half_covered():
    """A projector that lights half of the table is calibrated for that half."""
    procam = VirtualProcam(secret_map(reach=0.6))
    shown = photographed(procam)
    fit = fitted_projector(shown, measured_pose(shown), PROJECTOR_WH, SPEC)
    middle = np.array([[18.0, 12.0], [12.0, 9.0], [24.0, 15.0]])
    fell = procam.projector_from_table.inverse.many(fit.projector_from_table.many(middle))

    assert np.linalg.norm(fell - middle, axis=1).max() < 0.15


def test_nine_dots():
    """The nine-point check sees a good map as good, by its own light."""
    procam, shown, pose, fit = plain()
    places = nine_points(SPEC.width, SPEC.height)
    light = procam.picture(dots_picture(fit.projector_from_table, places, PROJECTOR_WH), 9)
    errors = [dot.error_in for dot in seen_dots(light, shown["black"], pose, places)]

    assert len(errors) == 9
    assert max(errors) < 0.05


def test_nine_dots_see_a_bad_map():
    """A projector bumped after its calibration shows: half an inch off is told as half an inch."""
    procam, shown, pose, fit = plain()
    places = nine_points(SPEC.width, SPEC.height)
    wrong = TableXY(np.asarray(places) + np.array([0.3, 0.4]))
    light = procam.picture(dots_picture(fit.projector_from_table, wrong, PROJECTOR_WH), 9)
    errors = [dot.error_in for dot in seen_dots(light, shown["black"], pose, places)]

    assert errors == pytest.approx([0.5] * 9, abs=0.1)


def test_dot_not_lit():
    """A place out of the projector's reach has no error, it is not lit."""
    _, shown, pose, _ = plain()
    (dot,) = seen_dots(shown["black"], shown["black"], pose, TableXY(np.array([[18.0, 12.0]])))

    assert dot.error_in is None


def test_switched_off():
    """A projector that is off is said to be so, not calibrated from noise."""
    _, shown, pose, _ = plain()
    off = dict.fromkeys(shown, shown["black"])
    with pytest.raises(UserError, match="switch it on"):
        fitted_projector(off, pose, PROJECTOR_WH, SPEC)


def test_pattern_hidden():
    """A projector whose pattern cannot be read is told what to do."""
    _, shown, pose, _ = plain()
    blurred = {name: cv2.blur(picture, (151, 151)) for name, picture in shown.items()}
    with pytest.raises(UserError, match="focus it"):
        fitted_projector(blurred, pose, PROJECTOR_WH, SPEC)


def test_blinded():
    """A camera blinded by the projector is said to be so."""
    _, shown, pose, _ = plain()
    bright = {
        name: np.clip(p.astype(int) * 4, 0, 255).astype(np.uint8) for name, p in shown.items()
    }
    with pytest.raises(UserError, match="exposure"):
        fitted_projector(bright, pose, PROJECTOR_WH, SPEC)


@pytest.mark.parametrize(
    "size_wh", [(1920, 1080), (1280, 800), (1024, 768), (854, 480), (3840, 2160)]
)
def test_board_fits(size_wh):
    """Every projector gets a board that fits its picture, its corners where the squares meet."""
    board = ProjectorBoard(size_wh)
    picture = board.picture()[..., 0]
    corners = np.asarray(board.corners)

    assert picture.shape == (size_wh[1], size_wh[0])
    assert len(corners) > 60
    assert (corners > 0).all()
    assert (corners < size_wh).all()
    x, y = (int(value) for value in corners[0])  # the last pixel up and left of the corner
    assert picture[y, x] != picture[y, x + 1]
    assert picture[y, x] == picture[y + 1, x + 1]


def test_border_picture():
    """The border is drawn on the play area's edges, black outside."""
    procam, _, _, fit = plain()
    picture = border_picture(fit.projector_from_table, (SPEC.width, SPEC.height), PROJECTOR_WH)
    on_edge = procam.projector_from_table(TablePoint(18.0, 0.0))
    outside = procam.projector_from_table(TablePoint(18.0, -0.5))

    assert picture[round(on_edge.y), round(on_edge.x)].max() > 200
    assert picture[round(outside.y), round(outside.x)].max() == 0


def test_file(tmp_path):
    """A saved map comes back as it was, and a damaged file is refused in one line."""
    fit = plain()[3]
    path = tmp_path / "projector.json"
    write_projector(fit, path)
    back = read_projector(path)

    assert back.size_wh == PROJECTOR_WH
    assert back.projector_from_table.matrix == pytest.approx(fit.projector_from_table.matrix)
    path.write_text(path.read_text().replace('"size": [', '"size": ["x", '))
    with pytest.raises(UserError, match=r"projector\.json: size is damaged"):
        read_projector(path)


@pytest.mark.skipif(not REAL.exists(), reason="the real captures are not here")
@pytest.mark.parametrize("capture", ["capture_0", "capture_1"])
def test_real_light(capture):
    """Board against negative cancels a real table's light: stripes decode to one flat map."""
    pictures = [cv2.imread(str(REAL / capture / f"graycode_{i:02d}.jpg")) for i in range(42)]
    levels = [
        cancelled_light(
            {
                "white": pictures[40],
                "black": pictures[41],
                "board": pictures[i],
                "negative": pictures[i + 1],
            }
        )
        for i in (*range(0, 16, 2), *range(20, 36, 2))
    ]
    codes = np.stack([_gray(levels[:8]), _gray(levels[8:])], axis=-1)
    sure = np.min(np.abs(levels), axis=0) > 0.3
    ys, xs = np.nonzero(sure)
    pick = np.random.default_rng(1).choice(len(xs), 4000, replace=False)
    camera = np.column_stack([xs, ys])[pick].astype(float)
    projector = codes[ys[pick], xs[pick]].astype(float)
    matrix, inside = cv2.findHomography(camera, projector, cv2.RANSAC, 4.0)
    moved = np.column_stack([camera, np.ones(len(camera))]) @ matrix.T
    off = np.linalg.norm(moved[:, :2] / moved[:, 2:] - projector, axis=1)

    assert inside.mean() > 0.5
    assert np.median(off[inside.ravel() > 0]) < 2.0


def _gray(levels):
    """The eight highest of ten Gray-code bits to the middle of their four pixels."""
    bits = np.cumsum(np.stack(levels) > 0, axis=0) % 2
    return (bits * (2 ** np.arange(9, 1, -1))[:, None, None]).sum(axis=0) + 1.5
