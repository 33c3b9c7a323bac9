"""Whose a wish is: which men act in it, and which other side it concerns.

Every wish of a phone goes by here, whatever the phone shows and however the wish is worded.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.book.book import Book
from rules.game.engine import game_rules, phase_now, read_event
from rules.game.event import GameEvent, event_json
from rules.game.game import EventRefusedError, Game
from spotter.game.live_game import LiveGame
from table.army import Army
from table.errors import UserError

_ACTS = ("soldier", "shooter", "medic", "attackers")  # who does something; targets may be anybody's
_BOTH = frozenset({"undo", "overrule"})
_SEEN = frozenset({"seen", "clock"})  # what the camera sees and the clock says, nobody tells
ANYBODY = ""  # any other side's yes will do


def refuse_others_men(
    role: str, wish: Mapping[str, Any], army: Army, live: LiveGame | None = None
) -> None:
    """A side commands its own men, and tells no event that the program tells itself.

    What both sides say yes to may be about anybody's man, and so may what a book lets his
    enemies tell.
    """
    told = _told(wish)
    if told is wish and _concerns_both(wish):
        return
    if (word := _event_word(told)) in _SEEN:
        raise UserError(f"{word} is told by the program itself")
    if live is not None and _may_tell(role, told, live.book, live.game):
        return
    owners = {man.id: man.side for man in army.soldiers}
    for name, side in _acting(told, owners):
        if side is not None and side != role:
            raise UserError(f"{name} is {side}'s; {role} commands its own men")


def _may_tell(role: str, event: Mapping[str, Any], book: Book, game: Game) -> bool:
    """Whether the book lets this side tell it of an enemy."""
    try:
        return role in game_rules(book).tellers(game, read_event(book, event))
    except EventRefusedError:
        return False


def is_his(role: str, event: GameEvent, army: Army, book: Book, game: Game) -> bool:
    """Whether a side may tell this event."""
    try:
        refuse_others_men(role, {"do": "event", "event": event_json(event)}, army)
    except UserError:
        return role in game_rules(book).tellers(game, event)
    return True


def whose_yes(role: str, wish: Mapping[str, Any], live: LiveGame | None, army: Army) -> str | None:
    """The side that is asked first, ANYBODY for any other one; None where it is his own affair.

    A phase is ended by the side whose it is, one in which all act by all; what is due in it is
    done by whose man it concerns.
    """
    if _concerns_both(wish):
        return ANYBODY
    if live is None or not goes_on(wish):
        return None
    due = game_rules(live.book).due(live.game)
    if due is None:
        side = phase_now(live.book, live.game).side
        return None if side == role else side or ANYBODY
    owners = {man.id: man.side for man in army.soldiers}
    acting = [side for _, side in _acting(event_json(due.event), owners) if side is not None]
    return None if role in acting or not acting else acting[0]


def goes_on(wish: Mapping[str, Any]) -> bool:
    """Whether it is the next step: what is due, else the end of the phase."""
    told = _told(wish)
    return (wish.get("do") if told is wish else _event_word(told)) == "next"


def _concerns_both(wish: Mapping[str, Any]) -> bool:
    """Whether it is not one side's alone: taking back, letting stand, terms and things."""
    told = _told(wish)
    if told is wish:
        word = str(wish.get("do"))
        return word in _BOTH or (word == "set" and wish.get("soldier") is None)
    word = _event_word(told)
    return word == "agreed" or (word == "state" and told.get("soldier") is None)


def _told(wish: Mapping[str, Any]) -> Mapping[str, Any]:
    """What names the men: the event, where the wish tells one, else the wish."""
    event = wish.get("event")
    return event if wish.get("do") == "event" and isinstance(event, Mapping) else wish


def _event_word(told: Mapping[str, Any]) -> str:
    """Which event is told; whether there is such a one, the game says."""
    return str(told.get("event", ""))


def _acting(told: Mapping[str, Any], owners: Mapping[str, str]) -> Iterator[tuple[str, str | None]]:
    """Who acts, and whose he is; None for somebody whom the army does not know."""
    side = told.get("side")
    if isinstance(side, str):
        yield side, side
    for key in _ACTS:
        said = told.get(key)
        for one in said if isinstance(said, list) else [said]:
            if isinstance(one, Mapping):  # somebody new, with all that is known of him
                yield from _acting({"soldier": one.get("id"), "side": one.get("side")}, owners)
            elif isinstance(one, str):
                yield one, owners.get(one)
