"""The page of readings is what the rows say."""

from pathlib import Path

from rules.book.readings import readings_lines

PAGE = Path(__file__).parent.parent.parent / "docs" / "readings.md"


def test_the_page_is_made_from_the_rows():
    """`python -m rules.book.readings > docs/readings.md` was run after the last change of a row."""
    assert PAGE.read_text(encoding="utf-8").splitlines() == list(readings_lines())
