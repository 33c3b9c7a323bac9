"""The window's state: each event makes the next one, without a screen."""

from dataclasses import replace

import pytest

from overlay.corrections import HeightSet, KindSet, TagNamed, ThingDeleted, corrected
from overlay.hud import Hud
from overlay.keys import KEYS
from overlay.menu import menu_at
from overlay.window_state import (
    _CTRL_KEYS,
    _KEYS,
    Calibrate,
    CorrectionsChanged,
    HudSeen,
    KeyDown,
    MouseMoved,
    Pressed,
    Quit,
    Released,
    SavePicture,
    SceneSeen,
    next_state,
    window_of,
)
from table.places import TablePoint
from tests.overlay.desk import ARMY, B1, MUG, R1, R2, SCENE

START = window_of(SCENE, ARMY)


def after(state, *events):
    for event in events:
        state, _ = next_state(state, event)
    return state


def click(at, button=1):
    return (MouseMoved(at), Pressed(at, button), Released(at, button))


def test_click_chooses():
    """A click on a soldier chooses him."""
    assert after(START, *click(R1.place)).chosen == "R1"


def test_second_click_aims():
    """A second click on an enemy makes him the target."""
    state = after(START, *click(R1.place), *click(B1.place))

    assert (state.chosen, state.target) == ("R1", "B1")


def test_click_on_a_mate_chooses_him():
    """A second click on a man of the same side chooses him instead."""
    state = after(START, *click(R1.place), *click(R2.place))

    assert (state.chosen, state.target) == ("R2", None)


def test_click_on_nothing_lays_down():
    """A click on the bare table takes the choice back."""
    assert after(START, *click(R1.place), *click(TablePoint(9, 1))).chosen is None


def test_drag_measures_from_centre_to_centre():
    """A drag from man to man measures between their centres."""
    near = TablePoint(R1.x + 0.3, R1.y)
    over = TablePoint(B1.x, B1.y - 0.2)

    state = after(START, Pressed(near, 1), MouseMoved(over), Released(over, 1))

    assert state.measured == (R1.place, B1.place)
    assert state.chosen is None


def test_right_click_changes_a_kind_and_undo_takes_it_back():
    """A picked menu row corrects the scene, and Ctrl+Z takes that back."""
    at = TablePoint(12.0, 8.0)
    opened = after(START, Pressed(at, 3))
    row = next(i for i, e in enumerate(opened.menu.entries) if e.words == "a plate")
    y = opened.menu.at.y + (0.8 - 0.35 + 1.75 * (row + 1.5)) * 0.32
    spot = TablePoint(opened.menu.at.x + 0.5, y)

    picked, told = next_state(after(opened, MouseMoved(spot)), Pressed(spot, 1))
    undone, _ = next_state(picked, KeyDown("z", ctrl=True))

    assert picked.scene.thing("mug-1").kind == "plate"
    assert told == (CorrectionsChanged((KindSet("mug-1", at, "plate"),)),)
    assert undone.scene.thing("mug-1").kind == "mug"


def test_a_thing_stands_for_a_word_of_the_rulebook():
    """A line of the thing's menu opens the rulebook's words; the picked one is what it means."""
    state = window_of(SCENE, ARMY, words=("cliff", "swamp"))
    thing = SCENE.things[0]
    at = TablePoint(*thing.footprint.representative_point().coords[0])
    state, _ = next_state(state, Pressed(at, 3))
    for words in ("it stands for ...", "swamp"):
        row = [entry.words for entry in state.menu.entries].index(words)
        y = state.menu.at.y + (0.8 - 0.35 + 1.75 * (row + 1.5)) * 0.32
        state, commands = next_state(state, Pressed(TablePoint(state.menu.at.x + 0.5, y), 1))

    assert state.menu is None
    assert commands == (CorrectionsChanged(state.corrections),)
    assert state.scene.thing(thing.id).meant_as == "swamp"


