"""Light that is read from every edge of the table: words upright there, on nobody and nothing."""

import numpy as np
import pytest
from shapely import box

from overlay.marks.marks import Card, Drawing, Words
from overlay.marks.scene_marks import scene_marks
from overlay.projector.masks import keep_clear
from overlay.projector.projector_window import desk_marks
from overlay.projector.seat import BOTTOM, LEFT, RIGHT, TOP, Seat, seat_of
from overlay.strokes.card_strokes import card_size_in
from overlay.window.hud import Banner, Hud, light_cards
from table.places import TablePoint
from table.scene import Scene, Soldier, Thing

EDGES = {"bottom": BOTTOM, "right": RIGHT, "top": TOP, "left": LEFT}
MEN = tuple(
    Soldier(f"{side[0].upper()}{n}", side, x, 3.0 + 4.5 * n, ("rifle",))
    for side, x in (("red", 9.0), ("blue", 24.0))
    for n in range(4)
)
THINGS = (Thing("mug-1", "mug", box(15, 9, 18, 12), 4.0),)
SCENE = Scene(36.0, 24.0, MEN, THINGS)
HUD = Hud(
    2, "fire", "red", 31.0, message="R1 throws 6 and hits B1", now="click a shooter",
    banner=Banner("B1: hit", "hit"),
)  # fmt: skip
TITLE = "R1 shoots B1 with the rifle at 15.0 in: needs 5 or more, for he stands behind a wall"


@pytest.mark.parametrize("edge", EDGES)
def test_panels_lie_on_no_man_tag_or_corner(edge):
    """In the reader's own frame, with all that is to be kept clear turned into it."""
    seat = Seat(EDGES[edge], SCENE.width, SCENE.height)
    drawing = Drawing(scene_marks(SCENE), TITLE, light_cards(HUD))
    marks = desk_marks(SCENE, drawing, None, 1.5, seat)
    cards = [mark for mark in marks if isinstance(mark, Card)]
    bases = [(m.x - m.radius, m.y - m.radius, m.x + m.radius, m.y + m.radius) for m in MEN]
    clear = [seat.box(one) for one in (*keep_clear(SCENE), *bases)]

    assert len(cards) == 3
    for card in cards:
        width, height = card_size_in(card)
        left, top = card.at.x, card.at.y
        assert left >= 0
        assert top >= 0
        assert left + width <= seat.size_in[0]
        assert top + height <= seat.size_in[1]
        for x0, y0, x1, y1 in clear:
            beside = left + width <= x0 or x1 <= left
            assert beside or top + height <= y0 or y1 <= top, (card.title, (x0, y0, x1, y1))


@pytest.mark.parametrize("edge", EDGES)
def test_no_word_of_the_light_is_cut(edge):
    """Every word of the title is in some card or line, whichever way it is broken."""
    seat = Seat(EDGES[edge], SCENE.width, SCENE.height)
    marks = desk_marks(SCENE, Drawing(scene_marks(SCENE), TITLE), None, 1.5, seat)
    told = [mark.text for mark in marks if isinstance(mark, Words)]
    for card in (mark for mark in marks if isinstance(mark, Card)):
        told += [card.title, *(cell for row in card.rows for cell in row)]

    assert set(TITLE.split()) <= set(" ".join(told).split())


@pytest.mark.parametrize("edge", EDGES)
def test_the_readers_frame_is_the_table_turned(edge):
    """His edge is at the bottom, right is at his right, and the way back leads back."""
    seat = Seat(EDGES[edge], 36.0, 24.0)
    middles = {"bottom": (18, 24), "right": (36, 12), "top": (18, 0), "left": (0, 12)}
    mine = seat.place(TablePoint(*middles[edge]))
    assert (mine.x, mine.y) == pytest.approx((seat.size_in[0] / 2, seat.size_in[1]))
    for place in (TablePoint(3.0, 5.0), TablePoint(30.0, 1.0)):
        back = seat.table_from_reader(seat.place(place))
        assert (back.x, back.y) == pytest.approx((place.x, place.y))
    assert np.linalg.det(seat.matrix) == pytest.approx(1.0)  # turned, never mirrored


def test_a_side_sits_behind_its_men():
    """Left against right here, near against far on the turned table; alone at the bottom."""
    assert (seat_of(SCENE, "red").edge, seat_of(SCENE, "blue").edge) == (LEFT, RIGHT)
    down = tuple(Soldier(m.id, m.side, m.y, m.x / 2, m.weapons) for m in MEN)
    turned = Scene(36.0, 24.0, down)
    assert (seat_of(turned, "red").edge, seat_of(turned, "blue").edge) == (TOP, BOTTOM)
    assert seat_of(SCENE, None).edge == BOTTOM


def test_what_matters_is_large_enough_to_be_read_across_the_table():
    """A hit, a refusal, whose turn it is: capitals of more than half an inch."""
    banner = light_cards(HUD)[0]
    assert banner.title == "B1: hit"
    assert banner.height_in >= 0.6
    refusal = light_cards(
        Hud(banner=Banner("Put R1 back", "refused"), back={"R1": TablePoint(1.0, 1.0)})
    )[0]
    assert refusal.ink == "danger"
