"""Tags looked at again only where the table has changed."""

from dataclasses import replace

import numpy as np

from calibration.corner_markers import corner_markers
from calibration.table_pose import table_pose
from fixtures.recorded import recorded
from table.army_file import read_army
from table.lens_file import read_lens
from table.table_file import read_table
from vision.live.changed_tags import Changes, tags_now, unexplained_sq_in
from vision.live.from_above import from_above
from vision.live.resting import changed_cells, resting
from vision.pictures.picture_file import read_picture
from vision.tags.read_tags import read_tags

TURN = recorded("oak-turn")
SPEC, ARMY, LENS = read_table(TURN.table), read_army(TURN.army), read_lens(TURN.camera)


def after_a_move():
    """The tags at rest, the changes when a man was moved, and all tags read afresh then."""
    before, after = (read_picture(TURN.pictures[i]) for i in (0, 4))
    size_wh = (before.shape[1], before.shape[0])
    pose = table_pose(corner_markers(before), SPEC, LENS, size_wh)
    rest, now = (
        resting(from_above(one, pose, SPEC.width, SPEC.height, shown=False))
        for one in (before, after)
    )
    known = read_tags(before, pose, ARMY, SPEC)
    moved = [tag for tag in known.soldiers if tag.text == "G-E4"]
    lasting = known.of_each(lambda some: tuple(tag for tag in some if tag not in moved))
    changes = Changes(after, pose, SPEC, changed_cells(rest, now), now, lasting)
    return known, changes, read_tags(after, pose, ARMY, SPEC)


def test_what_changed_is_read_as_in_the_whole_picture():
    """The same men at the same places, and only the moved one was looked at."""
    _, changes, whole = after_a_move()
    tags = tags_now(changes, ARMY)

    assert [tag.text for tag in tags.found.soldiers] == ["G-E4"]
    there = {tag.text: tag.middle for tag in whole.soldiers}
    assert {tag.text for tag in tags.every.soldiers} == set(there)
    for tag in tags.every.soldiers:
        assert np.abs(tag.middle - there[tag.text]).max() < 0.5, tag.text


def test_a_moved_man_explains_his_change():
    """Where he was and where he is now account for it; a thing laid down does not."""
    known, changes, _ = after_a_move()
    tags = tags_now(changes, ARMY)
    gone = [tag for tag in known.soldiers if tag.text == "G-E4"]
    assert unexplained_sq_in(changes, [*gone, *tags.found.every], ARMY) < 0.3

    changes.cells.cells[80:100, 40:80] = 255
    assert unexplained_sq_in(changes, [*gone, *tags.found.every], ARMY) > 5


def with_a_twin(known, changes):
    """The same where the moved man's tag lies at its old place too."""
    (old,) = [tag for tag in known.soldiers if tag.text == "G-E4"]
    (left, top), (right, bottom) = (
        np.round(ends).astype(int) for ends in (old.quad.min(axis=0) - 6, old.quad.max(axis=0) + 6)
    )
    picture = changes.picture.copy()
    picture[top:bottom, left:right] = read_picture(TURN.pictures[0])[top:bottom, left:right]
    return replace(changes, picture=picture, lasting=known)


def test_a_name_read_at_two_places_is_said():
    """A man who lasts where he stands and is read elsewhere too is there twice, and named once."""
    known, changes, _ = after_a_move()
    tags = tags_now(with_a_twin(known, changes), ARMY)

    assert [tag.again for tag in tags.again] == ["G-E4"]
    assert [tag.text for tag in tags.every.soldiers].count("G-E4") == 1
    assert tags.again[0] in tags.every.unread


def test_who_is_read_elsewhere_is_read_anew_where_he_seemed_to_last():
    """He was swapped for one who looks much like him, or is gone: he is there once, not twice."""
    known, changes, whole = after_a_move()
    tags = tags_now(replace(changes, lasting=known), ARMY)

    (there,) = [tag.middle for tag in whole.soldiers if tag.text == "G-E4"]
    (man,) = [tag for tag in tags.every.soldiers if tag.text == "G-E4"]
    assert tags.again == ()
    assert np.abs(man.middle - there).max() < 0.5


def test_of_a_name_that_was_there_twice_the_one_that_is_left_is_he():
    """The first is taken away: the second has the name."""
    known, changes, _ = after_a_move()
    twice = tags_now(with_a_twin(known, changes), ARMY)
    left = replace(twice.every, soldiers=changes.lasting.soldiers)
    changes.cells.cells[:] = 0
    tags = tags_now(replace(changes, lasting=left), ARMY)

    assert tags.again == ()
    assert [tag.text for tag in tags.found.soldiers] == ["G-E4"]
