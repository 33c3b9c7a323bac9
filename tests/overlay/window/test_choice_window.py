"""A list to choose from: every line in its room, chosen by click or by key."""

from itertools import combinations

import pygame
import pytest

from overlay.marks.text_size import width_in
from overlay.window.choice_desk import Choice, choice_desk
from overlay.window.choice_window import chosen_of, picked

ABOUT = "18 Nov 2025, 21:40; One Man One Gun Advanced; turn 3, fire; red lost 1, blue lost 2"
CHOICES = tuple(Choice(f"game-{n}", ABOUT, str(n)) for n in range(1, 10))


@pytest.mark.parametrize("size", [(1280, 720), (3840, 2160), (640, 720)])
def test_no_word_is_cut_or_lies_on_another(size):
    """Measured from the layout."""
    desk = choice_desk(size, "Which game goes on?", CHOICES)
    boxes = [
        (line.x, line.y - line.capital_px, line.x + width_in(line.words, line.capital_px), line.y)
        for line in desk.lines
    ]
    boxes += [button.rect for button in desk.buttons]

    assert len(desk.buttons) >= 4
    assert not any(line.words.endswith("..") for line in desk.lines)
    for one, other in combinations(boxes, 2):
        across = one[2] <= other[0] or other[2] <= one[0]
        assert across or one[3] <= other[1] or other[3] <= one[1], (one, other)


def test_a_click_a_key_and_return_choose():
    """The button under the mouse, the key on it, the first for Enter."""
    size, title = (1280, 720), "Which?"
    second = choice_desk(size, title, CHOICES).buttons[1].rect
    click = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(second[0] + 5, second[1] + 5))
    key = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_3)
    enter = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN)
    beside = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(1, 1))

    told = [picked(event, size, title, CHOICES) for event in (click, key, enter, beside)]

    assert told == [1, 2, 0, None]


def test_the_window_gives_the_choice_back():
    """Painted and driven by events of the screen; leaving chooses nothing."""
    pygame.display.init()
    pygame.event.clear()
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_2))
    assert chosen_of("Which?", CHOICES) == 1
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE))
    assert chosen_of("Which?", CHOICES) is None
