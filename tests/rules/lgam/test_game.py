"""L.G.A.M. played event by event: turn, clocks, dice, smoke, mines, cups, victory."""

import json
from functools import partial

import pytest

from rules.book.shelf import book_named
from rules.game.engine import game_rules, new_game, next_state, phase_now
from rules.game.game import EventRefusedError
from rules.game.game_json import game_from_json, game_json
from rules.lgam.clocks import (
    attacker_clock_s,
    defender_clock_s,
    meeting_clock_s,
    move_clock_s,
    warnings_s,
)
from rules.lgam.minefields import mine_allowance_in2
from table.scene_file import scene_from_json
from tests.rules import played

BOOK = book_named("lgam")
after = partial(played.after, BOOK)


def man(soldier_id, x, y, weapons=("rifle",), **more):
    side = {"R": "red", "B": "blue"}[soldier_id[0]]
    return {"id": soldier_id, "side": side, "x": x, "y": y, "weapons": list(weapons), **more}


def box(kind, x0, y0, x1, y1, **more):
    return {"kind": kind, "outline": [[x0, y0], [x1, y0], [x1, y1], [x0, y1]], **more}


def scene(men, things=()):
    table = {"width": 60.0, "height": 40.0}
    return scene_from_json({"table": table, "soldiers": men, "things": list(things)}, "test")


def started(men, things=(), agreed=None, throw=None):
    return new_game(BOOK, scene(men, things), ("red", "blue"), agreed, throw).game


def until(game, phase, side=None, initiative=1):
    """Go on to a phase; the initiative die is thrown on the way."""
    while (phase_now(BOOK, game).name, side) != (phase, side and phase_now(BOOK, game).side):
        if phase_now(BOOK, game).name == "count" and game.record.get("initiative") != game.turn:
            game = after(game, {"event": "initiative", "roll": initiative})
        game = after(game, {"event": "next"})
    return game


def state(game, soldier_id):
    return dict(game.scene.soldier(soldier_id).state)


PAIR = [man("R1", 5, 12, facing=0.0), man("B1", 25, 12, facing=180.0)]


def test_a_turn_has_the_ledgers_phases_in_order():
    """Set up, clear, count, moves by initiative, then each sub-phase side by side (LG-TURN-01)."""
    game = until(started(PAIR), "move-1", initiative=4)

    names = [(phase.name, phase.side) for phase in game_rules(BOOK).phases(game)]

    fire = [(f"fire-{sub}", side) for sub in ("4a", "4b", "4c") for side in ("blue", "red")]
    moves = [("move-1", "blue"), ("move-2", "red")]
    assert names == [("set-up", None), ("clear", None), ("count", None), *moves, *fire]


@pytest.mark.parametrize(
    ("die", "first"),
    [pytest.param(3, "red", id="3 moves first"), pytest.param(4, "blue", id="4 moves second")],
)
def test_initiative_is_one_die_for_the_side_named_first(die, first):
    """LG-TURN-04."""
    assert until(started(PAIR), "move-1", initiative=die).order[0] == first


def test_the_count_needs_its_die():
    """Without a die and without leave to throw one the moves do not begin (LG-TURN-04)."""
    with pytest.raises(EventRefusedError, match="1d6"):
        after(until(started(PAIR), "count"), {"event": "next"})


def test_clocks_count_each_started_thirty():
    """LG-TURN-03, LG-SCEN-03, -06, -09: minutes for troops, pieces, armour and vehicles."""
    red = [man(f"R{i}", 1 + i, 2) for i in range(31)]
    guns = [man("R90", 5, 10, ["howitzer"]), man("R91", 5, 20, ["tank-gun"], role="tank")]
    whole = scene([*red, *guns, man("R92", 9, 20, [], role="jeep"), man("B1", 40, 20)])

    assert move_clock_s(BOOK, whole, "red") == 2 * 2 * 60
    assert move_clock_s(BOOK, whole, "blue") == 2 * 60
    assert defender_clock_s(BOOK, whole, "red") == 5 * (2 + 1 + 1) * 60
    assert attacker_clock_s(BOOK, whole, "red") == 5 * (2 + 2) * 60
    assert meeting_clock_s(BOOK, whole) == 5 * 2 * 60


