"""The map of danger as shaded areas."""

from dataclasses import replace

import numpy as np
import pytest

from overlay.marks.marks import shape_of
from overlay.marks.threat_marks import threat_at_card, threat_marks
from overlay.projector.projector_window import desk_marks
from overlay.window.desk import desk_of
from overlay.window.hover import hover_card
from overlay.window.hud import Hud
from overlay.window.next_state import next_state
from overlay.window.window_events import KeyDown
from overlay.window.window_marks import table_drawing
from overlay.window.window_state import window_of
from rules.foresight.threat import Threat
from table.places import TablePoint
from tests.overlay.desk import ARMY, SCENE, asking


@pytest.fixture
def threat():
    dangers = np.array([[0.0, 0.2, 0.5, 0.9, 0.9, 0.0]])
    xy = np.array([[x + 0.5, y + 0.5] for y in (0, 1) for x in (0, 1, 2)])
    return Threat("R01", 1.0, (2, 3), xy, ("B01",), dangers, dangers / 2)


def test_every_cell_lies_in_its_shade(threat):
    """Nothing where nobody can hit him; the cells of a shade are its area."""
    areas = {}
    for mark in threat_marks(threat):
        areas[mark.ink] = areas.get(mark.ink, 0.0) + shape_of(mark.rings).area

    assert areas == {"threat-1": 1.0, "threat-2": 1.0, "threat-3": 2.0}


def test_the_numbers_of_a_place(threat):
    """How likely, by whom, and whom he hits from there."""
    card = threat_at_card("R01", threat.at(TablePoint(2.2, 0.4)))

    assert card.title == "R01 at 2.5, 0.5"
    assert card.rows == (("hit there", "50 %"), ("by B01", "50 %"), ("hits B01", "25 %"))


def test_the_layer_is_shaded_with_its_legend_in_window_and_light():
    """T, or its button: shades and a legend once worked out; the card under the mouse is exact."""
    state = replace(window_of(SCENE, ARMY), chosen="R1")
    shaded, asked = next_state(state, KeyDown("t"))[0], asking()

    drawing = table_drawing(shaded, asked, on_picture=True)
    card = hover_card(shaded, TablePoint(18.2, 3.3), asked)

    assert any(getattr(mark, "ink", "").startswith("threat") for mark in drawing.marks)
    assert [one.rows[0] for one in drawing.cards] == [("R1 is hit there",)]
    assert any("is hit there" in str(m) for m in desk_marks(SCENE, drawing, ARMY))
    assert card is not None
    assert card.title == "R1 at 18.2, 3.2"
    assert "t" in {button.key for button in desk_of((1280, 720), Hud()).buttons}
