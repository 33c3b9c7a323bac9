"""The window of `spotter teach`: the photo with what is unexplained in it, and what to say of it.

Orange and numbered is what no list explains, thin and green what one does.
"""

from collections.abc import Sequence
from dataclasses import replace

import pygame

from overlay.marks.text_size import wrapped
from overlay.paint.words_surface import words_surface
from overlay.strokes.inks import AMBER, BLACK, MINT, SILVER, WHITE, Rgb
from overlay.teach.teach_state import (
    Explained,
    Leave,
    Offer,
    TeachCommand,
    TeachState,
    keyed,
    moved,
    picked,
    pressed,
    rows,
    title,
)
from overlay.window.live_picture import picture_surface
from overlay.window.opened_window import opened_window
from table.picture import Picture
from table.places import CameraPixel

SIZE_WH = (1280, 720)
FRAMES_HZ = 30
PANEL_PX = 360
_GROUND, _PANEL, _BUTTON, _BUTTON_OVER = (20, 20, 22), (34, 34, 38), (58, 58, 64), (92, 92, 102)
_MARGIN_PX, _ROW_PX, _CAPITAL_PX = 18, 42, 13.0
_TITLE_PX, _SMALL_PX = 17.0, 10.5
_FIRST_ROW_PX = 176
_NOTE_PX = 90  # room below the lines for what just happened
_LEAST_ROW_PX = 24
_SWATCH_PX = 30  # of a thing's colour
_HINTS = (
    ("Orange, numbered: on no list. Click it.", AMBER),
    ("Green: known. Click it if it is something else.", MINT),
    ("Ctrl+Z takes the last entry back, Esc goes back.", SILVER),
)
_KEYS = {
    pygame.K_RETURN: "return",
    pygame.K_KP_ENTER: "return",
    pygame.K_ESCAPE: "back",
    pygame.K_BACKSPACE: "delete",
}


