"""The window: pygame's events in, the newest picture out, commands for whoever runs the program.

    window = Window(asking, scene, army)
    while window.open:
        window.feed(scene, live_picture, hud)
        for command in window.step(): ...

All decisions are in next_state.py, all drawing in window_marks.py; this file only connects
them with a screen. The table's drawing is made by a worker, so that the window answers the
mouse while a rulebook still thinks.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pygame
from pygame import freetype

from overlay.marks.answer_cache import AnswerCache
from overlay.marks.corrections import Correction, soldier_at, thing_at
from overlay.marks.marks import Box, Plate
from overlay.paint.paint_pixels import paint
from overlay.paint.paint_plan import save_surface
from overlay.paint.view import View, pixel_view
from overlay.projector.masks import keep_clear
from overlay.strokes.mark_strokes import strokes_of
from overlay.strokes.theme import GLASS, PAPER, Theme
from overlay.window.attacks_now import RefusedNow
from overlay.window.desk import desk_of
from overlay.window.desk_answer import Answered
from overlay.window.desk_help import with_help
from overlay.window.desk_parts import DeskShown, Rect
from overlay.window.events import window_event
from overlay.window.hud import Hud, PlayerQuestion
from overlay.window.key_presses import idle_keys
from overlay.window.keys import KEYS
from overlay.window.live_picture import LivePicture, camera_view
from overlay.window.newest_only import NewestOnly
from overlay.window.next_state import next_state
from overlay.window.opened_window import opened_window
from overlay.window.paint_desk import desk_strokes
from overlay.window.paint_window import (
    laid_out_window,
    least_in,
    marks_layer,
    paint_picture,
    paint_taken,
    shown_wh,
    window_view,
)
from overlay.window.window_commands import Command, Quit
from overlay.window.window_events import (
    AnswerTurned,
    Event,
    HudSeen,
    KeyDown,
    LogPicked,
    LogTurned,
    Pressed,
    SceneSeen,
    Turned,
)
from overlay.window.window_marks import (
    asked_of,
    awaits_work,
    mouse_marks,
    table_drawing,
)
from overlay.window.window_state import (
    PAUSED_WORDS,
    QUIT,
    QUIT_WORDS,
    WindowState,
    window_of,
)
from rules.game.deed import Deed
from table.army import Army
from table.places import TablePoint
from table.scene import Scene

FRAMES_HZ = 30
SIZE_WH = (1280, 860)
_TITLE = "Spotter"
_RIGHT = 3  # the mouse's button
_MOST_DEEDS = 14  # what a menu can hold
# What can be done at a man, a thing or a place, by the chosen man or without one.
DeedsOf = Callable[[str | TablePoint, str | None], tuple[Deed, ...]]


@dataclass(frozen=True, eq=False)
class _Drawn:
    """The table's drawing: its pixels, what it answers, and where words stand on it."""

    table: pygame.Surface
    answered: Answered
    words: tuple[Box, ...]