def test_warnings_come_after_the_start():
    """A 2-minute clock warns at 1 minute and 30 seconds, not at its very start (LG-TURN-05)."""
    assert warnings_s(120.0) == (60.0, 30.0)
    assert warnings_s(240.0) == (120.0, 60.0, 30.0)


def test_moving_ends_with_the_clock():
    """After the clock has run out nothing moves any more (LG-TURN-05)."""
    game = until(started(PAIR), "move-1")
    told = next_state(BOOK, game, {"event": "clock", "used_s": 95.0})
    late = after(told.game, {"event": "clock", "used_s": 120.0})

    assert told.lines == ("60 seconds left", "30 seconds left")
    with pytest.raises(EventRefusedError, match="LG-TURN-05"):
        after(late, {"event": "moved", "soldier": "R1", "path": [[5, 12], [8, 12]]})


@pytest.mark.parametrize(
    ("die", "attacker"), [pytest.param(2, "red", id="2"), pytest.param(5, "blue", id="5")]
)
def test_attack_and_defend_sets_up_the_defender_first(die, attacker):
    """LG-SCEN-01, -02: one die says who attacks; the other side sets up before him."""
    game = started(PAIR, agreed={"scenario": "attack-defend", "roll": die})
    set_up = [phase for phase in game_rules(BOOK).phases(game) if phase.name == "set-up"]

    assert [phase.side for phase in set_up][-1] == attacker
    assert [phase.clock_s for phase in set_up] == [300.0, 300.0]


def test_a_move_is_remembered_and_ends_overwatch():
    """The inches add up, and overwatch lasts until he moves."""
    men = [man("R1", 5, 12, ["assault-rifle"], facing=0.0), PAIR[1]]
    game = until(started(men), "move-1")
    watching = after(game, {"event": "declared", "soldier": "R1", "state": {"overwatch": True}})
    moved = after(watching, {"event": "moved", "soldier": "R1", "path": [[5, 12], [8, 12]]})
    again = after(moved, {"event": "moved", "soldier": "R1", "path": [[8, 12], [8, 16]]})

    assert state(watching, "R1") == {"overwatch": True}
    assert state(again, "R1") == {"moved": 7.0}
    assert (again.scene.soldier("R1").x, again.scene.soldier("R1").y) == (8.0, 16.0)


def test_a_refused_move_says_why_and_may_be_overruled():
    """A path through a house is refused by its row; the players may overrule it (LG-WIN-02)."""
    game = until(started(PAIR, [box("mug", 7, 10, 9, 14)]), "move-1")
    through = {"event": "moved", "soldier": "R1", "path": [[5, 12], [11, 12]]}

    with pytest.raises(EventRefusedError, match="LG-OBST-08"):
        after(game, through)
    assert after(game, {**through, "overruled": True}).scene.soldier("R1").x == 11.0


def test_the_hit_stay_until_the_clear_phase_and_still_fire():
    """Fire is simultaneous: who was shot fires in his own sub-phase, then is taken off."""
    others = [man("R2", 5, 30), man("B2", 50, 30)]
    game = until(started([*PAIR, *others]), "fire-4b", "red")
    hit = after(game, {"event": "fired", "shooter": "R1", "target": "B1", "roll": 7})
    answered = until(hit, "fire-4b", "blue")
    both = after(answered, {"event": "fired", "shooter": "B1", "target": "R1", "roll": 7})
    gone = until(both, "count")

    assert state(hit, "B1") == {"down": "shot"}
    assert state(both, "R1") == {"fired": ["rifle"], "down": "shot"}
    assert [left.id for left in gone.scene.soldiers] == ["R2", "B2"]


