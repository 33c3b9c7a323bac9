"""The window on a screen that is none, driven by real mouse and key events."""

import threading
from dataclasses import replace
from types import MethodType

import numpy as np
import pygame
import pytest
from shapely import box

from overlay.marks.answer_cache import AnswerCache
from overlay.marks.marks import Card
from overlay.window.desk import desk_of
from overlay.window.desk_answer import Answered
from overlay.window.hover import hover_card
from overlay.window.hud import Hud
from overlay.window.live_picture import LivePicture
from overlay.window.paint_window import shown_wh, window_view
from overlay.window.window import Window
from overlay.window.window_commands import HandToHand, Quit, SavePicture
from overlay.window.window_marks import measured_words, table_drawing
from table.places import TablePoint
from table.scene import Unexplained
from tests.overlay.desk import ARMY, B1, R1, SCENE, asking


@pytest.fixture
def window():
    made = Window(SCENE, asking(), ARMY, size_wh=(960, 680))
    pygame.event.clear()
    yield made
    made.close()


def pixel(window, place):
    ((x, y),) = window.view.px_from_table(np.array([(place.x, place.y)]))
    return round(x), round(y)


def mouse(window, kind, place, button=1):
    at = pixel(window, place)
    extra = (
        {"rel": (0, 0), "buttons": (0, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": button}
    )
    pygame.event.post(pygame.event.Event(kind, pos=at, **extra))


def click(window, place, button=1):
    mouse(window, pygame.MOUSEMOTION, place)
    mouse(window, pygame.MOUSEBUTTONDOWN, place, button)
    mouse(window, pygame.MOUSEBUTTONUP, place, button)


def press(key, mod=0, typed=""):
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=typed))


def colour_near(surface, at, rgb, reach=12, slack=40):
    """Whether some pixel near a place has about that colour."""
    x, y = at
    part = pygame.surfarray.array3d(surface)[x - reach : x + reach, y - reach : y + reach].astype(
        int
    )
    return bool((np.abs(part - np.array(rgb)).max(axis=2) < slack).any())


def test_men_are_where_they_stand(window):
    """A soldier's colour is at his place on the screen."""
    surface = window.paint(wait=True)

    assert colour_near(surface, pixel(window, R1.place), (192, 57, 43))
    assert colour_near(surface, pixel(window, B1.place), (36, 92, 168))


def test_click_then_click_shows_the_shot(window):
    """Two clicks show the shot: the title tells its roll, the card its rule."""
    click(window, R1.place)
    click(window, SCENE.soldier("B2").place)
    window.step()

    drawing = table_drawing(window.state, asking(), on_picture=False)

    assert drawing.title == "R1 at B2: hits on 4 or more (50 %); 10.3 in (medium)"
    assert "OA-SHOOT-11" in [cell for card in drawing.cards for row in card.rows for cell in row]


def test_in_the_phase_of_fights_the_fight_is_shown(window):
    """Two clicks show the fight and not the shot, and Enter fights."""
    near = replace(B1, x=R1.x + 1.1, y=R1.y)
    window.feed(SCENE.with_soldiers(near), hud=Hud(1, "hand to hand", fights=True))
    click(window, R1.place)
    click(window, near.place)
    window.step()

    drawing = table_drawing(window.state, asking(), on_picture=False)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))

    assert drawing.title.startswith("R1 against B1: attackers win")
    assert window.step() == [HandToHand("R1", "B1", "")]


def test_once_time_is_up_nobody_has_a_reach(window):
    """As long as the clock runs his reach is drawn; after that it is said why it is not."""
    click(window, R1.place)
    window.step()

    def told(left_s):
        hud = Hud(1, "move", "red", left_s=left_s, allows=frozenset({"moved"}))
        return table_drawing(replace(window.state, hud=hud), asking(), on_picture=False)

    assert [mark for mark in told(1.0).marks if getattr(mark, "ink", "") == "reach"]
    assert not [mark for mark in told(-1.0).marks if getattr(mark, "ink", "") == "reach"]
    assert told(-1.0).title == "R1, red: time is up: nothing moves any more"


def test_first_click_shows_reach_and_bands(window):
    """One click paints the ring of the first band where it belongs."""
    before = window.paint(wait=True).copy()
    click(window, R1.place)
    window.step()
    surface = window.paint(wait=True)

    ring = pixel(window, TablePoint(R1.x, R1.y - 6.0))
    assert colour_near(surface, ring, (0, 92, 160), reach=3)
    assert not colour_near(before, ring, (0, 92, 160), reach=3)


def test_drag_measures(window):
    """A drag from man to man reads their distance and how sure it is."""
    mouse(window, pygame.MOUSEBUTTONDOWN, R1.place)
    mouse(window, pygame.MOUSEMOTION, B1.place)
    window.step()

    assert measured_words(window.state) == "16.00 +- 0.14 in"


