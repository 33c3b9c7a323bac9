"""Words never lie on each other or on a tag, and stay in their bounds."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import box

from overlay.marks.marks import Card, Label, Line, ManMark, Plate, Words
from overlay.marks.scene_marks import scene_marks
from overlay.marks.text_size import width_in, wrapped
from overlay.paint.words_surface import words_surface
from overlay.strokes.card_strokes import card_size_in
from overlay.strokes.labels import placed
from overlay.strokes.mark_strokes import strokes_of
from overlay.strokes.strokes import Text
from overlay.strokes.theme import PAPER
from table.places import TablePoint
from table.scene import Order, Scene, Soldier

BOUNDS = (0.0, 0.0, 36.0, 24.0)
places = st.builds(TablePoint, st.floats(0, 36), st.floats(0, 24))
words = st.text("abcWil0+%.", min_size=1, max_size=14)
labels = st.builds(Label, places, words, st.just("note"), st.sampled_from([0, 0.5, 1.0]))


@settings(max_examples=40)
@given(st.lists(labels, min_size=2, max_size=25))
def test_words_side_by_side_are_not_read_as_one_line(wanted):
    """Between two plates at one height a gap is seen."""
    plates = [mark.box for mark in placed(wanted, [], BOUNDS) if isinstance(mark, Plate)]

    for (x0, y0, x1, y1), (u0, v0, u1, v1) in itertools.combinations(plates, 2):
        if min(y1, v1) - max(y0, v0) > 1e-9:
            assert max(x0, u0) - min(x1, u1) >= 0.08 - 1e-9


@settings(max_examples=40)
@given(st.lists(labels, max_size=25), st.lists(places, max_size=12))
def test_nothing_overlaps(wanted, men):
    """However many labels are wanted, those that are set overlap nothing."""
    tags = [(m.x - 0.6, m.y - 0.6, m.x + 0.6, m.y + 0.6) for m in men]

    plates = [box(*mark.box) for mark in placed(wanted, tags, BOUNDS) if isinstance(mark, Plate)]

    for one, other in itertools.combinations(plates, 2):
        assert one.intersection(other).area < 1e-9
    for plate, tag in itertools.product(plates, tags):
        assert plate.intersection(box(*tag)).area < 1e-9
    assert all(box(*BOUNDS).buffer(1e-9).covers(plate) for plate in plates)


def test_beside_its_place():
    """Words alone on the table stand right of their place, level with it."""
    ((plate, words),) = [placed([Label(TablePoint(10, 10), "4+", "note", 0.5)], (), BOUNDS)]

    assert isinstance(plate, Plate)
    assert isinstance(words, Words)
    assert 10.5 < plate.box[0] < 11
    assert plate.box[1] < 10 < plate.box[3]


def test_more_important_first():
    """Where one place is left, the higher rank has it."""
    tight = (9.0, 9.6, 11.0, 10.4)
    two = [
        Label(TablePoint(10, 10), name, "note", 0, rank) for name, rank in (("low", 1), ("top", 2))
    ]

    shown = [mark.text for mark in placed(two, (), tight) if isinstance(mark, Words)]

    assert shown == ["top"]


def test_leader():
    """Words that had to go far away are led back to their place by a line."""
    wall = (5.0, 8.0, 16.0, 12.0)

    marks = placed([Label(TablePoint(10.5, 10), "far", "note")], [wall], BOUNDS)

    assert [mark for mark in marks if isinstance(mark, Line)]


@pytest.mark.parametrize("text", ["R01 at B02: 4+ (50 %)", "iiiiWWWW", "move-1", "0123456789"])
def test_width_is_the_fonts(text):
    """The layout's widths are those of the font that is painted, to a few percent."""
    words, _ = words_surface(text, 20.0, (0, 0, 0))

    assert width_in(text, 20.0) == pytest.approx(words.get_width(), rel=0.02)


def test_wrapped():
    """Lines are broken between words, a word too long is left whole."""
    assert wrapped("enemy in woods", 1.0, 7.5) == ("enemy in", "woods")
    assert wrapped("unbreakable", 1.0, 2.0) == ("unbreakable",)


def test_rows_use_the_room_their_title_makes():
    """A row that is no longer than the card's title stands on one line."""
    row = "there is no hand-to-hand fighting; ask for knives and machetes with shoot"
    short, wide = (Card(title, ((row, "LG-FIRE-18"),), "note") for title in ("no", 2 * row))
    line_in = card_size_in(replace(wide, rows=(("one line",),)))[1]

    assert card_size_in(wide)[1] == pytest.approx(line_in)
    assert card_size_in(short)[1] > line_in


def test_an_order_card_bears_its_name():
    """The colon before it is only for the camera."""
    scene = Scene(36.0, 24.0, orders=(Order("FIRE", 5.0, 5.0),))

    assert [m.text for m in scene_marks(scene) if isinstance(m, Label)] == ["FIRE"]


def test_every_man_of_a_plan_has_his_name():
    """An id too long for its base stands beside it, and only then."""
    men = (Soldier("R1", "red", 5.0, 5.0), Soldier("LONGNAME-1", "red", 9.0, 5.0))
    scene = Scene(36.0, 24.0, men)

    beside = [m.text for m in scene_marks(scene) if isinstance(m, Label)]
    bases = [m for m in scene_marks(scene) if isinstance(m, ManMark)]
    drawn = [stroke.text for stroke in strokes_of(bases, PAPER) if isinstance(stroke, Text)]

    assert beside == ["LONGNAME-1"]
    assert drawn == ["R1"]