class TeachWindow:
    """A photo on the left, lines to click on the right."""

    def __init__(self, picture: Picture, size_wh: tuple[int, int] = SIZE_WH) -> None:
        pygame.display.init()
        pygame.font.init()
        self._screen = opened_window("Spotter: what is on the table", size_wh)
        self._clock = pygame.time.Clock()
        self._picture = picture_surface(picture)
        self._small: pygame.Surface | None = None
        self.state = TeachState()

    def show(self, offers: Sequence[Offer], known: Sequence[Explained], note: str) -> None:
        """What is unexplained now, what is known, and what just happened."""
        self.state = replace(TeachState(tuple(offers), tuple(known)), note=note)

    def step(self) -> list[TeachCommand]:
        """Take what the player did, paint, and say what the program must do."""
        told = [self._take(event) for event in pygame.event.get()]
        self.paint()
        self._screen.flip()
        self._clock.tick(FRAMES_HZ)
        return [command for command in told if command is not None]

    def paint(self) -> pygame.Surface:
        """Paint the window as it is now."""
        surface = self._screen.get_surface()
        surface.fill(_GROUND)
        size = self._photo_size
        if self._small is None or self._small.get_size() != size:
            self._small = pygame.transform.smoothscale(self._picture, size)
        surface.blit(self._small, self._shift)
        for known in self.state.known:
            self._ring(surface, known.ring, MINT, 2)
            self._words_at(surface, known.ring, known.words, MINT, _SMALL_PX)
        for number in range(len(self.state.offers)):
            self._paint_offer(surface, number)
        if self.state.chosen is not None and self.state.chosen.number is None:
            pygame.draw.circle(surface, WHITE, self._window_px(self.state.chosen.at), 12, 3)
        self._paint_panel(surface)
        return surface

    def close(self) -> None:
        """Take the window away."""
        self._screen.destroy()

    # -- the photo

    @property
    def _scale(self) -> float:
        wide, tall = self._screen.size
        photo_wide, photo_tall = self._picture.get_size()
        return min(max(1, wide - PANEL_PX) / photo_wide, tall / photo_tall)

    @property
    def _photo_size(self) -> tuple[int, int]:
        wide, tall = self._picture.get_size()
        return max(1, round(wide * self._scale)), max(1, round(tall * self._scale))

    @property
    def _shift(self) -> tuple[int, int]:
        wide, tall = self._screen.size
        return (wide - PANEL_PX - self._photo_size[0]) // 2, (tall - self._photo_size[1]) // 2

    def _window_px(self, at: CameraPixel) -> tuple[float, float]:
        return (
            (at.x + 0.5) * self._scale + self._shift[0],
            (at.y + 0.5) * self._scale + self._shift[1],
        )

    def _camera_px(self, at: tuple[int, int]) -> CameraPixel:
        x, y = (
            (value - shift) / self._scale - 0.5
            for value, shift in zip(at, self._shift, strict=True)
        )
        return CameraPixel(x, y)

    def _ring(
        self, surface: pygame.Surface, ring: Sequence[CameraPixel], rgb: Rgb, width: int
    ) -> None:
        corners = [self._window_px(at) for at in ring]
        pygame.draw.lines(surface, BLACK, True, corners, width + 3)
        pygame.draw.lines(surface, rgb, True, corners, width)

    def _middle(self, ring: Sequence[CameraPixel]) -> tuple[float, float]:
        corners = [self._window_px(at) for at in ring]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def _words_at(
        self,
        surface: pygame.Surface,
        ring: Sequence[CameraPixel],
        words: str,
        rgb: Rgb,
        capital_px: float,
    ) -> None:
        """Words in the middle of a ring, on a dark ground."""
        made, _ = words_surface(words, capital_px, rgb)
        x, y = self._middle(ring)
        box = made.get_rect(center=(round(x), round(y)))
        ground = pygame.Surface(box.inflate(10, 4).size, pygame.SRCALPHA)
        ground.fill((*BLACK, 190))
        surface.blit(ground, box.inflate(10, 4))
        surface.blit(made, box)

    def _paint_offer(self, surface: pygame.Surface, number: int) -> None:
        offer, state = self.state.offers[number], self.state
        chosen = None if state.chosen is None else state.chosen.number
        meant = number in {chosen, state.over}
        self._ring(surface, offer.ring, WHITE if meant else AMBER, 6 if meant else 4)
        x, y = self._window_px(offer.at)
        pygame.draw.circle(surface, BLACK, (x, y), 19)
        pygame.draw.circle(surface, WHITE if meant else AMBER, (x, y), 17)
        made, _ = words_surface(str(number + 1), 15.0, BLACK)
        surface.blit(made, made.get_rect(center=(round(x), round(y))))

    # -- the panel

    @property
    def _left(self) -> int:
        return self._screen.size[0] - PANEL_PX

    def _paint_panel(self, surface: pygame.Surface) -> None:
        pygame.draw.rect(surface, _PANEL, (self._left, 0, PANEL_PX, surface.get_height()))
        self._line(surface, 24, title(self.state), _TITLE_PX, WHITE)
        for number, (hint, rgb) in enumerate(_HINTS):
            self._line(surface, 60 + 22 * number, hint, _SMALL_PX, rgb)
        self._paint_subject(surface)
        over = self._row_at(pygame.mouse.get_pos())
        for number, row in enumerate(rows(self.state)):
            box = self._row_box(number)
            pygame.draw.rect(surface, _BUTTON_OVER if number == over else _BUTTON, box, 0, 6)
            shift = 12
            if row.colour is not None:
                swatch = (box.x + 10, box.y + 7, _SWATCH_PX, box.height - 14)
                pygame.draw.rect(surface, row.colour, swatch)
                shift = _SWATCH_PX + 22
            made, _ = words_surface(row.words, _CAPITAL_PX, WHITE)
            surface.blit(made, (box.x + shift, box.centery - made.get_height() // 2))
        self._paint_note(surface)

    def _paint_subject(self, surface: pygame.Surface) -> None:
        """The chosen thing's colour and size."""
        if self.state.chosen is None:
            return
        subject = self.state.chosen
        if subject.colour is None:
            self._line(surface, 140, subject.words, _SMALL_PX, WHITE)
            return
        pygame.draw.rect(surface, subject.colour, (self._left + _MARGIN_PX, 136, _SWATCH_PX, 26))
        words = f"{subject.words}  {subject.colour}"
        self._line(surface, 140, words, _SMALL_PX, WHITE, indent_px=_SWATCH_PX + 12)

    def _paint_note(self, surface: pygame.Surface) -> None:
        lines = wrapped(self.state.note, _SMALL_PX, PANEL_PX - 2 * _MARGIN_PX)
        top = self._row_box(len(rows(self.state))).y + 12
        for number, line in enumerate(lines):
            self._line(surface, top + 22 * number, line, _SMALL_PX, MINT)

    def _line(  # noqa: PLR0913 - a place and how to write there
        self,
        surface: pygame.Surface,
        top: int,
        words: str,
        capital_px: float,
        rgb: Rgb,
        *,
        indent_px: int = 0,
    ) -> None:
        made, _ = words_surface(words, capital_px, rgb)
        surface.blit(made, (self._left + _MARGIN_PX + indent_px, top))

    def _row_box(self, number: int) -> pygame.Rect:
        wide = PANEL_PX - 2 * _MARGIN_PX
        room = (self._screen.size[1] - _FIRST_ROW_PX - _NOTE_PX) // (len(rows(self.state)) or 1)
        pitch = max(_LEAST_ROW_PX, min(_ROW_PX, room))
        top = _FIRST_ROW_PX + number * pitch
        return pygame.Rect(self._left + _MARGIN_PX, top, wide, pitch - 6)

    def _row_at(self, at: tuple[int, int]) -> int | None:
        boxes = [self._row_box(number) for number in range(len(rows(self.state)))]
        return next((n for n, box in enumerate(boxes) if box.collidepoint(at)), None)

    # -- what the player does

    def _take(self, event: pygame.event.Event) -> TeachCommand | None:
        if event.type in {pygame.QUIT, pygame.WINDOWCLOSE}:
            return Leave()
        if event.type == pygame.MOUSEMOTION:
            beside = event.pos[0] >= self._left
            self.state = moved(self.state, None if beside else self._camera_px(event.pos))
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._clicked(event.pos)
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        return None

    def _clicked(self, at: tuple[int, int]) -> TeachCommand | None:
        if at[0] < self._left:
            self.state, command = pressed(self.state, self._camera_px(at))
            return command
        row = self._row_at(at)
        if row is None:
            return None
        self.state, command = picked(self.state, row)
        return command

    def _key(self, event: pygame.event.Event) -> TeachCommand | None:
        if event.key == pygame.K_q:
            return Leave()
        word = _KEYS.get(event.key)
        if event.key == pygame.K_z and getattr(event, "mod", 0) & (
            pygame.KMOD_CTRL | pygame.KMOD_META
        ):
            word = "undo"
        typed = getattr(event, "unicode", "").replace(",", ".")
        if word is None and typed and typed in "0123456789.":
            word = typed
        if word is None:
            return None
        self.state, command = keyed(self.state, word)
        return command
