"""Range bands are the book's own, found by asking it."""

from dataclasses import replace

import pytest

from overlay.marks.band_marks import band_marks, band_words
from overlay.marks.bands import ShownBand, range_bands
from overlay.marks.marks import Line
from rules.book.ask import ask
from rules.book.shelf import book_named
from tests.overlay.desk import R1, SCENE

BOOK = book_named("omog-advanced")


def test_rifle():
    """The rifle's bands are its row: 3+ to 6, 4+ to 12, 5+ to 18 inches."""
    bands = range_bands(BOOK, R1, "rifle", 43.0)

    assert [(b.limit_in, b.succeeds) for b in bands] == [(6.0, "3+"), (12.0, "4+"), (18.0, "5+")]


def test_few_questions_tell_all_bands(monkeypatch):
    """About one question an inch: a click does not wait for hundreds of them."""
    asked = []
    monkeypatch.setattr(
        "overlay.marks.bands.ask", lambda *question: asked.append(question) or ask(*question)
    )

    range_bands(BOOK, R1, "rifle", 43.0)

    assert 43 <= len(asked) < 60


def test_rocket_has_a_least_range():
    """A bazooka's bands begin at 3 inches, and nothing nearer is drawn as one."""
    bands = range_bands(BOOK, R1, "bazooka", 43.0)

    assert [(b.limit_in, b.succeeds) for b in bands] == [(4.0, "3+"), (8.0, "4+"), (12.0, "6+")]


def test_grenade_is_thrown():
    """A weapon that only bursts has the ring within which it may be aimed."""
    (band,) = range_bands(BOOK, R1, "hand-grenade", 43.0)

    assert (band.limit_in, band.word) == (6.0, "in range")


def test_knife_has_none():
    """A weapon for neither use has no bands."""
    assert range_bands(BOOK, R1, "knife", 43.0) == ()


@pytest.mark.parametrize("name", ["combat", "lgam", "omniwar"])
def test_every_book(name):
    """Every book's bands grow outward, whatever its dice."""
    bands = range_bands(book_named(name), R1, "rifle", 60.0)

    limits = [band.limit_in for band in bands]
    assert bands
    assert limits == sorted(limits)


def test_a_spent_man_keeps_his_ranges():
    """Bands are the weapon's, whatever the man has done this turn."""
    spent = replace(R1, state={"fired": True, "moved": True})

    assert range_bands(BOOK, spent, "rifle", 43.0) == range_bands(BOOK, R1, "rifle", 43.0)


def test_rings_end_at_the_edge():
    """Rings do not run off the table."""
    marks = band_marks(SCENE, R1, [ShownBand(6.0, "short", "3+", 4 / 6)])

    points = [p for mark in marks if isinstance(mark, Line) for p in mark.points]
    assert points
    assert all(-1e-6 <= p.x <= 24 + 1e-6 and -1e-6 <= p.y <= 16 + 1e-6 for p in points)


def test_words():
    """A ring says its inches and its roll."""
    assert band_words(ShownBand(12.0, "medium", "4+", 0.5)) == "12 in: 4+ (50 %)"
