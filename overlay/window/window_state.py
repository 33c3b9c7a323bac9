"""The window as a value: what is shown, and what each event makes of it.

`next_state(state, event)` returns the new state and the commands for whoever runs the program.
No pygame, no pixels: the mouse is in table inches already.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from overlay.marks.corrections import (
    Correction,
    HeightSet,
    corrected,
    soldier_at,
    thing_at,
    unexplained_at,
    unread_at,
)
from overlay.window.hud import Hud
from overlay.window.menu import Menu, chosen_row, drawn_menu, menu_at, named_menu, opened, readable
from overlay.window.sketch import Sketch, clicked, outline_of
from overlay.window.window_commands import (
    AnswerAsked,
    Calibrate,
    Command,
    CorrectionsChanged,
    Declare,
    HandToHand,
    JoinCode,
    LookBack,
    NextPhase,
    Overrule,
    Quit,
    SavePicture,
    Shoot,
    TakeBack,
)
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
from rules.game.deed import Deed
from table.army import Army
from table.directions import distance_in
from table.places import TablePoint
from table.scene import Scene, Soldier

Layer = Literal["bands", "moves", "sight", "links", "grid", "threat"]
_CLICK_IN = 0.3  # a press that moves less than this is a click
_HEIGHT_STEP_IN = 0.25
_DIGITS = 12  # the most a throw needs
PAUSED_WORDS = "paused: the picture stands still; Space goes on"
QUIT = "quit"
QUIT_WORDS = "End the evening? The game is kept; spotter play goes on with it."


@dataclass(frozen=True)
class WindowState:
    """All that decides what the window shows.

    `seen` is the scene as the camera has it; `scene` is it with the players' corrections.
    """

    seen: Scene
    scene: Scene
    army: Army | None = None
    corrections: tuple[Correction, ...] = ()
    corrected_after: tuple[int, ...] = ()  # the log's newest number when each of them was made
    words: tuple[str, ...] = ()  # what things can stand for under the rulebook
    chosen: str | None = None
    target: str | None = None
    weapon: int = 0  # which of the chosen man's weapons
    typed: str = ""  # digits of a throw
    layers: frozenset[Layer] = frozenset({"bands", "moves"})
    mouse: TablePoint | None = None
    pressed: TablePoint | None = None
    measured: tuple[TablePoint, TablePoint] | None = None
    menu: Menu | None = None
    sketch: Sketch | None = None  # what is being drawn by hand
    hud: Hud = field(default_factory=Hud)
    paused: bool = False
    help: bool = False
    fullscreen: bool = False
    as_camera: bool = False
    light: bool = True
    quitting: bool = False  # whether the players were asked if they are done
    scroll: int = 0  # how many lines the log is turned back
    turned: int = 0  # how many lines of the answer are turned away
    least_in: float = 0.0  # smaller capitals on the table cannot be read on this screen
    looks_back: int | None = None  # the event whose moment is shown instead of now

    @property
    def man(self) -> Soldier | None:
        """The chosen soldier, while he is on the table."""
        return None if self.chosen is None else self.scene.soldier(self.chosen)

    @property
    def ruled(self) -> Scene:
        """The table as the game counts it: who is to be put back stands where he belongs."""
        men = (
            replace(man, x=place.x, y=place.y)
            for name, place in self.hud.back.items()
            for man in [self.scene.soldier(name)]
            if man is not None
        )
        return self.scene.with_soldiers(*men) if self.hud.back else self.scene

    @property
    def ruled_man(self) -> Soldier | None:
        """The chosen soldier as the game counts him."""
        return None if self.chosen is None else self.ruled.soldier(self.chosen)


def window_of(
    scene: Scene,
    army: Army | None = None,
    corrections: tuple[Correction, ...] = (),
    words: tuple[str, ...] = (),
) -> WindowState:
    """The window when it opens, with what was set right in an earlier sitting."""
    known = corrected(scene, corrections, army)
    # Those of an earlier sitting are taken back last.
    return WindowState(scene, known, army, corrections, (0,) * len(corrections), words)


Next = tuple[WindowState, tuple[Command, ...]]


def next_state(state: WindowState, event: Event) -> Next:
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
) -> Next:
    match event:
        case SceneSeen(scene=scene):
            return (state if state.paused else _looked(state, scene, state.corrections)), ()
        case HudSeen(hud=hud):
            return replace(state, hud=hud), ()
        case MouseMoved(at=at):
            return _moved(state, at), ()
        case Pressed():
            return _press(state, event)
        case Released():
            return _release(state, event), ()
        case KeyDown():
            return _key(state, event)


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


def _looked(state: WindowState, seen: Scene, corrections: tuple[Correction, ...]) -> WindowState:
    """The window over a scene with corrections, made once so that answers can be kept by it."""
    scene = corrected(seen, corrections, state.army)
    return replace(state, seen=seen, scene=scene, corrections=corrections)


def _moved(state: WindowState, at: TablePoint) -> WindowState:
    state = replace(state, mouse=at)
    if state.menu is not None:
        return replace(state, menu=replace(state.menu, chosen=chosen_row(state.menu, at)))
    if state.pressed is not None and distance_in(state.pressed, at) > _CLICK_IN:
        start, end = _snapped(state, state.pressed), _snapped(state, at)
        return replace(state, measured=(start, end))
    return state


def _snapped(state: WindowState, at: TablePoint) -> TablePoint:
    """A soldier's centre where the mouse is on him, since distances run from centre to centre."""
    soldier = soldier_at(state.scene, at)
    return at if soldier is None else soldier.place


