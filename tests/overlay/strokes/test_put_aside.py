"""Cards on the desk itself: never over a man or a tag while there is any other place."""

from overlay.marks.marks import Card, Line, ManMark
from overlay.strokes.layout import card_box, put_aside
from table.places import TablePoint

BOUNDS = (0.0, 0.0, 20.0, 10.0)
WORDS = "put R1 back: further than one move goes, and it crosses a line of fire (OA-MOVE-11)"
CARD = Card("Turn 1", ((WORDS,),), "danger")


def covers(card, box):
    left, top, right, bottom = card_box(card)
    return left < box[2] and right > box[0] and top < box[3] and bottom > box[1]


def test_a_card_lies_on_many_lines_rather_than_on_a_man():
    """Lines are read beneath it; a man under it is lost, and a dark mask cuts its words."""
    man = ManMark(TablePoint(5.0, 8.0), 0.5, 0.0, "red", "R1")
    full = (0.0, 0.0, 20.0, 6.0)
    lines = [
        Line((TablePoint(0.0, 6.4 + 0.1 * n), TablePoint(20.0, 6.4 + 0.1 * n)), "aim")
        for n in range(36)
        if n > 20  # all that lies below the man's head
    ]

    (card,) = put_aside([CARD], [man, *lines], BOUNDS, [full])

    assert not covers(card, (4.5, 7.5, 5.5, 8.5))
    assert not covers(card, full)


def test_a_card_without_room_is_made_narrower():
    """Its words are broken into more lines before anything is covered by it."""
    wide = card_box(put_aside([CARD], (), BOUNDS)[0])
    taken = [(0.0, 0.0, 6.0, 10.0), (6.0 + 0.8 * (wide[2] - wide[0]), 0.0, 20.0, 10.0)]

    (card,) = put_aside([CARD], (), BOUNDS, taken)

    assert not any(covers(card, box) for box in taken)
    assert card.widest < CARD.widest


def test_what_lies_flat_is_covered_before_what_must_stay_free():
    """A napkin bears light, a tag does not."""
    napkin, tags = (0.0, 0.0, 20.0, 4.0), (0.0, 4.0, 20.0, 10.0)

    (card,) = put_aside([CARD], (), BOUNDS, [tags], rather_clear=[napkin])

    assert covers(card, napkin)
    assert not covers(card, tags)
