"""The computer's side: what it does with the rules of a book's turn, and what it says of it."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from shapely import box

from rules.book.ask import ask
from rules.book.shelf import book_named
from rules.foresight.exchange import Ballistics
from rules.foresight.levels import LEVELS
from rules.foresight.opponent import Opponent
from rules.foresight.outlook import cases_of, choices_of, strikes_first, strikes_last, ways_of
from rules.foresight.side_view import SideView
from rules.game.common_events import Next
from rules.game.engine import game_rules, new_game, next_state, phase_now, probing, read_event
from table.places import TablePoint
from table.scene import Scene, Soldier, Thing

FIELD = {"lgam": "rifle", "omog-advanced": "rifle"}


def open_ground(name, *reds, blue=None):
    """A red man for each place, and a blue one far off in the open, all facing each other."""
    arms = (FIELD[name],)
    men = [Soldier(f"R{i}", "red", x, y, arms, facing=0.0) for i, (x, y) in enumerate(reds, 1)]
    foe = Soldier("B1", "blue", 30.0, 12.0, (blue or FIELD[name],), facing=180.0)
    return Scene(36.0, 24.0, (*men, foe))


def to_the_moves_of(book, game, side):
    """The game in that side's moves; what is due falls as it may."""
    random = Random(2)
    while phase_now(book, game).side != side or "moved" not in phase_now(book, game).allows:
        due = game_rules(book).due(game)
        event = Next() if due is None else due.event
        game = next_state(book, game, event, lambda _: random.randint(1, 6)).game
    return game


def come_to(book, game, place, name="B1"):
    """The game after the man has walked there, looking as he did."""
    man = game.soldier(name)
    said = {"event": "moved", "soldier": name, "path": [[man.x, man.y], [*place]]}
    said["facing"] = man.facing
    return next_state(book, game, read_event(book, said), probing()).game


def seen_at_rest(name, scene, side):
    """The book, its game in that side's moves, and a red opponent who has seen all as it stands."""
    book, red = book_named(name), Opponent("red", LEVELS[3])
    game = to_the_moves_of(book, new_game(book, scene, ("red", "blue")).game, side)
    red.choose(book, game)
    return book, game, red


@pytest.mark.parametrize("level", LEVELS)
def test_who_comes_into_view_is_shot_at_there_and_then(level):
    """Under L.G.A.M. a man who moves before loaded rifles draws their fire in his own phase."""
    book = book_named("lgam")
    game = new_game(book, open_ground("lgam", (4.0, 12.0), (4.0, 14.0)), ("red", "blue")).game
    red, game = Opponent("red", LEVELS[level]), to_the_moves_of(book, game, "blue")
    assert red.choose(book, game) is None, "nobody has moved"

    game = come_to(book, game, (18.0, 12.0))
    shot = red.choose(book, game)

    assert shot is not None
    assert (shot.event.word, shot.event.target) == ("fired", "B1")
    assert phase_now(book, game).side == "blue"
    assert next_state(book, game, shot.event, probing()).game is not game


@pytest.mark.parametrize(("blue", "fires"), [("knife", True), ("submachine-gun", False)])
def test_whoever_would_be_paid_back_worse_holds_his_fire(blue, fires):
    """Under L.G.A.M. who is shot at as he comes fires back: not at three bullets with one."""
    book, game, red = seen_at_rest("lgam", open_ground("lgam", (8.0, 12.0), blue=blue), "blue")

    shot = red.choose(book, come_to(book, game, (18.5, 12.0)))

    assert (shot is not None) == fires


def test_who_was_missed_fires_back():
    """Under L.G.A.M. a man fired at as he moves may fire back, whether he was hit or not."""
    book, game, red = seen_at_rest("lgam", open_ground("lgam", (10.0, 12.0)), "red")
    game = come_to(book, game, (13.0, 12.0), "R1")
    missed = {"event": "fired", "shooter": "B1", "target": "R1", "rolls": [11]}
    game = next_state(book, game, read_event(book, missed), probing()).game

    back = red.choose(book, game)

    assert back is not None
    assert (back.event.word, back.event.shooter, back.event.target) == ("fired", "R1", "B1")


