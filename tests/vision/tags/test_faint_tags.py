"""Evidence over several pictures of a table at rest."""

from dataclasses import replace

import numpy as np
import pytest

from tests.virtual.render import developed, exposed
from tests.virtual.tag_sheet import tag_sheet
from tests.vision.tag_pictures import Paper, army, camera, painted
from vision.live.track import track
from vision.live.tracked import Watching
from vision.tags.faint_tags import faint_tags, next_due, put_off, read_together
from vision.tags.read_tags import read_tags

MEN = 24


def at(tag_x, tag_y):
    """An unread tag of thirty pixels with its middle there."""
    pose, spec = camera(1.25)
    (tag,) = read_tags(
        painted(pose, [Paper("R01", spec.width / 2, spec.height / 2, 0.0)]), pose, army("R01"), spec
    ).soldiers
    return replace(tag, text=None, quad=tag.quad - tag.middle + (tag_x, tag_y))


def test_mean():
    """The picture of several is their mean."""
    dark, light = (np.full((200, 300, 3), value, np.uint8) for value in (10, 30))
    (faint,) = faint_tags([at(150.0, 100.0)], dark)

    faint = faint.with_picture(light).with_picture(light)

    assert faint.count == 3
    assert faint.picture.shape[0] < 150
    assert np.abs(faint.picture.astype(int) - 23).max() <= 1


def test_tries_become_rarer():
    """A tag is read again with twice the pictures each time, and at last given up."""
    picture = np.full((200, 300, 3), 90, np.uint8)
    faint = faint_tags([at(150.0, 100.0)], picture)
    tried = []
    for _ in range(100):
        faint = tuple(one.with_picture(picture) for one in faint)
        due = next_due(faint)
        if due is not None:
            tried.append(due.count)
            faint = put_off(faint, due)

    assert tried == [4, 8, 16, 32]
    assert faint == ()


def test_nothing_is_read_into_a_blank_patch():
    """However many pictures of a bare desk, they say nothing."""
    pose, spec = camera(1.25)
    pictures = [painted(pose, [], noise=20, seed=seed) for seed in range(4)]
    (faint,) = faint_tags([at(150.0, 100.0)], pictures[0])
    for picture in pictures[1:]:
        faint = faint.with_picture(picture)

    assert read_together(faint, pose, army("R01", "R02"), spec).every == ()


@pytest.fixture(scope="module")
def poor_sheet():
    """A sheet of tags, 0.85 pixels to the module, and pictures of it by a poor camera."""
    virtual = tag_sheet(9902, 0.85, "poor", n=MEN)
    canvas = exposed(virtual).canvas
    sensors = [replace(virtual.sensor, seed=seed) for seed in range(3)]
    return virtual, [developed(replace(virtual, sensor=sensor), canvas) for sensor in sensors]


def test_a_table_at_rest_becomes_clearer(poor_sheet):
    """Men whom no single picture names are named after several, each where he stands."""
    virtual, pictures = poor_sheet
    watching = Watching(virtual.spec, virtual.army, virtual.camera.lens)
    first = known = track(None, pictures[0], watching)
    for number, picture in enumerate(pictures[1:]):
        known = track(known, picture, watching, float(number))

    assert len(known.scene.soldiers) >= len(first.scene.soldiers) + 2
    assert len(known.scene.unread) < len(first.scene.unread)
    for man in known.scene.soldiers:
        true = virtual.scene.soldier(man.id)
        assert true is not None, man.id
        assert np.hypot(man.x - true.x, man.y - true.y) < 0.15, man.id
