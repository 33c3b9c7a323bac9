"""Reach on the recorded tables: fine enough under every book."""

import json

import numpy as np
import pytest
import shapely
from shapely import Polygon

from fixtures.recorded import photo_names, recorded
from rules.book.ask import ask
from rules.book.shelf import NAMES, book_named
from table.scene_file import scene_from_json

MEN = 4
RIM_POINTS = 400


def scene_of(name):
    """What really stands and lies on a recorded table."""
    truth = json.loads(recorded(name).truth.read_text(encoding="utf-8"))
    kept = ("spotter", "table", "soldiers", "things", "orders")
    return scene_from_json({key: truth[key] for key in kept}, name)


def polygons(scene, book):
    """The reach of some men of the table."""
    men = scene.soldiers[:: max(1, len(scene.soldiers) // MEN)][:MEN]
    areas = [ask(scene, {"ask": "reach", "soldier": man.id}, book).area for man in men]
    return [Polygon(area[0], area[1:]) if area else Polygon() for area in areas]


@pytest.mark.slow
@pytest.mark.parametrize("book", NAMES)
@pytest.mark.parametrize("table", photo_names())
def test_the_rim_is_that_of_a_mesh_three_times_as_fine(table, book, monkeypatch):
    """At least 95 of 100 points of the rim lie within 0.02 in of it."""
    scene, rules = scene_of(table), book_named(book)
    plain = polygons(scene, rules)
    monkeypatch.setattr("rules.measure.travel.GAPS", 192)
    monkeypatch.setattr("rules.measure.reach.POINTS", 672)
    for ours, fine in zip(plain, polygons(scene, rules), strict=True):
        assert ours.is_empty == fine.is_empty
        if not fine.is_empty:
            at = np.linspace(0.0, fine.length, RIM_POINTS)
            rim = shapely.line_interpolate_point(fine.exterior, at)
            assert np.percentile(shapely.distance(ours.exterior, rim), 95) <= 0.02
