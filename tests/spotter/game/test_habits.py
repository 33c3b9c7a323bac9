"""What a turn costs in presses at the table; the journal has every step all the same."""

import pytest

from rules.game.engine import game_rules, phase_now
from rules.game.orders import FightOrder, ShotOrder
from spotter.game.deeds import Happens, NextStep, Typed, Undo
from spotter.game.journal import Journal
from spotter.game.live_game import begun
from spotter.live.play_table import PlayTable
from table.army import Army, TagStyle
from table.scene import Scene, Soldier


def man(name, x, y=12.0, weapon="rifle", **more):
    facing = 0.0 if name[0] == "R" else 180.0
    side = {"R": "red", "B": "blue"}[name[0]]
    return Soldier(name, side, x, y, (weapon,), facing=facing, **more)


@pytest.fixture
def game_of(tmp_path):
    """A game on a table, as window and page play it."""
    with Journal(tmp_path / "journal.jsonl", print) as journal:

        def start(rules, *men, **agreed):
            scene = Scene(36.0, 24.0, men)
            live = begun(journal, rules, scene, ("red", "blue"), agreed, began_s=0.0)
            return PlayTable(Army(TagStyle(), (), ()), lambda *_: live, live)

        yield start


def here(table):
    phase = phase_now(table.live.book, table.live.game)
    return (table.live.game.turn, phase.name, phase.side)


def done(table, deed):
    outcome = table.do(deed, 1.0)
    assert outcome.error is None, outcome.error
    return table.message


ROUND = (man("R1", 5), man("R2", 5, 14.0), man("B1", 12), man("B2", 12, 14.0))


def test_a_round_of_omniwar_takes_two_presses(game_of):
    """The first attack ends the moves; what nobody can use passes and is said."""
    table = game_of("omniwar", *ROUND, scale=4)
    said = done(table, Typed(ShotOrder("R1", ("B1",)), "6"))
    assert "turn 1: attack, red" in said
    assert here(table) == (1, "attack", "red")

    said = done(table, NextStep())  # R2 keeps its attack
    assert here(table) == (1, "move", "blue")
    assert "nothing to do, passed: drop (red), arrive (blue)" in said
    done(table, Typed(FightOrder(("B1", "B2"), "R1"), "66"))
    # Nobody has an attack left: the next round has begun.
    assert here(table) == (2, "move", "red")


def test_what_passed_is_taken_back_with_what_came_before(game_of):
    """One undo after an attack that ended a turn is before that attack again."""
    table = game_of("omniwar", man("R1", 5), man("B1", 12), scale=4)
    done(table, NextStep())
    done(table, Typed(ShotOrder("R1", ("B1",)), "6"))
    assert here(table) == (1, "move", "blue")

    done(table, Undo())

    assert here(table) == (1, "attack", "red")
    assert table.live.game.soldier("R1").state.get("attacks") is None


def test_no_phase_ends_for_an_attack_in_vain(game_of):
    """An attack that the rules forbid leaves the moves open, and says why it is forbidden."""
    table = game_of("omniwar", man("R1", 5), man("B1", 30), scale=4)
    outcome = table.do(ShotOrder("R1", ("B1",)), 1.0)

    assert outcome.error is not None
    assert "OW-ATK-01" in outcome.error
    assert here(table) == (1, "arrive", "red")


def test_units_still_to_come_keep_their_phase(game_of):
    """Nobody's arrival is passed over."""
    state = {"B9": {"mods": ["teleport"]}, "B8": {"mods": ["drop-troops"]}}
    table = game_of("omniwar", man("R1", 5), man("B1", 30), scale=4, state=state)
    done(table, NextStep())
    done(table, NextStep())

    assert here(table) == (1, "drop", "red")  # whose B8 is, the camera will say


def fire(game_of, *men):
    table = game_of("combat", *men)
    for _ in range(2):
        done(table, NextStep())
    assert here(table)[1] == "fire"
    return table


SIX = ShotOrder("R1", ("B1",), declare={"shots": 6})


@pytest.mark.parametrize("typed", ["", "990199029999"])
def test_a_burst_of_six_is_one_press(game_of, typed):
    """Named, then one press: the order, and all six bullets with one entry of their dice."""
    table = fire(game_of, man("R1", 5, weapon="submachine-gun"), man("B1", 12), man("B2", 30))
    done(table, SIX)
    said = done(table, NextStep(typed=typed))

    assert said.count(" throws ") == 6
    if typed:
        assert table.live.game.record["hits"] == ["B1", "B1"]


