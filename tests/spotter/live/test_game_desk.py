"""The game desk in its own window, driven by keys and clicks, every picture of it checked."""

from dataclasses import replace
from time import process_time
from types import SimpleNamespace

import pygame
import pytest
import shapely

from overlay.marks.marks import Area, Label, Line
from overlay.window.desk import desk_of
from overlay.window.hover import hover_card, sketch_card
from overlay.window.hud import Hud
from overlay.window.menu import menu_card
from overlay.window.window_marks import mouse_marks, table_drawing
from rules.game.common_events import Next
from spotter.game.deeds import NextStep
from spotter.game.journal import Journal
from spotter.game.live_game import begun
from spotter.game.questions import YesNoQuestion
from spotter.live.game_desk import with_desk
from spotter.live.play_table import PlayTable
from table.army import Army, Side, TagStyle
from table.directions import distance_in
from table.observation import Observation
from table.places import TablePoint
from table.scene import Scene, Soldier, Thing, Unexplained
from tests.spotter.live.desk_driver import Driver, are_apart, card_box


@pytest.fixture
def drive(tmp_path):
    """A new game at its desk; closed at the end."""
    open_ones = []

    def start(rules, men, **more):
        open_ones.append(Driver(tmp_path, rules, men, **more))
        return open_ones[-1]

    yield start
    for one in open_ones:
        one.close()


def man(name, x, y, *weapons, **more):
    side = {"R": "red", "B": "blue"}[name[0]]
    return Soldier(name, side, x, y, weapons or ("rifle",), **more)


NAPKIN = Thing("napkin-1", "napkin", shapely.box(18.0, 3.0, 22.0, 7.0), 0.0)
DUEL = (man("R1", 10, 10), man("R2", 10, 14), man("B1", 14, 10), man("B2", 30, 20))


def test_a_click_on_the_log_shows_that_moment_and_any_key_comes_back(drive):
    """The table as it was, what was done, its dice; and nothing happens to the game meanwhile."""
    desk = drive("omog-advanced", DUEL)
    desk.press("e")
    desk.move("R2", 11, 12)
    desk.press("e")
    desk.press("e")
    desk.man("R1")
    desk.man("B1")
    desk.press("6")
    desk.press("return")
    fired = desk.live.events
    events = list(desk.live.history.events)
    moved = next(n for n, e in enumerate(events, start=1) if e["event"] == "moved")

    desk.log(moved)

    shown = desk.window._shown
    assert shown.scene.soldier("R2").x == pytest.approx(11.0)
    assert shown.hud.verdict.startswith("R2 goes 2.2 in")
    assert "comes back to now" in desk.said
    assert desk.window.state.hud.fallen_dice == ()
    desk.press("e")  # comes back, and ends no phase
    assert desk.live.events == fired
    assert desk.window._past is None
    assert [die.number for die in desk.desk.dice] == ["6"]

    desk.log(fired)
    assert [die.number for die in desk.desk.dice] == ["6"]
    desk.man("B2")
    assert desk.window._past is None


def test_the_tray_shows_each_die_that_is_owed(drive):
    """Empty before it is thrown, with its number while it is typed or clicked, then as it fell."""
    desk = drive("omog-advanced", DUEL)
    for _ in range(3):
        desk.press("e")
    assert not desk.desk.dice
    desk.man("R1")
    desk.man("B1")
    assert [(die.number, die.owed) for die in desk.desk.dice] == [("", True)]
    assert "Dice: R1, rifle at B1, needs 3+" in desk.said
    desk.button("6")
    assert [(die.number, die.owed) for die in desk.desk.dice] == [("6", False)]
    desk.button("Del")
    desk.button("4")
    desk.button("Throw for me")
    assert [(die.number, die.by_program) for die in desk.desk.dice] == [("4", False)]
    assert desk.live.history.events[-1]["roll"] == 4


