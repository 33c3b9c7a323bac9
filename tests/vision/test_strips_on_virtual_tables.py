"""Strips, bridges and pencils that rendered tables once hid: in shade, by men, beside paper."""

import pytest

from tests.bench.cases import virtual_case
from tests.bench.score import score
from tests.virtual.random_table import random_table
from vision.look import look


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "tier", "kind"),
    [
        pytest.param(9600, "easy", "bridge", id="brown bridge on a brown desk under a lamp"),
        pytest.param(99987, "easy", "bridge", id="bridge that a shadow of its colour touches"),
        pytest.param(9617, "hard", "wall", id="bundle that touches a road"),
        pytest.param(99404, "hard", "road", id="road that men hide beyond its bridge"),
        pytest.param(99409, "normal", "road", id="road in a mug's shadow beyond its bridge"),
        pytest.param(9668, "hard", "wall", id="pencil with a shadow along it"),
    ],
)
def test_all_of_a_kind_are_found(seed, tier, kind):
    """Every thing of that kind on the table is found, and none is invented."""
    case = virtual_case(random_table(seed, tier, usual=True))

    found = score(look(case.picture, case.spec, case.army, lens=case.lens), case.truth).kinds[kind]

    assert found.overlaps
    assert (found.missed, found.invented) == (0, 0)
