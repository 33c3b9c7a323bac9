"""What a turn costs in presses at the table; the journal has every step all the same."""

import pytest

from rules.game.engine import game_rules, phase_now
from rules.game.orders import FightOrder, ShotOrder
from rules.omniwar.events import Held
from spotter.game.deeds import Happens, NextStep, TakeOff, Typed, Undo, YesNoAnswer
from spotter.game.journal import Journal
from spotter.game.live_game import begun
from spotter.game.opened_phases import ended_by
from spotter.game.order_events import may_shoot
from spotter.live.play_table import PlayTable
from table.army import Army, TagStyle
from table.places import TablePoint
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


def test_a_phase_that_ends_the_game_opens_no_other(game_of):
    """The last unit was taken off by word: an attack is refused, and may not be offered."""
    table = game_of("omniwar", man("R1", 5, weapon="mortar"), man("B1", 12), scale=4)
    table.game.do(TakeOff("B1"), 1.0)
    order = ShotOrder("R1", (TablePoint(12.0, 12.0),))
    live = table.live
    assert ended_by(live.book, live.game, order) > 1

    assert not may_shoot(live.book, live.game, order)
    outcome = table.do(order, 1.0)

    assert outcome.error is not None
    assert "the game is over" in outcome.error
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
    """A shot that comes after fire which others have not used waits for a yes; no is no."""
    table, _ = lgam_at_fire(game_of)
    before = here(table)
    mine, other = ("R", "B") if before[2] == "red" else ("B", "R")
    second = "blue" if before[2] == "red" else "red"
    done(table, ShotOrder(f"{mine}1", (f"{other}1",), throws=(12, 12)))
    events = table.live.events
    late = ShotOrder(f"{other}2", (f"{mine}2",), throws=(12,))
    names = f"fire: automatic weapons ({second}), fire: small arms ({before[2]})"

    said = done(table, late)

    assert said == f"nobody has used {names}: go on all the same?"
    assert (here(table), table.live.events) == (before, events)
    question = table.question(1.0)
    assert question.words == said
    done(table, YesNoAnswer(question.key, yes=False))
    assert (table.question(1.0), here(table)) == (None, before)

    done(table, late)
    said = done(table, YesNoAnswer(table.question(1.0).key, yes=True))
    assert f"{other}2 throws 12" in said
    assert here(table) == (1, "fire-4b", second)


def test_a_yes_is_to_the_shot_that_was_asked_about(game_of):
    """Once something else has happened nobody is asked any more; who is in vain is not asked."""
    table, _ = lgam_at_fire(game_of)
    mine, other = ("R", "B") if here(table)[2] == "red" else ("B", "R")
    done(table, ShotOrder(f"{other}1", (f"{mine}1",)))
    key = table.question(1.0).key
    done(table, ShotOrder(f"{mine}1", (f"{other}1",), throws=(12, 12)))

    assert table.question(1.0) is None
    assert "settled" in str(table.do(YesNoAnswer(key, yes=True), 1.0).error)
    own_side = table.do(ShotOrder(f"{other}2", (f"{other}1",)), 1.0)
    assert own_side.error is not None
    assert table.question(1.0) is None


def play_turn(table, pattern):
    """A turn in which each side fires in some phases and keeps all in others; the presses."""
    presses = 0

    def pressed(deed):
        nonlocal presses
        presses += 1
        return done(table, deed)

    turn = here(table)[0]
    while not here(table)[1].startswith("fire"):
        pressed(NextStep())
    first, second = ("R", "B") if here(table)[2] == "red" else ("B", "R")
    phases = [(f"{side}{kind}", kind) for kind in (1, 2, 3) for side in (first, second)]
    to_fire = [who for who, use in zip(phases, pattern, strict=True) if use == "f"]
    for who, kind in to_fire:
        enemy = f"{'B' if who[0] == 'R' else 'R'}{kind}"
        misses = (11,) * {1: 2, 2: 1, 3: 4}[kind]  # a twelve would jam or empty it
        done(table, ShotOrder(who, (enemy,), throws=misses))
        if table.question(1.0) is not None:
            pressed(YesNoAnswer(table.question(1.0).key, yes=True))
    while here(table)[0] == turn:
        book = table.live.book
        word = game_rules(book).hold(table.live.game)
        pressed(NextStep() if word is None else Happens(word))
    fired = [e["shooter"] for e in table.live.history.events if e["event"] == "fired"]
    assert fired[len(fired) - len(to_fire) :] == [who for who, _ in to_fire]
    return presses


@pytest.mark.parametrize(
    ("pattern", "most"),
    [("kkkkkk", 5), ("fkfkff", 5), ("fkkffk", 5), ("kkfkkf", 5), ("kfkffk", 6)],
)
def test_a_turn_of_lgam_takes_few_presses_whoever_keeps_what(game_of, pattern, most):
    """In each of the six fire phases its side fires (f) or keeps all it could fire (k).

    In the last of these each has to be told twice that the other keeps what it might fire.
    """
    men = [man(n, x, y, w) for n, x, y, w in SPARE]
    men += [man(f"{n[0]}{int(n[1]) + 3}", x, y + 2.0, w) for n, x, y, w in SPARE]
    table = game_of("lgam", *men)
    while here(table)[1] == "set-up":
        done(table, NextStep())
    if here(table)[1] == "count":
        done(table, NextStep())  # the initiative is left to the program from here on
    turn_over(table)

    assert play_turn(table, pattern) <= most


def test_the_initiative_is_left_to_the_program_until_an_undo(game_of):
    """Who presses without a throw leaves it to the program; who types it is asked each turn."""
    table = game_of("lgam", man("R1", 5), man("B1", 12))
    while here(table)[1] != "count":
        done(table, NextStep())
    done(table, NextStep(typed="3"))
    turn_over(table)
    assert here(table)[1] == "count", "typed before, so it is typed again"
    done(table, NextStep())
    said = turn_over(table)
    assert "has the initiative (LG-TURN-04)" in said
    assert here(table)[1:2] == ("move-1",)
    turn_over(table)
    turn = here(table)[0]

    done(table, Undo())
    assert here(table)[0] == turn - 1
    done(table, NextStep())
    assert here(table) == (turn, "count", None)


def turn_over(table):
    """To the next turn, as far as it goes on by itself; what was said last."""
    turn, said = here(table)[0], ""
    while here(table)[0] == turn:
        said = done(table, NextStep())
    return said


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
    other = table.do(Happens(Held(side="blue")), 1.0)
    assert "it is red's turn (OW-TURN-02)" in str(other.error)