def test_a_die_that_ends_a_phase_is_seen(drive):
    """The program's throw for the initiative stands in the tray when the moves have begun."""
    desk = drive("lgam", (man("R1", 10, 10), man("B1", 14, 10)))
    while desk.window.state.hud.phase != "first to move":
        desk.press("e")

    (die,) = desk.desk.dice
    thrown = [event["roll"] for event in desk.live.history.events if event["event"] == "initiative"]
    assert ([int(die.number)], die.by_program) == (thrown, True)


def test_reach_is_drawn_only_for_who_may_still_move(drive):
    """Not for who has moved, not for the side that waits, not in the fire; said in the title."""
    desk = drive("omog-advanced", DUEL)
    desk.press("e")

    def drawn(name):
        desk.man(name)
        drawing = table_drawing(desk.window.state, desk.window._asking, on_picture=False)
        desk.press("escape")
        return any(isinstance(mark, Area) for mark in drawing.marks), drawing.title

    assert drawn("R2")[0]
    assert drawn("B1") == (False, "B1, blue: it is red's turn")
    desk.move("R2", 11, 12)
    assert not drawn("R2")[0]
    desk.press("z")
    desk.move("R2", 10, 14)
    assert drawn("R2")[0]
    desk.press("e")
    desk.press("e")
    assert not drawn("R2")[0]