def test_when_all_have_fired_the_next_turn_counts():
    """Nothing more can happen in this turn, but nobody stays where he will be shot at."""
    book = book_named("lgam")
    scene = open_ground("lgam", (14.0, 12.0))
    game = to_the_moves_of(book, new_game(book, scene, ("red", "blue")).game, "red")
    spent = (replace(man, state={"fired": ["rifle"]}) for man in scene.soldiers)
    game = replace(game, scene=scene.with_soldiers(*spent))
    shots = Ballistics(book, game.agreed)
    choices = {
        later: choices_of(
            shots,
            game,
            ways_of(shots, game, game.soldier("R1")),
            cases_of(book, game, "red", far=True, later=later),
        )
        for later in (False, True)
    }

    assert choices[False].strikes.max() == choices[False].dangers.max() == 0.0
    assert choices[True].strikes[-1].max() > 0.0 < choices[True].dangers[-1].max()


def test_nobody_fires_out_of_turn_where_the_rules_forbid_it():
    """Under OMOG Advanced both sides fire after the moves: the opponent waits."""
    book, game, red = seen_at_rest(
        "omog-advanced", open_ground("omog-advanced", (4.0, 12.0)), "blue"
    )

    assert red.choose(book, come_to(book, game, (26.0, 12.0))) is None


def test_fire_side_by_side_is_nobodys_first_blow():
    """Where the hit may still fire, neither side counts on striking before the other."""
    book = book_named("lgam")
    game = new_game(book, open_ground("lgam", (4.0, 12.0)), ("red", "blue")).game
    game = to_the_moves_of(book, game, "blue")

    for side in ("red", "blue"):
        assert not strikes_first(book, game, side)
        assert not strikes_last(book, game, side)


def combat_choices(*, moved=()):
    """What two riflemen of COMBAT can choose against two others, of whom some have just moved."""
    book = book_named("combat")
    arms = ("rifle",)
    men = [Soldier(f"R{i}", "red", 8.0, 8.0 * i, arms, facing=0.0) for i in (1, 2)]
    men += [Soldier(f"B{i}", "blue", 28.0, 8.0 * i, arms, facing=180.0) for i in (1, 2)]
    game = new_game(book, Scene(36.0, 24.0, tuple(men)), ("red", "blue")).game
    game = next_state(book, game, Next(), probing()).game
    for name in moved:
        game = come_to(book, game, (game.soldier(name).x, game.soldier(name).y + 2.0), name)
    cases = cases_of(book, game, "red", far=True, later=True)
    shots = Ballistics(book, game.agreed)
    ways = ways_of(shots, game, game.soldier("R1"), [TablePoint(8.0, 10.0)])
    found = choices_of(shots, game, ways, cases)
    return cases, found


def test_who_stands_still_fires_before_who_has_moved():
    """CO-ORD-04: by lot among those who stay, first before those who come, last after a move."""
    _, found = combat_choices(moved=["B2"])
    here, nearer, later = found.ahead

    assert here.tolist() == [[0.5, 1.0], [0.0, 0.5]]
    assert nearer.tolist() == [[1.0, 1.0], [0.5, 0.5]]
    assert later.tolist() == [[0.5, 0.5], [0.5, 0.5]]
    assert np.allclose(found.behind, 1.0 - found.ahead)


def test_who_has_moved_comes_no_nearer_in_the_same_phase():
    """An enemy is forecast to come as far as he still may."""
    cases, _ = combat_choices(moved=["B2"])
    here, nearer, _ = cases.cases

    assert [one.x for one in here.enemies] == [28.0, 28.0]
    assert nearer.enemies[0].x < 20.0
    assert nearer.enemies[1] == here.enemies[1]


def to_fire_at_each_other(name, role, **more):
    """Two riflemen a side in the open, within reach of each other, in the moves of all."""
    book = book_named(name)
    places = {"R": (8.0, "red", 0.0), "B": (24.0, "blue", 180.0)}
    men = [
        Soldier(f"{who}{i}", side, x, 8.0 * i, (role,), facing=facing, **more)
        for who, (x, side, facing) in places.items()
        for i in (1, 2)
    ]
    game = new_game(book, Scene(36.0, 24.0, tuple(men)), ("red", "blue")).game
    while "moved" not in phase_now(book, game).allows:
        game = next_state(book, game, Next(), probing()).game
    return book, game


