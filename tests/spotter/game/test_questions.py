"""Where it is unsure the program asks one short question, and writes no guess."""

from dataclasses import replace

import pytest
from shapely import box

from spotter.belief.belief import Belief
from spotter.game.deeds import LetStand, NextStep, YesNoAnswer
from spotter.game.live_game import begun
from spotter.game.table_game import TableGame
from table.army import Army, Enlisted, Side, TagStyle
from table.observation import Observation
from table.places import TablePoint
from table.scene import Scene, Soldier, Thing
from tests.spotter.game.kept_lines import Lines

MEN = (
    Soldier("R01", "red", 10.0, 10.0, ("rifle",)),
    Soldier("B01", "blue", 20.0, 10.0, ("rifle",)),
)
NAPKIN = Thing("napkin-1", "napkin", box(24, 8, 28, 12), 0.0)
SCENE = Scene(36.0, 24.0, MEN, (NAPKIN,))
SLID = replace(SCENE, things=(replace(NAPKIN, footprint=box(18, 8, 22, 12)),))


@pytest.fixture
def game():
    """Red moves."""
    live = begun(Lines(), "omog-advanced", SCENE, ("red", "blue"), {}, began_s=0.0)
    return TableGame(live, Belief(SCENE))


def lift(game, name, at_s):
    seen = game.belief.scene.without_soldiers(frozenset({name}))
    game.see(Observation(seen, at_s, bare=frozenset({name})))


def words(game, now_s):
    return [question.words for question in game.questions(now_s)]


def test_who_was_lifted_a_while_ago_is_asked_for(game):
    """Not at once: he is being moved. A yes takes him off."""
    lift(game, "B01", 1.0)
    assert words(game, 3.0) == []
    assert words(game, 7.0) == ["is B01 gone?"]

    assert game.do(YesNoAnswer("gone B01", yes=True), 8.0).error is None

    assert [loss.id for loss in game.live.game.losses] == ["B01"]
    assert words(game, 60.0) == []


def test_a_no_is_not_asked_again_until_he_was_back(game):
    """He is still in the game; lifted another time he is asked for anew."""
    lift(game, "B01", 1.0)
    game.do(YesNoAnswer("gone B01", yes=False), 8.0)
    assert words(game, 60.0) == []
    assert game.live.game.losses == ()

    game.see(Observation(SCENE, 61.0))
    lift(game, "B01", 62.0)

    assert words(game, 70.0) == ["is B01 gone?"]


def test_an_answer_to_nothing(game):
    """A question that is settled is not answered twice."""
    assert (
        game.do(YesNoAnswer("gone B01", yes=True), 1.0).error == "that question is settled already"
    )


def test_cover_slid_under_a_man_who_waits(game):
    """It is said and asked, and does not count until the players say so."""
    said = game.see(Observation(SLID, 1.0))

    assert "napkin-1 was slid under or away from B01" in said[0]
    assert game.live.game.scene.things == (NAPKIN,)
    assert words(game, 1.0) == list(said)
    assert game.see(Observation(SLID, 2.0)) == ()
    game.do(NextStep(), 3.0)  # blue's own move does not make it right
    assert game.live.game.scene.things == (NAPKIN,)

    game.do(YesNoAnswer("slid napkin-1", yes=True), 4.0)

    assert game.live.game.scene.things == SLID.things
    assert words(game, 5.0) == []


def test_cover_that_is_put_back(game):
    """Nothing is left to ask."""
    game.see(Observation(SLID, 1.0))
    game.see(Observation(SCENE, 2.0))

    assert words(game, 3.0) == []
    assert game.live.events == 0


def test_the_key_that_lets_stand_accepts_it_too(game):
    """Everything can be let stand."""
    game.see(Observation(SLID, 1.0))

    assert game.do(LetStand("B01"), 2.0).error is None

    assert game.live.game.scene.things == SLID.things


