"""The turn of OmniWar as the engine plays it."""

from dataclasses import replace
from functools import partial

import pytest
from shapely import box

from rules.game.engine import new_game, next_state, owed, phase_now
from rules.game.event import event_json
from rules.game.game import EventRefusedError
from rules.game.game_json import game_from_json, game_json
from rules.game.orders import FightOrder, ShotOrder
from rules.omniwar import BOOK
from rules.omniwar.events import Attacked
from rules.omniwar.game import GAME
from rules.omniwar.record import record_of
from rules.omniwar.set_up import out_of_place, start_edges, strip_depth_in
from table.places import TablePoint
from table.scene import Scene, Soldier, Thing
from tests.rules import played

after = partial(played.after, BOOK)
refused = partial(played.refused, BOOK)


def unit(name, x, y=12.0, weapon="rifle", **more):
    return Soldier(name, {"R": "red", "B": "blue"}[name[0]], x, y, (weapon,), **more)


def game_of(*soldiers, **agreed):
    scene = Scene(36.0, 24.0, soldiers)
    return new_game(BOOK, scene, ("red", "blue"), agreed).game


def to_phase(game, name, side):
    while (phase_now(BOOK, game).name, phase_now(BOOK, game).side) != (name, side):
        game = after(game, "next")
    return game


def test_each_side_has_its_own_parts():
    """Red arrives, moves, attacks and drops, then blue does, then a turn is over."""
    game = game_of(unit("R1", 5), unit("B1", 30))
    seen = []
    for _ in range(8):
        phase = phase_now(BOOK, game)
        seen.append((phase.side, phase.name))
        game = after(game, "next")

    parts = ["arrive", "move", "attack", "drop"]
    assert seen == [(side, part) for side in ("red", "blue") for part in parts]
    assert game.turn == 2


def test_moves_come_before_attacks():
    """OW-TURN-01: nobody moves in the attack phase, nobody attacks in the move phase."""
    game = to_phase(game_of(unit("R1", 5), unit("B1", 20)), "move", "red")
    attack = {"event": "attacked", "attackers": ["R1"], "target": "B1", "rolls": [6]}
    move = {"event": "moved", "soldier": "R1", "path": [[5, 12], [8, 12]]}

    assert "OW-TURN-01" in refused(game, attack)
    game = after(game, move)
    assert game.soldier("R1").x == 8.0
    assert "OW-TURN-02" in refused(game, {"event": "moved", "soldier": "B1", "path": [[20, 12]]})
    game = to_phase(game, "attack", "red")
    assert "this phase, attack" in refused(game, {**move, "path": [[8, 12], [9, 12]]})


def test_two_short_moves_are_one_long_one():
    """A unit set down on its way has only the rest of its move left."""
    game = to_phase(game_of(unit("R1", 5), unit("B1", 30)), "move", "red")
    move = {"event": "moved", "soldier": "R1"}
    game = after(game, {**move, "path": [[5, 12], [12, 12]], "facing": 90.0})

    assert "OW-MOVE-01" in refused(game, {**move, "path": [[12, 12], [18, 12]]})
    game = after(game, {**move, "path": [[12, 12], [17, 12]]})
    assert (game.soldier("R1").x, game.soldier("R1").facing) == (17.0, 90.0)


def test_a_refused_move_changes_nothing():
    """What `move` refuses the game refuses, with the rule's id."""
    game = to_phase(game_of(unit("R1", 5), unit("B1", 20)), "move", "red")

    assert "OW-MOVE-01" in refused(
        game, {"event": "moved", "soldier": "R1", "path": [[5, 12], [30, 12]]}
    )


