"""COMBAT's turn of three seconds as the engine plays it."""

from functools import partial

import pytest

from rules.combat import BOOK
from rules.combat.firing_order import Firer, firing_order, rank, tied
from rules.combat.man import man_of
from rules.game.engine import new_game, next_state, phase_now
from rules.game.game_json import game_from_json, game_json
from table.scene import Scene, Soldier
from tests.rules import played

after = partial(played.after, BOOK)
refused = partial(played.refused, BOOK)


def man(name, x, y=12.0, weapon="rifle", **more):
    return Soldier(name, {"R": "red", "B": "blue"}[name[0]], x, y, (weapon,), **more)


def game_of(*soldiers, **agreed):
    return new_game(BOOK, Scene(36.0, 24.0, soldiers), ("red", "blue"), agreed).game


def to_fire(game):
    while phase_now(BOOK, game).name != "fire":
        game = after(game, "next")
    return game


def firer(name, weapon="rifle", shots=1, *, fired_last=False, **state):
    return Firer(man_of(BOOK, man(name, 5.0, state=state)), weapon, shots, fired_last)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(
            firer("R1", "light-mg", fired_last=True, bipod=True),
            firer("B1", hero=True),
            id="CO-ORD-01 a firing machine gun on its bipod before a hero",
        ),
        pytest.param(firer("R1", hero=True), firer("B1"), id="CO-ORD-02 a hero before others"),
        pytest.param(
            firer("R1", motion="running"),
            firer("B1", wounded=True),
            id="CO-ORD-03 unwounded before wounded, even on the run",
        ),
        pytest.param(
            firer("R1"),
            firer("B1", motion="walking", experience="veteran"),
            id="CO-ORD-04 a still recruit before a walking veteran",
        ),
        pytest.param(
            firer("R1", experience="veteran"),
            firer("B1", experience="average"),
            id="CO-ORD-05 veteran before average",
        ),
        pytest.param(
            firer("R1", experience="average"), firer("B1"), id="CO-ORD-05 average before recruit"
        ),
    ],
)
def test_rank(first, second):
    """CO-ORD: the rows in order decide who fires first."""
    assert rank(first) < rank(second)
    assert not tied([first, second])


@pytest.mark.parametrize(
    "gun",
    [
        pytest.param(firer("R1", "light-mg", fired_last=True), id="not on a bipod"),
        pytest.param(firer("R1", "light-mg", bipod=True), id="silent last turn"),
        pytest.param(firer("R1", "rifle", fired_last=True, bipod=True), id="no machine gun"),
    ],
)
def test_no_machine_gun_first(gun):
    """CO-ORD-01 near misses: such a gun fires with the others."""
    assert rank(gun) == rank(firer("B1"))


def test_shots_alternate_and_dice_break_ties():
    """CO-ORD-06, CO-ORD-07: the higher throw first; all first shots, then all second shots."""
    firers = [firer("R1", "light-mg", 3), firer("B1"), firer("B2", "light-mg", 2)]

    assert tied(firers) == {"R1", "B1", "B2"}
    assert firing_order(firers, {"R1": 10, "B1": 90, "B2": 50}) == [
        ("B1", 1),
        ("B2", 1),
        ("R1", 1),
        ("B2", 2),
        ("R1", 2),
        ("R1", 3),
    ]


def test_moves_set_motion_and_shift():
    """Running is `running` this turn and `ran_last` in the next."""
    game = after(game_of(man("R1", 5), man("B1", 30)), "next")
    run = {
        "event": "moved",
        "soldier": "R1",
        "path": [[5, 12], [25, 12]],
        "declare": {"gait": "run"},
    }

    assert "CO-MOVE-02" in refused(game, {**run, "declare": {}})
    game = after(game, run)
    assert (game.soldier("R1").x, game.soldier("R1").state["motion"]) == (25.0, "running")
    game = after(game, "next", "next")
    assert game.soldier("R1").state == {"ran_last": True}
    game = after(game, "next", "next", "next")
    assert game.soldier("R1").state == {}


