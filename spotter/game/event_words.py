"""Events in a few words, for what is said of them."""

from collections.abc import Mapping
from itertools import pairwise

from rules.game.event import GameEvent
from rules.game.game import EventJson
from rules.game.legs import Went
from table.directions import distance_in

_WHO = ("soldier", "shooter", "attackers", "thing", "smoke", "side")  # the first that is there
_CALLED = {"state": "set otherwise"}


def confirmed(event: GameEvent) -> tuple[str, ...]:
    """A move that stands is said, so that the players see it was noticed."""
    if not isinstance(event, Went):
        return ()
    length_in = sum(distance_in(one, other) for one, other in pairwise(event.path))
    how = [str(event.declare.get("gait") or "")]
    how += ["going round"] if len(event.path) > 2 else []
    how += ["too close to call"] if event.too_close else []
    return (", ".join([f"{event.soldier} moves {length_in:.1f} in", *filter(None, how)]),)


def in_doubt(event: GameEvent) -> tuple[str, ...]:
    """What is said of a move besides what came of it, where that hung on what measuring is off."""
    if isinstance(event, Went) and event.too_close:
        return (f"{event.soldier}'s move is too close to call",)
    return ()


def is_silent(event: EventJson) -> bool:
    """Whether nobody did it, so that nobody takes it back: the clock, what the camera saw."""
    return event.get("event") == "clock" or (
        event.get("event") == "seen" and not event.get("overruled")
    )


def set_down_by(event: EventJson) -> str | None:
    """The man whom an event set down somewhere."""
    if event.get("event") == "seen":
        return next((str(man["id"]) for man in event.get("soldiers", ())), None)
    if event.get("event") not in {"moved", "placed", "deployed"}:
        return None
    who = event.get("soldier")
    return str(who["id"] if isinstance(who, Mapping) else who)


def in_words(event: EventJson) -> str:
    """An event in a few words."""
    word = event.get("event")
    if word == "next":
        return "the phase goes on"
    if word == "seen":
        return f"{set_down_by(event) or 'what lies there'} stands as seen"
    who = next((_named(event[key]) for key in _WHO if event.get(key)), "")
    return f"{who} {_CALLED.get(str(word), word)}".strip()


def _named(who: object) -> str:
    """Those whom an event is about: an id, a man as scenes write him, or several ids."""
    if isinstance(who, Mapping):
        return str(who.get("id"))
    return ", ".join(map(str, who)) if isinstance(who, list | tuple) else str(who)