@pytest.mark.parametrize(("level", "down"), [(1, False), (2, True), (3, True)])
def test_who_is_shot_at_in_the_open_gets_down(level, down):
    """Under COMBAT a prone man shoots better and is harder to hit: no hand has to move him."""
    book, game = to_fire_at_each_other("combat", "rifle")

    chosen = Opponent("red", LEVELS[level]).choose(book, game)
    after = None if chosen is None else next_state(book, game, chosen.event, probing()).game

    assert (chosen is not None and chosen.place is None) == down
    if down:
        assert chosen.why.startswith(f"{chosen.man} gets down, prone: ")
        assert after.soldier(chosen.man).state["posture"] == "prone"


def test_with_many_men_the_first_goes_before_all_are_looked_at(monkeypatch):
    """The plan begins with who is nearest; everybody is thought about in the end."""
    monkeypatch.setattr("rules.foresight.moves._MEETINGS", 3)
    book = book_named("omog-advanced")
    scene = open_ground("omog-advanced", *((4.0 + i, 4.0 + 3.0 * i) for i in range(5)))
    game = to_the_moves_of(book, new_game(book, scene, ("red", "blue")).game, "red")
    red, gone = Opponent("red", LEVELS[3]), []

    while (chosen := red.choose(book, game)) is not None:
        gone.append((chosen.man, len(red._memory.ways)))
        game = next_state(book, game, chosen.event, probing()).game
        red.look_on(book, game)

    assert gone[0][1] == 3
    assert {name for name, _ in gone} <= {"R3", "R4", "R5"} | {"R1", "R2"}
    assert len(red._memory.thought) == 5
    assert not red.look_on(book, game)


@pytest.mark.parametrize("name", ["combat", "lgam"])
def test_what_was_worked_out_before_is_what_would_be_worked_out_now(name):
    """After an enemy has moved the kept chances are those of a player who looks for once."""
    book, game = to_fire_at_each_other(name, "rifle")
    side = phase_now(book, game).side or "red"
    other = "B1" if side == "red" else "R1"
    man = "R1" if side == "red" else "B1"
    kept = Ballistics(book, game.agreed)

    def choices(shots, game):
        ways = ways_of(shots, game, game.soldier(man), [TablePoint(game.soldier(man).x, 10.0)])
        return choices_of(shots, game, ways, cases_of(book, game, side, far=True, later=True))

    choices(kept, game)
    there = replace(game.soldier(other), y=5.0)
    game = replace(game, scene=game.scene.with_soldiers(there))
    before, fresh = choices(kept, game), choices(Ballistics(book, game.agreed), game)

    assert np.array_equal(before.strikes, fresh.strikes)
    assert np.array_equal(before.dangers, fresh.dangers)


@pytest.mark.parametrize(("name", "more"), [("combat", 1.6), ("lgam", 1.0)])
def test_danger_counts_more_where_all_move_at_once(name, more):
    """An enemy who moves after a man sees where that one stands: level 3 minds it."""
    book, game = to_fire_at_each_other(name, "rifle")
    level = LEVELS[3]

    view = SideView(book, game, "red", level, Ballistics(book, game.agreed))

    assert view.weights.danger == pytest.approx(more * level.weights.danger)
    assert view.weights.press == level.weights.press


def out_of_order(monkeypatch, cost):
    """How many men of a team of four stray from it once all have moved, if one costs so much."""
    monkeypatch.setattr("rules.foresight.moves._STRAYS", cost)
    book = book_named("omog-advanced")
    scene = open_ground("omog-advanced", *((10.0, 4.0 + 4.0 * i) for i in range(4)))
    team = (replace(man, team="one") for man in scene.soldiers if man.side == "red")
    wall = Thing("wall-1", "wall", box(14.0, 1.0, 14.3, 7.0), 0.5)
    scene = replace(scene.with_soldiers(*team), things=(wall,))
    game = to_the_moves_of(book, new_game(book, scene, ("red", "blue")).game, "red")
    red = Opponent("red", LEVELS[3])
    while (chosen := red.choose(book, game)) is not None:
        game = next_state(book, game, chosen.event, probing()).game
    return len(ask(game.scene, {"ask": "units"}, book).problems)


def test_nobody_strays_from_his_team_for_little(monkeypatch):
    """Where the book wants a team together, its men go together."""
    assert out_of_order(monkeypatch, 0.0) > out_of_order(monkeypatch, 0.1)