def test_fire_waits_for_its_sub_phase_and_its_side():
    """LG-TURN-07, LG-TURN-10."""
    early = until(started(PAIR), "fire-4a", "red")
    with pytest.raises(EventRefusedError, match="LG-TURN-10"):
        after(early, {"event": "fired", "shooter": "R1", "target": "B1", "roll": 7})
    with pytest.raises(EventRefusedError, match="LG-TURN-07"):
        after(early, {"event": "fired", "shooter": "B1", "target": "R1", "roll": 7})


def test_a_natural_12_jams_and_7_clears_it_in_the_next_turn():
    """LG-CONV-05, LG-CONV-06."""
    game = until(started(PAIR), "fire-4b", "red")
    jammed = after(game, {"event": "fired", "shooter": "R1", "target": "B1", "roll": 12})
    clearing = until(jammed, "clear")

    assert state(jammed, "R1")["jammed"] is True
    still = after(clearing, {"event": "unjam", "soldier": "R1", "roll": 8})
    assert state(still, "R1")["jammed"] is True
    free = after(clearing, {"event": "unjam", "soldier": "R1", "roll": 7})
    assert "jammed" not in state(free, "R1")
    assert "jammed" not in state(after(clearing, {"event": "next"}, throw=lambda _: 2), "R1")


def test_a_natural_12_empties_heavy_weapons():
    """LG-CONV-07: one 12 among an LMG's four throws is enough."""
    men = [man("R1", 5, 12, ["lmg"], facing=0.0), PAIR[1]]
    game = until(started(men), "fire-4c", "red")
    spent = after(
        game, {"event": "fired", "shooter": "R1", "target": "B1", "rolls": [9, 12, 8, 10]}
    )

    assert state(spent, "R1") == {"fired": ["lmg"], "no_ammo": True}


def test_a_rate_of_fire_is_shared_out():
    """LG-FIRE-15: three throws of a submachine gun at two men."""
    men = [man("R1", 5, 12, ["submachine-gun"], facing=0.0), PAIR[1], man("B2", 15, 14)]
    men[1] = {**men[1], "x": 15}
    game = until(started(men), "fire-4a", "red")
    shot = {"event": "fired", "shooter": "R1", "targets": ["B1", "B2", "B2"], "rolls": [7, 8, 6]}
    fallen = after(game, shot)

    assert state(fallen, "B1") == {}
    assert state(fallen, "B2") == {"down": "shot"}


def test_opportunity_fire_interrupts_a_move():
    """LG-OPP-01: who moves may be fired at, nobody else; the hit stay down and do not fight."""
    game = until(started(PAIR), "move-1")
    at_him = {"event": "fired", "shooter": "B1", "target": "R1", "roll": 3}
    moved = after(game, {"event": "moved", "soldier": "R1", "path": [[5, 12], [8, 12]]})
    shot = after(moved, at_him)
    fire = until(shot, "fire-4b", "red")

    assert state(shot, "R1")["down"] == "shot"
    assert state(fire, "R1")["down"] == "knocked"
    with pytest.raises(EventRefusedError, match="LG-OPP-01"):
        after(game, at_him)
    with pytest.raises(EventRefusedError, match="LG-TURN-06"):
        after(fire, {"event": "fired", "shooter": "R1", "target": "B1", "roll": 3})


def test_smoke_lasts_by_the_die_and_three_turns_at_most():
    """LG-SMOKE-02, -03: laid, kept by 1-3, gone by a 6, gone after the third turn."""
    men = [man("R1", 5, 12, ["smoke-grenade"], facing=0.0), PAIR[1]]
    game = until(started(men), "fire-4b", "red")
    laid = after(game, {"event": "fired", "shooter": "R1", "aim": [15, 12], "roll": 9})
    (cloud,) = laid.scene.things

    def next_moves(game, die):
        counting = until(game, "count")
        thrown = after(counting, {"event": "initiative", "roll": 1})
        if die is not None:
            thrown = after(thrown, {"event": "smoke", "smoke": cloud.id, "roll": die})
        return after(thrown, {"event": "next"})

    assert (cloud.meant_as, cloud.footprint.area) == ("smoke", pytest.approx(72.0))
    assert next_moves(laid, 6).scene.things == ()
    kept = next_moves(next_moves(next_moves(laid, 3), 1), 2)
    assert [thing.id for thing in kept.scene.things] == [cloud.id]
    assert next_moves(kept, None).scene.things == ()


