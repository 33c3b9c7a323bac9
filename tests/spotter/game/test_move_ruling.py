"""A move is judged along its way, and to no more than what measuring may be off."""

import pytest
from shapely import box

from rules.book.shelf import book_named
from rules.game.engine import new_game, next_state
from spotter.game.move_ruling import ruling_on_move, shortened
from table.directions import distance_in
from table.places import TablePoint
from table.scene import Scene, Soldier, Thing

BOOK = book_named("omog-advanced")  # off the road a man goes four inches
RED = Soldier("R1", "red", 10.0, 10.0, ("rifle",))
BLUE = Soldier("B1", "blue", 30.0, 10.0, ("rifle",))


def ruled(x, y=10.0, error=None, things=()):
    """The ruling on a man set down there, measured as well as that."""
    man = Soldier("R1", "red", x, y, ("rifle",), error=error)
    known = Soldier("R1", "red", RED.x, RED.y, RED.weapons, error=error)
    scene = Scene(36.0, 24.0, (known, BLUE), tuple(things))
    game = new_game(BOOK, scene, ("red", "blue")).game
    return ruling_on_move(BOOK, game, known, man), game


@pytest.mark.parametrize(
    ("x", "error", "stands", "close"),
    [
        (13.9, None, True, False),
        (14.05, None, False, False),  # measured without error: no tolerance at all
        (13.5, 0.1, True, False),
        (13.95, 0.1, True, True),  # may have been more than four
        (14.1, 0.1, True, True),  # may have been no more than four
        (14.2, 0.1, False, False),
        (14.3, 0.1, False, False),
    ],
)
def test_the_tolerance_is_what_measuring_may_be_off(x, error, stands, close):
    """Both ends' errors together; a ruling that hangs on them says so."""
    ruling, _ = ruled(x, error=error)

    assert (ruling.refused is None) == stands
    assert ruling.event.too_close == close


def test_what_is_written_down_is_a_lawful_move():
    """The man is where he may be, within the error of where he is seen; it is in the journal."""
    ruling, game = ruled(14.1, error=0.1)
    told = next_state(BOOK, game, ruling.event)

    there = told.game.soldier("R1").place
    assert distance_in(there, RED.place) <= 4.0
    assert distance_in(there, TablePoint(14.1, 10.0)) <= 0.15
    assert told.event.too_close


def test_the_way_round_is_walked_and_not_waived():
    """Round a lake: a path with bends, as long as it is; too long, it is refused."""
    lake = Thing("napkin-1", "napkin", box(11.0, 8.0, 12.0, 10.4), 0.0, meant_as="lake")
    near, _ = ruled(13.0, things=[lake])
    far, _ = ruled(13.95, things=[lake])

    assert near.refused is None
    assert len(near.event.path) > 2
    assert near.event.path[0] == TablePoint(10.0, 10.0)
    assert near.event.path[-1] == TablePoint(13.0, 10.0)
    assert near.event.overruled is None
    assert far.refused is not None


def test_a_path_made_shorter_or_longer():
    """Only its last stretch changes."""
    bent = (TablePoint(0.0, 0.0), TablePoint(3.0, 0.0), TablePoint(3.0, 4.0))

    assert shortened(bent, 1.0) == (*bent[:2], TablePoint(pytest.approx(3.0), pytest.approx(3.0)))
    assert shortened(bent, -1.0)[-1] == TablePoint(pytest.approx(3.0), pytest.approx(5.0))
