"""COMBAT's turn of three seconds as the engine plays it."""

from functools import partial

import pytest
from shapely import box

from rules.combat import BOOK
from rules.combat.events import Named, Volley
from rules.combat.firing_order import Firer, firing_order, rank, tied
from rules.combat.game import GAME
from rules.combat.man import man_of
from rules.combat.record import bullets_left
from rules.game.engine import new_game, next_state, owed, phase_now
from rules.game.event import event_json
from rules.game.game import EventRefusedError
from rules.game.game_json import game_from_json, game_json
from rules.game.orders import FightOrder, ShotOrder
from table.places import TablePoint
from table.scene import Scene, Soldier, Thing
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
    assert firing_order(firers, {"R1": (10,), "B1": (90,), "B2": (50,)}) == [
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
    numbers = iter([50, 50, 40, 51])
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


def to_move(*soldiers, **agreed):
    return after(game_of(*soldiers, man("B1", 30, facing=180.0), **agreed), "next")


def leg(*places, **declare):
    path = [list(place) for place in places]
    return {"event": "moved", "soldier": "R1", "path": path, "declare": declare}


def test_turning_on_the_spot_costs():
    """CO-MOVE-07: a declared quarter turn leaves half a walk, two leave none."""
    game = after(to_move(man("R1", 5)), {**leg((5, 12), (5, 12), turn=90), "facing": 90.0})

    assert game.soldier("R1").facing == 90.0
    assert "motion" not in game.soldier("R1").state
    assert "CO-MOVE-02" in refused(game, leg((5, 12), (13, 12)))
    assert after(game, leg((5, 12), (12.5, 12))).soldier("R1").x == 12.5
    game = after(game, leg((5, 12), (5, 12), turn=-90))
    assert "CO-MOVE-01" in refused(game, leg((5, 12), (6, 12), gait="run"))


def test_down_and_on_again():
    """CO-MOVE-05, CO-MOVE-06: who got down on his way crawls on or gets up first."""
    game = after(to_move(man("R1", 5)), leg((5, 12), (7, 12)))
    down = {**leg((7, 12), (7, 12), actions=["get-down"]), "posture": "sitting"}
    game = after(game, down)
    assert game.soldier("R1").state["posture"] == "sitting"

    assert "CO-MOVE-06" in refused(game, leg((7, 12), (8, 12)))
    assert "CO-MOVE-02" in refused(game, leg((7, 12), (8, 12), actions=["get-up"]))
    assert after(game, leg((7, 12), (8, 12), gait="crawl")).soldier("R1").x == 8.0


@pytest.mark.parametrize("gait", ["walk", "run", "wade", "jump"])
def test_a_man_on_the_ground_does_not_go_upright(gait):
    """CO-MOVE-06: walking, running, wading and jumping need him on his feet."""
    game = to_move(man("R1", 5, state={"posture": "kneeling"}))

    assert "CO-MOVE-06" in refused(game, leg((5, 12), (6, 12), gait=gait))
    assert after(game, leg((5, 12), (6, 12), gait="crawl")).soldier("R1").x == 6.0


@pytest.mark.parametrize("action", ["break", "close", "use-object", "start-vehicle"])
def test_what_takes_a_whole_turn(action):
    """CO-OTH-01: who does it goes nowhere in that turn, before or after."""
    busy = leg((5, 12), (5, 12), actions=[action])
    game = after(to_move(man("R1", 5)), busy)

    assert "CO-OTH-01" in refused(game, leg((5, 12), (6, 12)))
    walked = after(to_move(man("R1", 5)), leg((5, 12), (6, 12)))
    assert "CO-OTH-01" in refused(walked, {**busy, "path": [[6, 12], [6, 12]]})


def test_mounted_he_goes_along():
    """CO-OTH-05: up takes a turn, then he moves as the jeep does, and gets down beside it."""
    jeep = Soldier("J1", "red", 6.0, 12.0, role="jeep")
    game = to_move(man("R1", 5), jeep)
    up = {**leg((5, 12), (5, 12), actions=["mount"]), "vehicle": "J1"}
    assert "CO-OTH-05" in refused(game, {**up, "vehicle": "B1"})
    game = after(game, up, "next", "next", "next")
    game = after(game, {"event": "moved", "soldier": "J1", "path": [[6, 12], [20, 12]]})
    rider = game.soldier("R1")
    assert (rider.x, rider.state["in"], rider.state["motion"]) == (20.0, "J1", "vehicle")

    assert "CO-OTH-05" in refused(game, leg((20, 12), (21, 12)))
    assert "CO-OTH-05" in refused(game, leg((20, 12), (23, 12), actions=["dismount"]))
    out = after(game, leg((20, 12), (21, 12), actions=["dismount"]))
    assert (out.soldier("R1").x, out.soldier("R1").state.get("in")) == (21.0, None)
    assert "CO-OTH-01" in refused(out, leg((21, 12), (24, 12)))
    # Told first and set down afterwards, beside it and no further.
    out = after(game, leg((20, 12), (20, 12), actions=["dismount"]))
    assert after(out, leg((20, 12), (21.5, 12))).soldier("R1").x == 21.5
    assert "CO-OTH-01" in refused(out, leg((20, 12), (23, 12)))


def test_with_and_against_the_current():
    """CO-BOAT-01: what the players say of the water counts for the boat's move."""
    boat = Soldier("R1", "red", 5.0, 12.0, role="canoe")
    river = Thing("r", "river", box(0, 10, 36, 14), 0.0)
    scene = Scene(36.0, 24.0, (boat, man("B1", 30)), (river,))
    game = after(new_game(BOOK, scene, ("red", "blue")).game, "next")

    assert "CO-BOAT-08" in refused(game, leg((5, 12), (9, 12)))
    assert after(game, leg((5, 12), (9, 12), current=6)).soldier("R1").x == 9.0
    said = {"event": "state", "soldier": "R1", "state": {"will": {"current": -6}}}
    assert GAME.ways_of(after(game, said).soldier("R1")) == ({"current": -6},)
    assert "will" not in after(game, said, "next", "next").soldier("R1").state


def test_low_or_upright_by_his_posture():
    """What a move that was only seen may have been: on his feet, low, or as he was named to go."""
    assert GAME.ways_of(man("R1", 5))[:2] == ({}, {"gait": "run"})
    assert GAME.ways_of(man("R1", 5, state={"posture": "prone"}))[0] == {"gait": "crawl"}
    named = man("R1", 5, state={"will": {"gait": "jump"}})
    assert GAME.ways_of(named) == ({"gait": "jump"},)
    assert GAME.ways_of(man("R1", 5, state={"in": "J1"})) == ({"actions": ["dismount"]},)


SIX = [{"shooter": "R1", "target": "B1", "bullets": 6}]


def burst():
    """A burst of six at a man who does not fire."""
    gun = man("R1", 5, weapon="submachine-gun")
    game = to_fire(game_of(gun, man("B1", 12, facing=180.0), man("B2", 30)))
    return after(game, {"event": "volley", "shots": SIX})


def test_six_bullets_in_one_go():
    """CO-FIRE-02: one entry of six throws; each hit is judged, the first that is out ends it."""
    told = next_state(BOOK, burst(), {"event": "fired", "rolls": [99, 1, 99, 2, 99, 99]})

    assert len(told.lines) == 6
    assert told.game.record["hits"] == ["B1", "B1"]
    assert event_json(told.event)["rolls"] == [99, 1, 99, 2, 99, 99]
    game = after(told.game, {"event": "hit", "soldier": "B1", "effect": "wounded"})
    assert GAME.due(game).event.soldier == "B1"
    game = after(game, {"event": "hit", "soldier": "B1", "effect": "out"})
    assert GAME.due(game) is None


@pytest.mark.parametrize(
    ("rolls", "says"),
    [
        pytest.param([1] * 7, "6 bullets are left", id="a bullet too many"),
        pytest.param([], "0 given", id="none"),
        pytest.param([1, 0], "no throw of 1d100", id="a zero"),
        pytest.param([101], "no throw of 1d100", id="beyond a hundred"),
    ],
)
def test_throws_that_are_refused(rolls, says):
    """Nothing is dropped and nothing half fired."""
    assert says in refused(burst(), {"event": "fired", "rolls": rolls})


@pytest.mark.parametrize("bullets", [0, -1, 7])
def test_numbers_of_bullets_that_nobody_has(bullets):
    """So many do not leave the barrel, nor does any other."""
    assert f"6 bullets are left to fire in this turn, not {bullets}" in refused(
        burst(), {"event": "fired", "bullets": bullets}
    )


def test_a_burst_stops_where_a_hit_must_be_judged():
    """CO-ORD-07: the program's dice stop at a hit on a man who still fires; typed ones too."""
    gun = man("R1", 5, weapon="submachine-gun", state={"hero": True})
    other = man("B1", 12, facing=180.0, weapon="submachine-gun")
    game = to_fire(game_of(gun, other))
    back = {"shooter": "B1", "target": "R1", "bullets": 2}
    game = after(game, {"event": "volley", "shots": [*SIX, back]})
    told = next_state(BOOK, game, {"event": "fired", "bullets": 8}, lambda _: 1)

    assert event_json(told.event) == {"event": "fired", "roll": 1}
    assert "CO-ORD-07" in refused(game, {"event": "fired", "rolls": [1, 1]})
    assert len(bullets_left(after(game, {"event": "fired", "rolls": [99, 99, 99]}))) == 5


def order(*targets, **more):
    game = to_fire(game_of(man("R1", 5, weapon="light-mg"), man("B1", 20)))
    return GAME.shoot(BOOK, game, ShotOrder("R1", targets, **more))


def test_a_shot_is_fire_to_come():
    """Bullets in `shots`, located by ear where it is declared; nothing is thrown yet."""
    named = order("B1", weapon="light-mg", declare={"shots": 6, "heard": True})

    assert named == Named(
        shooter="R1", target="B1", weapon="light-mg", bullets=6, declare={"heard": True}
    )


@pytest.mark.parametrize(
    ("targets", "more", "says"),
    [
        pytest.param(("B1", "B2"), {}, "CO-ACT-01", id="two targets"),
        pytest.param((TablePoint(20, 12),), {}, "CO-LACK-01", id="a place"),
        pytest.param(("B1",), {"throws": (4,)}, "CO-ORD-07", id="a throw"),
        pytest.param(("B1",), {"saves": {"B1": 4}}, "CO-ORD-07", id="a save"),
        pytest.param(("B1",), {"declare": {"shots": 0}}, "shots is 0", id="no bullet"),
        pytest.param(("B1",), {"declare": {"scale": 1}}, "scale", id="another scale"),
        pytest.param(("B1",), {"declare": {"gait": "run"}}, "gait", id="a word of moves"),
    ],
)
def test_shots_that_are_refused(targets, more, says):
    """What has no meaning here is refused with a sentence."""
    with pytest.raises(EventRefusedError, match=says):
        order(*targets, **more)


def test_hand_to_hand_is_the_players_word():
    """CO-LACK-02: refused with what to do instead."""
    game = to_fire(game_of(man("R1", 5), man("B1", 6)))
    with pytest.raises(EventRefusedError, match="CO-LACK-02"):
        GAME.fight(BOOK, game, FightOrder(("R1",), "B1"))


def test_ties_in_the_order_of_ids():
    """A list of throws goes by the ids of those who are tied."""
    game = to_fire(game_of(man("R1", 5), man("B1", 20, facing=180.0)))
    shots = [{"shooter": "R1", "target": "B1"}, {"shooter": "B1", "target": "R1"}]
    told = next_state(BOOK, game, {"event": "volley", "shots": shots, "throws": [6, 5]})

    assert [b.fire.shooter for b in bullets_left(told.game)] == ["B1", "R1"]
    assert told.event.throws == {"B1": 6, "R1": 5}
    three = {"event": "volley", "shots": shots, "throws": [6, 5, 4]}
    assert "too much" in refused(game, three)


def test_who_threw_alike_throw_again():
    """CO-ORD-06: both of them, after all have thrown; the third keeps his place."""
    men = (man("R1", 5), man("R2", 5, 14.0), man("R3", 5, 16.0), man("B1", 20, facing=180.0))
    game = to_fire(game_of(*men))
    shots = [{"shooter": name, "target": "B1"} for name in ("R1", "R2", "R3")]
    volley = {"event": "volley", "shots": shots}
    told = next_state(BOOK, game, {**volley, "throws": [50, 70, 50, 10, 90]})

    assert [b.fire.shooter for b in bullets_left(told.game)] == ["R2", "R3", "R1"]
    assert told.event.throws == (50, 70, 50, 10, 90)
    assert next_state(BOOK, game, event_json(told.event)).game == told.game
    assert "throws or more" in refused(game, {**volley, "throws": [50, 70, 50, 10]})
    assert "too much" in refused(game, {**volley, "throws": [50, 70, 40, 10]})


def test_the_same_number_of_two_ranks_is_no_tie():
    """CO-ORD-05 has parted a veteran from recruits; what he throws is nothing to them."""
    recruits = (man("R1", 5), man("R2", 5, 14.0))
    veterans = (man(f"R{i}", 5, 2.0 * i, state={"experience": "veteran"}) for i in (3, 4))
    game = to_fire(game_of(*recruits, *veterans, man("B1", 20, facing=180.0)))
    shots = [{"shooter": name, "target": "B1"} for name in ("R1", "R2", "R3", "R4")]
    volley = {"event": "volley", "shots": shots, "throws": {"R1": 5, "R2": 9, "R3": 5, "R4": 9}}
    told = next_state(BOOK, game, volley)

    assert [b.fire.shooter for b in bullets_left(told.game)] == ["R4", "R3", "R2", "R1"]


def test_dice_of_three_who_are_tied_are_told():
    """The owed dice can be listed however many are tied."""
    game = to_fire(game_of(man("R1", 5), man("R2", 5, 14.0), man("R3", 5, 16.0), man("B1", 20)))
    for name in ("R1", "R2", "R3"):
        game = after(game, {"event": "named", "shooter": name, "target": "B1"})

    assert {die.who for die in owed(BOOK, game, Volley())} == {"R1", "R2", "R3"}


@pytest.mark.parametrize(
    ("phase", "chosen", "words"),
    [
        pytest.param("plan", None, {"shoots as expert", "is rated veteran", "is out"}, id="plan"),
        pytest.param("move", None, {"gets down, sitting", "will crawl", "will jump"}, id="move"),
        pytest.param(
            "fire", "R1", {"R1 will fire at him by ear", "R1 will fire 6 bullets at him"}, id="fire"
        ),
    ],
)
def test_deeds(phase, chosen, words):
    """What the camera cannot see is in the menu of the phase in which it is said."""
    game = game_of(man("R1", 5, weapon="light-mg"), man("B1", 20))
    while phase_now(BOOK, game).name != phase:
        game = after(game, "next")
    who = game.soldier("R1" if chosen is None else "B1")
    found = GAME.deeds(BOOK, game, who, None if chosen is None else game.soldier(chosen))

    assert words <= {deed.words for deed in found}


def test_a_saved_game_goes_on():
    """A game written and read again, in the middle of a volley, is the same game."""
    game = to_fire(game_of(man("R1", 5), man("B1", 20)))
    game = after(game, {"event": "volley", "shots": [{"shooter": "R1", "target": "B1"}]})

    assert game_json(game_from_json(game_json(game), "game.json")) == game_json(game)


def test_what_is_shown_beside_men():
    """Posture, wounds, aim and an empty weapon are written beside a man."""
    down = man("R1", 5, state={"posture": "prone", "wounded": True, "aimed_at": "B1"})
    empty = man("B1", 20, state={"loaded": False, "will": {"gait": "crawl"}})
    scene = Scene(36.0, 24.0, (down, empty, man("B2", 30)))

    assert [one.words for one in BOOK.shows(BOOK, scene)] == [
        "prone, wounded, aims at B1",
        "not ready, will crawl",
    ]
