"""Order cards over time: one that something lies over lies there still."""

import cv2
import numpy as np
import pytest

from tests.virtual.incidents import over
from tests.virtual.incidents.runs import stage_named
from tests.virtual.incidents.stage import whole
from vision.live.evidence import STILLS
from vision.live.track import track
from vision.live.tracked import Watching


def words(tracked):
    """The cards that lie there, in order."""
    return sorted(card.order for card in tracked.scene.orders)


def shown(pictures, stage):
    """What is known after each of some stills of a table, the first of it at rest."""
    watching = Watching(stage.spec, stage.army, stage.lens, patience=STILLS)
    tracked = None
    for at_s, picture in enumerate([stage.picture, *pictures]):
        tracked = track(tracked, picture, watching, float(at_s))
        yield tracked


def without_card(stage, card):
    """The table's picture with the bare desk where a card lay."""
    ring = over.Sheet(card.x, card.y, 3.2, 3.2, card.facing).corners()
    mask = np.zeros(stage.picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [whole(stage.pixels(ring))], 255)
    return np.where(mask[..., None] > 0, stage.empty, stage.picture)


@pytest.mark.parametrize("colour", ["white", "kraft"])
def test_a_card_under_a_sheet_lies_there_still(colour):
    """Covered, uncovered: the cards are the same, and none is laid anew."""
    stage = stage_named("oak-turn")
    (first,) = shown([], stage)
    card = first.scene.orders[0]
    sheet = over.Sheet(card.x, card.y, 4.0, 4.0, 10.0, colour)
    covered = over.with_sheet(stage, stage.picture, sheet)

    *_, under, _, _, after = shown([covered] * 3 + [stage.picture] * 3, stage)

    assert len(first.scene.orders) == 2
    assert words(under) == words(first)
    assert [one.card for one in under.known.cards] == [card]
    assert set(after.scene.orders) == set(first.scene.orders)
    assert after.known.cards == ()


def test_a_card_that_is_taken_away_is_gone():
    """Where it lay the desk is seen as it is without it."""
    stage = stage_named("oak-turn")
    (first,) = shown([], stage)
    card = first.scene.orders[0]

    *_, after = shown([without_card(stage, card)] * 3, stage)

    assert words(after) == sorted(one.order for one in first.scene.orders if one != card)


def test_a_card_that_was_taken_from_under_a_sheet_is_gone():
    """The sheet goes and no card is there: it lies there no more."""
    stage = stage_named("oak-turn")
    (first,) = shown([], stage)
    card = first.scene.orders[0]
    sheet = over.Sheet(card.x, card.y, 4.0, 4.0, 10.0)
    covered = over.with_sheet(stage, stage.picture, sheet)

    *_, after = shown([covered] * 3 + [without_card(stage, card)] * 4, stage)

    assert card not in after.scene.orders
    assert after.known.cards == ()
