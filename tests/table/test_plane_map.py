"""Plane maps know both their ends."""

import numpy as np
import pytest

from table.places import CameraPixel, PlanPixel, ProjectorPixel, TablePoint
from table.plane_map import PlaneMap

TABLE_FROM_PLAN = PlaneMap(
    PlanPixel, TablePoint, np.array([[0.02, 0, -1], [0, 0.02, -2], [0, 0, 1.0]])
)


def test_a_place_in_another_frame():
    """Pixel (100, 200) of this camera lies at (1, 2) inches."""
    assert TABLE_FROM_PLAN(PlanPixel(100, 200)) == TablePoint(1.0, 2.0)


def test_a_mix_of_frames_is_refused():
    """A camera pixel is no pixel of a plan, though both are two numbers."""
    with pytest.raises(TypeError, match="wants a PlanPixel"):
        TABLE_FROM_PLAN(CameraPixel(100, 200))


def test_maps_join_where_their_frames_meet():
    """First table from plan, then projector from table."""
    projector_from_table = PlaneMap(TablePoint, ProjectorPixel, np.diag([10.0, 10.0, 1.0]))

    projector_from_plan = projector_from_table @ TABLE_FROM_PLAN

    assert projector_from_plan(PlanPixel(100, 200)) == ProjectorPixel(10.0, 20.0)
    with pytest.raises(TypeError, match="does not meet"):
        _ = TABLE_FROM_PLAN @ projector_from_table


def test_the_way_back():
    """The inverse undoes the map and swaps its ends."""
    plan_from_table = TABLE_FROM_PLAN.inverse

    back = plan_from_table(TablePoint(1.0, 2.0))

    assert (back.x, back.y) == pytest.approx((100, 200))
    assert type(back) is PlanPixel


def test_many_points_at_once():
    """Arrays go the same way as single places."""
    assert TABLE_FROM_PLAN.many(np.array([[100.0, 200.0]])) == pytest.approx(np.array([[1.0, 2.0]]))