def test_a_card_that_follows_the_mouse_lies_on_nobody(drive):
    """Beside the man it tells of, and on none of those who stand around him."""
    around = [man(f"R{n}", 10 + 3 * (n % 3), 8 + 3 * (n // 3)) for n in range(9)]
    desk = drive("omog-advanced", (*around, man("B1", 30, 20)))
    state = desk.window.state
    for one in around:
        box = card_box(hover_card(state, one.place, None))
        for other in around:
            r = other.radius
            there = (other.x - r, other.y - r, other.x + r, other.y + r)
            assert are_apart(box, there), (one.id, other.id)


def test_a_menu_covers_neither_men_nor_what_it_asks_about(drive):
    """It opens beside them, its further lines where the first ones were."""
    around = [man(f"R{n}", 10 + 4 * (n % 3), 7 + 4 * (n // 3)) for n in range(9)]
    shape = shapely.box(19, 9, 21, 12)
    stranger = Unexplained(shape, TablePoint(20, 10), is_round=False, size=(2.0, 3.0))
    desk = drive("omog-advanced", (*around, man("B1", 30, 20)), things=(NAPKIN,))
    desk.scene = replace(desk.scene, unexplained=(stranger,))
    desk.vision_thread.look(desk.scene)
    desk.done()
    for x, y, button, asked in ((20, 5, 3, NAPKIN.footprint.bounds), (20, 10, 1, (19, 9, 21, 12))):
        desk.place(x, y, button=button)
        kept = [(m.x - m.radius, m.y - m.radius, m.x + m.radius, m.y + m.radius) for m in around]
        box = card_box(menu_card(desk.window.state.menu))
        assert all(are_apart(box, other) for other in (*kept, asked)), (box, asked)
        desk.press("escape")
    desk.place(20, 5, button=3)
    first = desk.window.state.menu.at
    desk.pick_line("something else")
    assert distance_in(desk.window.state.menu.at, first) < 3.0


def test_what_to_click_next_of_a_drawing_is_readable(drive):
    """In words as large as all others, on the table, wherever the mouse is."""
    desk = drive("omog-advanced", DUEL)
    desk.place(20, 20, button=3)
    desk.pick_line("draw what lies here")
    desk.pick_line("an outline")
    state, inch_px = desk.window.state, desk.window.view.px_per_in(1.0, 1.0)
    for x, y in ((0.5, 0.5), (35.5, 23.5), (20.0, 12.0)):
        card = sketch_card(replace(state, mouse=TablePoint(x, y)))
        left, top, right, bottom, _ = card_box(card)
        assert card.height_in * inch_px >= 9.0 - 1e-6
        assert 0 <= left < right <= 36.0
        assert 0 <= top < bottom <= 24.0
    for x, y in ((20, 14), (24, 14), (24, 18), (20, 14)):
        desk.place(x, y)
    marks = mouse_marks(desk.window.state, None)  # what it is is asked over its outline
    assert [len(mark.points) for mark in marks if isinstance(mark, Line)] == [4]


def test_who_is_to_be_put_back_counts_where_he_stood(drive):
    """His reach and his shots are drawn from there, as the game rules them."""
    desk = drive("omog-advanced", DUEL)
    desk.press("e")
    desk.move("R1", 26, 4)
    desk.man("R1")
    desk.picture()

    assert "R1, red: put him back; until then he counts where he stood" in desk.said
    (reach,) = [mark for mark in desk.drawing().marks if isinstance(mark, Area)]
    rim = shapely.Polygon(reach.rings[0])
    assert rim.contains(shapely.Point(10, 10))
    assert not rim.contains(shapely.Point(26, 4))
    desk.press("escape")
    desk.press("e")
    desk.press("e")
    desk.man("R1")
    desk.man("B1")
    desk.picture()
    assert "4.0 in" in desk.said


def test_buttons_that_do_nothing_now_are_told_apart(drive):
    """Which they are changes with the game: who needs a target, a refusal, a second weapon."""
    desk = drive("omog-advanced", (man("R1", 10, 10, "rifle", "hand-grenade"), *DUEL[1:]))

    def idle():
        return {button.key for button in desk.desk.buttons if button.idle}

    assert idle() == {"z", "o", "return", "f", "w", "t", "n"}
    desk.press("e")
    desk.man("R1")
    assert idle() == {"z", "o", "return", "f", "n"}
    desk.press("escape")
    desk.move("R1", 30, 4)
    assert "o" not in idle()
    desk.move("R1", 10, 10)
    desk.press("e")
    desk.press("e")
    desk.man("R1")
    desk.man("B1")
    assert idle() == {"o", "f", "n"}


def test_whose_turn_it_is_is_told_by_his_side_s_sign(drive):
    """Beside the turn, in shape and colour as on the table; none where all act."""
    desk = drive("omog-advanced", DUEL)
    desk.press("e")
    assert desk.desk.lines[0].side == desk.window.state.hud.side == "red"
    desk.press("e")
    desk.press("e")
    assert desk.desk.lines[0].side is None


def test_who_fell_later_stands_in_an_earlier_moment(drive):
    """The table as it was knows nothing of what came after."""
    desk = drive("omog-advanced", DUEL)
    desk.press("e")
    desk.press("e")
    desk.press("e")
    desk.man("R1")
    desk.man("B1")
    desk.press("6")
    desk.press("return")
    fired = desk.live.events
    desk.press("escape")
    desk.press("e")
    assert "out" in labels(desk)

    desk.log(1)

    assert not {"hit", "out"} & labels(desk)
    desk.log(fired)
    assert {"hit"} == {"hit", "out"} & labels(desk)


def test_what_bars_all_shots_alike_is_said_once(drive):
    """Who has fired has no targets and no ranges any more."""
    men = (man("R1", 10, 10), man("R2", 10, 14), man("B1", 14, 10), man("B2", 14, 14))
    desk = drive("lgam", men)
    while desk.window.state.hud.phase != "fire: small arms":
        desk.press("e")
    shooter, target = {"red": ("R1", "B1"), "blue": ("B1", "R1")}[desk.window.state.hud.side]
    desk.man(shooter)
    desk.man(target)
    desk.press("return")
    desk.picture()

    assert "(LG-FIRE-05)" in desk.said
    assert "no shot" not in labels(desk)


def test_a_ruling_stands_through_hands_and_clocks(drive):
    """What else is said stands beside it, in small words."""
    desk = drive("omog-advanced", DUEL)
    desk.press("e")
    desk.move("R2", 11, 12)
    ruling = desk.window.state.hud.verdict
    assert "R2 moves 2.2 in" in ruling
    desk.play._rulings.say("60 seconds left")
    desk.done()
    assert desk.window.state.hud.verdict == ruling
    told = next(line for line in desk.desk.lines if line.words.startswith("60 seconds left"))
    assert told.capital_px == desk.desk.capital_px


def test_what_came_last_is_taken_back_first(drive):
    """An event after a correction goes before it, and a correction after an event before that."""
    desk = drive("omog-advanced", DUEL, things=(NAPKIN,))
    desk.press("e")
    desk.place(20.0, 5.0, button=3)
    desk.pick_line("delete it")
    desk.move("R2", 11, 12)
    assert desk.window.state.corrections
    desk.press("z")
    assert desk.window.state.corrections
    assert all(event["event"] != "moved" for event in desk.live.history.events)
    desk.press("z")
    assert not desk.window.state.corrections


def test_a_right_click_beside_the_table_asks_nothing(drive):
    """The rosters' side of the window has no menu of the table's edge."""
    desk = drive("omog-advanced", DUEL)
    desk._click(1200, 300, button=3)
    assert desk.window.state.menu is None
    desk.place(20.0, 20.0, button=3)
    assert desk.window.state.menu is not None


def test_the_windows_cross_asks_too(drive):
    """Whoever closes the window is asked once, and not heard twice for one click."""
    desk = drive("omog-advanced", DUEL)
    desk.press("e")
    desk._post(pygame.WINDOWCLOSE)
    desk._post(pygame.QUIT)
    desk.done()
    assert desk.window.open
    assert "End the evening?" in desk.said
    desk._post(pygame.WINDOWCLOSE)
    desk.settle()
    assert not desk.window.open


def test_the_log_turns_back_no_farther_than_it_is_long(drive):
    """The wheel goes on at the end of the log, and one turn forward moves it again."""
    desk = drive("omog-advanced", DUEL)
    desk.press("e")
    for _ in range(24):
        desk.press("e")
    lowest = desk.desk.log_rows[-1][1]
    for _ in range(14):
        desk.press("page up")
    assert desk.desk.log_rows[0][1] == 1
    desk.press("page down")
    assert desk.desk.log_rows[0][1] > 1
    for _ in range(14):
        desk.press("page down")
    assert desk.desk.log_rows[-1][1] == lowest


def test_the_whole_of_a_long_evening_is_in_the_log(tmp_path):
    """Its first line can be turned back to, and the desk is laid out in a part of a frame."""
    scene = Scene(36.0, 24.0, DUEL)
    army = Army(TagStyle(), (Side("red"), Side("blue")), ())
    with Journal(tmp_path / "journal.jsonl", print) as journal:
        live = begun(journal, "omog-advanced", scene, ("red", "blue"), {})
        while live.events < 700:
            live.happen(Next(), 0.0)
        hud = with_desk(Hud(1), army, live, scene, ())
    assert hud.log[0].number == 1
    assert len(hud.log) == live.events

    oldest = desk_of((1280, 720), hud, scroll=10_000)
    assert oldest.log_rows[0][1] == 1
    began_s = process_time()
    for left_s in range(10):
        desk_of((1280, 720), replace(hud, left_s=float(left_s)))
    assert process_time() - began_s < 10 * 0.03


def test_the_question_whether_to_quit_stands_in_large_words(drive):
    """Whatever was ruled last; no goes back to it, and nothing has happened."""
    desk = drive("omog-advanced", DUEL)
    desk.press("e")
    desk.press("q")
    asked = next(line for line in desk.desk.lines if line.words.startswith("End the evening?"))
    assert asked.capital_px >= 1.5 * desk.desk.capital_px
    desk.button("No")
    assert "End the evening?" not in desk.said
    assert desk.window.open


def test_a_refusal_stands_until_it_is_put_right(drive):
    """In the largest words, with its rule, through whatever else is looked at meanwhile."""
    desk = drive("omog-advanced", DUEL)
    desk.press("e")
    desk.move("R1", 30, 4)
    desk.man("R2")
    desk.press("escape")
    refusal = next(line for line in desk.desk.lines if line.words.startswith("put R1 back"))
    assert refusal.tone == "bad"
    assert "(OA-MOVE-11)" in desk.said
    desk.move("R1", 10, 10)
    assert "put R1 back" not in desk.said


def test_the_banner_tells_what_is_to_be_understood_from_afar(drive):
    """Whose turn it is, a refusal, a hit: in few words."""
    desk = drive("omog-advanced", DUEL)

    def told():
        return desk.window.state.hud.banner.words

    desk.press("e")
    assert told() == "red: your turn"
    desk.move("R1", 30, 4)
    assert told() == "Put R1 back"
    desk.move("R1", 10, 10)
    desk.press("e")
    assert told() == "blue: your turn"
    desk.press("e")
    assert told() == "All: fire"
    desk.man("R1")
    desk.man("B1")
    desk.press("6")
    desk.press("return")
    assert told() == "B1: hit"


def test_menu_hover_and_help_are_large_enough_to_read(drive):
    """On a small screen too: nine pixels for a capital, which is a font of twelve."""
    desk = drive("omog-advanced", DUEL)
    desk.press("e")
    inch_px = desk.window.view.px_per_in(1.0, 1.0)
    desk.man("R1", button=3)
    assert menu_card(desk.window.state.menu).height_in * inch_px >= 9.0 - 1e-6
    desk.press("escape")
    over = hover_card(desk.window.state, desk.window.state.scene.soldier("B1").place, None)
    assert over.height_in * inch_px >= 9.0 - 1e-6
    desk.press("h")
    assert "this help" in desk.said
    desk.press("h")
    assert "this help" not in desk.said


def test_a_side_holds_its_fire_by_a_key_or_its_button(drive):
    """The button is there where a turn has several fires, and only then."""
    men = (man("R1", 10, 10), man("R2", 10, 14, "lmg"), man("B1", 16, 10, facing=180.0))
    desk = drive("lgam", men)
    for _ in range(20):
        if desk.window.state.hud.hold is not None:
            break
        assert not any(one.words.startswith("Hold fire") for one in desk.desk.buttons)
        desk.press("e")
    assert any(one.words == "Hold fire  K" for one in desk.desk.buttons)
    side = desk.window.state.hud.side

    desk.press("k")

    assert f"{side} holds its fire for this turn" in desk.said
    assert desk.window.state.hud.side != side


def test_what_was_let_stand_is_no_longer_told_to_be_put_back(drive):
    """The refusal's words go with it; that it stands against the rules is the last ruling."""
    desk = drive("omog-advanced", DUEL)
    desk.press("e")
    desk.move("R1", 10, 2)
    assert "put R1 back" in desk.said

    desk.button("Let it stand")

    assert "put R1 back" not in desk.said
    assert desk.window.state.hud.verdict == "R1 moves 8.0 in: let stand"


def test_only_what_the_game_allows_now_is_drawn(drive):
    """A rifle in the sub-phase of automatic weapons has no targets, and it is said why."""
    men = (man("R1", 10, 10), man("R2", 10, 14, "assault-rifle"), man("B1", 14, 10))
    desk = drive("lgam", men)
    while desk.window.state.hud.phase != "fire: automatic weapons":
        desk.press("e")
    side = desk.window.state.hud.side
    other = {"red": "B1", "blue": "R1"}[side]
    mine = {"red": "R1", "blue": "B1"}[side]

    def words():
        state, window = desk.window.state, desk.window
        drawing = table_drawing(
            state, window._asking, on_picture=False, refused_now=window._refused_now
        )
        return drawing.title, [mark.text for mark in drawing.marks if isinstance(mark, Label)]

    desk.man(mine)
    title, labels = words()
    assert "another sub-phase (LG-TURN-10)" in title
    assert not any("2d6" in label for label in labels)

    desk.man(other)
    desk.picture()
    assert "not now: this weapon fires in another sub-phase (LG-TURN-10)" in desk.said


def test_an_attack_shown_outside_its_phase_says_so(drive):
    """What the shot would be is shown; that nobody attacks now stands beside it."""
    desk = drive("combat", DUEL)
    desk.press("e")
    assert not desk.window.state.hud.allows & {"fired", "named"}
    desk.man("R1")
    desk.man("B1")
    desk.picture()

    assert "not now: nobody attacks in this phase" in " ".join(desk.said.split())
    marks = desk.drawing().marks
    assert not [mark for mark in marks if getattr(mark, "ink", "").startswith("band")]
    (label,) = [m.text for m in marks if isinstance(m, Label) and m.ink == "later"]
    assert label.endswith("not now")
    assert not [mark for mark in marks if getattr(mark, "ink", "") == "clear"]
    desk.press("return")
    assert "not in this phase, plan: right-click a man" in desk.said


def test_who_can_hit_nobody_is_told_so(drive):
    """A click on an enemy then tells why; ranges and numbers are for who can."""
    far = (man("R1", 2, 2, "pistol"), man("R2", 30, 22), man("B1", 34, 22))
    desk = drive("omog-advanced", far)
    for _ in range(3):
        desk.press("e")
    desk.man("R1")
    desk.picture()

    assert "he can hit nobody from there; click an enemy to see why" in desk.said


def test_the_light_shows_as_little_as_the_window(drive):
    """What the game does not let happen now is asked about for the light too."""
    desk = drive("combat", DUEL)
    desk.press("e")
    desk.man("R1")
    desk.man("B1")
    drawn = []
    light = SimpleNamespace(painted=lambda *told: drawn.append(told[1]))
    make = desk.play._light_of
    while not drawn:
        make(light, "key", desk.window.state)

    assert "not now: nobody attacks in this phase" in str(drawn[0].cards)


def hit(desk):
    """R1 hits B1 in the first phase of fire."""
    for _ in range(3):
        desk.press("e")
    desk.man("R1")
    desk.man("B1")
    desk.press("6")
    desk.press("return")


def test_who_is_hit_is_told_so_under_the_mouse(drive):
    """As long as he lies there."""
    desk = drive("omog-advanced", DUEL)
    hit(desk)
    state = desk.window.state

    rows = hover_card(state, state.scene.soldier("B1").place, None).rows
    assert ("hit",) in rows


def test_the_fallen_are_marked_until_they_are_taken_off(drive):
    """Also when the phase is over in which they fell; then they are out."""
    desk = drive("omog-advanced", DUEL)
    hit(desk)
    assert "hit" in labels(desk)
    desk.press("escape")
    desk.man("B1")
    desk.picture()
    assert "B1, blue: he is hit and may still fire; click an enemy to see the shot" in desk.said
    assert any("4+" in words for words in labels(desk))
    desk.press("escape")
    desk.press("e")

    assert "take off B1" in desk.said
    assert {"out"} == labels(desk) & {"hit", "out"}
    desk.man("B1")
    assert "B1, blue: he is out" in desk.said


def labels(desk) -> set:
    return {mark.text for mark in desk.drawing().marks if isinstance(mark, Label)}


def test_who_may_move_is_told_that_he_may(drive):
    """And not that nobody fires before the moves are over."""
    desk = drive("omog-advanced", DUEL)
    desk.press("e")
    side = desk.window.state.hud.side
    desk.man({"red": "R1", "blue": "B1"}[side])
    desk.picture()

    assert "he may move; click an enemy to see what the shot would be" in desk.said


def test_who_moves_and_can_hit_nobody_has_his_reach_alone(drive):
    """No ranges and no refusals in the moves: nobody asked for a shot."""
    desk = drive("omog-advanced", (man("R1", 2, 4), man("B1", 34, 20), man("B2", 34, 4)))
    desk.press("e")
    side = desk.window.state.hud.side
    desk.man({"red": "R1", "blue": "B1"}[side])
    desk.picture()

    assert "he may move" in desk.said
    assert "no shot" not in labels(desk)
    inks = {getattr(mark, "ink", "") for mark in desk.drawing().marks}
    assert not [ink for ink in inks if ink.startswith("band")]


def test_while_nothing_can_be_seen_nothing_else_is_said(drive):
    """A question waits until the camera is back: its answer may be on the table by then."""
    desk = drive("omog-advanced", DUEL)
    desk.press("e")
    table = desk.table
    table.question = lambda _: YesNoQuestion("gone B1", "is B1 gone?", "B1")
    assert table.hud(0.0).asked is not None

    table.trouble = "the camera's picture is black"

    told = table.hud(0.0)
    assert told.asked is None
    assert told.verdict == told.message == table.trouble


def test_a_pause_stands_in_large_words(drive):
    """Until it goes on; then the ruling stands there again."""
    desk = drive("omog-advanced", DUEL)
    desk.press("e")
    desk.press("space")
    line = next(line for line in desk.desk.lines if line.words.startswith("paused"))
    assert line.capital_px > 1.4 * desk.desk.capital_px

    desk.press("space")
    assert "paused" not in desk.said


def test_units_are_called_by_what_they_are(drive):
    """Where men have a role and no weapons, the roster tells the role."""
    units = [man("R1", 10, 10), man("B1", 14, 10)]
    units = [replace(one, weapons=(), role="tank") for one in units]

    desk = drive("omniwar", units)

    assert "R1 tank" in desk.said


def test_before_the_game_what_to_do_is_large(drive):
    """Nothing was ruled yet, so that is the most there is to say."""
    desk = drive("omog-advanced", DUEL)

    line = next(line for line in desk.desk.lines if line.words.startswith("set up the table"))
    assert line.capital_px > 1.4 * desk.desk.capital_px


@pytest.mark.parametrize("key", ["escape", "q"])
def test_leaving_before_the_game_begins_asks_too(drive, key):
    """One Esc too many does not shut the window."""
    desk = drive("omog-advanced", DUEL)

    desk.press(key)
    assert desk.window.open
    assert "Leave? The game has not begun" in desk.said

    desk.button("No")
    assert desk.window.open
    assert not desk.window.state.quitting


def test_what_is_no_longer_true_is_no_longer_said(drive):
    """Who wants to begin before the camera has seen a table is told so until it has."""
    desk = drive("omog-advanced", DUEL)
    table = PlayTable(desk.table._army, desk.table._begin)
    table.do(NextStep(), 0.0)
    assert table.hud(0.0).verdict == "the camera has seen no table yet"

    table.see(Observation(desk.scene, 1.0))

    told = table.hud(1.0)
    assert (told.verdict, told.message) == (None, None)


def test_a_shot_that_is_refused_says_whose_it_was(drive):
    """Who cannot shoot at whom and why, in the colour of refusals, until the next ruling."""
    desk = drive("omog-advanced", DUEL, things=(NAPKIN,))
    desk.press("e")
    desk.press("e")
    desk.press("e")
    desk.man("R1")
    desk.man("B2")
    desk.press("return")

    hud = desk.window.state.hud
    assert hud.verdict.startswith("R1 cannot shoot at B2: ")
    assert "(OA-" in hud.verdict
    assert hud.denied == hud.banner.words == "R1: no shot"
    said = [line for line in desk.desk.lines if line.words.startswith("R1 cannot shoot")]
    assert [line.tone for line in said] == ["bad"]
    desk.press("escape")
    desk.man("R1")
    desk.man("B1")
    desk.press("6")
    desk.press("return")
    hud = desk.window.state.hud
    assert hud.denied is None
    assert (hud.banner.kind, hud.banner.words) == ("hit", "B1: hit")


def test_a_line_of_a_phase_that_begins_shows_that_phase(drive):
    """Its title names the phase that the line tells of, not the one that ended."""
    desk = drive("omog-advanced", DUEL)
    desk.press("e")
    first = desk.window.state.hud.side
    desk.press("e")
    now = desk.window.state.hud
    number = next(line.number for line in now.log if "second to move" in line.words)

    desk.log(number)

    shown = desk.window._shown.hud
    assert (shown.phase, shown.side) == (now.phase, now.side) == ("second to move", shown.side)
    assert shown.side != first
