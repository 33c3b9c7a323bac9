"""The set-up's window as pixels: steps, words and buttons at the left, the picture at the right."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import pygame

from overlay.marks.text_size import width_in
from overlay.paint.words_surface import words_surface
from overlay.strokes.inks import Rgb
from overlay.window.live_picture import picture_surface
from table.picture import Picture
from table.places import CameraXY

PANEL = 0.4  # of the window's width
CAPITAL_PX = 9.5
_LINE_PX, _PAD_PX = 22, 14
_GROUND, _PANEL_GROUND, _BUTTON = (18, 18, 20), (32, 34, 38), (56, 60, 68)
_PLAIN, _FAINT, _GOOD, _ASKS = (235, 235, 235), (150, 155, 165), (90, 220, 130), (255, 214, 102)
WISHES = ("back", "skip", "stop")
WAIT = "one moment ..."

StepState = Literal["done", "now", "later"]


@dataclass(frozen=True, eq=False)
class SetupView:
    """All that the window shows at one moment."""

    steps: tuple[tuple[str, StepState], ...] = ()
    lines: tuple[str, ...] = ()
    question: str = ""
    options: tuple[str, ...] = ()
    default: str = ""
    typed: str = ""
    picture: Picture | None = None
    dots: CameraXY | None = None
    rings: tuple[tuple[str, CameraXY], ...] = ()  # outlines, and what stands on each
    over_picture: tuple[str, ...] = ()
    good: bool = False
    asks: bool = False  # whether the player is waited for, and not he for the program


@dataclass(frozen=True, slots=True)
class ClickableText:
    """A text that can be clicked: its words as they are written, and their box."""

    text: str
    lines: tuple[str, ...]
    box: pygame.Rect


def paint_setup(surface: pygame.Surface, view: SetupView) -> tuple[ClickableText, ...]:
    """Paint a view on a surface; where its options can be clicked."""
    width, height = surface.get_size()
    panel = pygame.Rect(0, 0, round(PANEL * width), height)
    surface.fill(_GROUND)
    _paint_picture(surface, pygame.Rect(panel.right, 0, width - panel.width, height), view)
    surface.fill(_PANEL_GROUND, panel)
    y = _paint_steps(surface, panel, view)
    asked = _asked_height(view, panel)
    _paint_told(surface, panel, y, height - asked, view)
    return _paint_question(surface, panel, height - asked, view)


def _paint_picture(surface: pygame.Surface, room: pygame.Rect, view: SetupView) -> None:
    if view.picture is None:
        return
    tall, wide = view.picture.shape[:2]
    scale = min(room.width / wide, room.height / tall)
    size = (max(1, round(wide * scale)), max(1, round(tall * scale)))
    left = room.left + (room.width - size[0]) // 2
    top = room.top + (room.height - size[1]) // 2
    surface.blit(pygame.transform.smoothscale(picture_surface(view.picture), size), (left, top))
    for x, y in [] if view.dots is None else view.dots:
        spot = (left + (x + 0.5) * scale, top + (y + 0.5) * scale)
        pygame.draw.circle(surface, _GOOD, spot, 6, 2)
    outlined = list[tuple[str, list[tuple[float, float]]]]()
    for word, ring in view.rings:
        corners = [(left + (x + 0.5) * scale, top + (y + 0.5) * scale) for x, y in ring]
        pygame.draw.lines(surface, _ASKS, True, corners, 2)
        outlined.append((word, corners))
    _paint_names(surface, outlined, room)
    lines = [line for text in view.over_picture for line in wrapped(text, room.width - 40)]
    if lines:
        ground = pygame.Surface((room.width, _LINE_PX * len(lines) + 16), pygame.SRCALPHA)
        ground.fill((0, 0, 0, 190))
        surface.blit(ground, (room.left, room.bottom - ground.get_height()))
    for row, line in enumerate(lines):
        place = (room.left + 20, room.bottom - _LINE_PX * (len(lines) - row) - 4)
        _write(surface, line, place, _GOOD if view.good else _ASKS)


def _paint_names(
    surface: pygame.Surface,
    outlined: Sequence[tuple[str, list[tuple[float, float]]]],
    room: pygame.Rect,
) -> None:
    """What stands on each thing: in its middle, whole within the picture, none on another."""
    named = [(word, ring) for word, ring in outlined if word]
    boxes = []
    for word, ring in named:
        box = pygame.Rect(0, 0, _wide_px(word) + 12, _LINE_PX)
        box.center = tuple(round(sum(values) / len(ring)) for values in zip(*ring, strict=True))
        boxes.append(box.clamp(room))
    for (word, _), box in zip(named, _kept_apart(boxes, room), strict=True):
        surface.fill(_GROUND, box)
        _write(surface, word, (box.left + 6, box.top + 5), _ASKS)


def _kept_apart(boxes: Sequence[pygame.Rect], room: pygame.Rect) -> list[pygame.Rect]:
    """Boxes as high as each other, each moved up or down as little as it must to lie on no other.

    >>> room = pygame.Rect(0, 0, 99, 99)
    >>> _kept_apart([pygame.Rect(0, 20, 50, 10), pygame.Rect(5, 22, 50, 10)], room)
    [Rect(0, 20, 50, 10), Rect(5, 30, 50, 10)]
    """
    placed = list[pygame.Rect]()
    for box in boxes:
        edges = [y for other in placed for y in (other.bottom, other.top - box.height)]
        tried = (pygame.Rect(box.left, y, *box.size) for y in (box.top, *edges))
        free = [one for one in tried if room.contains(one) and one.collidelist(placed) < 0]
        placed.append(min(free, key=lambda one: abs(one.top - box.top), default=box))
    return placed


def _paint_steps(surface: pygame.Surface, panel: pygame.Rect, view: SetupView) -> int:
    """The steps at the top, done ones with a tick; how far down they reach."""
    y = _PAD_PX
    for title, state in view.steps:
        rgb = {"done": _GOOD, "now": _PLAIN, "later": _FAINT}[state]
        _mark(surface, (panel.left + _PAD_PX + 6, y + 7), state, rgb)
        _write(surface, title, (panel.left + _PAD_PX + 24, y), rgb)
        y += _LINE_PX
    pygame.draw.line(surface, _BUTTON, (panel.left, y + 6), (panel.right, y + 6))
    return y + 16


def _mark(surface: pygame.Surface, at: tuple[int, int], state: StepState, rgb: Rgb) -> None:
    """A tick for what is done, an arrow for what is to be done now, a ring for the rest."""
    x, y = at
    if state == "done":
        pygame.draw.lines(surface, rgb, False, [(x - 5, y), (x - 1, y + 4), (x + 6, y - 5)], 2)
    elif state == "now":
        pygame.draw.polygon(surface, rgb, [(x - 4, y - 5), (x + 5, y), (x - 4, y + 5)])
    else:
        pygame.draw.circle(surface, rgb, at, 4, 1)


def _paint_told(
    surface: pygame.Surface, panel: pygame.Rect, top: int, bottom: int, view: SetupView
) -> None:
    """What was said, the newest above the question; what has no room scrolls away."""
    lines = [line for text in view.lines for line in wrapped(text, panel.width - 2 * _PAD_PX)]
    shown = lines[-max(0, (bottom - top) // _LINE_PX) :] if bottom > top + _LINE_PX else []
    for row, line in enumerate(shown):
        _write(surface, line, (panel.left + _PAD_PX, top + _LINE_PX * row), _PLAIN)


def _asked_height(view: SetupView, panel: pygame.Rect) -> int:
    lines = len(wrapped(view.question, panel.width - 2 * _PAD_PX))
    options = _laid_options(view.options, panel.width - 2 * _PAD_PX)
    tall = max((option.box.bottom for option in options), default=0)
    return _PAD_PX * 2 + _LINE_PX * (lines + 1) + tall + 76


def _paint_question(
    surface: pygame.Surface, panel: pygame.Rect, y: int, view: SetupView
) -> tuple[ClickableText, ...]:
    """The question, its options as buttons, what is typed, and the ways out."""
    left, width = panel.left + _PAD_PX, panel.width - 2 * _PAD_PX
    for line in wrapped(view.question, width):
        _write(surface, line, (left, y), _ASKS)
        y += _LINE_PX
    options = _laid_options(view.options, width)
    buttons = [replace(option, box=option.box.move(left, y)) for option in options]
    for button in buttons:
        _paint_button(surface, button, chosen=button.text == view.default)
    y += max((option.box.bottom for option in options), default=0)
    box = pygame.Rect(left, y + 4, width, 28)
    surface.fill(_GROUND, box)
    hint = ending(f"{view.typed}|", width - 16) if view.typed else _hint(view, width - 16)
    _write(surface, hint, (left + 8, y + 10), _PLAIN if view.typed else _FAINT)
    return (*buttons, *_wish_buttons(surface, panel))


def _wish_buttons(surface: pygame.Surface, panel: pygame.Rect) -> tuple[ClickableText, ...]:
    x, made = panel.left + _PAD_PX, list[ClickableText]()
    for wish in WISHES:
        box = pygame.Rect(x, panel.bottom - 36, _wide_px(wish) + 24, 26)
        made.append(ClickableText(wish, (wish,), box))
        _paint_button(surface, made[-1], chosen=False)
        x = box.right + 8
    return tuple(made)


def _paint_button(surface: pygame.Surface, button: ClickableText, *, chosen: bool) -> None:
    pygame.draw.rect(surface, _BUTTON, button.box, border_radius=5)
    if chosen:
        pygame.draw.rect(surface, _ASKS, button.box, 1, border_radius=5)
    for row, line in enumerate(button.lines):
        _write(surface, line, (button.box.left + 8, button.box.top + 6 + _LINE_PX * row), _PLAIN)


def _laid_options(options: tuple[str, ...], width: int) -> list[ClickableText]:
    """Options with their numbers, short ones beside each other, long ones in several lines."""
    laid: list[ClickableText] = []
    x, y = 0, 0
    for number, option in enumerate(options, 1):
        lines = tuple(wrapped(f"{number} {option}", width - 18))
        wide = max(map(_wide_px, lines)) + 18
        if x and x + wide > width:
            x, y = 0, laid[-1].box.bottom + 4
        laid.append(
            ClickableText(option, lines, pygame.Rect(x, y, wide, _LINE_PX * len(lines) + 4))
        )
        x = laid[-1].box.right + 6
        if len(lines) > 1:  # nothing stands beside a tall one
            x = width
    return laid


def _hint(view: SetupView, width: int) -> str:
    """What Enter does: the answer itself, or its number where it is long."""
    if not view.asks:
        return WAIT
    if not view.default:
        return "Enter"
    whole = f"Enter: {view.default}"
    if _wide_px(whole) > width and view.default in view.options:
        return f"Enter: {view.options.index(view.default) + 1}"
    return _cut(whole, width)


def _wide_px(text: str) -> int:
    return round(width_in(text, CAPITAL_PX))


def _cut(text: str, width: int) -> str:
    """As much of a line as there is room for."""
    if _wide_px(text) <= width:
        return text
    while text and _wide_px(f"{text}...") > width:
        text = text[:-1]
    return f"{text}..."


def ending(text: str, width: int) -> str:
    """As much of a line's end as there is room for: the player sees what he types."""
    first = next((i for i in range(len(text)) if _wide_px(text[i:]) <= width), len(text))
    return text[first:]


def wrapped(text: str, width: int) -> list[str]:
    """A text broken between words into lines that fit, a long word wherever it must be."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and _wide_px(longer) <= width:
            lines[-1] = longer
        else:
            lines.extend(_broken(word, width))
    return lines or ([""] if text == "" else [])


def _broken(word: str, width: int) -> list[str]:
    """A word in pieces that fit."""
    pieces = [word[:1]]
    for letter in word[1:]:
        if _wide_px(pieces[-1] + letter) <= width:
            pieces[-1] += letter
        else:
            pieces.append(letter)
    return pieces


def _write(surface: pygame.Surface, text: str, at: tuple[int, int], rgb: Rgb) -> None:
    if text.strip():
        surface.blit(words_surface(text, CAPITAL_PX, rgb)[0], at)