@pytest.mark.parametrize(
    ("rolls", "left"),
    [
        pytest.param([5, 5, 5], True, id="three misses"),
        pytest.param([5, 5, 4], False, id="the machine gun's second attack hits"),
        pytest.param([4, 5, 5], False, id="the squad hits"),
    ],
)
def test_attacks_declared_together(rolls, left):
    """OW-ATK-06: all attackers are named, then thrown for; one hit destroys and is credited."""
    gun = unit("R2", 5, 14.0, "machine-gun")
    game = game_of(unit("R1", 5), gun, unit("B1", 20), unit("B2", 30))
    game = to_phase(game, "attack", "red")
    event = {"event": "attacked", "attackers": ["R1", "R2"], "target": "B1", "rolls": rolls}
    game = after(game, event)

    assert (game.scene.soldier("B1") is not None) == left
    assert record_of(game).credit["red"] == (0 if left else 5)
    assert game.soldier("R2").state["attacks"] == 2
    assert "OW-ATK-10" in refused(game, {**event, "target": "B2"})


def test_a_machine_gun_may_part_its_attacks():
    """Its two attacks may go to two units."""
    game = game_of(unit("R1", 5, 12.0, "machine-gun"), unit("B1", 20), unit("B2", 20, 15.0))
    game = to_phase(game, "attack", "red")
    one = {"event": "attacked", "attackers": ["R1"], "shots": {"R1": 1}, "rolls": [1]}
    game = after(game, {**one, "target": "B1"}, {**one, "target": "B2"})

    assert [man.id for man in game.scene.soldiers] == ["R1"]
    assert game.winner == "red"


def test_throws_are_asked_for():
    """Nothing is thrown unless the caller says how; with a throw the game throws itself."""
    game = to_phase(game_of(unit("R1", 5), unit("B1", 20)), "attack", "red")
    event = {"event": "attacked", "attackers": ["R1"], "target": "B1"}

    assert "a throw of 1d6" in refused(game, event)
    assert next_state(BOOK, game, event, lambda _: 4).game.winner == "red"
    assert after(game, {**event, "roll": 4}).winner == "red"
    assert "no throw of 1d6" in refused(game, {**event, "rolls": [7]})
    assert "too much" in refused(game, {**event, "rolls": [4, 4]})
    assert "0 given" in refused(game, {**event, "rolls": []})


def test_waiting_units_react():
    """OW-ATK-07: who did nothing fires in the enemy's turn, once; who moved does not."""
    game = game_of(unit("R1", 5), unit("R2", 5, 16.0), unit("B1", 20), unit("B2", 20, 16.0))
    game = to_phase(game, "move", "red")
    game = after(game, {"event": "moved", "soldier": "R2", "path": [[5, 16], [6, 16]]})
    game = to_phase(game, "move", "blue")
    fire = {"event": "attacked", "attackers": ["R1"], "target": "B1", "rolls": [6]}

    assert game.soldier("R1").state["waiting"] is True
    assert "OW-ATK-08" in refused(game, {**fire, "attackers": ["R2"]})
    game = after(game, fire)
    assert "waiting" not in game.soldier("R1").state
    assert "OW-ATK-08" in refused(game, fire)


def test_a_turn_starts_fresh():
    """Moved, attacks and waiting go when the side's next turn begins, not before."""
    game = to_phase(game_of(unit("R1", 5), unit("B1", 20)), "move", "red")
    game = after(game, {"event": "moved", "soldier": "R1", "path": [[5, 12], [6, 12]]})
    game = to_phase(game, "drop", "blue")
    assert game.soldier("R1").state == {"moved": True}

    game = after(game, "next")
    assert game.soldier("R1").state == {}
    assert game.soldier("B1").state == {"waiting": True}


def test_teleporters_and_drop_troops():
    """OW-ABL-01, OW-ABL-02: placed once, in their own part; drop troops do not wait."""
    beam = {"id": "R8", "side": "red", "x": 18, "y": 5, "state": {"mods": ["teleport"]}}
    drop = {"id": "R9", "side": "red", "x": 18, "y": 7, "state": {"mods": ["drop-troops"]}}
    game = game_of(unit("R1", 5), unit("B1", 20))

    assert "OW-ABL-01" in refused(game, {"event": "placed", "soldier": drop})
    game = after(game, {"event": "placed", "soldier": beam})
    assert "on the table" in refused(game, {"event": "placed", "soldier": beam})
    assert "OW-ABL-01" in refused(game, {"event": "placed", "soldier": "R8"})
    game = to_phase(game, "attack", "red")
    fire = {"event": "attacked", "attackers": ["R8"], "target": "B1", "rolls": [6]}
    game = to_phase(after(game, fire), "drop", "red")
    game = after(game, {"event": "placed", "soldier": drop}, "next")

    assert game.soldier("R1").state == {"waiting": True}
    assert "waiting" not in game.soldier("R9").state


