"""The window's state: each event makes the next one, without a screen."""

from dataclasses import replace

import pytest
from shapely import Point

from overlay.marks.corrections import (
    HeightSet,
    KindSet,
    TagNamed,
    ThingDeleted,
    ThingDrawn,
    corrected,
)
from overlay.strokes.card_strokes import card_size_in
from overlay.window.hud import Hud, PlayerQuestion
from overlay.window.key_presses import CTRL_PRESSES, PRESSES
from overlay.window.keys import KEYS
from overlay.window.menu import Menu, MenuLine, _fitted, chosen_row, menu_at, menu_card, opened
from overlay.window.next_state import next_state
from overlay.window.window_commands import (
    AnswerAsked,
    Calibrate,
    CorrectionsChanged,
    Quit,
    SavePicture,
)
from overlay.window.window_events import (
    HudSeen,
    KeyDown,
    LogPicked,
    MouseMoved,
    Pressed,
    Released,
    SceneSeen,
)
from overlay.window.window_state import window_of
from table.places import TablePoint
from table.scene import Thing, Unexplained
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
    picked, told = after(START, Pressed(at, 3)), ()
    for words in ("it is something else ...", "a plate"):
        row = next(i for i, e in enumerate(picked.menu.entries) if e.words == words)
        y = picked.menu.at.y + (0.8 - 0.35 + 1.75 * (row + 1.5)) * 0.32
        spot = TablePoint(picked.menu.at.x + 0.5, y)
        picked, told = next_state(after(picked, MouseMoved(spot)), Pressed(spot, 1))

    undone, _ = next_state(picked, KeyDown("z", ctrl=True))

    assert picked.scene.thing("mug-1").kind == "plate"
    assert told == (CorrectionsChanged((KindSet("mug-1", at, "plate"),)),)
    assert undone.scene.thing("mug-1").kind == "mug"


def test_a_second_right_click_changes_nothing():
    """It takes the menu away, whatever line happens to lie under it."""
    at = TablePoint(12.0, 8.0)
    opened = after(START, Pressed(at, 3))
    spot = TablePoint(opened.menu.at.x + 0.5, opened.menu.at.y + 1.0)

    closed, told = next_state(after(opened, MouseMoved(spot)), Pressed(spot, 3))

    assert closed.menu is None
    assert told == ()
    assert closed.scene is opened.scene


def test_an_unread_tag_is_named_by_a_click():
    """As on anything unexplained, the other button is not needed."""
    tag = TablePoint(22.0, 2.0)

    state = after(START, Pressed(tag, 1), Released(tag, 1))

    assert state.menu.title == "This tag is"


def test_a_menu_without_room_goes_on_behind_a_line():
    """Every man of a large army can be reached, none lies below the table."""
    many = Menu(TablePoint(1.0, 1.0), "?", tuple(MenuLine(f"{n}", ()) for n in range(90)))

    shown, seen = _fitted(many, SCENE), []
    while shown is not None:
        assert card_size_in(menu_card(shown))[1] <= SCENE.height
        seen += [line.words for line in shown.entries if line.does == ()]
        last = len(shown.entries) - 1
        shown = opened(shown, last, SCENE) if shown.entries[last].does else None

    assert seen == [f"{n}" for n in range(90)]


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


@pytest.mark.parametrize(
    "does", [KeyDown("e"), KeyDown("6"), Pressed(R1.place, 1), Pressed(R1.place, 3), LogPicked(1)]
)
def test_whoever_does_something_else_does_not_want_to_quit(does):
    """The question is not left standing over what happened since; only a yes ends the evening."""
    asked = after(START, HudSeen(Hud(turn=1)), KeyDown("q"))
    assert asked.quitting

    assert not after(asked, does).quitting
    assert after(asked, KeyDown("r")).quitting  # who only looks has not answered
    assert next_state(asked, KeyDown("y"))[1] == (Quit(),)


def test_escape_closes_first():
    """Escape closes what is open before it ends the program."""
    state = after(START, KeyDown("h"), *click(R1.place))

    assert next_state(state, KeyDown("escape"))[1] == ()
    assert after(state, KeyDown("escape")).help is False
    assert after(state, KeyDown("escape"), KeyDown("escape")).chosen is None


@pytest.mark.parametrize(
    ("key", "layer"),
    [
        ("g", "grid"),
        ("b", "bands"),
        ("m", "moves"),
        ("s", "sight"),
        ("l", "links"),
        ("t", "threat"),
    ],
)
def test_layers(key, layer):
    """G, B, M, S, L and T switch their layer, and back."""
    once = after(START, KeyDown(key))

    assert (layer in once.layers) != (layer in START.layers)
    assert after(once, KeyDown(key)).layers == START.layers


