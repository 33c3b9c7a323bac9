"""Events in a few words, for what is said of them."""

from collections.abc import Mapping
from itertools import pairwise

from rules.game.game import Event
from table.directions import distance_in
from table.places import TablePoint


def confirmed(event: Event) -> tuple[str, ...]:
    """A move that stands is said, so that the players see it was noticed."""
    if event.get("event") != "moved":
        return ()
    places = [TablePoint(x, y) for x, y in event["path"]]
    length_in = sum(distance_in(one, other) for one, other in pairwise(places))
    how = [str(event.get("declare", {}).get("gait") or "")]
    how += ["going round"] if len(places) > 2 else []
    how += ["too close to call"] if event.get("too_close") else []
    return (", ".join([f"{event['soldier']} moves {length_in:.1f} in", *filter(None, how)]),)


def in_doubt(event: Event) -> tuple[str, ...]:
    """What is said of a move besides what came of it, where that hung on what measuring is off."""
    close = event.get("event") == "moved" and event.get("too_close")
    return (f"{event['soldier']}'s move is too close to call",) if close else ()


def is_silent(event: Event) -> bool:
    """Whether nobody did it, so that nobody takes it back: the clock, what the camera saw."""
    return event.get("event") == "clock" or (
        event.get("event") == "seen" and not event.get("overruled")
    )


def set_down_by(event: Event) -> str | None:
    """The man whom an event set down somewhere."""
    if event.get("event") == "seen":
        return next((str(man["id"]) for man in event.get("soldiers", ())), None)
    if event.get("event") not in {"moved", "placed", "deployed"}:
        return None
    who = event.get("soldier")
    return str(who["id"] if isinstance(who, Mapping) else who)


def in_words(event: Event) -> str:
    """An event in a few words."""
    who = next((event[key] for key in ("soldier", "shooter", "attackers") if key in event), "")
    name = ", ".join(who) if isinstance(who, list) else who
    return "the phase goes on" if event.get("event") == "next" else f"{name} {event.get('event')}"
