"""What the mouse does to the window: choosing, aiming, measuring, menus and drawing by hand."""

from dataclasses import replace

from overlay.marks.corrections import soldier_at, unexplained_at, unread_at
from overlay.window.menu import chosen_row, drawn_menu, menu_at, named_menu, opened
from overlay.window.sketch import Sketch, clicked, outline_of
from overlay.window.window_commands import Declare
from overlay.window.window_events import Pressed, Released
from overlay.window.window_state import NextWindow, WindowState, set_right
from rules.game.deed import Deed
from table.directions import distance_in
from table.places import TablePoint
from table.scene import Soldier

_CLICK_IN = 0.3  # a press that moves less than this is a click


def moved(state: WindowState, at: TablePoint) -> WindowState:
    """The window with the mouse there: over a menu's row, or drawing out the ruler."""
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


def pressed(state: WindowState, event: Pressed) -> NextWindow:
    """The window once a button is down; most is done only when it is up again."""
    if state.menu is not None:
        # A second right-click takes the menu away: it must not pick what happens to lie there.
        return _menu_pick(state, event.at) if event.button == 1 else (replace(state, menu=None), ())
    if state.sketch is not None:
        return _drawn_on(state, state.sketch, event.at), ()
    if event.button == 3:
        menu = menu_at(state.scene, event.at, state.army, event.deeds, state.words)
        return replace(state, menu=menu, pressed=None), ()
    return replace(state, pressed=event.at, measured=None), ()


def _menu_pick(state: WindowState, at: TablePoint) -> NextWindow:
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
    return set_right(closed, does)


def _drawn_on(state: WindowState, sketch: Sketch, at: TablePoint) -> WindowState:
    """Another place of what is drawn; once it is whole, the players are asked what it is."""
    sketch = clicked(sketch, at)
    outline = outline_of(sketch)
    if outline is None:
        return replace(state, sketch=sketch)
    menu = drawn_menu(state.scene, sketch, outline, state.army) if outline else None
    return replace(state, sketch=None, menu=menu)


def released(state: WindowState, event: Released) -> WindowState:
    """The window after a click; who dragged has measured and chooses nobody."""
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
