"""A turn of OMOG Advanced, event by event."""

import json
from dataclasses import replace
from functools import partial

import pytest
import shapely

from rules.book.shelf import book_named
from rules.game.engine import game_rules, new_game, next_state, phase_now
from rules.game.event import event_json
from rules.game.game import EventRefusedError, Game
from rules.game.game_json import game_from_json, game_json
from rules.game.orders import ShotOrder
from table.json_text import parse_json
from table.places import TablePoint
from table.scene import Scene, Soldier, Thing
from tests.rules import played

BOOK = book_named("omog-advanced")
after = partial(played.after, BOOK)
MEN = (
    Soldier("R1", "red", 10, 10, ("rifle",)),
    Soldier("R2", "red", 10, 14, ("bazooka",)),
    Soldier("R3", "red", 11, 14, ("rifle",), role="carrier"),
    Soldier("R4", "red", 4, 4, ("mortar",)),
    Soldier("R5", "red", 5, 4, ("pistol",)),
    Soldier("B1", "blue", 20, 10, ("rifle",)),
    Soldier("B2", "blue", 20, 14, ("rifle",), role="officer"),
    Soldier("B3", "blue", 30, 20, ("machine-gun",)),
    Soldier("B4", "blue", 31, 20, ("rifle",)),
)


def started(*men: Soldier, **agreed) -> Game:
    """A new game of red against blue."""
    return new_game(BOOK, Scene(36.0, 24.0, men or MEN), ("red", "blue"), agreed).game


def moved(soldier: str, *path) -> dict:
    """A man goes along a path."""
    return {"event": "moved", "soldier": soldier, "path": [list(place) for place in path]}


def fired(shooter: str, target: str, roll: int, **more) -> dict:
    """A man shoots at another."""
    return {"event": "fired", "shooter": shooter, "target": target, "roll": roll, **more}


def names(game: Game) -> list[str]:
    """The phases of three turns to come."""
    found = []
    for _ in range(12):
        phase = phase_now(BOOK, game)
        found.append(f"{phase.name} {phase.side or 'all'}")
        game = after(game, "next")
    return found


def test_the_sides_take_turns_to_move_first():
    """Red moves first, blue in the next turn, red in the one after it."""
    turn = ["fire all", "hand-to-hand all"]

    assert names(started()) == [
        *("move-1 red", "move-2 blue"), *turn,
        *("move-1 blue", "move-2 red"), *turn,
        *("move-1 red", "move-2 blue"), *turn,
    ]  # fmt: skip


def test_a_move_takes_the_man_there_and_marks_him():
    """He stands at the path's end and has moved."""
    game = after(started(), moved("R1", (10, 10), (10, 7)))

    man = game.soldier("R1")
    assert (man.x, man.y, man.state) == (10.0, 7.0, {"moved": True})


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (moved("R1", (10, 10), (10, 3)), "OA-MOVE-11"),
        (moved("B1", (20, 10), (20, 9)), "it is red's turn to move"),
        (fired("R1", "B1", 5), "both sides fire after the moves"),
        (
            {"event": "fought", "attackers": ["R1"], "defender": "B1"},
            "not in this phase, first to move: move men",
        ),
        ({"event": "dance"}, "no event dance"),
        (moved("X9", (1, 1), (2, 2)), "no soldier X9"),
    ],
)
def test_what_the_rules_forbid_does_not_happen(event, why):
    """The event is refused with the rule or the phase that forbids it."""
    with pytest.raises(EventRefusedError, match=why):
        after(started(), event)


def test_nothing_moves_after_two_minutes():
    """The clock warns, then it is up."""
    told = next_state(BOOK, started(), {"event": "clock", "used_s": 95.0})
    assert told.lines == ("60 seconds left", "30 seconds left")

    late = next_state(BOOK, told.game, {"event": "clock", "used_s": 121.0})

    assert late.lines == ("10 seconds left", "time is up: nothing moves any more")
    with pytest.raises(EventRefusedError, match="OA-TURN-04"):
        after(late.game, moved("R1", (10, 10), (10, 9)))


