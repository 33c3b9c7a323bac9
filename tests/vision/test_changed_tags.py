"""Tags looked at again only where the table has changed."""

import numpy as np

from calibration.corner_markers import corner_markers
from calibration.table_pose import table_pose
from fixtures.recorded import recorded
from table.army_file import read_army
from table.lens_file import read_lens
from table.table_file import read_table
from vision.changed_tags import Changes, tags_now, unexplained_sq_in
from vision.picture_file import read_picture
from vision.read_tags import read_tags
from vision.resting import changed_cells, resting

TURN = recorded("oak-turn")
SPEC, ARMY, LENS = read_table(TURN.table), read_army(TURN.army), read_lens(TURN.camera)


def after_a_move():
    """The tags at rest, the changes when a man was moved, and all tags read afresh then."""
    before, after = (read_picture(TURN.pictures[i]) for i in (0, 4))
    size_wh = (before.shape[1], before.shape[0])
    pose = table_pose(corner_markers(before), SPEC, LENS, size_wh)
    rest = resting(before, pose, SPEC.width, SPEC.height)
    now = resting(after, pose, SPEC.width, SPEC.height)
    changes = Changes(after, pose, SPEC, changed_cells(rest, now), now.grid)
    return read_tags(before, pose, ARMY, SPEC), changes, read_tags(after, pose, ARMY, SPEC)


def test_what_changed_is_read_as_in_the_whole_picture():
    """The same men at the same places, and only the moved one was looked at."""
    known, changes, whole = after_a_move()
    tags = tags_now(known, changes, ARMY)

    assert [tag.text for tag in tags.found.soldiers] == ["G-E4"]
    there = {tag.text: tag.middle for tag in whole.soldiers}
    assert {tag.text for tag in tags.every.soldiers} == set(there)
    for tag in tags.every.soldiers:
        assert np.abs(tag.middle - there[tag.text]).max() < 0.5, tag.text


def test_a_moved_man_explains_his_change():
    """Where he was and where he is now account for it; a thing laid down does not."""
    known, changes, _ = after_a_move()
    tags = tags_now(known, changes, ARMY)
    gone = [tag for tag in known.soldiers if tag.text == "G-E4"]
    assert unexplained_sq_in(changes, [*gone, *tags.found.every], ARMY) < 0.3

    changes.cells[80:100, 40:80] = 255
    assert unexplained_sq_in(changes, [*gone, *tags.found.every], ARMY) > 5
