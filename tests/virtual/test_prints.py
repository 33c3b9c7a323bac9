"""Things with something printed on them, for tables as players really have them."""

from dataclasses import replace

import numpy as np
import pytest

from tests.virtual.prints import PRINTED_KINDS, printed
from tests.virtual.random_table import random_table

SMALL = {"size_wh": (960, 540), "table_wh": (20.0, 12.0)}


@pytest.mark.parametrize("kind", sorted(PRINTED_KINDS))
def test_a_print_is_of_more_colours_than_its_ground(kind):
    """Print strays farther from the listed colour than paper does, and is the same for a seed."""
    sheets = [printed(np.random.default_rng(seed), (200, 160), 32.0, "#808080", kind)
              for seed in (1, 1, 2)]  # fmt: skip
    assert np.array_equal(sheets[0], sheets[1])
    assert not np.array_equal(sheets[0], sheets[2])
    for sheet in sheets:
        assert sheet.shape == (160, 200, 3)
        assert np.ptp(sheet.reshape(-1, 3), axis=0).max() > 0.1


def test_printed_tables_have_the_things_of_plain_ones():
    """What is printed changes looks and clutter, not which things lie where, nor other seeds."""
    plain, told = (random_table(4, "normal", printed=print_, **SMALL) for print_ in (False, True))
    assert told.scene.things == plain.scene.things
    some = {name for name, look in told.looks.items() if look.print_seed}
    assert some
    assert {name: replace(look, print_seed=0) for name, look in told.looks.items()} == plain.looks
    assert len(told.clutter) > len(plain.clutter)
