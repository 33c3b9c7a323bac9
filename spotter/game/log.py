"""The log: every event that somebody did, with its words, its dice and the rules that decided."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import dist

from rules.book.dice import needs_words
from rules.book.reason import Reason
from rules.game.dice_tray import Thrown
from rules.game.game import EventJson
from rules.game.legs import WENT_ROUND


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One event as players read it; `number` counts the journal's events from 1."""

    number: int
    words: str
    dice: tuple[Thrown, ...] = ()
    turn: int | None = None
    phase: str | None = None
    side: str | None = None
    reasons: tuple[Reason, ...] = ()
    overruled: bool = False

    @property
    def told(self) -> str:
        """Its words with what was needed and by which rules; its dice stand beside them."""
        return with_rules(self.words, self.dice, self.reasons)


def event_words(event: EventJson, lines: tuple[str, ...]) -> str:
    """What was said of the event, else who did what; "" for what nobody did.

    >>> event_words({"event": "moved", "soldier": "R01", "path": [[0, 0], [3, 4]]}, ())
    'R01 goes 5.0 in'
    >>> event_words({"event": "fired", "shooter": "R01"}, ("B01 is hit",))
    'R01: B01 is hit'
    >>> event_words({"event": "clock", "used_s": 30.0}, ("30 seconds left",))
    ''
    """
    word, said = str(event.get("event")), "; ".join(lines)
    if word == "clock":  # what it says holds for a moment, and is said then
        return ""
    who, against = _who(event), overruled_words(event)
    if word == "moved" and isinstance(event.get("path"), list):
        length_in = sum(dist(a, b) for a, b in pairwise(event["path"]))
        return "; ".join((f"{who} goes {length_in:.1f} in", *against, *lines))
    if said:
        named = said if not who or said.startswith(who) else f"{who}: {said}"
        return "; ".join((named, *against))
    if against:
        return "; ".join((f"{who} stands", *against))
    return "" if word == "seen" else f"{who} {word}".strip()


def overruled_words(event: EventJson) -> tuple[str, ...]:
    """What the players let stand against the rules, () where nothing was against it.

    >>> overruled_words({"event": "moved", "overruled": "further than one move (OA-MOVE-11)"})
    ('overruled: further than one move (OA-MOVE-11)',)
    """
    why = event.get("overruled")
    return (f"overruled: {why}",) if isinstance(why, str) and why != WENT_ROUND else ()


def with_rules(words: str, dice: Iterable[Thrown], reasons: Iterable[Reason]) -> str:
    """Words of an event with what its dice needed, and the rules that they do not name yet.

    >>> with_rules("B01 is hit", (), (Reason("OA-CONE-02", "the cone"),))
    'B01 is hit (OA-CONE-02)'
    """
    needs = sorted({needs_words(one.die.needs) for one in dice if one.die.needs})
    unsaid = [one for one in needs if one not in words]
    needed = f", needs {', '.join(unsaid)}" if unsaid else ""
    rules = dict.fromkeys(one.rule for one in reasons if one.rule not in words)
    cited = f" ({', '.join(rules)})" if rules else ""
    return f"{words}{needed}{cited}" if words else ""


def _who(event: EventJson) -> str:
    one = event.get("shooter") or event.get("soldier")
    if isinstance(one, Mapping):  # who is set down is told whole
        one = one.get("id")
    if isinstance(one, str):
        return one
    men = event.get("soldiers")
    if isinstance(men, list | tuple):
        return " and ".join(str(man.get("id")) for man in men)
    return " and ".join(map(str, event.get("attackers") or ()))
