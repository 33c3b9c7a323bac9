"""What is believed is a fold over what is surely seen: replayed, it is the same."""

from dataclasses import replace

import shapely
from hypothesis import given
from hypothesis import strategies as st

from overlay.marks.corrections import TagNamed
from spotter.belief.belief import Belief, folded
from spotter.belief.news import news
from spotter.belief.set_right import set_right
from table.army import Army, Enlisted, Side, TagStyle
from table.observation import Observation
from table.places import TablePoint
from table.scene import Scene, Soldier, Thing

NAMES = ("R1", "R2", "B1")
MEN = {name: Soldier(name, "red", 5.0 * i, 4.0) for i, name in enumerate(NAMES, start=1)}
ARMY = Army(TagStyle(), (Side("red"),), tuple(Enlisted(name, "red") for name in NAMES))


def seeing(*names, at=None, **more):
    """An observation of these men, at other places where `at` says so."""
    men = [MEN[name] for name in names]
    placed = [Soldier(m.id, m.side, *(at or {}).get(m.id, (m.x, m.y))) for m in men]
    return Observation(Scene(36.0, 24.0, tuple(placed)), 0.0, **more)


def believed(*observations):
    belief = None
    for observation in observations:
        belief = folded(belief, observation)
    return belief


ALL = seeing(*NAMES)


def states(belief):
    """What is believed of each man."""
    return {man.id: state(man) for man in belief.scene.soldiers}


def state(man):
    if man.hidden:
        return "hidden"
    return "lifted" if man.lifted else "seen"


def test_covered_lifted_and_not_made_out():
    """Each stays at his last place; only what is surely told changes what is believed of him."""
    after = believed(ALL, seeing(bare=frozenset({"R1"}), covered=frozenset({"R2"})))

    assert states(after) == {"R1": "lifted", "R2": "hidden", "B1": "seen"}
    assert [man.place for man in after.scene.soldiers] == [man.place for man in MEN.values()]
    assert after.missed == {"R1", "R2", "B1"}


def test_seen_again():
    """He is where he is seen, neither hidden nor lifted."""
    gone = seeing(bare=frozenset({"R1"}), covered=frozenset({"R2"}))
    after = believed(ALL, gone, seeing("R1", "R2", at={"R1": (9.0, 9.0)}))

    assert states(after) == dict.fromkeys(NAMES, "seen")
    assert after.scene.soldier("R1").place == TablePoint(9.0, 9.0)


def test_a_sheet_over_a_bare_place():
    """Who was lifted is not brought back by it; who is not under it when it goes was lifted."""
    lifted = believed(ALL, seeing(bare=frozenset({"R1"})), seeing(covered=frozenset({"R1"})))
    bared = believed(ALL, seeing(covered=frozenset({"R1"})), seeing(bare=frozenset({"R1"})))

    assert states(lifted)["R1"] == states(bared)["R1"] == "lifted"


def test_a_hand_and_a_lost_camera_change_nothing_but_that():
    """What they tell is dropped; what was believed is no longer sure."""
    for how in ({"hand": True}, {"camera": "lost"}, {"camera": "gone"}):
        after = believed(ALL, seeing("R1", at={"R1": (9.0, 9.0)}, bare=frozenset({"R2"}), **how))
        assert after.scene == ALL.scene
        assert not after.is_sure
    assert believed(ALL, seeing("R1", at={"R1": (9.0, 9.0)}, camera="moved")).is_sure


def test_nothing_is_believed_before_something_was_surely_seen():
    """A hand over the table at the start."""
    assert believed(seeing(*NAMES, hand=True)) is None


def test_the_same_tag_twice():
    """The man is where he was, and nobody who is surely seen."""
    twice = {"R1": (TablePoint(1.0, 1.0), TablePoint(2.0, 2.0))}
    after = believed(ALL, seeing("R2", "B1", doubled=twice))

    assert [man.id for man in after.seen] == ["R2", "B1"]
    assert after.scene.soldier("R1").place == MEN["R1"].place
    assert "R1 lies on the table 2 times" in next(news(believed(ALL), after))
    assert list(news(after, after)) == []


