"""What each key does to the window; `keys.py` lists them for the players."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from overlay.marks.corrections import HeightSet, thing_at
from overlay.window.window_commands import (
    AnswerAsked,
    Calibrate,
    Command,
    CorrectionsChanged,
    Declare,
    HandToHand,
    JoinCode,
    NextPhase,
    Overrule,
    Quit,
    SavePicture,
    Shoot,
    TakeBack,
)
from overlay.window.window_events import KeyDown
from overlay.window.window_state import Layer, NextWindow, WindowState, looked, set_right

_HEIGHT_STEP_IN = 0.25
_DIGITS = 12  # the most a throw needs
KeyPress = Callable[[WindowState, KeyDown], NextWindow]


def on_key(state: WindowState, event: KeyDown) -> NextWindow:
    """The window after a key; one that nobody listed does nothing."""
    if event.ctrl:
        return CTRL_PRESSES.get(event.key, _ignored)(state, event)
    return PRESSES.get(event.key, _ignored)(state, event)


def idle_keys(state: WindowState) -> frozenset[str]:
    """The keys that do nothing as things stand; pressed all the same, some say why."""
    man, hud = state.man, state.hud
    if hud.buttons is not None:
        return frozenset()
    is_idle = {
        "z": not hud.log and not state.corrections,
        "o": not hud.back and hud.asked is None,
        "return": state.target is None,
        "f": not hud.fights or state.target is None,
        "w": man is None or len(man.weapons) < 2,
        "t": man is None,
        "e": hud.banner is not None and hud.banner.kind == "won",
        "n": not hud.has_light and hud.asked is None and not state.quitting,
    }
    return frozenset(key for key, idle in is_idle.items() if idle)


def _ignored(state: WindowState, _event: KeyDown) -> NextWindow:
    return state, ()


def _layer(layer: Layer) -> KeyPress:
    return lambda state, _event: (replace(state, layers=state.layers ^ {layer}), ())


def _switch(name: str) -> KeyPress:
    def flip(state: WindowState, _event: KeyDown) -> NextWindow:
        changed: dict[str, Any] = {name: not getattr(state, name)}
        return replace(state, **changed), ()

    return flip


def _answer(state: WindowState, *, yes: bool) -> NextWindow:
    if state.quitting:
        return replace(state, quitting=False), (Quit(),) if yes else ()
    asked = state.hud.asked
    return state, () if asked is None else (AnswerAsked(asked.key, yes=yes),)


def _yes(state: WindowState, _event: KeyDown) -> NextWindow:
    return _answer(state, yes=True)


def _no_or_light(state: WindowState, event: KeyDown) -> NextWindow:
    """No to a question; where none is asked, the projector's light."""
    is_asked = state.hud.asked is not None or state.quitting
    return _answer(state, yes=False) if is_asked else _switch("light")(state, event)


def _quit(state: WindowState, _event: KeyDown) -> NextWindow:
    """Nothing ends without a word; asked for twice, it does."""
    if state.quitting or (state.hud.turn is None and state.hud.leaving is None):
        return state, (Quit(),)
    return replace(state, quitting=True), ()


def _scroll(lines: int) -> KeyPress:
    return lambda state, _event: (replace(state, scroll=max(0, state.scroll + lines)), ())


def _escape(state: WindowState, event: KeyDown) -> NextWindow:
    if state.quitting:
        return replace(state, quitting=False), ()
    if state.menu is not None or state.help or state.measured or state.sketch:
        return replace(state, menu=None, help=False, measured=None, sketch=None), ()
    if state.chosen is not None:
        return replace(state, chosen=None, target=None), ()
    return _quit(state, event)


def _next_soldier(state: WindowState, event: KeyDown) -> NextWindow:
    ids = sorted(soldier.id for soldier in state.scene.soldiers)
    if not ids:
        return state, ()
    step = -1 if event.shift else 1
    start = ids.index(state.chosen) if state.chosen in ids else (0 if event.shift else -1)
    chosen = ids[(start + step) % len(ids)]
    return replace(state, chosen=chosen, target=None, weapon=0), ()


