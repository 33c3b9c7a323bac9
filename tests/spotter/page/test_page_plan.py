"""What phones are shown of the table: the plan, a man's choices, answers and their sums."""

import gzip
import re
from dataclasses import replace

from overlay.strokes.theme import PAPER
from spotter.page import table_answers
from spotter.page.snapshot import PlanOf
from table.places import TablePoint
from table.scene import Scene
from tests.spotter.page.two_sides import CLIFF, LGAM_MEN, MEN, SIDES, seen
from tests.spotter.page.wishes import (
    RED,
    a_page,
    drawn,
    state,
    wished,
)


def test_a_phone_shades_where_a_man_may_be_hit(page):
    """The chosen man's map of danger is on the plan that asks for it; its legend is told."""
    state(page)
    plain, shaded = (
        gzip.decompress(page._answers.plan(PlanOf("watch", "R01", danger=danger))).decode()
        for danger in (False, True)
    )

    assert shaded.count('fill-opacity="0.26"') > plain.count('fill-opacity="0.26"')
    legend = page._answers.danger("R01", None)
    assert legend["words"] == "R01 is hit there"
    assert [row[0] for row in legend["rows"]] == ["light", "middle", "dark"]


def test_a_phone_is_told_the_danger_of_a_place(page):
    """In front of two rifles he is hit by them, far from all by nobody."""
    state(page)
    near, far = (page._answers.danger("R01", TablePoint(*at)) for at in ((12.0, 10.0), (1.0, 1.0)))

    assert near["words"].startswith("R01 at 12")
    assert {"hit there", "by B01", "hits B01"} <= {row[0] for row in near["rows"]}
    assert dict(map(tuple, near["rows"]))["hit there"] != dict(map(tuple, far["rows"]))["hit there"]
    assert page._answers.danger("R99", TablePoint(1.0, 1.0))["words"] == "R99 is not on the table"


def test_the_picture_is_made_once_for_all_who_look(page):
    """The play area from above, when it is asked for, no larger than a phone shows."""
    import cv2  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

    made = []

    def view():
        made.append(1)
        return np.full((1600, 2400, 3), 90, np.uint8)

    page.step(1.0, view)
    assert made == [], "nobody has asked"
    sent = {page._answers.picture() for _ in range(5)}

    assert len(made) == len(sent) == 1
    shown = cv2.imdecode(np.frombuffer(sent.pop(), np.uint8), cv2.IMREAD_COLOR)
    assert shown.shape == (853, 1280, 3)


def test_the_marks_over_a_picture_have_no_ground(page):
    """The same men, exactly on the table, and the picture shows through."""
    state(page)
    over, plan = (
        gzip.decompress(page._answers.plan(PlanOf("watch", over_picture=over))).decode()
        for over in (True, False)
    )

    assert 'viewBox="0.000 0.000 36.000 24.000"' in over
    assert "<rect" in plan
    assert "<rect" not in over
    assert "B02" in over


def test_a_narrow_plan_has_its_names_beside_the_men(page):
    """Each once, larger than on a base, and nothing beside the table makes it smaller."""
    state(page)
    wide, narrow = (
        gzip.decompress(
            page._answers.plan(PlanOf("watch", "R01", True, large_words=large))
        ).decode()
        for large in (False, True)
    )

    assert _size_of("B02", narrow) > 1.5 * _size_of("B02", wide)
    assert narrow.count(">B02<") == 1
    assert re.search(r'viewBox="-\S+ -\S+ 37.8', narrow), "the table and its rim"


def test_on_a_narrow_plan_things_are_called_as_large_as_men(tmp_path):
    """By their first words; how high they are has no room there."""
    with a_page(tmp_path, "lgam", Scene(36.0, 24.0, LGAM_MEN, (CLIFF,))) as (page, _):
        wide, narrow = (
            gzip.decompress(page._answers.plan(PlanOf("watch", large_words=large))).decode()
            for large in (False, True)
        )

    assert _size_of("hill, 1 in high", wide) < _size_of("hill", narrow)
    assert _size_of("hill", narrow) == _size_of("B01", narrow)


def _size_of(name, svg):
    return float(re.search(rf'font-size="([\d.]+)"[^>]*>{name}<', svg)[1])


def test_a_side_has_the_sign_and_the_colour_that_the_plan_gives_it(page):
    """The first side's men are round, the second's square, on phones too."""
    told = state(page)

    assert [len(told["signs"][side]) for side in SIDES] == [40, 4]
    theme = PAPER.with_sides(told["colours"])
    assert {man["colour"] for man in told["men"]} == {
        "#{:02x}{:02x}{:02x}".format(*theme.side_rgb(side)) for side in SIDES
    }


def test_a_man_shows_whom_he_can_hit(page):
    """His weapons, and every shot the rules allow with its number."""
    wished(page, RED, do="next")
    state(page)
    man = page._answers.man("red", "R01")

    assert man["weapons"] == ["rifle"]
    assert {shot["target"] for shot in man["shots"]} == {"B01", "B02"}
    assert page._answers.shot("red", "R01", "B01", "rifle")["rows"]
    assert page._answers.man("red", "R99")["words"] == "R99 is not on the table"


