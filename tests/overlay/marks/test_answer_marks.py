"""Answers become marks: compared as values, in inches."""

from dataclasses import replace
from fractions import Fraction

import pytest
from shapely import Point, Polygon, box

from overlay.marks.answer_marks import answer_marks
from overlay.marks.marks import Area, Arrow, Icon, Label, Line, Ring
from overlay.marks.move_marks import move_marks
from overlay.marks.shot_marks import caught_marks, shot_marks
from overlay.marks.sight_marks import sight_marks
from overlay.marks.unit_marks import fight_marks, link_marks, unit_marks
from rules.book.answer import (
    Bonus,
    Caught,
    Fight,
    Mistake,
    Move,
    Problem,
    Reach,
    Shot,
    Sight,
    Units,
)
from rules.book.dice import at_least
from rules.book.reason import Refusal
from table.places import TablePoint
from table.scene import Thing
from tests.overlay.desk import B1, B2, MUG, NAPKIN, R1, SCENE, asking


def of(kind, marks):
    return [mark for mark in marks if isinstance(mark, kind)]


def test_blocked_line_changes_at_the_mug():
    """A hidden man's line is clear up to the mug and blocked, in another dash, behind it."""
    marks = sight_marks(SCENE, R1, B1, Sight(False, 0.0, ("mug-1",), 16.0), {"mug": "house"})

    seen, hidden = [line for line in of(Line, marks) if len(line.points) == 2]
    assert (seen.ink, hidden.ink) == ("clear", "blocked")
    assert seen.points[1] == hidden.points[0]
    assert seen.points[1].x == pytest.approx(10.5, abs=0.01)
    assert of(Icon, marks) == [Icon(seen.points[1], "blocked", 0.5)]


def test_blocker_outlined_and_named():
    """What blocks is outlined a little outside itself and named in the book's word."""
    marks = sight_marks(SCENE, R1, B1, Sight(False, 0.0, ("mug-1",), 16.0), {"mug": "house"})

    (outline,) = [line for line in of(Line, marks) if line.ink == "blocker"]
    ring = Polygon([(p.x, p.y) for p in outline.points])
    assert ring.contains(MUG.footprint)
    assert "house, 3.75 in high: blocks" in [label.text for label in of(Label, marks)]


def test_partial_exposure_is_a_wedge():
    """A man who is seen in part shows the wedge through which he is seen, free of the mug."""
    target = replace(B1, y=11.1)
    scene = SCENE.with_soldiers(target)

    marks = sight_marks(scene, R1, target, Sight(True, 0.6, ("mug-1",), 16.2), {})

    (wedge,) = of(Area, marks)
    shape = Polygon(wedge.rings[0])
    assert wedge.ink == "hindered"
    assert shape.intersection(MUG.footprint).area < 1e-6
    assert shape.distance(Point(target.x, target.y)) < target.radius


def test_clear_sight():
    """A man in full sight has one clear line and his distance."""
    marks = sight_marks(SCENE, R1, B2, Sight(True, 1.0, (), 10.3), {})

    assert [line.ink for line in of(Line, marks)] == ["clear"]
    assert [label.text for label in of(Label, marks)] == ["in sight, 10.3 in"]


def test_shot_label_is_the_roll():
    """A shot shows what must be rolled, large, at the target."""
    shot = Shot(True, (), 16.0, "long", at_least("1d6", 5), 1, ())

    marks = shot_marks(SCENE, R1, B1.place, shot)

    (label,) = of(Label, marks)
    assert (label.text, label.ink, label.at) == ("5+ (33 %)", "clear", B1.place)
    assert of(Arrow, marks)[0].points[0].x == pytest.approx(R1.x + R1.radius, abs=0.1)


@pytest.mark.parametrize(
    ("caught", "ink", "text"),
    [
        pytest.param(Caught("B1", True, None, ()), "hit", "hit", id="nothing protects him"),
        pytest.param(Caught("B1", False, None, ()), "safe", "safe", id="cover saves him outright"),
        pytest.param(
            Caught("B1", None, at_least("1d6", 4), ()), "saved", "lives on 4+ (50 %)", id="a roll"
        ),
    ],
)
def test_caught(caught, ink, text):
    """Who is caught is ringed and told whether he is hit, safe or must roll."""
    marks = caught_marks(SCENE, (caught,))

    assert of(Ring, marks) == [Ring(B1.place, B1.radius + 0.12, ink)]
    assert [label.text for label in of(Label, marks)] == [text]


def test_ghosts_of_a_mortar():
    """Before the throw each place where the round may fall has a ghost disk and its chance."""
    rules = asking()
    question = {"ask": "burst", "shooter": "R2", "weapon": "mortar", "aim": [18.0, 10.0]}

    marks = answer_marks(SCENE, question, rules.ask(SCENE, question), rules)

    ghosts = {Polygon(mark.rings[0]).centroid.coords[0] for mark in of(Area, marks)}
    assert {(round(x, 3), round(y, 3)) for x, y in ghosts} == {
        (16, 10), (18, 12), (20, 10), (18, 8), (18, 10),
    }  # fmt: skip
    assert {mark.text for mark in of(Label, marks)} >= {"1: 17 %", "5-6: 33 %"}