def test_fire_is_simultaneous():
    """A man shot in this phase still shoots; both fall when it ends."""
    game = after(started(), "next", "next", fired("R1", "B1", 4), fired("B1", "R1", 6))
    assert {loss.id for loss in game.hit} == {"B1", "R1"}
    assert game.scene.soldier("B1") is not None

    game = after(game, "next")

    assert game.scene.soldier("B1") is None
    assert [(loss.id, loss.by) for loss in game.losses] == [("B1", "red"), ("R1", "blue")]


def test_a_miss_misses_and_one_shot_is_all():
    """A 3 is not enough at medium range, and he has fired."""
    game = after(started(), "next", "next", fired("R1", "B1", 3))

    assert game.hit == ()
    with pytest.raises(EventRefusedError, match="OA-SHOOT-02"):
        after(game, fired("R1", "B2", 6))


def test_a_rocket_spends_his_own_round_then_his_carriers():
    """One in the tube, three with the man beside him."""
    game = after(started(), "next", "next", fired("R2", "B2", 1))
    assert game.soldier("R2").state["ammo"] == {"bazooka": 0}

    game = after(game, "next", "next", "next", "next", fired("R2", "B2", 1))

    assert game.soldier("R3").state["ammo"] == {"bazooka": 2}


def test_a_mortar_ranges_in():
    """The same spot in the next turn adds one to the throw; a turn without a shot does not."""
    shot = {"event": "fired", "shooter": "R4", "weapon": "mortar", "aim": [19.5, 9.8], "saves": {}}
    game = after(started(), "next", "next", {**shot, "roll": 1})
    assert game.hit == ()
    four_phases = ["next"] * 4

    again = after(game, *four_phases, {**shot, "roll": 4})
    later = after(game, *four_phases, *four_phases, {**shot, "roll": 4})

    assert [loss.id for loss in again.hit] == ["B1"]
    assert later.hit == ()


def test_a_line_of_fire_fells_whoever_crosses_it():
    """Called without ammunition; a man who crosses it uncovered falls at once."""
    call = {
        "event": "fired", "shooter": "B3", "weapon": "machine-gun", "aim": [10, 20],
        "declare": {"line_of_fire": True},
    }  # fmt: skip
    men = (*MEN, Soldier("R6", "red", 20, 19, ("rifle",)))
    game = after(started(*men), "next", "next", call)
    assert "ammo" not in game.soldier("B3").state

    game = after(game, "next", "next", "next", moved("R6", (20, 19), (20, 21)))

    assert game.scene.soldier("R6") is None
    assert game.losses[-1].why == "crossed a line of fire"


def test_troops_of_a_lost_officer_stand_still_for_a_turn():
    """Blue's men may not move in the next turn, and may in the one after it."""
    game = after(started(), "next", "next", fired("R1", "B2", 6), "next", "next")

    with pytest.raises(EventRefusedError, match="OA-UNIT-07"):
        after(game, moved("B1", (20, 10), (20, 9)))
    later = after(game, *["next"] * 4, "next")
    assert after(later, moved("B1", (20, 10), (20, 9))).soldier("B1").y == 9.0


def test_hand_to_hand_takes_the_loser_off():
    """Equal sums are thrown again; the loser is gone at once."""
    men = (
        Soldier("R1", "red", 10, 10, ("pistol",)),
        Soldier("B1", "blue", 11, 10, ("pistol",)),
        Soldier("B2", "blue", 30, 10),
    )
    fight = {"event": "fought", "attackers": ["R1"], "defender": "B1"}
    game = after(started(*men), "next", "next", "next")

    with pytest.raises(EventRefusedError, match="needs 3 throws or more"):
        after(game, {**fight, "throws": [[3, 3]]})
    game = after(game, {**fight, "throws": [[3, 3], [2, 5]]})

    assert game.scene.soldier("R1") is None
    assert game.losses[0].why == "beaten by B1"


def test_the_game_ends_when_one_side_is_gone():
    """The other side has won, and nothing more happens."""
    men = (MEN[0], MEN[5])
    told = next_state(
        BOOK,
        after(started(*men), "next", "next", fired("R1", "B1", 6), "next"),
        {"event": "next"},
    )

    assert told.game.winner == "red"
    assert told.lines[-1] == "red wins"
    with pytest.raises(EventRefusedError, match="the game is over"):
        after(told.game, "next")


