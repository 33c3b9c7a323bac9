"""A man who fell over is no thing that somebody laid down."""

import pytest
import shapely

from table.scene import Soldier, Thing
from tests.virtual.incidents.runs import composed_score
from vision.live.fallen import may_be_fallen

MAN = Soldier("R01", "red", 10.0, 10.0)


def thing(x: float, y: float, wide: float, high: float) -> Thing:
    """A strip of paper, as far as vision can tell."""
    return Thing("road-1", "road", shapely.box(x, y, x + wide, y + high), 0.0)


@pytest.mark.parametrize(
    ("found", "fallen"),
    [
        pytest.param(thing(10.5, 10.0, 2.2, 0.9), True, id="beside him, as long as he"),
        pytest.param(thing(9.6, 9.6, 0.9, 2.3), True, id="where he stood"),
        pytest.param(thing(15.0, 10.0, 2.2, 0.9), False, id="too far away"),
        pytest.param(thing(10.5, 10.0, 6.0, 0.9), False, id="too long"),
        pytest.param(thing(10.5, 9.0, 2.5, 2.5), False, id="too wide"),
    ],
)
def test_what_may_be_a_man_who_lies_there(found, fallen):
    """A figure's length and width, no farther away than it falls."""
    assert may_be_fallen(found, [MAN]) is fallen
    assert not may_be_fallen(found, [])


@pytest.mark.slow
def test_a_figure_beside_its_tag_is_no_road():
    """It lies there like a strip of paper; he is hidden, and nothing was laid."""
    score = composed_score("oak-turn", "a_man_lies_beside_his_tag", seed=1)

    assert score.wrong == []