def test_allowed_move():
    """A move that is allowed is an arrow with what is left of it."""
    answer = Move(True, (), 3.0, 4.0, 0.75, ())

    marks = move_marks(R1, {"path": [[4, 8], [4, 5]]}, answer, lambda _: answer)

    assert of(Arrow, marks) == [Arrow((TablePoint(4, 8), TablePoint(4, 5)), "path")]
    assert [label.text for label in of(Label, marks)] == ["3.0 in, 1.0 left"]


def test_move_too_far_stops_where_the_book_stops_it():
    """A path that is too long turns forbidden where the last allowed inch is."""
    rules = asking()
    question = {"ask": "move", "soldier": "R1", "path": [[4.0, 8.0], [10.0, 3.0]]}

    marks = answer_marks(SCENE, question, rules.ask(SCENE, question), rules)

    walked, refused = of(Line, marks)
    assert (walked.ink, refused.ink) == ("path", "forbidden")
    gone_in = ((walked.points[-1].x - 4) ** 2 + (walked.points[-1].y - 8) ** 2) ** 0.5
    assert gone_in == pytest.approx(4.0, abs=0.03)


def test_reach_area():
    """The reach is the answer's own area."""
    rules = asking()
    answer = rules.ask(SCENE, {"ask": "reach", "soldier": "R1"})
    assert isinstance(answer, Reach)

    marks = answer_marks(SCENE, {"ask": "reach", "soldier": "R1"}, answer, rules)

    assert Area(answer.area, "reach") in marks


def test_broken_link():
    """The straggler's link is broken and says how far he is; his mates' links are whole."""
    stray = replace(B2, x=2.0, y=2.0)
    mate = replace(B1, id="B3", y=6.0)
    scene = replace(SCENE, soldiers=(R1, B1, mate, stray))
    answer = Units((Problem("OA-UNIT-04", ("B2",), "strays"),))

    marks = unit_marks(scene, answer)

    assert sorted(line.ink for line in of(Line, marks)) == ["broken", "link"]
    assert [icon.ink for icon in of(Icon, marks)] == ["broken"]


def test_links_join_a_team_by_the_shortest_way():
    """A team of n men has n - 1 links, the shortest ones."""
    men = tuple(replace(R1, id=f"R{i}", x=2.0 + 3 * i, y=3.0) for i in range(4))

    marks = link_marks(replace(SCENE, soldiers=men))

    assert len(marks) == 3
    assert all(abs(m.points[1].x - m.points[0].x) == pytest.approx(2.0) for m in marks)


def test_fight():
    """Hand to hand shows each man's bonus and the chance on the defender."""
    answer = Fight(True, (), (Bonus("R1", 2, ()), Bonus("B1", 0, ())), Fraction(26, 32))

    marks = fight_marks(SCENE, ["R1"], B1, answer)

    assert [label.text for label in of(Label, marks)] == ["+2", "falls 81 %"]


def test_refused_shot():
    """A shot that is refused is blocked and says so."""
    shot = Shot(False, (Refusal("X-1", "too far"),), 30.0, "out", None, 1, ())

    marks = shot_marks(SCENE, R1, B1.place, shot)

    assert {mark.ink for mark in marks} == {"blocked"}
    assert of(Label, marks)[0].text == "no shot"


def test_mistake_has_no_marks():
    """A question that cannot be answered draws nothing."""
    assert answer_marks(SCENE, {}, Mistake("no soldier R9"), asking()) == ()


def test_woods_have_no_wedge_when_nothing_hides():
    """Things that hide nothing are not marked."""
    marks = sight_marks(SCENE, R1, B2, Sight(True, 1.0, (), 10.3), {})

    assert not of(Area, marks)
    assert NAPKIN.id not in " ".join(label.text for label in of(Label, marks))


def test_cover_is_outlined():
    """A wall that makes the shot harder is outlined; one that nobody spoke of is not."""
    wall = Thing("wall-1", "wall", box(12.0, 2.5, 12.3, 4.5), 0.5)
    idle = Thing("wall-2", "wall", box(6.0, 5.0, 6.3, 7.5), 0.5)
    scene = replace(SCENE, things=(wall, idle))
    rules = asking()
    question = {"ask": "shoot", "shooter": "R1", "target": "B2"}
    answer = rules.ask(scene, question)

    marks = answer_marks(scene, question, answer, rules)

    assert [r.rule for r in answer.reasons if r.value == -1] == ["OA-COVER-03"]
    (outline,) = [line for line in of(Line, marks) if line.ink == "cover"]
    assert Polygon([(p.x, p.y) for p in outline.points]).contains(wall.footprint)
