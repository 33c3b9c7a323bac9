"""Recorded tables in colours and light they were never recorded in."""

import pytest

from fixtures.recorded import recorded
from tests.bench.accuracy import looked_at
from tests.bench.cases import folder_case
from tests.bench.recoloured import recoloured, relit
from tests.bench.score import TableScore

MOST_FOUND = 24  # of 32 in the hardest colouring: three quarters, where colours alone mislead
SMALL = ("cloth-normal", "helmets-normal", "kitchen-easy", "lamp-hard")


def things(scores: list[TableScore]) -> tuple[int, int, int]:
    """How many things were found, missed and invented."""
    kinds = [kind for score in scores for kind in score.kinds.values()]
    found = sum(len(kind.overlaps) for kind in kinds)
    return found, sum(kind.missed for kind in kinds), sum(kind.invented for kind in kinds)


@pytest.mark.parametrize(
    "swap",
    [
        pytest.param((0, 2, 1), marks=pytest.mark.slow),
        (2, 0, 1),
        pytest.param((2, 1, 0), marks=pytest.mark.slow),
    ],
)
def test_other_colours_are_as_good(swap: tuple[int, ...]):
    """Where every colour is another, desk and armies too, things and men are still found."""
    cases = [recoloured(folder_case(recorded(name).folder), swap) for name in SMALL]
    scores = [looked_at(case, lens=True, empty=False)[0] for case in cases]

    found, missed, invented = things(scores)
    assert found + missed == 32
    assert found >= MOST_FOUND
    assert invented <= 4
    assert sum(len(score.men) for score in scores) >= 58
    assert not any(score.wrong for score in scores)


@pytest.mark.parametrize("light", ["warm", "cold", "dim"])
def test_another_lamp_changes_nothing(light: str):
    """A warm lamp, a cold window or a dim room renames no thing."""
    case = relit(folder_case(recorded("helmets-normal").folder), light)
    score, _ = looked_at(case, lens=True, empty=False)

    assert things([score]) == (7, 0, 0)
    assert len(score.men) == 11