def test_two_short_moves_are_one_long_one():
    """CO-TIME-01: a man set down on his way has only the rest of his three seconds left."""
    game = after(game_of(man("R1", 5), man("B1", 30)), "next")
    walk = {"event": "moved", "soldier": "R1"}
    game = after(game, {**walk, "path": [[5, 12], [15, 12]]})

    assert "CO-MOVE-02" in refused(game, {**walk, "path": [[15, 12], [21, 12]]})
    by_word = {**walk, "path": [[15, 12], [21, 12]], "overruled": "by the players"}
    assert after(game, by_word).soldier("R1").x == 21.0
    game = after(game, {**walk, "path": [[15, 12], [20, 12]]})
    assert game.soldier("R1").x == 20.0
    game = after(game, "next", "next", "next", {**walk, "path": [[20, 12], [30, 12]]})
    assert game.soldier("R1").x == 30.0


def test_getting_down_and_up():
    """CO-MOVE-05, -06: actions change the posture."""
    game = after(game_of(man("R1", 5), man("B1", 30)), "next")
    down = {"event": "moved", "soldier": "R1", "path": [[5, 12], [5, 12]], "posture": "kneeling"}
    game = after(game, {**down, "declare": {"actions": ["get-down"]}})
    assert game.soldier("R1").state["posture"] == "kneeling"
    assert "motion" not in game.soldier("R1").state

    game = after(game, "next", "next", "next")
    up = {"event": "moved", "soldier": "R1", "path": [[5, 12], [8, 12]]}
    assert "CO-MOVE-06" in refused(game, up)
    game = after(game, {**up, "declare": {"actions": ["get-up"]}})
    assert "posture" not in game.soldier("R1").state


def test_one_action_a_turn():
    """CO-ACT-01: one action with a weapon; firing is one."""
    game = game_of(man("R1", 5, state={"loaded": False}), man("B1", 20))
    game = after(game, {"event": "acted", "soldier": "R1", "action": "load"})
    shots = [{"shooter": "R1", "target": "B1"}]

    assert game.soldier("R1").state["loaded"] is True
    assert "CO-ACT-01" in refused(game, {"event": "acted", "soldier": "R1", "action": "unload"})
    assert "CO-ACT-01" in refused(to_fire(game), {"event": "volley", "shots": shots})
    assert "there are aim" in refused(game, {"event": "acted", "soldier": "B1", "action": "pray"})


def test_aim_lasts_until_he_fires():
    """A turn of aiming helps the next shot at that target, and no other."""
    game = game_of(man("R1", 5), man("B1", 20), man("B2", 20, 15.0))
    game = after(game, {"event": "acted", "soldier": "R1", "action": "aim", "at": "B1"})
    game = to_fire(after(game, "next", "next", "next"))
    volley = {"event": "volley", "shots": [{"shooter": "R1", "target": "B1"}]}
    at_the_other = {"event": "volley", "shots": [{"shooter": "R1", "target": "B2"}]}

    # 76 and 10 for aiming.
    assert "hits" in next_state(BOOK, after(game, volley), {"event": "fired", "roll": 86}).lines[0]
    assert (
        "miss"
        in next_state(BOOK, after(game, at_the_other), {"event": "fired", "roll": 77}).lines[0]
    )
    game = after(game, volley, {"event": "fired", "roll": 99}, "next")
    assert game.soldier("R1").state == {"fired_last": True}
    assert game.soldier("B1").state == {"under_fire_last": True}


def test_aim_is_lost_with_its_target():
    """Whose target is gone has aimed for nothing."""
    game = game_of(man("R1", 5), man("B1", 20), man("B2", 20, 15.0))
    game = after(game, {"event": "acted", "soldier": "R1", "action": "aim", "at": "B1"})
    game = after(game, {"event": "removed", "soldier": "B1"}, "next", "next", "next")

    assert game.soldier("R1").state == {}