def test_click_beside_the_menu_closes_it():
    """A press beside the menu closes it and changes nothing."""
    state = after(START, Pressed(TablePoint(12.0, 8.0), 3), Pressed(TablePoint(23.0, 15.0), 1))

    assert state.menu is None
    assert state.scene is SCENE or state.scene == SCENE


def test_correction_outlives_the_next_picture():
    """What was set right stays right when the camera sees the scene anew."""
    at = TablePoint(12.0, 8.0)
    state = after(START, MouseMoved(at), KeyDown("+"))

    state = after(state, SceneSeen(replace(SCENE, orders=())))

    assert state.scene.thing("mug-1").height == MUG.height + 0.25


def test_pause_keeps_the_scene():
    """While paused the window keeps the scene it had."""
    state = after(START, KeyDown("space"), SceneSeen(replace(SCENE, soldiers=())))

    assert len(state.scene.soldiers) == len(SCENE.soldiers)
    assert (
        len(after(state, KeyDown("p"), SceneSeen(replace(SCENE, soldiers=()))).scene.soldiers) == 0
    )


def test_tab_goes_round():
    """Tab goes through the soldiers by their ids and round again, Shift+Tab back."""
    state = after(START, *[KeyDown("tab")] * 5)

    assert state.chosen == "B1"
    assert after(state, KeyDown("tab", shift=True)).chosen == "R2"


@pytest.mark.parametrize(
    ("key", "command"),
    [
        (KeyDown("q"), Quit()),
        (KeyDown("escape"), Quit()),
        (KeyDown("c"), Calibrate()),
        (KeyDown("s", ctrl=True), SavePicture("png")),
        (KeyDown("f12", shift=True), SavePicture("svg")),
    ],
)
def test_commands(key, command):
    """Keys that concern the program become commands."""
    assert next_state(START, key)[1] == (command,)


def test_escape_closes_first():
    """Escape closes what is open before it ends the program."""
    state = after(START, KeyDown("h"), *click(R1.place))

    assert next_state(state, KeyDown("escape"))[1] == ()
    assert after(state, KeyDown("escape")).help is False
    assert after(state, KeyDown("escape"), KeyDown("escape")).chosen is None


@pytest.mark.parametrize(
    ("key", "layer"),
    [("g", "grid"), ("b", "bands"), ("m", "moves"), ("s", "sight"), ("l", "links")],
)
def test_layers(key, layer):
    """G, B, M, S and L switch their layer, and back."""
    once = after(START, KeyDown(key))

    assert (layer in once.layers) != (layer in START.layers)
    assert after(once, KeyDown(key)).layers == START.layers


def test_help_lists_every_key():
    """No key does something that the help does not list."""
    listed = " ".join(key.lower() for key, _ in KEYS)
    listed = listed.replace("esc", "escape")

    assert all(key in listed.split() or key == "=" for key in _KEYS)
    assert all(f"ctrl+{key}" in listed or key == "q" for key in _CTRL_KEYS)


def test_hud():
    """The game's line is kept as it was told."""
    assert after(START, HudSeen(Hud(turn=3))).hud.turn == 3


def test_named_tag():
    """An unread tag that is named becomes that soldier, with an honest error."""
    menu = menu_at(SCENE, TablePoint(22.2, 2.1), ARMY)

    scene = corrected(SCENE, [menu.entries[0].does], ARMY)

    assert menu.entries[0].does == TagNamed(TablePoint(22.0, 2.0), "B9")
    assert scene.unread == ()
    assert (scene.soldier("B9").side, scene.soldier("B9").error) == ("blue", 1.0)


def test_deleted_thing_by_place():
    """A correction finds its thing by place when the camera gives it another id."""
    renamed = replace(SCENE, things=(replace(MUG, id="lid-4", kind="lid"), *SCENE.things[1:]))

    scene = corrected(renamed, [ThingDeleted("mug-1", TablePoint(12.0, 8.0))])

    assert scene.thing("lid-4") is None


def test_correction_of_what_is_gone():
    """A correction of something that is no longer there changes nothing."""
    assert corrected(SCENE, [HeightSet("mug-7", TablePoint(23.0, 15.0), 1.0)]) == SCENE