def test_strange_tags_are_said_once():
    """In no army: nothing is ruled by them."""
    strange = Observation(Scene(36.0, 24.0, unknown=("Q7",)), 0.0)

    assert list(news(None, believed(strange))) == ["in no army: Q7; nothing is ruled by them"]
    assert list(news(believed(strange), believed(strange, strange))) == []


def test_nobody_counts_who_is_not_in_the_game():
    """Who is off, or came against the rules, is not said to stand where he was covered."""
    covered = believed(ALL, seeing("B1", covered=frozenset({"R1", "R2"})))

    told = [words.split()[0] for words in news(believed(ALL), covered)]
    told_in_a_game = [words.split()[0] for words in news(believed(ALL), covered, ["R2"])]

    assert told == ["R1", "R2"]
    assert told_in_a_game == ["R2"]


def test_a_tag_that_only_the_players_can_read():
    """He is there, wherever he was believed to be; without their word he is where he was."""
    at = TablePoint(12.0, 12.0)
    unread = Observation(Scene(36.0, 24.0, (MEN["R2"],), unread=(at,)), 0.0)
    belief = believed(ALL, unread)

    named = set_right(belief, (TagNamed(at, "R1"),), ARMY)

    assert named.scene.soldier("R1").place == at
    assert set_right(belief, (), ARMY).scene.soldier("R1").place == MEN["R1"].place
    assert set_right(belief, (TagNamed(at, "R2"),), ARMY).scene.soldier("R2") == MEN["R2"]


names = st.frozensets(st.sampled_from(NAMES))


@st.composite
def looks(draw):
    """Anything that a camera may surely tell."""
    bare, covered = draw(names), draw(names)
    seen = draw(names) - bare - covered
    camera = draw(st.sampled_from(["ok", "moved", "lost", "gone"]))
    hand = draw(st.booleans())
    return seeing(*sorted(seen), bare=bare, covered=covered - bare, hand=hand, camera=camera)


@given(st.lists(looks(), max_size=12))
def test_nobody_is_ever_forgotten(observations):
    """Whatever is seen: everybody is somewhere, once, in one state, and never both."""
    belief = believed(ALL, *observations)

    assert {man.id for man in belief.scene.soldiers} == set(NAMES)
    assert not any(man.hidden and man.lifted for man in belief.scene.soldiers)
    assert {man.id for man in belief.seen} <= set(NAMES)
    assert isinstance(belief, Belief)


def napkin(name, x):
    return Thing(name, "napkin", shapely.box(x, 10.0, x + 4.0, 14.0), 0.0)


def test_things_found_in_another_order_keep_their_names():
    """Two napkins that change numbers have not changed places; the men on them stand as before."""
    on_first = Soldier("R1", "red", 6.0, 12.0, on="napkin-1")
    before = Scene(36.0, 24.0, (on_first,), (napkin("napkin-1", 4.0), napkin("napkin-2", 20.0)))
    found = (napkin("napkin-1", 20.1), napkin("napkin-2", 4.0), napkin("napkin-3", 30.0))
    now = Scene(36.0, 24.0, (replace(on_first, on="napkin-2"),), found)

    after = believed(Observation(before, 0.0), Observation(now, 1.0)).scene

    at = {thing.id: thing.footprint.bounds[0] for thing in after.things}
    assert at == {"napkin-1": 4.0, "napkin-2": 20.1, "napkin-3": 30.0}
    assert after.soldier("R1").on == "napkin-1"


def test_a_thing_that_was_moved_is_the_same_thing():
    """One napkin carried across the table is not a new one, unless its name is taken."""
    before = Scene(36.0, 24.0, (), (napkin("napkin-1", 4.0), napkin("napkin-2", 20.0)))
    now = Scene(36.0, 24.0, (), (napkin("napkin-1", 20.0), napkin("napkin-2", 30.0)))

    after = believed(Observation(before, 0.0), Observation(now, 1.0)).scene

    at = {thing.footprint.bounds[0]: thing.id for thing in after.things}
    assert at[20.0] == "napkin-2"
    assert at[30.0] == "napkin-1"