def test_a_blast_in_the_smoke_clears_it_after_the_turn():
    """LG-SMOKE-04."""
    men = [man("R1", 5, 12, ["smoke-grenade"]), man("R2", 5, 14, ["grenade"]), PAIR[1]]
    game = until(started(men), "fire-4b", "red")
    laid = after(game, {"event": "fired", "shooter": "R1", "aim": [15, 12], "roll": 2})
    blast = after(laid, {"event": "fired", "shooter": "R2", "aim": [10, 14], "roll": 2})
    beside = after(laid, {"event": "fired", "shooter": "R2", "aim": [8.9, 14], "roll": 2})

    assert until(blast, "clear").scene.things == ()
    assert len(until(beside, "clear").scene.things) == 1


def test_a_shot_into_smoke_hits_a_random_man_in_it():
    """LG-SMOKE-06: a 2 hits, the event or a die says whom."""
    smoke = box("napkin", 13, 10, 18, 18, **{"as": "smoke"})
    men = [PAIR[0], man("B1", 15, 12), man("B2", 15, 15)]
    game = until(started(men, [smoke]), "fire-4b", "red")
    shot = {"event": "fired", "shooter": "R1", "target": "B1", "roll": 2}

    with pytest.raises(EventRefusedError, match="random"):
        after(game, shot)
    assert state(after(game, {**shot, "random": "B2"}), "B2") == {"down": "shot"}
    assert state(after(game, shot, throw=lambda dice: int(dice[2:])), "B2") == {"down": "shot"}


def test_flame_thrower_tanks_may_explode():
    """LG-ROLE-16: a hit flame thrower man throws a die; 1-3 takes his neighbours too."""
    men = [PAIR[0], man("B1", 25, 12, ["flame-thrower"]), man("B2", 25, 14)]
    game = until(started(men), "fire-4b", "red")
    shot = {"event": "fired", "shooter": "R1", "target": "B1", "roll": 5}

    with pytest.raises(EventRefusedError, match="tanks of B1"):
        after(game, shot)
    assert state(after(game, {**shot, "tanks": {"B1": 3}}), "B2") == {"down": "shot"}
    assert state(after(game, {**shot, "tanks": {"B1": 4}}), "B2") == {}


def test_mines_are_laid_within_the_allowance():
    """LG-MINE-01: a square foot for each 30 troops."""
    men = [*(man(f"R{i}", 1 + 1.5 * i, 2) for i in range(15)), PAIR[1]]
    game = started(men)
    field = {"event": "mines", "side": "red", "outline": [[20, 20], [29, 20], [29, 28], [20, 28]]}

    assert mine_allowance_in2(BOOK, game, "red") == pytest.approx(72.0)
    laid = after(game, field)
    assert [thing.meant_as for thing in laid.scene.things] == ["mines"]
    with pytest.raises(EventRefusedError, match="LG-MINE-01"):
        after(laid, {**field, "outline": [[40, 20], [41, 20], [41, 21], [40, 21]]})


def test_mines_are_survived_by_the_throws_owed():
    """LG-MINE-02, -03: 7 survives, 8 kills a man and disables a tank."""
    mined = box("mat", 7, 0, 15, 40, **{"as": "mines"})
    men = [PAIR[0], man("R2", 5, 20, ["tank-gun"], role="tank"), PAIR[1]]
    game = until(started(men, [mined]), "move-1")
    walk = {"event": "moved", "soldier": "R1", "path": [[5, 12], [10, 12]]}
    drive = {"event": "moved", "soldier": "R2", "path": [[5, 20], [20, 20]]}

    assert "down" not in state(after(game, {**walk, "mines": [7]}), "R1")
    assert state(after(game, {**walk, "mines": [8]}), "R1")["down"] == "knocked"
    disabled = after(game, {**drive, "mines": [7, 8]})
    assert state(disabled, "R2")["disabled"] is True
    with pytest.raises(EventRefusedError, match="mines"):
        after(game, walk)