def test_aiming_on_the_move():
    """Who moved before he aimed has it noted."""
    game = after(game_of(man("R1", 5), man("B1", 20)), "next")
    walk = {"event": "moved", "soldier": "R1", "path": [[5, 12], [6, 12]]}
    game = after(game, walk, {"event": "acted", "soldier": "R1", "action": "aim", "at": "B1"})

    assert game.soldier("R1").state["moved_before_aiming"] is True


def test_a_man_may_fall_in_mid_burst():
    """CO-ORD-07: bullets go one by one, and who is out fires no more."""
    gun = man("R1", 5, weapon="light-mg", state={"hero": True})
    game = to_fire(game_of(gun, man("B1", 20, facing=180.0, weapon="submachine-gun")))
    shots = [
        {"shooter": "B1", "target": "R1", "bullets": 2},
        {"shooter": "R1", "target": "B1", "bullets": 2},
    ]
    told = next_state(BOOK, game, {"event": "volley", "shots": shots})
    order = [(b["shooter"], b["bullet"]) for b in told.game.record["volley"]]
    assert order == [("R1", 1), ("B1", 1), ("R1", 2), ("B1", 2)]

    game = after(told.game, {"event": "fired", "roll": 1})
    assert game.soldier("B1").state["under_fire"] is True
    assert "CO-LACK-03" in next_state(BOOK, told.game, {"event": "fired", "roll": 1}).lines[0]
    game = after(game, {"event": "hit", "soldier": "B1", "effect": "out"})
    assert "nobody" in refused(game, {"event": "fired", "roll": 1})
    assert after(game, "next").winner == "red"


def test_ties_need_dice():
    """CO-ORD-06: two recruits throw, and throw again where they are equal."""
    game = to_fire(game_of(man("R1", 5), man("B1", 20, facing=180.0)))
    shots = [{"shooter": "R1", "target": "B1"}, {"shooter": "B1", "target": "R1"}]
    volley = {"event": "volley", "shots": shots}

    assert "CO-ORD-06" in refused(game, volley)
    assert "CO-ORD-06" in refused(game, {**volley, "throws": {"R1": 5, "B1": 5}})
    queue = after(game, {**volley, "throws": {"R1": 5, "B1": 6}}).record["volley"]
    assert [bullet["shooter"] for bullet in queue] == ["B1", "R1"]
    numbers = iter([50, 50, 51])
    told = next_state(BOOK, game, volley, lambda _: next(numbers))
    assert [bullet["shooter"] for bullet in told.game.record["volley"]] == ["R1", "B1"]


def test_heroes_never_die():
    """CO-EXP-04: a hero is at worst out for the game; a wound is a wound."""
    game = to_fire(game_of(man("R1", 5, state={"hero": True}), man("R2", 5, 15.0), man("B1", 20)))
    game = after(game, {"event": "hit", "soldier": "R2", "effect": "wounded"})
    assert game.soldier("R2").state["wounded"] is True
    game = after(game, {"event": "hit", "soldier": "R1", "effect": "out"})
    assert game.losses[0].why == "out for the game"
    assert "wounded" in refused(game, {"event": "hit", "soldier": "R2", "effect": "scratched"})


def test_a_refused_shot_is_refused_before_anything_is_thrown():
    """A volley with a shot that the rules forbid does not start."""
    game = to_fire(game_of(man("R1", 5, facing=180.0), man("B1", 20)))

    assert "CO-FIRE-05" in refused(
        game, {"event": "volley", "shots": [{"shooter": "R1", "target": "B1"}]}
    )


def test_a_saved_game_goes_on():
    """A game written and read again, in the middle of a volley, is the same game."""
    game = to_fire(game_of(man("R1", 5), man("B1", 20)))
    game = after(game, {"event": "volley", "shots": [{"shooter": "R1", "target": "B1"}]})

    assert game_json(game_from_json(game_json(game), "game.json")) == game_json(game)