def _press(state: WindowState, event: Pressed) -> Next:
    if state.menu is not None:
        # A second right-click takes the menu away: it must not pick what happens to lie there.
        return _menu_pick(state, event.at) if event.button == 1 else (replace(state, menu=None), ())
    if state.sketch is not None:
        return _drawn_on(state, state.sketch, event.at), ()
    if event.button == 3:
        menu = menu_at(state.scene, event.at, state.army, event.deeds, state.words)
        return replace(state, menu=menu, pressed=None), ()
    return replace(state, pressed=event.at, measured=None), ()


def _menu_pick(state: WindowState, at: TablePoint) -> Next:
    """What the row under the mouse does; beside the menu it only closes."""
    assert state.menu is not None
    row = chosen_row(state.menu, at)
    closed = replace(state, menu=None)
    if row is None:
        return closed, ()
    further = opened(state.menu, row, state.scene)
    if further is not None:
        return replace(state, menu=further), ()
    does = state.menu.entries[row].does
    assert not isinstance(does, tuple), does
    if isinstance(does, Sketch):
        return replace(closed, sketch=does, chosen=None, target=None), ()
    if isinstance(does, Deed):
        return replace(closed, typed=""), (Declare(does.event, state.typed),)
    return _correct(closed, does)


def _drawn_on(state: WindowState, sketch: Sketch, at: TablePoint) -> WindowState:
    """Another place of what is drawn; once it is whole, the players are asked what it is."""
    sketch = clicked(sketch, at)
    outline = outline_of(sketch)
    if outline is None:
        return replace(state, sketch=sketch)
    menu = drawn_menu(state.scene, sketch, outline, state.army) if outline else None
    return replace(state, sketch=None, menu=menu)


def _correct(state: WindowState, correction: Correction) -> Next:
    corrections = (*state.corrections, correction)
    state = replace(state, corrected_after=(*state.corrected_after, _newest(state)))
    return _looked(state, state.seen, corrections), (CorrectionsChanged(corrections),)


def _newest(state: WindowState) -> int:
    """The number of the newest event that is told, 0 before the first."""
    return state.hud.log[-1].number if state.hud.log else 0


def _release(state: WindowState, event: Released) -> WindowState:
    if event.button != 1 or state.pressed is None:
        return state
    lifted = replace(state, pressed=None)
    if distance_in(state.pressed, event.at) > _CLICK_IN:
        return lifted
    stranger = unexplained_at(state.scene, event.at)
    soldier = soldier_at(state.scene, event.at)
    if soldier is None and state.chosen is None:
        if unread_at(state.scene, event.at) is not None:
            return replace(lifted, menu=menu_at(state.scene, event.at, state.army))
        if stranger is not None:
            return replace(lifted, menu=named_menu(state.scene, stranger, state.army))
    return _click(lifted, soldier)


def _click(state: WindowState, soldier: Soldier | None) -> WindowState:
    """Nobody: lay everything down. A man: choose him, or aim the chosen one at him if he stands."""
    man = state.man
    if soldier is None or (man is not None and soldier.id == man.id):
        return replace(state, chosen=None, target=None)
    if man is not None and soldier.side != man.side and soldier.id not in state.hud.out:
        return replace(state, target=soldier.id)
    return replace(state, chosen=soldier.id, target=None, weapon=0)


def _key(state: WindowState, event: KeyDown) -> Next:
    if event.ctrl:
        return _CTRL_KEYS.get(event.key, _ignored)(state, event)
    return _KEYS.get(event.key, _ignored)(state, event)


def _ignored(state: WindowState, _event: KeyDown) -> Next:
    return state, ()


def _layer(layer: Layer) -> Callable[[WindowState, KeyDown], Next]:
    return lambda state, _event: (replace(state, layers=state.layers ^ {layer}), ())


def _switch(name: str) -> Callable[[WindowState, KeyDown], Next]:
    def flip(state: WindowState, _event: KeyDown) -> Next:
        changed: dict[str, Any] = {name: not getattr(state, name)}
        return replace(state, **changed), ()

    return flip


