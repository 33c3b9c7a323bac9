"""The page of readings is what the rows say."""

from pathlib import Path

from tests.docs.readings_page import readings_lines

PAGE = Path(__file__).parent.parent.parent / "docs" / "readings.md"


def test_the_page_is_made_from_the_rows():
    """`python -m tests.docs.readings_page` was run after the last change of a row."""
    assert PAGE.read_text(encoding="utf-8").splitlines() == list(readings_lines())
