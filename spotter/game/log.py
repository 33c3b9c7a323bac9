"""The log: every event that somebody did, with its words and the dice that fell for it."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import dist
from typing import Any

from rules.game.dice_tray import Thrown

_SILENT = frozenset({"clock", "seen"})  # nobody did them


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One event as players read it; `number` counts the journal's events from 1."""

    number: int
    words: str
    dice: tuple[Thrown, ...] = ()
    turn: int | None = None
    phase: str | None = None
    side: str | None = None


def event_words(event: Mapping[str, Any], lines: tuple[str, ...]) -> str:
    """What was said of the event, else who did what; "" for what nobody did.

    >>> event_words({"event": "moved", "soldier": "R01", "path": [[0, 0], [3, 4]]}, ())
    'R01 goes 5.0 in'
    >>> event_words({"event": "fired", "shooter": "R01"}, ("B01 is hit",))
    'R01: B01 is hit'
    """
    word, said = str(event.get("event")), "; ".join(lines)
    who = _who(event)
    if word == "moved" and isinstance(event.get("path"), list):
        length_in = sum(dist(a, b) for a, b in pairwise(event["path"]))
        return "; ".join((f"{who} goes {length_in:.1f} in", *lines))
    if said:
        return said if not who or said.startswith(who) else f"{who}: {said}"
    return "" if word in _SILENT else f"{who} {word}".strip()


def _who(event: Mapping[str, Any]) -> str:
    one = event.get("shooter") or event.get("soldier")
    if isinstance(one, str):
        return one
    return " and ".join(map(str, event.get("attackers") or ()))