def test_an_objective_is_taken_by_a_man_alone_near_it():
    """Within three inches, with no enemy as near, at the end of a turn."""
    game = started(objectives={"red": [20, 12], "blue": [2, 2]})
    close = replace(game, scene=game.scene.with_soldiers(replace(MEN[0], x=21.0, y=12.0)))

    assert after(close, *["next"] * 4).winner is None  # blue's men are as near
    alone = replace(close, scene=close.scene.without_soldiers(frozenset({"B1", "B2"})))
    assert after(alone, *["next"] * 4).winner == "red"


def test_after_the_agreed_turns_fewer_losses_win():
    """Equal losses are a draw."""
    game = started(turns=1)

    assert after(game, *["next"] * 4).winner == "draw"
    lost = after(game, {"event": "removed", "soldier": "R1", "why": "fell over"})
    assert after(lost, *["next"] * 4).winner == "blue"


def test_after_the_agreed_minutes_fewer_losses_win():
    """The time the phases took is added up; the game ends with the turn in which it is up."""
    game = started(minutes=1)
    short = {"event": "next", "took_s": 10.0}

    assert after(game, *[short] * 4).winner is None
    assert after(game, *[short] * 8).winner == "draw"


def test_a_game_is_plain_data():
    """Saved as JSON and read back it is the same game."""
    game = after(started(turns=5), moved("R1", (10, 10), (10, 7)), "next", "next",
                 fired("B1", "R1", 6))  # fmt: skip

    again = game_from_json(parse_json(json.dumps(game_json(game)), "game"), "game")

    assert again == game


def test_dice_are_thrown_only_when_asked():
    """Without a throw the event must bring its number; with one the engine throws."""
    game = after(started(), "next", "next")
    event = {"event": "fired", "shooter": "R1", "target": "B1"}

    with pytest.raises(EventRefusedError, match="needs a throw of 1d6"):
        next_state(BOOK, game, event)
    told = next_state(BOOK, game, event, lambda _: 6)

    assert [loss.id for loss in told.game.hit] == ["B1"]


def test_two_moves_in_a_phase_are_one_from_where_it_began():
    """A man set down on his way may go on, but not farther than one move in all."""
    game = after(started(), moved("R1", (10, 10), (10, 13)))
    with pytest.raises(EventRefusedError, match="OA-MOVE"):
        after(game, moved("R1", (10, 13), (10, 17)))
    game = after(game, moved("R1", (10, 13), (12, 13)))

    assert (game.soldier("R1").x, game.soldier("R1").state) == (12.0, {"moved": True})


def test_who_is_set_back_has_not_moved():
    """Back where the phase found him, a man may still do what needs standing still."""
    game = after(started(), moved("R1", (10, 10), (10, 13)), moved("R1", (10, 13), (10, 10.1)))

    assert game.soldier("R1").state == {}


def test_a_man_lifted_off_and_set_down_again_is_no_loss():
    """He comes back with the state he had; who was hit stays a loss, counted once."""
    game = after(
        started(),
        {"event": "state", "soldier": "R1", "state": {"ammo": {"rifle": 2}}},
        {"event": "removed", "soldier": "R1", "why": "was taken off the table"},
    )
    assert [loss.id for loss in game.losses] == ["R1"]
    back = {"id": "R1", "side": "red", "x": 10, "y": 10}
    game = after(game, {"event": "seen", "soldiers": [back]})
    assert (game.losses, game.soldier("R1").state) == ((), {"ammo": {"rifle": 2}})

    game = after(game, "next", "next", fired("B1", "R1", 6), {"event": "removed", "soldier": "R1"})
    game = after(game, "next")
    assert [(loss.id, loss.by) for loss in game.losses] == [("R1", "blue")]


def test_hand_to_hand_with_nobody_in_contact_may_be_passed():
    """Two who touch are not passed over."""
    apart = after(started(), "next", "next", "next")
    assert game_rules(BOOK).passes(BOOK, apart)
    men = (Soldier("R1", "red", 10, 10), Soldier("B1", "blue", 11, 10))
    assert not game_rules(BOOK).passes(BOOK, after(started(*men), "next", "next", "next"))
    assert not game_rules(BOOK).passes(BOOK, started())


