"""The program that fits what signs weigh."""

from dataclasses import replace

import numpy as np
import pytest

from tests.bench.fit_weights import FOLDS, Labelled, _logistic, in_folds, text_of
from vision.things.signs import SIGNS
from vision.things.weights import WEIGHTS, weights_from


def test_what_always_comes_with_things_weighs_for_them():
    """A sign that things have and other shapes have not gets weight; one of neither gets none."""
    rng = np.random.default_rng(1)
    wanted = (np.arange(200) % 2).astype(float)
    rows = np.column_stack([np.ones(200), wanted + rng.normal(0, 0.3, 200), rng.normal(0, 1, 200)])

    weights = _logistic(rows, wanted, np.ones(200), np.zeros(3), np.zeros(3))

    assert weights[1] > 1
    assert abs(weights[2]) < 0.5


def test_a_weight_stays_on_its_side():
    """A sign that must speak for a thing never speaks against it, whatever a few pictures say."""
    wanted = np.array([1.0, 1, 0, 0])
    rows = np.column_stack([np.ones(4), [0.1, 0.2, 0.9, 0.8]])

    assert _logistic(rows, wanted, np.ones(4), np.array([0.0, 1.0]), np.zeros(2))[1] == 0
    assert _logistic(rows, wanted, np.ones(4), np.zeros(2), np.zeros(2))[1] < 0


def test_a_group_with_nothing_to_tell_keeps_to_the_common_weights():
    """Where no picture shows a group's things, what all groups have in common holds for it."""
    common = np.array([-1.0, 2.0])

    assert _logistic(np.zeros((0, 2)), np.zeros(0), np.zeros(0), np.zeros(2), common) == (
        pytest.approx(common)
    )


def test_the_file_holds_what_was_fitted():
    """Weights that are written and read again are the same, and the note stays a comment."""
    raised = {group: row + 0.5 * (np.array(SIGNS) == "one") for group, row in WEIGHTS.signs.items()}
    other = replace(WEIGHTS, signs=raised, least=WEIGHTS.least + 0.1)

    again = weights_from(text_of(other, "found 90 %\nof 10"))

    assert (again.sizes, again.least) == (WEIGHTS.sizes, other.least)
    for group, row in again.signs.items():
        assert row == pytest.approx(raised[group], abs=1e-3)


def test_each_fold_holds_a_fifth_of_the_sources_of_every_folder():
    """Pictures of one source stay together, and no fold has all that a folder shows."""
    sources = [f"{folder}{n:02}" for folder in ("desks", "meals", "scans") for n in range(FOLDS)]
    pictures = [
        Labelled("", source, 1.0, None, None, None, [], {}) for source in sources for _ in range(2)
    ]

    folds = in_folds(pictures[::-1])

    assert len({(one.source, one.fold) for one in folds}) == len(sources)
    for folder in ("desks", "meals", "scans"):
        own = {one.fold for one in folds if one.source.startswith(folder)}
        assert own == set(range(FOLDS))
