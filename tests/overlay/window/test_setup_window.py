"""The set-up's windows, driven with real events on a screen that nobody sees."""

import numpy as np
import pygame
import pytest

from overlay.window.setup_window import Done, Mouse, ProjectorScreen, SetupWindow, display_count
from table.places import CameraXY


@pytest.fixture
def window():
    made = SetupWindow("set-up", (640, 400))
    pygame.event.clear()
    yield made
    made.close()
    pygame.display.quit()


def picture(value=90, size_wh=(1280, 720)):
    return np.full((size_wh[1], size_wh[0], 3), value, np.uint8)


def test_picture_and_words(window):
    """The picture fills the window's width, words stand at the top left."""
    shown = window.show(picture(), ["hold still"])

    assert tuple(shown.get_at((320, 200)))[:3] == (90, 90, 90)
    assert tuple(shown.get_at((320, 2)))[:3] == (20, 20, 20)
    corner = pygame.surfarray.array3d(shown.subsurface((0, 0, 120, 40)))
    assert corner[..., 1].max() > 200


def test_mouse_in_picture_pixels(window):
    """A click comes back as the pixel of the camera's picture that was clicked."""
    window.show(picture(), [])
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(320, 200), button=1))
    (event,) = [e for e in window.events() if isinstance(e, Mouse) and e.what == "press"]

    assert (event.at.x, event.at.y) == pytest.approx((639.5, 359.5), abs=1)


@pytest.mark.parametrize(
    ("key", "accepted"), [(pygame.K_RETURN, True), (pygame.K_SPACE, True), (pygame.K_ESCAPE, False)]
)
def test_keys(window, key, accepted):
    """Enter and Space accept, Escape leaves."""
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key))

    assert Done(accepted) in window.events()


def test_ring_and_dots(window):
    """A ring and dots are drawn where they are in the picture."""
    ring = CameraXY(np.array([(200.0, 200.0), (1000, 200), (1000, 600), (200, 600)]))
    shown = window.show(picture(), [], ring=ring, dots=CameraXY(np.array([[640.0, 360.0]])))

    assert tuple(shown.get_at((300, 20 + 100)))[1] > 150
    near = pygame.surfarray.array3d(shown.subsurface((310, 190, 20, 20)))
    assert near[..., 1].max() > 200


def test_projector_screen():
    """The projector's display is filled with the picture, dot for dot."""
    assert display_count() == 1
    screen = ProjectorScreen()
    screen.show(picture(200, screen.size_wh))
    shown = pygame.display.get_surface()

    assert shown.get_size() == screen.size_wh
    assert tuple(shown.get_at((5, 5)))[:3] == (200, 200, 200)
    screen.close()