def test_transports_carry_one_unit_along():
    """OW-ABL-09, OW-MOVE-05: boarding, riding, not out in the same turn, lost together."""
    truck = unit("R2", 6, 12.0, role="transport")
    game = game_of(unit("R1", 5), truck, unit("R3", 5, 14.0), unit("B1", 20), unit("B2", 30))
    game = to_phase(game, "move", "red")
    game = after(game, {"event": "boarded", "soldier": "R1", "transport": "R2"})

    assert "OW-ABL-09" in refused(game, {"event": "boarded", "soldier": "R3", "transport": "R2"})
    assert "OW-ABL-09" in refused(game, {"event": "boarded", "soldier": "R3", "transport": "R1"})
    out = {"event": "moved", "soldier": "R1", "path": [[6, 12], [7, 12]], "declare": {"exit": True}}
    game = after(game, {"event": "moved", "soldier": "R2", "path": [[6, 12], [10, 12]]})
    assert game.soldier("R1").x == 10.0
    assert "OW-MOVE-05" in refused(game, {**out, "path": [[10, 12], [11, 12]]})
    game = to_phase(game, "attack", "blue")
    fire = {"event": "attacked", "attackers": ["B1"], "target": "R2", "rolls": [2]}
    game = after(game, fire)
    assert [man.id for man in game.scene.soldiers] == ["R3", "B1", "B2"]
    assert record_of(game).credit["blue"] == 15 + 5


def test_getting_out_next_turn():
    """A unit gets out of its transport in a later turn and is no longer carried."""
    rider = unit("R1", 6, state={"in": "R2"})
    game = to_phase(game_of(rider, unit("R2", 6, role="transport"), unit("B1", 20)), "move", "red")
    out = {"event": "moved", "soldier": "R1", "path": [[6, 12], [9, 12]], "declare": {"exit": True}}
    game = after(game, out)

    assert "in" not in game.soldier("R1").state
    assert (game.soldier("R1").x, game.soldier("R2").x) == (9.0, 6.0)


def test_area_attacks_strike_everybody():
    """OW-ABL-04 in the game: saves decide one by one, one's own losses credit nobody."""
    mortar = unit("R1", 2, 12.0, "mortar")
    game = game_of(mortar, unit("R2", 22), unit("B1", 24), unit("B2", 24, 14.0), unit("B3", 35))
    game = to_phase(game, "attack", "red")
    event = {"event": "attacked", "shooter": "R1", "aim": [24, 12]}

    assert 'give it in saves of "B1"' in refused(game, event)
    assert "for B3 is too much" in refused(
        game, {**event, "saves": {"R2": 3, "B1": 1, "B2": 4, "B3": 2}}
    )
    game = after(game, {**event, "saves": {"R2": 3, "B1": 1, "B2": 4}})
    assert [man.id for man in game.scene.soldiers] == ["R1", "B2", "B3"]
    assert record_of(game).credit == {"red": 5, "blue": 0}
    assert "OW-ATK-10" in refused(game, event)


def test_who_leaves_is_not_destroyed():
    """OW-MOVE-06, OW-TURN-03: a unit over the edge is out and nobody's credit."""
    game = to_phase(game_of(unit("R1", 1), unit("R2", 5), unit("B1", 30)), "move", "red")
    game = after(game, {"event": "moved", "soldier": "R1", "path": [[1, 12], [-1, 12]]})

    assert game.scene.soldier("R1") is None
    assert game.winner is None
    assert set(record_of(game).credit.values()) == {0}


