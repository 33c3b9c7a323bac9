"""What is on no list, at the edge of the play area."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.corner_markers import corner_markers
from calibration.table_pose import table_pose
from table.table_spec import TableSpec, ThingSpec
from tests.spotter.plain_desk import DESK_AT_FIRST, EDGE_IN, PX_PER_IN, picture_of
from vision.things.find import on_table

SPEC = TableSpec(22.0, 14.0)


def seen_with(middle, radius_in):
    """What is unexplained where a dark disc lies on the bare desk."""
    picture = picture_of(replace(DESK_AT_FIRST, men={}, cloth=None))
    at = tuple(round((side + EDGE_IN) * PX_PER_IN) for side in middle)
    cv2.circle(picture, at, round(radius_in * PX_PER_IN), (90, 40, 30), -1, cv2.LINE_AA)
    size_wh = (picture.shape[1], picture.shape[0])
    pose = table_pose(corner_markers(picture), SPEC, None, size_wh)
    return on_table(picture, pose, SPEC, [], None).unexplained


def test_what_stands_at_the_edge_is_told():
    """Half of it lies beyond the play area, and its place is on it."""
    (one,) = seen_with((22.0, 7.0), 0.8)

    assert one.place.x <= 22.0
    assert one.footprint.area > 1.0


def test_what_lies_beyond_is_not_told():
    """What hardly reaches in is no matter of the game."""
    assert seen_with((22.6, 7.0), 0.7) == ()


@pytest.mark.parametrize(
    ("light", "told"),
    [
        pytest.param((0.3, 0.3, 0.3), 0, id="shadow"),
        pytest.param((0.3, 0.9, 0.3), 1, id="green"),
    ],
)
def test_what_a_thing_darkens_is_its_shadow(light, told):
    """A band beside a thing is told where it has a colour of its own, not where light lacks."""
    picture = picture_of(replace(DESK_AT_FIRST, men={}, cloth=None))
    thing, band = ((slice(at(5), at(9)), slice(at(x), at(end))) for x, end in ((6, 12), (12, 13.2)))
    picture[thing] = (40, 40, 190)
    picture[band] = np.clip(picture[band] * np.array(light) ** (1 / 2.2), 0, 255)
    listed = replace(SPEC, things=(ThingSpec("mat", "#be2828", 0.0),))
    pose = table_pose(corner_markers(picture), listed, None, (picture.shape[1], picture.shape[0]))

    seen = on_table(picture, pose, listed, [], None)

    assert [one.kind for one in seen.things] == ["mat"]
    assert len(seen.unexplained) == told


def at(inches):
    return round((inches + EDGE_IN) * PX_PER_IN)