def test_engineers_clear_a_square_of_mines_by_the_next_moves():
    """LG-MINE-04, -05: 9 square inches are safe for everyone; a commando clears none."""
    mined = box("mat", 0, 0, 30, 40, **{"as": "mines"})
    men = [man("R1", 10, 12, role="engineer"), man("R2", 10, 30, role="commando"), PAIR[1]]
    game = until(started(men, [mined]), "fire-4a", "red")
    working = after(game, {"event": "work", "soldier": "R1", "thing": "mines"})
    cleared = until(working, "move-1")

    left_in2 = sum(thing.footprint.area for thing in cleared.scene.things)
    assert left_in2 == pytest.approx(30 * 40 - 9.0)
    with pytest.raises(EventRefusedError, match="LG-MINE-04"):
        after(game, {"event": "work", "soldier": "R2", "thing": "mines"})


def test_engineers_remove_the_wire_they_touch():
    """LG-MOVE-14, LG-ROLE-07: six inches of wire go by the next moves, none if he is away."""
    wire = box("wall", 10.6, 2, 10.9, 22, **{"as": "wire"})
    men = [man("R1", 10, 12, role="engineer"), man("R2", 5, 30, role="engineer"), PAIR[1]]
    game = until(started(men, [wire]), "fire-4a", "red")
    opened = until(after(game, {"event": "work", "soldier": "R1", "thing": "wall-1"}), "move-1")
    gap = {"event": "moved", "soldier": "R1", "path": [[10, 12], [13, 12]]}

    assert opened is not None
    assert after(opened, gap).scene.soldier("R1").x == 13.0
    with pytest.raises(EventRefusedError, match="LG-ROLE-07"):
        after(game, {"event": "work", "soldier": "R2", "thing": "wall-1"})


def test_diggers_have_a_foxhole_when_the_moves_are_over():
    """LG-DIG-02, -03: one foxhole for who can dig; it stays when the camera looks again."""
    men = [man("R1", 5, 12, ["rifle", "shovel"]), man("R2", 5, 20), PAIR[1]]
    game = until(started(men), "move-1")
    dig = {"event": "declared", "soldier": "R1", "state": {"entrenching": True}}
    dug = until(after(game, dig), "fire-4a")
    seen = after(dug, {"event": "seen", "things": []}, {"event": "next"})

    assert [thing.kind for thing in dug.scene.things] == ["lid"]
    assert [thing.kind for thing in seen.scene.things] == ["lid"]
    with pytest.raises(EventRefusedError, match="LG-DIG-02"):
        after(game, {**dig, "soldier": "R2"})


def test_armoured_vehicles_and_blasts_break_wire():
    """LG-MOVE-15, LG-OBST-03: over the vehicle's width, and over the blast."""
    wire = box("wall", 10, 2, 10.4, 22, **{"as": "wire"})
    men = [man("R1", 5, 12, [], role="tank", base=3.0), man("R2", 3, 5, ["grenade"]), PAIR[1]]
    game = until(started(men, [wire]), "move-1")
    driven = after(game, {"event": "moved", "soldier": "R1", "path": [[5, 12], [15, 12]]})
    fire = until(driven, "fire-4b", "red")
    blown = after(fire, {"event": "fired", "shooter": "R2", "aim": [10, 5], "roll": 2})

    assert _wire_in2(driven) == pytest.approx(0.4 * (20 - 3.0))
    assert _wire_in2(blown) < _wire_in2(driven) - 0.4 * 5.9


def _wire_in2(game):
    return sum(thing.footprint.area for thing in game.scene.things)


