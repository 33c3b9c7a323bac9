"""Deeds that books allow, done on a phone: fire at places, men together, dice that are typed."""

from dataclasses import replace

import pytest
import shapely

from table.places import TablePoint
from table.scene import Scene, Thing
from tests.spotter.page.two_sides import MEN
from tests.spotter.page.wishes import BLUE, RED, a_page, state, until, wished, words_there


def test_a_throw_that_no_dice_show_is_refused_on_a_phone(page, table):
    """In one sentence, and nothing happens."""
    for _ in range(3):
        wished(page, RED, do="next")
    events = table.live.events

    done = wished(page, RED, do="shoot", shooter="R01", target="B01", throws=[3.5])

    assert "is no throw of any dice" in done.error
    vast = wished(page, RED, do="shoot", shooter="R01", target="B01", throws=[10**400])
    assert "is no throw of any dice" in vast.error
    assert table.live.events == events


def test_two_men_do_together_what_takes_two(lgam):
    """A man is tapped, then the truck: he may get in; nobody else's phone is offered it."""
    page, table = lgam
    assert words_there(page, "red", "R03", "R02") == ["R03 gets in"]
    assert words_there(page, "blue", "R03", "R02") == []
    assert words_there(page, "red", "R01", "R02") == [], "too far from it"

    (deed,) = page._answers.man("red", "R03", "R02")["there"]
    assert wished(page, RED, do="event", event=deed["event"]).error is None
    assert table.live.game.scene.soldier("R03") is None


def test_a_phone_fires_at_places_and_things(lgam):
    """A mortar's round and its smoke, where they may land; too near there is nothing to fire."""
    page, table = lgam
    until(page, table, "fire-4c", "red")
    here = ["R01 fires light-mortar here", "R01 fires smoke here, light-mortar"]
    assert words_there(page, "red", "R01", TablePoint(27.0, 20.0)) == here
    assert words_there(page, "red", "R01", TablePoint(10.0, 12.0)) == []
    at_book = [words.replace("here", "at book-1") for words in here]
    assert words_there(page, "red", "R01", TablePoint(29.0, 12.0)) == [*here, *at_book]
    assert words_there(page, "blue", "R01", TablePoint(27.0, 20.0)) == []


@pytest.mark.parametrize(
    ("throws", "refused"),
    [([7], None), ([8], None), ([13], "no throw of 2d6"), ([7, 7], "too much"), ([], "another")],
)
def test_dice_typed_for_a_deed_are_used_or_refused(lgam, throws, refused):
    """What was typed before a deed of the menu was pressed is its throw, never dropped."""
    page, table = lgam
    until(page, table, "fire-4c", "red")
    smoke = page._answers.man("red", "R01", TablePoint(27.0, 20.0))["there"][1]["event"]

    done = wished(page, RED, do="event", event=smoke, throws=throws)

    assert (refused is None) == (done.error is None), done.error
    if refused is None:
        assert [table.live.history.events[-1]["roll"]] == throws
        assert bool(table.live.game.laid_so_far) == (throws == [7])
    else:
        assert refused in done.error
        assert not table.live.game.laid_so_far


@pytest.mark.parametrize(
    ("throws", "refused"),
    [([4], None), ({"R01": [5]}, None), ([4, 4], "too much"), ([7], "1 to 6")],
)
def test_dice_typed_for_a_fight_are_used_or_refused(tmp_path, throws, refused):
    """A list as they fell, which is what a phone types, or each man's as stories have them."""
    men = (MEN[0], replace(MEN[1], x=14.0), MEN[2])
    with a_page(tmp_path, "omniwar", Scene(36.0, 24.0, men), scale=4) as (page, table):
        done = wished(page, RED, do="fight", attackers=["R01"], defender="B01", throws=throws)

        assert (refused or "") in (done.error or "")
        assert (refused is None) == (done.error is None)
        fallen = [loss.id for loss in table.live.game.losses]
        assert fallen == (["B01"] if throws == [4] else [])


def test_who_watches_keeps_an_enemy_under_covering_fire(lgam):
    """His own phone tells it, in the enemy's moves; a side without overwatch may not."""
    page, table = lgam
    fire = {"event": "declared", "soldier": "R01", "state": {"covering_fire": True}}
    assert "R01 is red's" in wished(page, BLUE, do="event", event=fire).error
    watch = {"event": "state", "soldier": "B01", "state": {"overwatch": True}}
    assert wished(page, BLUE, do="event", event=watch).error is None
    state(page)

    offered = page._answers.man("blue", "B01", "R01")["there"]
    (deed,) = (one for one in offered if "covering fire" in one["words"])
    assert wished(page, BLUE, do="event", event=deed["event"]).error is None
    assert table.live.game.soldier("R01").state["covering_fire"] is True
    dig = {"event": "declared", "soldier": "R01", "state": {"entrenching": True}}
    assert "R01 is red's" in wished(page, BLUE, do="event", event=dig).error


