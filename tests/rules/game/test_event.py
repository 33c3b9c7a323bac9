"""Events are read once, at the door, and written back as journals keep them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

import pytest

from rules.game.dice_tray import DiceTray, Die
from rules.game.event import GameEvent, Rolled, event_from_json, event_json
from rules.game.game import EventRefusedError
from table.places import TablePoint


@dataclass(frozen=True, kw_only=True)
class Lobbed(Rolled):
    """Something thrown at a man or a place."""

    word: ClassVar[str] = "lobbed"
    shooter: str
    aim: str | TablePoint
    far_in: float = 0.0
    extra: Mapping[str, int] = field(default_factory=dict)


EVENTS: Mapping[str, type[GameEvent]] = {"lobbed": Lobbed}


def test_an_event_is_read_and_written_as_it_was():
    """Print then parse gives the same event, places and numbers included."""
    written = {"event": "lobbed", "shooter": "R01", "aim": [3.0, 4.5], "roll": 5, "far_in": 2.0}

    read = event_from_json(EVENTS, written)

    assert read == Lobbed(shooter="R01", aim=TablePoint(3.0, 4.5), roll=5, far_in=2.0)
    assert event_json(read) == written


@pytest.mark.parametrize(
    ("written", "words"),
    [
        pytest.param({"event": "lobed"}, "no event lobed; there are lobbed", id="a mistyped word"),
        pytest.param(
            {"event": "lobbed", "aim": "B01"}, "lobbed needs 'shooter'", id="a key missing"
        ),
        pytest.param(
            {"event": "lobbed", "shooter": "R01", "aim": "B01", "rol": 3},
            "no rol",
            id="a mistyped key",
        ),
        pytest.param(
            {"event": "lobbed", "shooter": "R01", "aim": [1]},
            "a text or a place",
            id="half a place",
        ),
        pytest.param(
            {"event": "lobbed", "shooter": "R01", "aim": "B01", "roll": True},
            "a whole number",
            id="true is no number",
        ),
        pytest.param(
            {"event": "lobbed", "shooter": "R01", "aim": "B01", "far_in": float("nan")},
            "a number",
            id="not a number",
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(written, words):
    """The sentence names the key and what it should be."""
    with pytest.raises(EventRefusedError, match=words):
        event_from_json(EVENTS, written)


def test_a_journal_of_another_version_is_read():
    """Keys that nobody reads any more do not stop an old game."""
    old = {"event": "lobbed", "shooter": "R01", "aim": "B01", "wind": 3}

    assert event_from_json(EVENTS, old, strict=False) == Lobbed(shooter="R01", aim="B01")


def save(man: str) -> Die:
    return Die("1d6", man, "save", field="saves", key=man)


TO_HIT = Die("1d6", "R01", "to hit")


def test_every_number_that_fell_is_in_the_event():
    """Given numbers are used, the others thrown, and both are written down."""
    event = Lobbed(shooter="R01", aim="B01", roll=4)
    tray = DiceTray(event.dice_given(), lambda _: 2)

    assert [tray.take(TO_HIT), tray.take(save("B02"))] == [4, 2]
    assert event.with_dice(tray) == Lobbed(shooter="R01", aim="B01", roll=4, saves={"B02": 2})
    assert [one.by_program for one in tray.thrown] == [False, True]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        pytest.param(
            Lobbed(shooter="R01", aim="B01", roll=7), "7 is no throw of 1d6", id="a seven"
        ),
        pytest.param(
            Lobbed(shooter="R01", aim="B01", rolls=(4, 4)),
            "too much: one throw is owed",
            id="two for one",
        ),
        pytest.param(
            Lobbed(shooter="R01", aim="B01", roll=4, saves={"B03": 2}),
            "2 for B03 is too much",
            id="a save nobody owes",
        ),
    ],
)
def test_a_typed_die_is_used_or_refused(event, words):
    """No number is dropped in silence."""
    with pytest.raises(EventRefusedError, match=words):
        everything_taken(DiceTray(event.dice_given(), None))


def everything_taken(tray: DiceTray) -> None:
    tray.take(TO_HIT)
    tray.refuse_left_over()