def test_help_lists_every_key():
    """No key does something that the help does not list."""
    listed = " ".join(key.lower() for key, _ in KEYS)
    listed = listed.replace("esc", "escape").replace("page ", "page").replace("enter", "return")

    assert all(key in listed.split() or key == "=" for key in PRESSES)
    assert all(f"ctrl+{key}" in listed or key == "q" for key in CTRL_PRESSES)


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


@pytest.mark.parametrize(("key", "yes"), [("y", True), ("n", False)])
def test_a_question_is_answered_by_the_one_that_was_shown(key, yes):
    """While something is asked N says no and leaves the light alone."""
    asked = after(START, HudSeen(Hud(asked=PlayerQuestion("gone R1", "is R1 gone?"))))

    state, commands = next_state(asked, KeyDown(key))

    assert commands == (AnswerAsked("gone R1", yes=yes),)
    assert state.light == START.light


def test_nothing_asked():
    """Y does nothing, N is the light's key."""
    assert next_state(START, KeyDown("y")) == (START, ())
    assert after(START, KeyDown("n")).light != START.light


BOWL = Unexplained(Point(15.0, 6.0).buffer(1.2), TablePoint(15.0, 6.0), True, (2.4, 2.4))
WITH_BOWL = replace(SCENE, unexplained=(BOWL,))


def pick(state, words):
    """The window after a click on the menu's line with these words."""
    row = [entry.words for entry in state.menu.entries].index(words)
    corner = state.menu.at
    rows = [
        TablePoint(corner.x + 0.3, corner.y + 0.05 * n)
        for n in range(400)
        if chosen_row(state.menu, TablePoint(corner.x + 0.3, corner.y + 0.05 * n)) == row
    ]
    return next_state(after(state, MouseMoved(rows[0])), Pressed(rows[0], 1))


@pytest.mark.parametrize("button", [1, 3])
def test_what_is_on_no_list_is_named_by_a_click(button):
    """Either button asks what it is, round kinds first; it is terrain from then on."""
    state = after(window_of(WITH_BOWL, ARMY), *click(BOWL.place, button))
    assert state.menu.title == "What is this?"
    assert state.menu.entries[0].words == "a mug"

    state, (told,) = pick(state, "a plate")

    (drawn,) = told.corrections
    assert (drawn.kind, drawn.named) == ("plate", True)
    assert state.scene.unexplained == ()
    assert state.scene.things[-1].kind == "plate"
    assert after(state, KeyDown("z", ctrl=True)).scene == WITH_BOWL


@pytest.mark.parametrize(
    ("words", "places", "area_sq_in"),
    [
        ("a circle: its middle, then its rim", ((15, 6), (16, 6)), pytest.approx(3.14, abs=0.02)),
        ("a bar: both ends, then its side", ((12, 6), (18, 6), (15, 6.25)), 3.0),
        (
            "an outline: corner by corner, back to the first",
            ((14, 5), (17, 5), (17, 8), (14.1, 5.1)),
            pytest.approx(4.5, abs=0.5),
        ),
    ],
)
def test_what_the_camera_cannot_see_is_drawn(words, places, area_sq_in):
    """A circle, a bar, an outline, each by a few clicks, and then what it is."""
    bare = TablePoint(15.0, 6.0)
    state, _ = pick(after(START, *click(bare, 3)), "draw what lies here ...")
    state, _ = pick(state, words)
    for x, y in places:
        state = after(state, *click(TablePoint(x, y)))
    assert state.menu.title == "What did you draw?"

    state, _ = pick(state, "a book")

    book = state.scene.things[-1]
    assert (book.kind, book.height, book.footprint.area) == ("book", 1.0, area_sq_in)


def test_a_drawing_is_given_up():
    """Escape leaves nothing of it."""
    state, _ = pick(after(START, *click(TablePoint(15.0, 6.0), 3)), "draw what lies here ...")
    state, _ = pick(state, "a circle: its middle, then its rim")
    state = after(state, *click(TablePoint(15.0, 6.0)), KeyDown("escape"))

    assert (state.sketch, state.menu, state.scene) == (None, None, SCENE)


def test_what_the_camera_comes_to_see_stands():
    """A drawn mug gives way to the mug that is seen there, and comes back where it is not."""
    here = Point(15.0, 6.0)
    outline = tuple(TablePoint(x, y) for x, y in here.buffer(1.5).exterior.coords[:-1])
    drawn = ThingDrawn("mug", TablePoint(15.0, 6.0), 3.75, outline)
    seen = Thing("mug-9", "mug", here.buffer(1.4), 3.75)

    alone = corrected(SCENE, (drawn,))
    both = corrected(replace(SCENE, things=(*SCENE.things, seen)), (drawn,))

    assert alone.things[-1].id == "mug-drawn-1"
    assert both.things[-1] == seen