def test_hover_tells(window):
    """The mouse over a thing tells what it is and what it means."""
    mouse(window, pygame.MOUSEMOTION, TablePoint(12.0, 8.0))
    window.step()

    card = hover_card(window.state, window.state.mouse, asking())

    assert card.title == "mug-1"
    assert card.rows[0] == ("a mug: house, 3.75 in high",)


def test_the_answer_is_not_covered_by_whom_it_is_about(window):
    """The mouse stays over the enemy who was clicked, and the shot's number can be read there."""
    click(window, R1.place)
    mouse(window, pygame.MOUSEMOTION, B1.place)
    window.step()
    assert hover_card(window.state, window.state.mouse, asking()).title == "B1, blue"

    click(window, B1.place)
    window.step()

    assert hover_card(window.state, window.state.mouse, asking()) is None


def test_whoever_is_chosen_is_told_of_beside_the_table(window):
    """Over him no card hides what was drawn for him."""
    click(window, R1.place)
    window.step()

    assert window.state.chosen == "R1"
    assert hover_card(window.state, window.state.mouse, asking()) is None


def test_a_card_lies_on_no_words(window):
    """What is told of a man under the mouse covers no name and no number."""
    mouse(window, pygame.MOUSEMOTION, B1.place)
    window.step()
    plain = hover_card(window.state, window.state.mouse, asking())
    taken = (plain.at.x, plain.at.y, plain.at.x + 2.0, plain.at.y + 1.0)

    moved = hover_card(window.state, window.state.mouse, asking(), (taken,))

    assert moved.at != plain.at


@pytest.mark.parametrize("what", ["a tag that cannot be read", "something on no list"])
def test_what_nobody_knows_is_asked_about_under_the_mouse(window, what):
    """Whoever points at it is told that a click names it."""
    stranger = Unexplained(box(9.0, 1.0, 10.0, 2.0), TablePoint(9.5, 1.5), True, (1.0, 1.0))
    window.feed(replace(SCENE, unexplained=(stranger,)))
    at = SCENE.unread[0] if "tag" in what else stranger.place

    card = hover_card(window.state, at, asking())

    assert card.title == what
    assert card.rows == (("click it and say what it is",),)


def test_what_the_game_keeps_of_a_man_is_told_in_words(window):
    """No program's words: neither True nor brackets."""
    state = {"moved_last_turn": True, "ammo": {"bazooka": 3}, "crew": ["R2", "R3"], "turns": 2}
    window.feed(SCENE.with_soldiers(replace(R1, state=state, on="mug-1")))
    mouse(window, pygame.MOUSEMOTION, R1.place)
    window.step()

    rows = [row[0] for row in hover_card(window.state, window.state.mouse, asking()).rows]

    assert rows[-5:] == [
        "on mug-1",
        "moved last turn",
        "bazooka 3 left",
        "crew R2, R3",
        "turns 2",
    ]


def test_right_click_menu_corrects(window):
    """A right click opens the menu, a click on a row corrects."""
    click(window, TablePoint(12.0, 8.0), button=3)
    window.step()
    menu = window.state.menu
    row = next(i for i, e in enumerate(menu.entries) if e.words.startswith("nothing"))
    spot = TablePoint(menu.at.x + 0.5, menu.at.y + (0.8 - 0.35 + 1.75 * (row + 1.5)) * 0.32)

    mouse(window, pygame.MOUSEBUTTONDOWN, spot)
    window.step()

    assert window.state.scene.thing("mug-1") is None
    press(pygame.K_z, pygame.KMOD_CTRL)
    window.step()
    assert window.state.scene.thing("mug-1") is not None


def test_keys_of_every_keyboard(window):
    """Plus is plus, whether typed with Shift or on the number pad."""
    mouse(window, pygame.MOUSEMOTION, TablePoint(12.0, 8.0))
    press(pygame.K_EQUALS, pygame.KMOD_SHIFT, "+")
    press(pygame.K_KP_PLUS, 0, "+")
    press(pygame.K_MINUS, 0, "-")
    window.step()

    assert window.state.scene.thing("mug-1").height == 4.0


def test_help_is_painted(window):
    """H lays the list of keys over the table, H again takes it away."""
    plain = pygame.surfarray.array3d(window.paint(wait=True)).copy()
    press(pygame.K_h, typed="h")
    window.step()
    helped = pygame.surfarray.array3d(window.paint(wait=True)).copy()
    press(pygame.K_h, typed="h")
    window.step()

    assert (helped != plain).any(axis=2).mean() > 0.1
    assert (pygame.surfarray.array3d(window.paint(wait=True)) == plain).all()


