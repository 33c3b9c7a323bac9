"""Every promise in docs/promises.md names tests that are there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_promise_names_its_tests():
    """A promise without a test is none."""
    text = (ROOT / "docs/promises.md").read_text(encoding="utf-8")
    promises = re.split(r"\n- ", text)[1:]

    assert len(promises) > 10
    for promise in promises:
        named = re.findall(r"`((?:\w+/)*test_\w+\.py)`", promise)
        assert named, promise
        for name in named:
            assert (ROOT / "tests" / name).exists(), name