FAR_RIFLES = (
    Soldier("R1", "red", 2, 2, ("rifle",)),
    Soldier("B1", "blue", 34, 22, ("pistol", "knife")),
)


def test_fire_with_nobody_in_reach_may_be_passed():
    """Who is out of every range is nobody's target; the engine's own step goes no further."""
    fire = after(started(*FAR_RIFLES), "next", "next")
    assert game_rules(BOOK).passes(BOOK, fire)
    near = replace(FAR_RIFLES[1], x=8.0, y=2.0)
    assert not game_rules(BOOK).passes(BOOK, after(started(FAR_RIFLES[0], near), "next", "next"))


def test_fire_at_a_spot_is_never_passed():
    """A grenade may be wanted anywhere."""
    thrower = replace(FAR_RIFLES[0], weapons=("rifle", "hand-grenade"))
    fire = after(started(thrower, FAR_RIFLES[1]), "next", "next")
    assert not game_rules(BOOK).passes(BOOK, fire)


@pytest.mark.parametrize(
    ("state", "why"),
    [
        ({"eliet": True}, "did you mean elite"),
        ({"moved": "yes"}, "moved"),
        ({"ammo": 3}, "weapon -> shots left"),
        ({"crew": "R2"}, "list of soldier ids"),
        ({"line_of_fire": "north"}, "give degrees"),
    ],
)
def test_a_state_that_nobody_can_read_is_refused(state, why):
    """Mistyped words and values are said at once, not when a shot depends on them."""
    with pytest.raises(EventRefusedError, match=why):
        after(started(), {"event": "state", "soldier": "R1", "state": state})


def test_double_ranges_are_agreed_once_for_all_shots():
    """What was agreed holds without a word at each shot, and for Lines of Fire too."""
    far = (
        Soldier("R1", "red", 2, 10, ("rifle",)),
        Soldier("R2", "red", 2, 20, ("machine-gun",)),
        Soldier("R3", "red", 2, 21, ("rifle",)),
        Soldier("B1", "blue", 32, 10, ("rifle",)),
        Soldier("B2", "blue", 32, 19, ("rifle",)),
    )
    call = {
        "event": "fired", "shooter": "R2", "weapon": "machine-gun", "aim": [34, 20],
        "declare": {"line_of_fire": True},
    }  # fmt: skip
    cross = moved("B2", (32, 19), (32, 21.5))
    plain, doubled = started(*far), started(*far, double_ranges=True)

    with pytest.raises(EventRefusedError, match="OA-SHOOT-03"):
        after(plain, "next", "next", fired("R1", "B1", 6))
    game = after(doubled, "next", "next", fired("R1", "B1", 5), call)
    assert [loss.id for loss in game.hit] == ["B1"]
    assert after(game, "next", "next", cross).scene.soldier("B2") is None
    alive = after(plain, "next", "next", call, "next", "next", cross)
    assert alive.scene.soldier("B2") is not None


def test_the_rules_of_a_rocket_s_order():
    """A man is a target, the ground an aim, a house a target for rockets and an aim for flames."""
    house = Thing("mug-1", "mug", shapely.box(14, 9, 17, 12), 3.75)
    men = (Soldier("R1", "red", 10, 10, ("bazooka", "flamethrower", "hand-grenade")), *MEN[5:])
    game = new_game(BOOK, Scene(36.0, 24.0, men, (house,)), ("red", "blue")).game

    def order(target, weapon):
        return event_json(game_rules(BOOK).shoot(BOOK, game, ShotOrder("R1", (target,), weapon)))

    assert order("B1", "bazooka")["target"] == "B1"
    assert order(TablePoint(12, 10), "bazooka")["aim"] == [12, 10]
    assert order("mug-1", "bazooka")["target"] == "mug-1"
    assert order("mug-1", "flamethrower")["aim"] == [14, 10]
    assert order("B1", "hand-grenade")["aim"] == "B1"
    for target, words in (("mug-9", "no thing mug-9"), ("B1", "no weapon banjo")):
        with pytest.raises(EventRefusedError, match=words):
            order(target, "banjo" if "banjo" in words else "bazooka")
