"""Bad input, a little of each kind; `make fuzz` goes on for longer."""

import pytest

from tests.fuzz.registry import SHORT_TRIES, TARGETS
from tests.fuzz.run import once


@pytest.mark.parametrize("name", TARGETS)
def test_bad_input_is_answered_or_refused_in_one_line(name):
    """Never a traceback, never a hang."""
    for seed in range(SHORT_TRIES[name]):
        once(name, seed)
