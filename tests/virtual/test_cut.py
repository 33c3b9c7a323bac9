"""Men cut out of a table's picture go alone."""

import pytest

from table.places import TablePoint
from tests.virtual.incidents.cut import Carried, mask_of, pasted, without
from tests.virtual.incidents.runs import stage_named
from vision.tags.read_tags import read_tags

CROWDED, TAKEN, LEFT = "oak-normal", "5", "42"


@pytest.fixture(scope="module")
def crowded():
    """A table where one man's arm reaches over another's tag."""
    stage = stage_named(CROWDED)
    assert (mask_of(stage, stage.men[TAKEN]) & mask_of(stage, stage.men[LEFT])).any()
    return stage


def names(stage, picture):
    """Whose tags are read in a picture."""
    found = read_tags(picture, stage.pose, stage.army, stage.spec)
    return {tag.text for tag in found.soldiers}


def test_who_is_taken_leaves_his_neighbours_tag(crowded):
    """It is read as it was, and his own is gone."""
    before = names(crowded, crowded.picture)
    after = names(crowded, without(crowded, crowded.picture, crowded.men[TAKEN]))

    assert {TAKEN, LEFT} <= before
    assert after == before - {TAKEN}


def test_who_is_set_down_brings_nobody_else(crowded):
    """Nothing of a tag that lay beside his shows where he stands now."""
    carried = Carried(TablePoint(28.0, 12.5), 30.0)
    there = pasted(crowded, crowded.empty, crowded.men[TAKEN], carried)

    assert names(crowded, there) == {TAKEN}
