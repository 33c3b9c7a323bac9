"""What is said of the places' exactness is true."""

import numpy as np

from calibration.corner_markers import CornerMarkers, marker_places
from calibration.pose_accuracy import nine_errors_in, proved_errors_in
from calibration.pose_fit import moved_pose, pixel_slopes
from calibration.table_calibration import nine_points
from calibration.table_pose import table_pose
from table.places import TableXY
from tests.calibration.posed import LENS, SPEC, pose_at, seen_from

SIZE_WH = LENS.size_wh


def test_nine_errors_hold():
    """The stated radius holds the true place in most of many noisy pictures, and is not huge."""
    places = nine_points(SPEC.width, SPEC.height)
    held = []
    for seed in range(60):
        noise = np.random.default_rng(seed)
        seen = CornerMarkers(
            {
                i: pose_at().camera_from_table(xy, 0.0) + noise.normal(0, 0.12, (4, 2))
                for i, xy in marker_places(SPEC).items()
            }
        )
        pose = table_pose(seen, SPEC, LENS, SIZE_WH)
        off = pose.table_from_camera(pose_at().camera_from_table(places, 0.0), 0.0) - places
        radii = np.array([radius for _, _, radius in nine_errors_in(pose, SPEC)])
        held.append(np.hypot(*off.T) <= radii)
        assert radii.max() < 0.05

    assert 0.85 < np.mean(held) <= 1.0


def test_unsure_without_a_lens():
    """Without a lens the stated errors are larger than with one."""
    seen = seen_from(pose_at())
    known, guessed = (
        max(r for _, _, r in nine_errors_in(table_pose(seen, SPEC, lens, SIZE_WH), SPEC))
        for lens in (LENS, None)
    )

    assert guessed > known


def test_marker_out_of_place():
    """A marker half an inch out of its corner shows in what the other three say."""
    seen = dict(seen_from(pose_at()).corners)
    seen[2] = pose_at().camera_from_table(
        TableXY(marker_places(SPEC)[2] + np.array([0.5, 0.0])), 0.0
    )
    errors = proved_errors_in(CornerMarkers(seen), SPEC, LENS, SIZE_WH)
    good = proved_errors_in(seen_from(pose_at()), SPEC, LENS, SIZE_WH)

    assert max(errors, key=errors.get) == 2
    assert errors[2] > 0.4
    assert max(good.values()) < 0.05


def test_pixels_move_as_their_slopes_tell():
    """A pose changed a little in any of its numbers moves each pixel by its slope."""
    places, heights = TableXY(np.array([[3.0, 4.0], [30.0, 20.0]])), np.array([0.0, 2.0])
    slopes = pixel_slopes(pose_at(), places, heights)

    for number, step in enumerate(np.eye(14) * 1e-6):
        after, before = (
            moved_pose(pose_at(), change).camera_from_table(places, heights)
            for change in (step, -step)
        )
        np.testing.assert_allclose(
            (after - before) / 2e-6, slopes[:, :, number], rtol=1e-3, atol=0.05
        )