def _answer(state: WindowState, *, yes: bool) -> Next:
    if state.quitting:
        return replace(state, quitting=False), (Quit(),) if yes else ()
    asked = state.hud.asked
    return state, () if asked is None else (AnswerAsked(asked.key, yes=yes),)


def _yes(state: WindowState, _event: KeyDown) -> Next:
    return _answer(state, yes=True)


def _no_or_light(state: WindowState, event: KeyDown) -> Next:
    """No to a question; where none is asked, the projector's light."""
    is_asked = state.hud.asked is not None or state.quitting
    return _answer(state, yes=False) if is_asked else _switch("light")(state, event)


def _quit(state: WindowState, _event: KeyDown) -> Next:
    """Nothing ends without a word; asked for twice, it does."""
    if state.quitting or (state.hud.turn is None and state.hud.leaving is None):
        return state, (Quit(),)
    return replace(state, quitting=True), ()


def _scroll(lines: int) -> Callable[[WindowState, KeyDown], Next]:
    return lambda state, _event: (replace(state, scroll=max(0, state.scroll + lines)), ())


def _escape(state: WindowState, event: KeyDown) -> Next:
    if state.quitting:
        return replace(state, quitting=False), ()
    if state.menu is not None or state.help or state.measured or state.sketch:
        return replace(state, menu=None, help=False, measured=None, sketch=None), ()
    if state.chosen is not None:
        return replace(state, chosen=None, target=None), ()
    return _quit(state, event)


def _next_soldier(state: WindowState, event: KeyDown) -> Next:
    ids = sorted(soldier.id for soldier in state.scene.soldiers)
    if not ids:
        return state, ()
    step = -1 if event.shift else 1
    start = ids.index(state.chosen) if state.chosen in ids else (0 if event.shift else -1)
    chosen = ids[(start + step) % len(ids)]
    return replace(state, chosen=chosen, target=None, weapon=0), ()


def _next_weapon(state: WindowState, _event: KeyDown) -> Next:
    return replace(state, weapon=state.weapon + 1), ()


def _height(step_in: float) -> Callable[[WindowState, KeyDown], Next]:
    def change(state: WindowState, _event: KeyDown) -> Next:
        thing = None if state.mouse is None else thing_at(state.scene, state.mouse)
        if thing is None or state.mouse is None:
            return state, ()
        height_in = max(0.0, round(thing.height + step_in, 3))
        return _correct(state, HeightSet(thing.id, state.mouse, height_in))

    return change


def _type(digit: str) -> Callable[[WindowState, KeyDown], Next]:
    return lambda state, _event: (replace(state, typed=(state.typed + digit)[-_DIGITS:]), ())


def _untype(state: WindowState, _event: KeyDown) -> Next:
    return replace(state, typed=state.typed[:-1]), ()


def _happens(kind: type[Shoot] | type[HandToHand]) -> Callable[[WindowState, KeyDown], Next]:
    """What the chosen man does to the target, with what was typed."""

    def happen(state: WindowState, _event: KeyDown) -> Next:
        if state.chosen is None or state.target is None:
            return state, ()
        # In the phase of fights there is nothing to shoot: Enter fights too.
        does = HandToHand if state.hud.fights else kind
        command = does(state.chosen, state.target, state.typed)
        # What comes of it is the verdict; that he may not shoot again is no answer to it.
        return replace(state, typed="", target=None), (command,)

    return happen


def _end_phase(state: WindowState, _event: KeyDown) -> Next:
    return replace(state, typed=""), (NextPhase(state.typed),)


def _hold(state: WindowState, _event: KeyDown) -> Next:
    """The side whose phase it is holds its fire, where the game offers it."""
    return state, () if state.hud.hold is None else (Declare(state.hud.hold),)


def _undo(state: WindowState, _event: KeyDown) -> Next:
    """Take back whatever came last, a correction or an event."""
    if not state.corrections or state.corrected_after[-1] < _newest(state):
        return state, (TakeBack(),)
    left = state.corrections[:-1]
    state = replace(state, corrected_after=state.corrected_after[:-1])
    return _looked(state, state.seen, left), (CorrectionsChanged(left),)


def _save(state: WindowState, event: KeyDown) -> Next:
    return state, (SavePicture("svg" if event.shift else "png"),)


def _command(command: Command) -> Callable[[WindowState, KeyDown], Next]:
    return lambda state, _event: (state, (command,))


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


_KEYS: dict[str, Callable[[WindowState, KeyDown], Next]] = {
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
_CTRL_KEYS: dict[str, Callable[[WindowState, KeyDown], Next]] = {
    "z": _undo,
    "s": _save,
    "q": _quit,
}