def test_scouts_show_themselves_and_formations_break():
    """OW-ABL-03, OW-ABL-14: moving reveals a scout, dense terrain breaks a formation."""
    scout = unit("R1", 5, role="scout-team")
    pike = unit("R2", 5, 4.0, team="a", state={"mods": ["formation"]})
    scene = Scene(
        36.0, 24.0, (scout, pike, unit("B1", 30)), (Thing("w", "napkin", box(6, 3, 8, 5), 0.0),)
    )
    game = to_phase(new_game(BOOK, scene, ("red", "blue")).game, "move", "red")
    game = after(
        game,
        {"event": "moved", "soldier": "R1", "path": [[5, 12], [6, 12]]},
        {"event": "moved", "soldier": "R2", "path": [[5, 4], [9, 4]]},
    )

    assert game.soldier("R1").state["revealed"] is True
    assert game.soldier("R2").state["broken"] is True


def test_the_last_units_end_it_and_the_higher_credit_wins():
    """OW-TURN-02, OW-TURN-03: a wiped-out side may still have destroyed more."""
    game = game_of(unit("R1", 5), unit("B1", 20))
    game = game.with_record(credit={"red": 5, "blue": 46})
    game = to_phase(game, "attack", "red")
    game = after(game, {"event": "attacked", "attackers": ["R1"], "target": "B1", "rolls": [1]})

    assert game.winner == "blue"
    assert "over" in refused(game, {"event": "next"})


def test_units_still_to_be_placed_keep_a_side_in_the_game():
    """A side with teleporters in reserve has units left."""
    game = game_of(unit("R1", 5), unit("B1", 20), reserve={"blue": ["B9"]})
    game = to_phase(game, "attack", "red")
    game = after(game, {"event": "attacked", "attackers": ["R1"], "target": "B1", "rolls": [1]})

    assert game.winner is None


def test_cards_are_counted():
    """OW-CARD-01, OW-ABL-11: dealt, drawn at the end of a turn, played, never below none."""
    game = game_of(unit("R1", 5, state={"mods": ["card"]}), unit("B1", 30), cards=True)
    assert game.record["cards"] == {"red": 1, "blue": 1}

    game = after(to_phase(game, "card", "red"), "next")
    assert game.record["cards"] == {"red": 2, "blue": 1}
    game = after(game, {"event": "card", "does": "played", "side": "blue"})
    assert "OW-CARD-01" in refused(game, {"event": "card", "does": "exchanged", "side": "blue"})


@pytest.mark.parametrize(("roll", "settled"), [(1, "on"), (3, "on"), (4, "off"), (6, "off")])
def test_debates_are_settled_by_a_die(roll, settled):
    """OW-DEB-01: the die decides and the game remembers."""
    event = {"event": "debated", "about": "roofs", "readings": ["on", "off"], "roll": roll}
    game = after(game_of(unit("R1", 5), unit("B1", 30)), event)

    assert game.record["debates"] == [{"about": "roofs", "settled": settled}]


def test_each_side_starts_in_a_strip():
    """OW-SET-02: two hexes deep, at most to the middle; scouts stand anywhere."""
    scene = Scene(36.0, 24.0, (unit("R1", 5), unit("R2", 20), unit("B1", 30), unit("B2", 17.9)))
    wide = Scene(100.0, 24.0, (unit("R1", 24), unit("R2", 24.1), unit("B1", 76)))

    assert strip_depth_in(BOOK, scene, 12.0) == 18.0
    assert out_of_place(BOOK, scene, 12.0) == ("B2", "R2")
    assert out_of_place(BOOK, wide, 12.0) == ("R2",)


def test_strips_on_the_long_edges():
    """OW-SET-02: any two opposite edges; the sides themselves show which."""
    men = (unit("R1", 5, 2.0), unit("R2", 30, 9.0), unit("B1", 6, 20.0), unit("B2", 28, 15.0))
    scene = Scene(36.0, 24.0, men)

    assert start_edges(BOOK, scene) == {"red": "top", "blue": "bottom"}
    assert out_of_place(BOOK, scene, 4.0) == ("B2", "R2")
    assert strip_depth_in(BOOK, scene, 4.0, "bottom") == 8.0