def test_quit_and_save(window):
    """Q ends, Ctrl+S asks for a picture."""
    press(pygame.K_s, pygame.KMOD_CTRL)
    press(pygame.K_q)

    assert window.step() == [SavePicture("png"), Quit()]
    assert not window.open


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_saved_picture(window, tmp_path, ending):
    """What is on screen can be kept as PNG and as SVG."""
    path = tmp_path / f"kept.{ending}"

    window.save(path)

    assert path.stat().st_size > 2000


def test_live_picture_lies_under_the_marks(window):
    """A camera's picture from above fills the table, under outlines and names."""
    picture = np.full((240, 360, 3), (200, 40, 60), np.uint8)  # blue, green, red
    window.feed(SCENE, LivePicture(from_above=picture), Hud(turn=2, phase="fire", left_s=61))

    surface = window.paint(wait=True)

    assert surface.get_at(pixel(window, TablePoint(9.0, 15.7)))[:3] == (60, 40, 200)


def test_as_the_camera_sees_it(window):
    """Over the picture as it was taken, marks go through the camera's own map."""
    picture = np.zeros((480, 640, 3), np.uint8)

    def camera_from_table(xy):
        return np.asarray(xy) * 20 + (60, 80)

    live = LivePicture(
        None, picture, camera_from_table, lambda px: (np.asarray(px) - (60, 80)) / 20
    )
    window.feed(SCENE, live)
    press(pygame.K_r, typed="r")
    window.step()

    place = window.view.place_at(pixel(window, R1.place))
    assert (place.x, place.y) == pytest.approx((R1.x, R1.y), abs=0.05)
    assert colour_near(window.paint(wait=True), pixel(window, R1.place), (255, 150, 140), 20, 60)


def test_resized_window_keeps_the_table_whole():
    """Whatever the window's shape, the whole table is in it."""
    for size in ((400, 900), (1800, 500), (640, 480)):
        view = window_view(SCENE, desk_of(size, Hud(), table_wh=shown_wh(SCENE)).table, size)
        corners = view.px_from_table(np.array([(0.0, 0.0), (24.0, 16.0)]))
        assert (corners >= 0).all()
        assert (corners <= np.array(size)).all()


def test_fullscreen_key(window):
    """F11 fills the screen and gives it back."""
    press(pygame.K_F11)
    window.step()
    full = window._screen.size
    press(pygame.K_F1)
    window.step()

    assert full == pygame.display.get_desktop_sizes()[0]
    assert window._screen.size == (960, 680)


def test_the_rulebook_is_asked_beside_the_window(monkeypatch):
    """Clicks, the mouse over men, layers and menus ask nothing in the thread that paints."""
    askers = []

    def noted(self, scene, question):
        askers.append(threading.current_thread())
        return AnswerCache.ask(self, scene, question)

    told = asking()
    monkeypatch.setattr(told, "ask", MethodType(noted, told))
    window = Window(SCENE, told, ARMY, size_wh=(960, 680))
    try:
        for man in (R1, B1):
            click(window, man.place)
            click(window, man.place, button=3)
            for key in (pygame.K_t, pygame.K_l, pygame.K_w, pygame.K_ESCAPE):
                press(key)
                window.step()
            window.choose(man.id, None)
            window.step()
            window.paint(wait=True)
    finally:
        window.close()

    assert askers
    assert threading.main_thread() not in askers


def test_a_sum_too_long_for_a_small_window_is_turned_by_click_and_wheel(monkeypatch):
    """No line of it is lost, and another question begins at its top."""
    window = Window(SCENE, asking(), ARMY, size_wh=(640, 720))
    rows = tuple((f"factor {n} of a percentage", f"CO-HIT-{n:02d}", f"+{n}") for n in range(40))
    answered = Answered("R1 at B1", (Card("R1 at B1", rows, "note"),))
    window.paint(wait=True)
    monkeypatch.setattr(window, "_drawn", replace(window._drawn, answered=answered))

    def factors():
        return {line.words for line in window.desk.lines if line.words.startswith("factor")}

    def turned_by(kind, **facts):
        pygame.event.post(pygame.event.Event(kind, **facts))
        monkeypatch.setattr(window._layers, "want", lambda *_: window._drawn)
        window.step()
        return factors()

    left, top, right, bottom = window.desk.long.note
    note = ((left + right) / 2, (top + bottom) / 2)
    first = factors()
    paged = turned_by(pygame.MOUSEBUTTONDOWN, pos=note, button=1)
    assert first.isdisjoint(paged - {rows[-1][0]})
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: note)
    back = turned_by(pygame.MOUSEWHEEL, y=1)
    assert back & first
    assert back & paged
    press(pygame.K_TAB)
    window.step()
    assert window.state.turned == 0
    window.close()