def _next_weapon(state: WindowState, _event: KeyDown) -> NextWindow:
    return replace(state, weapon=state.weapon + 1), ()


def _height(step_in: float) -> KeyPress:
    def change(state: WindowState, _event: KeyDown) -> NextWindow:
        thing = None if state.mouse is None else thing_at(state.scene, state.mouse)
        if thing is None or state.mouse is None:
            return state, ()
        height_in = max(0.0, round(thing.height + step_in, 3))
        return set_right(state, HeightSet(thing.id, state.mouse, height_in))

    return change


def _type(digit: str) -> KeyPress:
    return lambda state, _event: (replace(state, typed=(state.typed + digit)[-_DIGITS:]), ())


def _untype(state: WindowState, _event: KeyDown) -> NextWindow:
    return replace(state, typed=state.typed[:-1]), ()


def _happens(kind: type[Shoot] | type[HandToHand]) -> KeyPress:
    """What the chosen man does to the target, with what was typed."""

    def happen(state: WindowState, _event: KeyDown) -> NextWindow:
        if state.chosen is None or state.target is None:
            return state, ()
        # In the phase of fights there is nothing to shoot: Enter fights too.
        does = HandToHand if state.hud.fights else kind
        command = does(state.chosen, state.target, state.typed)
        # What comes of it is the verdict; that he may not shoot again is no answer to it.
        return replace(state, typed="", target=None), (command,)

    return happen


def _end_phase(state: WindowState, _event: KeyDown) -> NextWindow:
    return replace(state, typed=""), (NextPhase(state.typed),)


def _hold(state: WindowState, _event: KeyDown) -> NextWindow:
    """The side whose phase it is holds its fire, where the game offers it."""
    return state, () if state.hud.hold is None else (Declare(state.hud.hold),)


def _undo(state: WindowState, _event: KeyDown) -> NextWindow:
    """Take back whatever came last, a correction or an event."""
    if not state.corrections or state.corrected_after[-1] < state.hud.newest:
        return state, (TakeBack(),)
    left = state.corrections[:-1]
    state = replace(state, corrected_after=state.corrected_after[:-1])
    return looked(state, state.seen, left), (CorrectionsChanged(left),)


def _save(state: WindowState, event: KeyDown) -> NextWindow:
    return state, (SavePicture("svg" if event.shift else "png"),)


def _command(command: Command) -> KeyPress:
    return lambda state, _event: (state, (command,))


PRESSES: dict[str, KeyPress] = {
    "h": _switch("help"),
    "f1": _switch("fullscreen"),
    "f11": _switch("fullscreen"),
    "space": _switch("paused"),
    "p": _switch("paused"),
    "r": _switch("as_camera"),
    "n": _no_or_light,
    "y": _yes,
    "c": _command(Calibrate()),
    "j": _command(JoinCode()),
    "g": _layer("grid"),
    "b": _layer("bands"),
    "m": _layer("moves"),
    "s": _layer("sight"),
    "l": _layer("links"),
    "t": _layer("threat"),
    "tab": _next_soldier,
    "w": _next_weapon,
    "+": _height(_HEIGHT_STEP_IN),
    "=": _height(_HEIGHT_STEP_IN),
    "-": _height(-_HEIGHT_STEP_IN),
    "return": _happens(Shoot),
    "f": _happens(HandToHand),
    "e": _end_phase,
    "o": _command(Overrule()),
    "k": _hold,
    "backspace": _untype,
    **{digit: _type(digit) for digit in "0123456789"},
    "f12": _save,
    "escape": _escape,
    "pageup": _scroll(3),
    "pagedown": _scroll(-3),
    "q": _quit,
}
CTRL_PRESSES: dict[str, KeyPress] = {
    "z": _undo,
    "s": _save,
    "q": _quit,
}