def test_points_are_compared_at_the_beginning():
    """OW-SET-01: each side's points are said, and that they are too unequal where they are."""
    even = Scene(36.0, 24.0, (unit("R1", 5), unit("B1", 30)))
    tank = unit("R2", 5, 16.0, role="tank")

    told = new_game(BOOK, even, ("red", "blue")).lines
    assert told[0] == "points: blue 5, red 5 (OW-SET-01)"
    told = new_game(BOOK, replace(even, soldiers=(*even.soldiers, tank)), ("red", "blue")).lines
    assert told[0] == "points: blue 5, red 51; not roughly equal (OW-SET-01)"


def test_who_was_ready_first_begins():
    """OW-SET-03: agreed beforehand or said at the table, before anything has happened."""
    men = (unit("R1", 5), unit("B1", 30))
    assert phase_now(BOOK, game_of(*men, first="blue")).side == "blue"

    game = after(game_of(*men, cards=True), {"event": "agreed", "terms": {"first": "blue"}})
    assert phase_now(BOOK, game).side == "blue"
    assert game.record["cards"] == {"blue": 0, "red": 1}
    assert "sides are" in refused(game, {"event": "agreed", "terms": {"first": "green"}})
    game = after(game, "next")
    assert "OW-SET-03" in refused(game, {"event": "agreed", "terms": {"first": "red"}})


def test_a_side_that_was_taken_off_ends_the_game():
    """OW-TURN-02: when the last unit is gone by the players' word, the phase is the last."""
    game = after(game_of(unit("R1", 5), unit("B1", 30)), {"event": "removed", "soldier": "B1"})
    told = next_state(BOOK, game, {"event": "next"})

    assert told.game.winner == "draw"
    assert told.lines == ("a draw",)


def test_in_and_out_after_a_short_move():
    """OW-MOVE-05: a unit that walked to its transport does not get out in the same turn."""
    truck = unit("R2", 8, 12.0, role="transport")
    game = to_phase(game_of(unit("R1", 5), truck, unit("B1", 30)), "move", "red")
    game = after(
        game,
        {"event": "moved", "soldier": "R1", "path": [[5, 12], [7, 12]]},
        {"event": "boarded", "soldier": "R1", "transport": "R2"},
    )
    out = {"event": "moved", "soldier": "R1", "path": [[8, 12], [9, 12]], "declare": {"exit": True}}

    assert "OW-MOVE-05" in refused(game, out)
    assert "OW-MOVE-07" in refused(game, {"event": "boarded", "soldier": "R1", "transport": "R2"})


ORDERED = (unit("R1", 5), unit("R2", 5, 14.0, "machine-gun"), unit("B1", 20), unit("B2", 20, 14.0))


def ordered(order):
    """The game's event for an order in red's attack phase, and the game after it."""
    game = to_phase(game_of(*ORDERED), "attack", "red")
    make = GAME.shoot if isinstance(order, ShotOrder) else GAME.fight
    event = make(BOOK, game, order)
    return event, next_state(BOOK, game, event, lambda _: 6)


def test_orders_become_attacks():
    """A shot is the unit's attacks, a list parts them, a fight is the joint attack."""
    event, told = ordered(ShotOrder("R2", ("B1",), throws=(5, 4)))
    assert event == Attacked(attackers=("R2",), target="B1", rolls=(5, 4))
    assert told.lines == ("B1 is destroyed",)
    event, told = ordered(ShotOrder("R2", ("B1", "B2"), throws=(5, 4)))
    assert told.lines == ("B1 is missed", "B2 is destroyed")
    _, told = ordered(ShotOrder("R2", ("B1",), declare={"shots": 1}, throws=(5,)))
    assert told.game.soldier("R2").state["attacks"] == 1
    event, told = ordered(FightOrder(("R1", "R2"), "B1", throws={"R2": (5, 6), "R1": (4,)}))
    assert event_json(event)["rolls"] == [4, 5, 6]
    assert told.game.scene.soldier("B1") is None


