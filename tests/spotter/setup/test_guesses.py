"""What lies on a table and is on no list: what it is taken for, and how the player mends it."""

import numpy as np
import pytest
from shapely import Point

from spotter.setup.guesses import NOTHING, Guess, guesses
from spotter.setup.steps.things_step import kind_and_height
from spotter.setup.teaching import PhotographedTable
from table.errors import UserError
from table.places import CameraXY, TablePoint
from tests.vision.painted import BLUE, GREEN, TAN, overhead, painted

CLOTH = [(8, 6), (14, 6), (14, 12), (8, 12)]
ROAD = [(16, 3), (18, 3), (18, 18), (30, 18), (30, 20), (16, 20)]
BOOK = [(24, 4), (32, 4), (32, 9), (24, 9)]


@pytest.fixture
def desk(tmp_path):
    """A desk with a cloth, a bent road and a book, none of them listed."""
    path = tmp_path / "table.toml"
    path.write_text("[table]\nwidth = 36.0\nheight = 24.0\n")
    shapes = [(CLOTH, GREEN, 0.0), (ROAD, TAN, 0.0), (BOOK, BLUE, 1.0)]
    pose = overhead()
    return PhotographedTable(painted(pose, shapes), pose, (), path)


def test_all_is_guessed_at_once(desk):
    """Each thing has a line with its colour, its size and its place."""
    lines = [one.words for one in guesses(desk)]

    (cloth,) = [line for line in lines if "at (11, 9)" in line]
    assert cloth.startswith("napkin (or book), green, 6.0 x 6.0 in")
    (book,) = [line for line in lines if "blue" in line]
    assert book.split()[0] in {"book", "napkin"}


def test_a_place_on_a_bent_thing(desk):
    """A bent road is pointed at where it lies, and known again as what was spoken of."""
    for one in guesses(desk):
        x, y = desk.pose.camera_from_table(np.array([[one.place.x, one.place.y]]), 0.0)[0]
        assert one.seen.distance(Point(x, y)) < 40
        assert one.is_at(one)


def guess(*kinds):
    ring = CameraXY(np.array([(0.0, 0.0), (9.0, 0.0), (9.0, 9.0)]))
    return Guess(TablePoint(3.0, 4.0), "red, 3.0 in", ring, (*kinds, NOTHING))


def test_another_guess_comes_round():
    """One after the other, nothing of the game among them, and the first again."""
    one = guess("mug", "lid")

    assert [one.next().kind, one.next().next().kind] == ["lid", NOTHING]
    assert one.next().next().next().kinds == one.kinds
    assert one.words == "mug (or lid), red, 3.0 in at (3, 4)"
    assert one.named(NOTHING).words == "something (or mug), red, 3.0 in at (3, 4)"


@pytest.mark.parametrize(
    ("said", "kind", "height_in"),
    [("mug", "mug", 3.75), ("Mug 4.5", "mug", 4.5), ("bo", "book", 1.0), ("p", "plate", 0.5)],
)
def test_as_much_of_a_word_as_tells(said, kind, height_in):
    """A kind may be cut short where no other begins so."""
    assert kind_and_height(said) == (kind, height_in)


@pytest.mark.parametrize("said", ["b", "", "mugg", "mug tall", "mug -1", "mug nan", "mug 1e9"])
def test_no_kind(said):
    """What is no kind or no height is refused."""
    with pytest.raises(UserError, match=r"no kind|no height"):
        kind_and_height(said)