def test_cups_hold_passengers():
    """LG-VEH-02, -03: a man goes in where he touches, comes out within 2 inches, then stays."""
    men = [man("R1", 8, 12), man("R2", 10, 12, [], role="truck", base=3.0), PAIR[1]]
    game = until(started(men), "move-1")
    aboard = after(game, {"event": "boarded", "soldier": "R1", "vehicle": "R2"})
    out = {"event": "deployed", "soldier": "R1", "vehicle": "R2", "place": [13.4, 12]}
    landed = after(aboard, out)

    assert aboard.scene.soldier("R1") is None
    assert state(aboard, "R2") == {"passengers": 1}
    assert state(landed, "R1") == {"deployed": True}
    with pytest.raises(EventRefusedError, match="LG-VEH-03"):
        after(aboard, {**out, "place": [13.6, 12]})
    with pytest.raises(EventRefusedError, match="LG-VEH-03"):
        after(landed, {"event": "moved", "soldier": "R1", "path": [[13.4, 12], [14, 12]]})


@pytest.mark.parametrize(
    ("die", "left"),
    [
        pytest.param(3, {}, id="3 heals"),
        pytest.param(4, {"wounded": True, "tended": True}, id="4 does nothing"),
        pytest.param(5, {"wounded": True, "down": "knocked"}, id="5 dies"),
    ],
)
def test_a_medic_heals_whom_he_touches(die, left):
    """LG-ROLE-09."""
    men = [man("R1", 5, 12, role="medic"), man("R2", 6.2, 12, state={"wounded": True}), PAIR[1]]
    game = until(started(men), "move-1")

    tried = after(game, {"event": "healed", "medic": "R1", "soldier": "R2", "roll": die})

    assert state(tried, "R2") == left


def test_a_deadly_die_kills_the_climber():
    """LG-CLIMB-01: 2 falls and dies; 4 climbs."""
    cliff = box("book", 6, 10, 9, 14, **{"as": "cliff"})
    game = until(started(PAIR, [cliff]), "move-1")
    climb = {"event": "moved", "soldier": "R1", "path": [[5, 12], [6.5, 12]]}

    fallen = after(game, {**climb, "declare": {"mode": "climb", "height": 2, "roll": 2}})
    up = after(game, {**climb, "declare": {"mode": "climb", "height": 2, "roll": 4}})

    assert state(fallen, "R1") == {"down": "knocked"}
    assert up.scene.soldier("R1").x == 6.5


def test_victory_by_flag_and_by_the_last_man():
    """LG-WIN-01: a man within 1 inch of his flag, or the only side left."""
    game = started(PAIR, agreed={"flags": {"red": [5.9, 12]}})
    near = until(game, "fire-4c", "blue")
    assert after(near, {"event": "next"}).winner == "red"

    lone = until(started(PAIR), "fire-4b", "red")
    shot = after(lone, {"event": "fired", "shooter": "R1", "target": "B1", "roll": 2})
    last = until(shot, "fire-4c", "blue")
    assert after(last, {"event": "next"}).winner == "red"


def test_a_game_is_saved_and_goes_on():
    """Smoke, cups and clocks survive being written and read."""
    men = [man("R1", 5, 12, ["smoke-grenade"], facing=0.0), PAIR[1]]
    game = until(started(men), "fire-4b", "red")
    laid = after(game, {"event": "fired", "shooter": "R1", "aim": [15, 12], "roll": 9})

    read = game_from_json(json.loads(json.dumps(game_json(laid))), "save.json")

    assert [thing.id for thing in until(read, "clear").scene.things] == ["smoke-laid-1"]


@pytest.mark.parametrize(
    "event",
    [
        {"event": "declared", "soldier": "B1", "state": {"full_cover": True}},
        {"event": "boarded", "soldier": "R1", "vehicle": "R2"},
    ],
    ids=["declared out of turn", "a seat that a tank has not"],
)
def test_journals_of_older_programs_are_read(event):
    """What is refused now and has happened in an old game is told again as it was."""
    tank = man("R2", 6.4, 12, ["tank-gun"], role="tank", base=1.5)
    game = until(started([*PAIR, tank]), "move-1")

    with pytest.raises(EventRefusedError, match="LG-"):
        next_state(BOOK, game, event)
    assert next_state(BOOK, game, event, told_again=True).game != game