def test_a_no_holds_while_it_lies_there(game):
    """The napkin lies under him and counts where it was."""
    game.see(Observation(SLID, 1.0))
    game.do(YesNoAnswer("slid napkin-1", yes=False), 2.0)
    assert words(game, 3.0) == []
    assert game.live.game.scene.things == (NAPKIN,)

    other = replace(SLID, things=(*SLID.things, Thing("mug-1", "mug", box(1, 1, 4, 4), 3.75)))
    game.see(Observation(other, 4.0))

    assert [thing.id for thing in game.live.game.scene.things] == ["napkin-1", "mug-1"]
    assert game.live.game.scene.thing("napkin-1") == NAPKIN


def test_cover_in_his_own_move(game):
    """Whose move it is may be given a napkin to lie in."""
    under_red = replace(SCENE, things=(replace(NAPKIN, footprint=box(8, 8, 12, 12)),))

    assert game.see(Observation(under_red, 1.0)) == ()
    assert game.live.game.scene.things == under_red.things


def unread_there(game, lifted, at_s, *places):
    """Some are lifted, and tags that nobody can read lie there."""
    seen = game.belief.scene.without_soldiers(frozenset(lifted))
    seen = replace(seen, unread=tuple(TablePoint(*place) for place in places))
    game.see(Observation(seen, at_s, bare=frozenset(lifted)))


@pytest.fixture
def armed_game():
    """Red moves; the army is known by name."""
    live = begun(Lines(), "omog-advanced", SCENE, ("red", "blue"), {}, began_s=0.0)
    enlisted = tuple(Enlisted(man.id, man.side, man.weapons) for man in MEN)
    army = Army(TagStyle(), (Side("red"), Side("blue")), enlisted)
    return TableGame(live, Belief(SCENE), army)


def test_who_stands_by_a_tag_that_cannot_be_read_is_asked(armed_game):
    """A yes is one move from where he was lifted, ruled like any; nothing is guessed before."""
    unread_there(armed_game, ["R01"], 1.0, (10.0, 12.0))
    assert words(armed_game, 1.5) == []
    assert words(armed_game, 3.0) == ["does R01 stand at 10, 12?"]
    assert armed_game.live.events == 0

    assert armed_game.do(YesNoAnswer("stands R01 10 12", yes=True), 4.0).error is None

    assert armed_game.live.game.soldier("R01").y == 12.0
    assert words(armed_game, 60.0) == []


def test_which_of_two_stands_there(armed_game):
    """One after the other, until one of them it is; then it is asked where the other is."""
    unread_there(armed_game, ["R01", "B01"], 1.0, (10.0, 12.0))
    assert words(armed_game, 3.0)[0] == "does B01 stand at 10, 12?"
    armed_game.do(YesNoAnswer("stands B01 10 12", yes=False), 4.0)
    assert words(armed_game, 4.0) == ["does R01 stand at 10, 12?"]

    armed_game.do(YesNoAnswer("stands R01 10 12", yes=True), 5.0)

    assert armed_game.live.game.soldier("R01").y == 12.0
    assert armed_game.live.game.soldier("B01").place == MEN[1].place
    assert words(armed_game, 7.0) == ["is B01 gone?"]


def test_what_the_window_sets_right_later_keeps_the_answer(armed_game):
    """Corrections come as a whole from a window that knows of no answers."""
    unread_there(armed_game, ["R01"], 1.0, (10.0, 12.0))
    armed_game.do(YesNoAnswer("stands R01 10 12", yes=True), 4.0)

    armed_game.correct((), 5.0)

    assert not armed_game.belief.scene.soldier("R01").lifted
    assert armed_game.live.game.soldier("R01").y == 12.0


def test_a_tag_that_could_never_be_read_is_nobody(armed_game):
    """It lay there before he was lifted."""
    unread_there(armed_game, [], 1.0, (30.0, 20.0))
    unread_there(armed_game, ["R01"], 2.0, (30.1, 20.0))

    assert words(armed_game, 60.0) == ["is R01 gone?"]
