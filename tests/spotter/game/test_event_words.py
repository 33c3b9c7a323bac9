"""Events in a few words: whom they are about, whatever shape they have."""

import pytest

from spotter.game.event_words import in_words


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"event": "fired", "shooter": "R01", "target": "B01"}, "R01 fired"),
        ({"event": "attacked", "attackers": ["R01", "R02"], "target": "B01"}, "R01, R02 attacked"),
        ({"event": "placed", "soldier": {"id": "R09", "x": 4.0, "y": 5.0}}, "R09 placed"),
        ({"event": "state", "thing": "wall-1", "as": "wood-wall"}, "wall-1 set otherwise"),
        ({"event": "state", "soldier": "R01", "state": {"wounded": True}}, "R01 set otherwise"),
        ({"event": "smoke", "smoke": "smoke-laid-1"}, "smoke-laid-1 smoke"),
        ({"event": "mines", "side": "red", "outline": []}, "red mines"),
        ({"event": "initiative", "roll": 3}, "initiative"),
        ({"event": "next"}, "the phase goes on"),
    ],
)
def test_an_event_names_whom_it_is_about(event, words):
    """A man, several, a thing, a side; nobody where it is about none."""
    assert in_words(event) == words