def test_a_phone_is_told_which_numbers_are_owed(lgam):
    """For the next step, for a shot and for a deed: how many, of which dice, who for what."""
    page, table = lgam
    assert state(page)["owed"] == ""
    until(page, table, "fire-4c", "red")
    smoke = page._answers.man("red", "R01", TablePoint(27.0, 20.0))["there"][1]
    assert smoke["owed"].startswith("1 number: 2d6 for R01, light-mortar at (27, 20) (")
    assert page._answers.shot("red", "R01", "B01", "light-mortar")["owed"] == {}, "he is hidden"
    until(page, table, "count")

    assert state(page)["owed"] == "1 number: 1d6 for red, initiative (3-)"


@pytest.mark.parametrize("count", [2, 5, 12])
def test_recruits_who_are_tied_owe_a_number_each(tmp_path, count):
    """However many they are: one throw of percentile dice each, not more."""
    men = [replace(MEN[0], id=f"R{i:02}", x=5.0, y=1.0 + 1.5 * i) for i in range(count)]
    with a_page(tmp_path, "combat", Scene(36.0, 24.0, (*men, MEN[2]))) as (page, table):
        until(page, table, "fire")
        for man in men:
            assert wished(page, RED, do="shoot", shooter=man.id, target="B02").error is None
        owed = state(page)["owed"]
        assert owed.startswith(f"{count} numbers: 1d100 for R00, who fires first; 1d100 for R01")

        assert wished(page, RED, do="next", throws=[*range(1, count + 1)]).error is None


def test_a_rocket_is_fired_at_the_part_that_is_tapped(tmp_path):
    """Of a long wall that part goes, on the phone of who fires it; too far beside it none."""
    men = (replace(MEN[0], weapons=("bazooka",)), replace(MEN[1], x=20.0), MEN[2])
    wall = Thing("wall-1", "wall", shapely.box(17.0, 4.0, 17.3, 16.0), 0.5)
    with a_page(tmp_path, "omog-advanced", Scene(36.0, 24.0, men, (wall,))) as (page, table):
        until(page, table, "fire")
        part = "R01 fires bazooka at this part of wall-1"
        assert part not in words_there(page, "red", "R01", TablePoint(15.0, 8.0))
        there = page._answers.man("red", "R01", TablePoint(16.6, 8.0))["there"]
        (deed,) = (one for one in there if one["words"] == part)

        assert wished(page, RED, do="event", event=deed["event"], throws=[4]).error is None
        (hole,) = (change.hole for change in table.live.game.changes)
        assert hole.bounds[1] == pytest.approx(7.0)
        assert hole.bounds[3] == pytest.approx(9.0)


def test_a_line_of_fire_is_called_toward_a_place(tmp_path):
    """Whatever way the gunner looks, seen or not."""
    men = (replace(MEN[0], weapons=("machine-gun",)), replace(MEN[0], id="R02", y=11.5), *MEN[1:])
    with a_page(tmp_path, "omog-advanced", Scene(36.0, 24.0, men)) as (page, table):
        until(page, table, "fire")
        there = page._answers.man("red", "R01", TablePoint(10.0, 2.0))["there"]
        (deed,) = (one for one in there if "line of fire toward here" in one["words"])

        assert wished(page, RED, do="event", event=deed["event"]).error is None
        assert table.live.game.soldier("R01").state["line_of_fire"] == pytest.approx(-90.0 % 360)


def test_of_four_who_touch_an_enemy_three_fight_him(tmp_path):
    """Four are too many; the three who may are offered together."""
    around = ((9.0, 10.0), (11.0, 10.0), (10.0, 9.0), (10.0, 11.0))
    reds = [replace(MEN[0], id=f"R{i}", x=x, y=y) for i, (x, y) in enumerate(around)]
    scene = Scene(36.0, 24.0, (*reds, replace(MEN[1], x=10.0, y=10.0), MEN[2]))
    with a_page(tmp_path, "omog-advanced", scene) as (page, table):
        until(page, table, "hand-to-hand")
        assert "R2, R0, R1 fight him together" in words_there(page, "red", "R2", "B01")
