"""What each event makes of the window: the new state, and the commands for whoever runs it."""

from dataclasses import replace

from overlay.window.key_presses import on_key
from overlay.window.menu import readable
from overlay.window.mouse_presses import moved, pressed, released
from overlay.window.window_commands import LookBack
from overlay.window.window_events import (
    AnswerTurned,
    Event,
    HudSeen,
    KeyDown,
    LogPicked,
    LogTurned,
    MouseMoved,
    Pressed,
    Released,
    SceneSeen,
)
from overlay.window.window_state import NextWindow, WindowState, looked


def next_state(state: WindowState, event: Event) -> NextWindow:
    """The window after an event, and what the program must do."""
    if state.looks_back is not None and _comes_back(event):
        return replace(state, looks_back=None, scroll=0), (LookBack(None),)
    if state.quitting and _plays_on(event):
        state = replace(state, quitting=False)
    if isinstance(event, LogTurned):
        return replace(state, scroll=max(0, state.scroll + event.lines)), ()
    if isinstance(event, AnswerTurned):
        return replace(state, turned=max(0, state.turned + event.lines)), ()
    if isinstance(event, LogPicked):
        back = replace(state, looks_back=event.number, chosen=None, target=None)
        return back, (LookBack(event.number),)
    after, commands = _next_now(state, event)
    if _asks(after) != _asks(state):
        after = replace(after, turned=0)
    if after.menu is not None:
        after = replace(after, menu=readable(after.menu, after.least_in, after.scene))
    return after, commands


def _asks(state: WindowState) -> tuple[str | None, str | None, int]:
    """What the answer beside the table is about."""
    return (state.chosen, state.target, state.weapon)


def _next_now(
    state: WindowState, event: MouseMoved | Pressed | Released | KeyDown | SceneSeen | HudSeen
) -> NextWindow:
    match event:
        case SceneSeen(scene=scene):
            return (state if state.paused else looked(state, scene, state.corrections)), ()
        case HudSeen(hud=hud):
            return replace(state, hud=hud), ()
        case MouseMoved(at=at):
            return moved(state, at), ()
        case Pressed():
            return pressed(state, event)
        case Released():
            return released(state, event), ()
        case KeyDown():
            return on_key(state, event)


# What may be done while an earlier moment is shown; anything else comes back to now.
_LOOKING = frozenset({"pageup", "pagedown", "f1", "f11", "f12", "r", "g", "l"})


def _comes_back(event: Event) -> bool:
    """Whether it leaves the earlier moment that is shown: nothing is done to a past table."""
    if isinstance(event, KeyDown):
        return event.key not in _LOOKING and not (event.ctrl and event.key == "s")
    return isinstance(event, Pressed)


_LEAVING = frozenset({"y", "n", "q", "escape"})  # what answers whether the players are done


def _plays_on(event: Event) -> bool:
    """Whether who was asked if he is done does something else, and so has answered no."""
    if isinstance(event, KeyDown):
        return _comes_back(event) and event.key not in _LEAVING
    return isinstance(event, Pressed | LogPicked)