class Window:
    """The one window of the program."""

    def __init__(  # noqa: PLR0913 - the optional ones are named at every call
        self,
        scene: Scene,
        asking: AnswerCache | None = None,
        army: Army | None = None,
        *,
        size_wh: tuple[int, int] | None = None,
        fullscreen: bool = False,
        deeds: DeedsOf | None = None,
        refused_now: RefusedNow | None = None,
        taken: Callable[[KeyDown], bool] | None = None,
        keys: Sequence[tuple[str, str]] = KEYS,
        corrections: tuple[Correction, ...] = (),
    ) -> None:
        pygame.display.init()
        freetype.init()
        # Not told how large, it takes what the screen has: its words grow with it.
        self._screen = opened_window(
            _TITLE, size_wh or SIZE_WH, as_large_as_it_goes=size_wh is None
        )
        self._clock = pygame.time.Clock()
        self._asking = asking
        self._deeds = deeds
        self._refused_now = refused_now
        self._keys = keys  # those that the help lists
        self._taken = taken  # whether whoever runs the program takes a key for himself
        self._past: Scene | None = None
        self._live: LivePicture | None = None
        self._layers: NewestOnly[_Drawn] = NewestOnly()
        self._drawn: _Drawn | None = None  # the newest that was made
        self._laid_out: tuple[Hud, tuple[object, ...], DeskShown] | None = None
        self._desk: tuple[DeskShown, tuple[int, int], pygame.Surface] | None = None
        words = () if asking is None else tuple(sorted(asking.book.meanings.words))
        self.state: WindowState = window_of(scene, army, corrections, words)
        self.open = True
        if fullscreen:
            self._show_fullscreen(fullscreen=True)

    def feed(
        self,
        scene: Scene,
        live: LivePicture | None = None,
        hud: Hud | None = None,
        *,
        past: Scene | None = None,
    ) -> None:
        """Give the window what is true now, and the `past` table that it shows instead, if any."""
        self._past = past
        live = live if past is None else None
        if scene is not self.state.seen:
            self.state, _ = next_state(self.state, SceneSeen(scene))
        self.state = replace(self.state, least_in=least_in(self.view))
        if hud is not None:
            self.state, _ = next_state(self.state, HudSeen(hud))
        if not self.state.paused or past is not None:
            self._live = live

    def choose(self, soldier: str, target: str | None) -> None:
        """Show a man, and his shot at a target, as if the players had clicked them."""
        self.state = replace(self.state, chosen=soldier, target=target, weapon=0)

    def step(self) -> list[Command]:
        """Take what the players did, paint, and say what the program must do."""
        commands = [
            command for event in _asked_for(pygame.event.get()) for command in self._take(event)
        ]
        if any(isinstance(command, Quit) for command in commands):
            self.open = False
        self.paint()
        self._screen.flip()
        return commands

    def tick(self) -> float:
        """Wait for the next frame; the seconds since the last one."""
        return self._clock.tick(FRAMES_HZ) / 1000

    def paint(self, *, wait: bool = False) -> pygame.Surface:
        """Paint the window as it is now; `wait` for the table's drawing rather than be quick."""
        surface = self._screen.get_surface()
        view, theme, state = self.view, self.theme, self._shown
        key = (*asked_of(state), view.size_wh, theme.name)
        whole = self._maker(view, theme, patient=True)
        if wait:
            made: _Drawn | None = self._layers.waited_for(key, whole)
        elif awaits_work(state, self._asking):
            # What is quick is shown at once, reach and maps when they are worked out.
            made = self._layers.want(key, self._maker(view, theme, patient=False), whole)
        else:
            made = self._layers.want(key, whole)
        self._drawn = made
        self._paint_ground(surface, view, theme)
        if made is not None:
            surface.blit(made.table, (0, 0))
        words = () if made is None else made.words
        paint(surface, strokes_of(mouse_marks(state, self._asking, words), theme), view)
        self._paint_desk(surface)
        return surface

    @property
    def _shown(self) -> WindowState:
        """The window over the table that it shows: now, or an earlier moment."""
        return self.state if self._past is None else replace(self.state, scene=self._past)

    def _paint_desk(self, surface: pygame.Surface) -> None:
        """What stands around the table; painted anew only when it says something else."""
        desk, size = self.desk, surface.get_size()
        if self._desk is None or self._desk[:2] != (desk, size):
            layer = pygame.Surface(size, pygame.SRCALPHA)
            paint(layer, desk_strokes(desk, self._with_sides(GLASS)), pixel_view(size))
            self._desk = (desk, size, layer)
        surface.blit(self._desk[2], (0, 0))

    @property
    def view(self) -> View:
        """Where the table lies in the window."""
        size = self._screen.size
        if self._as_camera and self._live is not None:
            return camera_view(self._live, self.desk.table, size)
        return window_view(self.state.scene, self.desk.table, size)

    @property
    def desk(self) -> DeskShown:
        """What stands around the table; laid out once for all who ask in the same frame."""
        state, (wide, high) = self._shown, self._screen.size
        answered = Answered() if self._drawn is None else self._drawn.answered
        answered = replace(answered, turned=state.turned)
        size_wh, table_wh = (int(wide), int(high)), shown_wh(state.scene)
        switched = (state.quitting, state.paused, state.help, idle_keys(state))
        told = (state.typed, state.scroll, switched, size_wh, table_wh, answered)
        known = self._laid_out
        if known is None or known[0] is not state.hud or known[1] != told:
            desk = _desk_of(state, size_wh, answered, table_wh)
            desk = with_help(desk, self._keys) if state.help else desk
            self._laid_out = known = (state.hud, told, desk)
        return known[2]

    @property
    def theme(self) -> Theme:
        """Paper for a plan, bright lines over a live picture; the army's own colours."""
        return self._with_sides(PAPER if self._live is None else GLASS)

    def _with_sides(self, theme: Theme) -> Theme:
        army = self.state.army
        return theme.with_sides({} if army is None else {s.name: s.colour for s in army.sides})

    def save(self, path: Path) -> None:
        """Keep what is on screen: pixels as PNG, the marks alone as SVG."""
        if path.suffix.lower() == ".svg":
            # Few save their marks alone.
            from overlay.paint.paint_svg import paint_svg  # noqa: PLC0415
            from overlay.plan import plan_of  # noqa: PLC0415

            drawing = table_drawing(self.state, self._asking, on_picture=False)
            paint_svg(plan_of(self.state.scene, drawing), path, self._with_sides(PAPER))
        else:
            save_surface(self.paint(wait=True), path)

    def close(self) -> None:
        """Take the window off the screen."""
        self.open = False
        self._layers.close()
        self._screen.destroy()

    @property
    def _as_camera(self) -> bool:
        return self.state.as_camera and self._live is not None and self._live.has_camera_view

    def _take(self, event: pygame.event.Event) -> tuple[Command, ...]:
        if event.type == pygame.QUIT:
            return (Quit(),)
        told = self._on_desk(event) or window_event(event, self.view)
        if isinstance(told, KeyDown) and self._taken is not None and self._taken(told):
            return ()
        if told is None:
            return ()
        if isinstance(told, Pressed) and told.button == _RIGHT:
            if self.state.menu is None and not _holds(self.desk.table, event.pos):
                return ()  # beside the table there is nothing to set right
            told = replace(told, deeds=self._deeds_at(told.at))
        before = self.state.fullscreen
        self.state, commands = next_state(self.state, told)
        if self.state.fullscreen != before:
            self._show_fullscreen(fullscreen=self.state.fullscreen)
        if self.state.scroll or self.state.turned:
            desk = self.desk
            most_turned = 0 if desk.long is None else desk.long.most_turned
            self.state = replace(
                self.state,
                scroll=min(self.state.scroll, desk.most_scroll),
                turned=min(self.state.turned, most_turned),
            )
        return commands

    def _on_desk(self, event: pygame.event.Event) -> Event | None:
        """A click on a button is its key, the window's own cross is Q; the wheel turns words."""
        if event.type == pygame.WINDOWCLOSE:
            return KeyDown("q")
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(3 if event.y > 0 else -3)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            desk = self.desk
            button, number = desk.button_at(*event.pos), desk.event_at(*event.pos)
            if number is not None:
                return LogPicked(number)
            if desk.long is not None and desk.long.turns_at(*event.pos):
                return AnswerTurned(desk.long.next_page(self.state.turned))
            return None if button is None else KeyDown(button.key, button.ctrl)
        return None

    def _wheel(self, lines: int) -> Turned:
        """Over an answer that has more lines than room it turns that, else the log."""
        long = self.desk.long
        is_there = long is not None and long.is_at(*pygame.mouse.get_pos())
        return AnswerTurned(-lines) if is_there else LogTurned(lines)

    def _deeds_at(self, at: TablePoint) -> tuple[Deed, ...]:
        if self._deeds is None:
            return ()
        scene, chosen = self.state.scene, self.state.chosen
        man, thing = soldier_at(scene, at), thing_at(scene, at)
        if man is not None:
            return self._deeds(man.id, chosen)
        # Of a thing also what can be done at that very part of it.
        aims = (at,) if thing is None else (thing.id, at)
        return tuple(deed for aim in aims for deed in self._deeds(aim, chosen))[:_MOST_DEEDS]

    def _show_fullscreen(self, *, fullscreen: bool) -> None:
        if fullscreen:
            self._screen.set_fullscreen(desktop=True)
        else:
            self._screen.set_windowed()

    def _maker(self, view: View, theme: Theme, *, patient: bool) -> Callable[[], "_Drawn"]:
        """What the worker does: the table's marks and their pixels, from a state that stays."""
        state, asking, on_picture = self._shown, self._asking, self._live is not None
        refused = self._refused_now

        def make() -> _Drawn:
            drawing = table_drawing(
                state, asking, on_picture=on_picture, patient=patient, refused_now=refused
            )
            clear = keep_clear(state.scene, state.army) if on_picture else ()
            marks = laid_out_window(state.scene, drawing, view, clear)
            layer = marks_layer(marks, view, theme, None if on_picture else theme.ground)
            words = tuple(mark.box for mark in marks if isinstance(mark, Plate))
            return _Drawn(layer, Answered(drawing.title, drawing.cards), words)

        return make

    def _paint_ground(self, surface: pygame.Surface, view: View, theme: Theme) -> None:
        if self._live is None:
            return
        surface.fill(theme.ground)
        if self._as_camera or self._live.from_above is None:
            paint_taken(surface, self._live, self.desk.table)
        else:
            paint_picture(surface, self._live, view, self.state.scene)


def _desk_of(
    state: WindowState,
    size_wh: tuple[int, int],
    answered: Answered,
    table_wh: tuple[float, float],
) -> DeskShown:
    """The desk of a state; a pause, or the question to who wants to quit, in its largest words."""
    hud = state.hud
    if state.paused and hud.asked is None:
        hud = replace(hud, verdict=PAUSED_WORDS, back={}, denied=None)
    if state.quitting:
        words = hud.leaving or QUIT_WORDS
        asked = PlayerQuestion(QUIT, words)
        hud = replace(hud, asked=asked, verdict=f"{words} (Y or N)", back={}, denied=None)
    return desk_of(
        size_wh,
        hud,
        state.typed,
        state.scroll,
        answered=answered,
        table_wh=table_wh,
        idle=idle_keys(state),
    )


def _holds(rect: Rect, pos: tuple[int, int]) -> bool:
    left, top, right, bottom = rect
    return left <= pos[0] < right and top <= pos[1] < bottom


def _asked_for(events: list[pygame.event.Event]) -> list[pygame.event.Event]:
    """What the players did: closing the only window also asks the whole program to quit."""
    closes = any(event.type == pygame.WINDOWCLOSE for event in events)
    return [event for event in events if not (closes and event.type == pygame.QUIT)]