@pytest.mark.parametrize(
    "order",
    [
        pytest.param(ShotOrder("R1", ("B1", "B2")), id="two targets, one attack"),
        pytest.param(ShotOrder("R1", ("B1",), throws=()), id="no throw given for one owed"),
        pytest.param(ShotOrder("R1", ("B1",), saves={"B1": 3}), id="a save that nobody owes"),
        pytest.param(ShotOrder("R1", (TablePoint(20, 12),)), id="a squad strikes no hex"),
        pytest.param(ShotOrder("R1", ("B1",), declare={"scale": 2}), id="another scale"),
        pytest.param(ShotOrder("R1", ("B1",), declare={"heard": True}), id="another book's word"),
        pytest.param(ShotOrder("R1", ("B1",), weapon="mortar"), id="a weapon it lacks"),
        pytest.param(FightOrder(("R1",), "B1", throws={"R1": (4, 4)}), id="one throw too many"),
        pytest.param(FightOrder(("R1", "R2"), "B1", throws={"R1": (4,)}), id="throws missing"),
        pytest.param(
            FightOrder(("R1",), "B1", throws={"R1": (4,), "B1": (2,)}), id="the defender throws"
        ),
        pytest.param(FightOrder(("R1", "B2"), "B1"), id="one of the other side"),
    ],
)
def test_orders_that_are_refused(order):
    """Nothing that a player gave is dropped in silence."""
    with pytest.raises(EventRefusedError):
        ordered(order)


def test_a_hex_with_nobody_in_its_middle():
    """OW-ABL-04: a place may be struck; with `grid` agreed the grid's own hex is."""
    mortar = unit("R1", 2, 12.0, "mortar")
    men = (mortar, unit("B1", 12), unit("B2", 23), unit("B3", 35))
    order = ShotOrder("R1", (TablePoint(20, 9),), saves={"B1": 1, "B2": 6})
    game = to_phase(game_of(*men, grid=True), "attack", "red")
    event = GAME.shoot(BOOK, game, order)

    assert next_state(BOOK, game, event).lines == ("B1 is destroyed",)
    plain = to_phase(game_of(*men), "attack", "red")
    with pytest.raises(EventRefusedError, match="for B1 is too much"):
        next_state(BOOK, plain, event)


def test_dice_are_told_before_they_are_thrown():
    """Every die of a joint attack, whose it is and what it needs."""
    game = to_phase(game_of(*ORDERED), "attack", "red")
    dice = owed(BOOK, game, Attacked(attackers=("R1", "R2"), target="B1"))

    assert [(die.who, die.why, die.needs) for die in dice] == [
        ("R1", "attack on B1", "4-"),
        ("R2", "attack on B1", "4-"),
        ("R2", "attack on B1", "4-"),
    ]


def test_a_saved_game_goes_on():
    """A game written and read again is the same game."""
    game = to_phase(game_of(unit("R1", 5), unit("B1", 30), cards=True), "attack", "red")

    assert game_json(game_from_json(game_json(game), "game.json")) == game_json(game)


def test_what_is_shown_beside_units():
    """Who waits, dives or hides is written beside him; who did none of it is not."""
    waits = unit("R1", 5, state={"waiting": True})
    dives = unit("B1", 20, state={"mods": ["submersible"], "submerged": "hidden"})
    scene = Scene(36.0, 24.0, (waits, dives, unit("B2", 30), unit("B3", 33, role="scout-team")))

    assert [one.words for one in BOOK.shows(BOOK, scene)] == ["waits", "dived", "hidden scout"]


def test_an_old_journals_single_throw_for_two_attacks():
    """Older programs let a typed number be where two were owed, and threw both: so it is told."""
    gun = unit("R1", 5, 12.0, "machine-gun")
    game = to_phase(game_of(gun, unit("B1", 20), unit("B2", 30)), "attack", "red")
    event = {"event": "attacked", "attackers": ["R1"], "target": "B1", "roll": 1}

    assert "needs 2 throws" in refused(game, event)
    told = next_state(BOOK, game, event, lambda _: 6, told_again=True)
    assert told.lines == ("B1 is missed",)