def test_one_bullet_may_be_typed_alone(game_of):
    """Who types one throw fires one bullet."""
    table = fire(game_of, man("R1", 5, weapon="submachine-gun"), man("B1", 12), man("B2", 30))
    done(table, SIX)
    table.game.do(NextStep(), 1.0)  # the order alone, as stories have it
    said = done(table, NextStep(typed="99"))

    assert said == "R1 throws 99 and misses B1"


def test_throws_that_fit_nothing_are_refused(game_of):
    """Seven throws for six bullets: nothing happens."""
    table = fire(game_of, man("R1", 5, weapon="submachine-gun"), man("B1", 12), man("B2", 30))
    done(table, SIX)
    outcome = table.do(NextStep(typed="99" * 7), 1.0)

    assert outcome.error is not None
    assert "too much" in outcome.error
    assert not table.live.game.record.get("volley")


def test_a_phase_without_targets_passes(game_of):
    """Nobody within range of anybody: the fire phase is said to be passed."""
    men = (man("R1", 2, 2.0, "body-pistol"), man("B1", 34, 22.0, "body-pistol"))
    table = game_of("combat", *men)
    done(table, NextStep())
    said = done(table, NextStep())

    assert "nothing to do, passed: fire" in said
    assert here(table) == (2, "plan", None)


SPARE = (
    ("R1", 3, 4.0, "assault-rifle"), ("R2", 3, 8.0, "rifle"), ("R3", 3, 12.0, "lmg"),
    ("B1", 20, 4.0, "assault-rifle"), ("B2", 20, 8.0, "rifle"), ("B3", 20, 12.0, "lmg"),
)  # fmt: skip


def lgam_at_fire(game_of):
    """Both sides have two of each kind of weapon; the presses so far."""
    men = [man(n, x, y, w) for n, x, y, w in SPARE]
    men += [man(f"{n[0]}{int(n[1]) + 3}", x, y + 2.0, w) for n, x, y, w in SPARE]
    table = game_of("lgam", *men)
    while here(table)[1] == "set-up":
        done(table, NextStep())
    presses = 0
    while not here(table)[1].startswith("fire"):
        done(table, NextStep())
        presses += 1
    return table, presses


def test_a_turn_of_lgam_in_which_all_fire_and_all_keep_some_takes_five_presses(game_of):
    """In every phase one man of two fires; the next side's shot ends it, and it is said."""
    table, presses = lgam_at_fire(game_of)
    first, second = ("R", "B") if here(table)[2] == "red" else ("B", "R")
    for number, sixes in (("1", 4), ("2", 2), ("3", 8)):
        for mine, other in ((first, second), (second, first)):
            shot = ShotOrder(f"{mine}{number}", (f"{other}{number}",))
            said = done(table, Typed(shot, "6" * sixes))
            assert f"{mine}{number} throws 12" in said
    done(table, NextStep())
    presses += 1

    assert here(table)[0] == 2
    assert presses <= 5


def test_nobody_loses_a_phase_in_which_he_has_done_nothing(game_of):
    """Who fires before the other side has is told to wait, and no phase ends."""
    table, _ = lgam_at_fire(game_of)
    before = here(table)
    mine, other = ("R", "B") if before[2] == "red" else ("B", "R")
    outcome = table.do(ShotOrder(f"{other}1", (f"{mine}1",)), 1.0)
    assert f"{other}1 waits (LG-TURN-07)" in str(outcome.error)
    done(table, ShotOrder(f"{mine}1", (f"{other}1",), throws=(12, 12)))
    late = table.do(ShotOrder(f"{other}2", (f"{mine}2",)), 1.0)

    assert late.error is not None, "small arms wait for the other side's automatic weapons"
    assert here(table) == before


def test_a_round_of_omniwar_in_which_both_keep_their_fire_takes_two_presses(game_of):
    """Each says that it is done; who has done nothing waits, and an undo brings the moves back."""
    table = game_of("omniwar", *ROUND, scale=4)
    done(table, NextStep())
    book = table.live.book
    for side in ("red", "blue"):
        man_of_it = table.live.game.soldier(f"{side[0].upper()}1")
        deeds = game_rules(book).deeds(book, table.live.game, man_of_it, None)
        (word,) = (one.event for one in deeds if "are done" in one.words)
        assert f"{side} is done for this turn" in done(table, Happens(word))
        if side == "red":
            assert table.live.game.soldier("R1").state["waiting"] is True
            done(table, Undo())
            assert here(table) == (1, "move", "red")
            done(table, Happens(word))

    assert here(table) == (2, "move", "red")
    other = table.do(Happens({"event": "held", "side": "blue"}), 1.0)
    assert "it is red's turn (OW-TURN-02)" in str(other.error)
