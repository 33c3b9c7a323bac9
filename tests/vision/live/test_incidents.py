"""Whatever happens at a table, nothing is believed that is not so."""

import pytest

from tests.virtual.incidents.rendered import RENDERED
from tests.virtual.incidents.runs import (
    composed_runs,
    composed_score,
    rendered_runs,
    rendered_score,
    still_score,
)

QUICK = [
    ("oak-turn", "a_man_is_moved"),
    ("cloth-turn", "the_camera_is_pushed"),
    ("oak-turn", "pictures_are_spoilt"),
    ("cloth-turn", "a_hand_rests_in_stills"),
    ("oak-turn", "paper_slides_over_men_in_stills"),
]
FIRST_TABLE = 41


def check(score):
    """Nothing wrong was believed, all is known at last, and moves were believed at once."""
    assert score.wrong == []
    assert score.missed == []
    assert score.in_time == score.moves


@pytest.mark.parametrize(("table", "kind"), QUICK)
def test_what_happens_often(table, kind):
    """A move is believed at once; pushes, bad pictures, resting hands and paper write nothing."""
    check(composed_score(table, kind, seed=0))


@pytest.mark.slow
@pytest.mark.parametrize(("table", "kind"), [run for run in composed_runs() if run not in QUICK])
def test_whatever_happens(table, kind):
    """Every incident on every recorded table: no wrong event, and all is known at last."""
    check(composed_score(table, kind, seed=1))


@pytest.mark.slow
@pytest.mark.parametrize("table", ["cloth-turn", "oak-turn"])
def test_nothing_happens(table):
    """Two minutes in which the light alone changes: nobody is hidden or lifted."""
    check(still_score(table, 120.0, seed=0))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("table", "kind"), list(rendered_runs(range(FIRST_TABLE, FIRST_TABLE + 4), RENDERED))
)
def test_whatever_happens_on_rendered_tables(table, kind):
    """The same with hands, lamps and things that are rendered."""
    score = rendered_score(table, kind)

    assert score.wrong == []
    assert score.in_time == score.moves