def test_the_plan_is_drawn_once_for_all_who_watch(page, table, monkeypatch):
    """Twenty phones that ask cost one drawing; another phase costs none, a man who moves one."""
    made = []
    monkeypatch.setattr(table_answers, "svg_text", lambda *_: made.append(1) or "<svg/>")
    for _ in range(20):
        state(page)
        drawn(page, "watch")
    wished(page, RED, do="next")
    drawn(page, "watch")
    wished(page, RED, do="next")
    before = state(page)["plan"]
    drawn(page, "watch")
    drawn(page, "red")
    assert len(made) <= 2

    table.see(seen(replace(MEN[0], x=11.0), *MEN[1:], at_s=5.0))

    assert state(page)["plan"] == before + 1
    drawn(page, "watch")
    assert len(made) <= 3


def test_what_nobody_has_is_neither_drawn_nor_kept(page, monkeypatch):
    """Whoever asks for men and weapons that are not there, again and again, costs nothing."""
    made = []
    monkeypatch.setattr(table_answers, "svg_text", lambda *_: made.append(1) or "<svg/>")
    state(page)
    answers = page._answers
    for number in range(20):
        answers.plan(PlanOf("watch", f"X{number}", danger=True))
        words = answers.shot("red", f"X{number}", "B01", None)["words"]
        assert words == f"X{number} is not on the table"
        assert answers.shot("red", "R01", f"X{number}", None)["words"] == words
        assert answers.shot("red", "R01", "B01", f"x{number}")["words"] == f"R01 has no x{number}"

    assert len(made) == 1
    kept = [len(answers) for answers in answers._asking._answers.values()]
    assert sum(kept) <= 1, "only what was asked of men who are there"


def test_a_ruling_stands_while_a_hand_is_over_the_table(page, table):
    """The hand is told besides; phases that begin are told by the state's own names."""
    for _ in range(3):
        assert wished(page, RED, do="next").error is None
    assert state(page)["verdict"]["words"] == ""
    wished(page, RED, do="shoot", shooter="R01", target="B01", throws=[6])
    table.see(seen(at_s=5.0, hand=True))

    told = state(page)

    assert told["verdict"]["words"] == "R01 throws 6 and hits B01"
    assert told["news"] == "a hand is over the table"


def test_who_is_hit_is_marked_on_the_plan_until_he_is_off(page):
    """On every phone, so that nobody wonders whom to take off."""
    for _ in range(3):
        wished(page, RED, do="next")
    state(page)
    before = drawn(page, "watch")
    wished(page, RED, do="shoot", shooter="R01", target="B01", throws=[6])
    state(page)

    assert ">hit<" not in before
    assert ">hit<" in drawn(page, "watch")


def test_the_plan_shows_what_a_man_may_do_now(page):
    """In the moves how far he goes, in the fire whom he hits: neither is offered twice."""
    shown = []
    for _ in range(3):
        wished(page, RED, do="next")
        state(page)
        svg = gzip.decompress(page._answers.plan(PlanOf("red", "R01"))).decode()
        shown.append(("he can go this far" in svg, "in: " in svg))

    assert shown == [(True, False), (False, False), (False, True)]


def test_who_may_move_and_hits_nobody_is_told_that_he_may_move(tmp_path):
    """Where some fire in the moves too, a gunner alone is not told first that he cannot."""
    gunner = replace(MEN[0], weapons=("machine-gun",))
    with a_page(tmp_path, "omog-advanced", Scene(36.0, 24.0, (gunner, *MEN[1:]))) as (page, _):
        svg = gzip.decompress(page._answers.plan(PlanOf("red", "R01"))).decode()

    assert "R01, red: he may move; tap an enemy" in svg


def test_a_sum_is_that_of_the_ruling(page, table):
    """Who is to be put back is shot at where he belongs, whatever place he stands at."""
    for _ in range(3):
        wished(page, RED, do="next")
    state(page)
    belongs = page._answers.shot("red", "R01", "B01", None)
    table.see(seen(MEN[0], replace(MEN[1], x=34.0), MEN[2], at_s=5.0, hand=True))
    table.see(seen(MEN[0], replace(MEN[1], x=34.0), MEN[2], at_s=6.0))
    assert state(page)["refused"]

    assert page._answers.shot("red", "R01", "B01", None) == belongs


def test_a_phone_is_told_the_number_of_a_shot(page):
    """With what it needs, beside the button that fires it; outside the fire there is none."""
    for told in ({}, {}, {}, {"shoot": "1 number: 1d6 for R01, rifle at B01 (3+)"}):
        state(page)
        assert page._answers.shot("red", "R01", "B01", "rifle")["owed"] == told
        wished(page, RED, do="next")
