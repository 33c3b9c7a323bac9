"""Teaching: its states as values, and its window driven with real events nobody sees."""

from dataclasses import replace

import numpy as np
import pygame
import pytest

from overlay.teach.teach_state import (
    Explained,
    Leave,
    Name,
    Offer,
    TakeEntryBack,
    TeachState,
    keyed,
    picked,
    pressed,
    rows,
    title,
)
from overlay.teach.teach_window import PANEL_PX, TeachWindow
from table.kinds import KINDS
from table.places import CameraPixel

AMBER = (255, 185, 40)


def square(left, top, side):
    corners = ((0, 0), (side, 0), (side, side), (0, side))
    return tuple(CameraPixel(left + x, top + y) for x, y in corners)


MUG = Offer(square(100, 100, 200), CameraPixel(200, 200), "3.1 x 3.1 in, round", "#b03030", KINDS)
LID = Offer(
    square(150, 150, 50), CameraPixel(175, 175), "1.0 x 1.0 in, round", "#c8a23a", ("lid", *KINDS)
)
STATE = TeachState((MUG, LID))


def test_a_click_takes_what_lies_on_top():
    """Where outlines overlap, the smaller one is meant."""
    on_both, _ = pressed(STATE, CameraPixel(170, 170))
    on_mug, _ = pressed(STATE, CameraPixel(280, 280))

    assert (on_both.chosen.number, on_mug.chosen.number) == (1, 0)


def test_what_is_not_outlined_can_be_named():
    """A click beside all outlines, or on something known, asks what lies there."""
    known = replace(STATE, known=(Explained(square(500, 500, 100), "book"),))
    beside, _ = pressed(known, CameraPixel(400, 400))
    on_book, _ = pressed(known, CameraPixel(550, 550))

    assert beside.chosen.at == CameraPixel(400, 400)
    assert on_book.chosen.words == "taken for a book"
    assert title(on_book) == "What is this?"
    assert picked(on_book, KINDS.index("napkin"))[1] == Name(CameraPixel(550, 550), "napkin", 0.0)


def test_a_flat_thing_is_written_at_once():
    """Of a napkin no height is asked."""
    state, _ = pressed(STATE, CameraPixel(280, 280))
    napkin = [row.words.split()[1] for row in rows(state)[:-1]].index("napkin")

    state, command = picked(state, napkin)

    assert command == Name(MUG.at, "napkin", 0.0)
    assert state.chosen is None


def test_a_standing_thing_is_asked_its_height():
    """Typed inches count; with nothing typed the kind's own height does."""
    state, command = picked(pressed(STATE, CameraPixel(280, 280))[0], KINDS.index("mug"))
    assert command is None
    assert title(state) == "How high is this mug?"
    assert keyed(state, "return")[1] == Name(MUG.at, "mug", 3.75)
    for key in ("4", ".", "2"):
        state, _ = keyed(state, key)

    assert keyed(state, "return")[1] == Name(MUG.at, "mug", 4.2)


@pytest.mark.parametrize("typed", [".", "..", "4..", "999", "4.2.1"])
def test_a_height_that_is_none_does_not_count(typed):
    """What is no height in inches leaves the kind's own."""
    state, _ = picked(pressed(STATE, CameraPixel(280, 280))[0], KINDS.index("mug"))
    for key in typed:
        state, _ = keyed(state, key)

    assert keyed(state, "return")[1] == Name(MUG.at, "mug", 3.75)


def test_escape_goes_back_step_by_step():
    """From height to kind to the list, then it leaves."""
    state, _ = picked(pressed(STATE, CameraPixel(280, 280))[0], KINDS.index("mug"))
    state, first = keyed(state, "back")
    state, second = keyed(state, "back")
    _, third = keyed(state, "back")

    assert (first, second, third) == (None, None, Leave())


@pytest.fixture
def window():
    made = TeachWindow(np.full((720, 1280, 3), 90, np.uint8), (1280 + PANEL_PX, 720))
    pygame.event.clear()
    made.show((MUG, LID), (), "")
    yield made
    made.close()
    pygame.display.quit()


def click(window, at):
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    return window.step()


def test_outlines_are_drawn_where_things_are(window):
    """The photo shows through, an unexplained thing has an orange outline."""
    shown = window.paint()

    assert tuple(shown.get_at((600, 500)))[:3] == (90, 90, 90)
    assert tuple(shown.get_at((200, 100)))[:3] == AMBER


def test_two_clicks_name_a_thing(window):
    """A click on the thing, one on its kind, Enter: the entry is asked for."""
    assert click(window, (280, 280)) == []
    row = KINDS.index("book")
    assert click(window, (1280 + 60, 176 + row * 42 + 20)) == []
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, unicode="\r"))

    assert window.step() == [Name(MUG.at, "book", 1.0)]


def test_undo_and_close(window):
    """Ctrl+Z takes back, closing the window leaves."""
    undo = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_z, mod=pygame.KMOD_LCTRL, unicode="")
    pygame.event.post(undo)
    pygame.event.post(pygame.event.Event(pygame.QUIT))

    assert window.step() == [TakeEntryBack(), Leave()]


def test_many_offers_stay_in_the_window(window):
    """Twenty lines are made smaller rather than run off the window."""
    window.show([MUG] * 20, (), "")

    assert window._row_box(20).bottom <= 720
