"""What a man can do now that no camera sees: told by the players in the right-click menu.

The book's game proposes deeds; each is tried, and what the rules allow now is offered. On a thing
or a bare place the menu has what the chosen man can shoot there.
"""

from collections.abc import Iterable, Iterator

from rules.book.book import Book
from rules.game.deed import Deed
from rules.game.engine import event_words, game_rules, next_state, phase_now, probing
from rules.game.game import EventRefusedError, Game
from rules.game.orders import Aimed, ShotOrder
from spotter.game.order_events import shot_event
from spotter.game.ruling import refusal
from table.scene import Soldier

MOST = 14  # lines, a group of deeds being one: what a menu can hold
_ANY_TIME = frozenset({"agreed", "state"})


def deeds_now(book: Book, game: Game | None, at: Aimed, chosen: str | None) -> tuple[Deed, ...]:
    """What can be done now with a man, a thing or a place, by whoever was chosen before."""
    if game is None:
        return ()
    man = game.scene.soldier(at) if isinstance(at, str) else None
    who = None if chosen is None else game.scene.soldier(chosen)
    if man is not None:
        return deeds_of(book, game, man, who)
    return () if who is None else tuple(shots_at(book, game, who, at))[:MOST]


def deeds_of(book: Book, game: Game, man: Soldier, chosen: Soldier | None) -> tuple[Deed, ...]:
    """What this man can do now, and what the chosen man can do with or to him."""
    known = (event_words(book) & phase_now(book, game).allows) | _ANY_TIME
    may = (
        deed
        for deed in game_rules(book).deeds(book, game, man, chosen)
        if deed.event.word in known and refusal(book, game, deed.event) is None
    )
    return tuple(_fitting(may))


def _fitting(deeds: Iterable[Deed]) -> Iterator[Deed]:
    """As many as a menu can hold; a group's deeds take one line together."""
    lines: set[str] = set()
    for one in deeds:
        lines.add(one.group or one.words)
        if len(lines) > MOST:
            return
        yield one


def shots_at(book: Book, game: Game, who: Soldier, at: Aimed) -> Iterator[Deed]:
    """His weapons that may be fired at a thing or a place, each as its event."""
    where = f"at {at}" if isinstance(at, str) else "here"
    plain = (
        (f"fires {weapon or ''} {where}".replace("  ", " "), ShotOrder(who.id, (at,), weapon))
        for weapon in _weapons(book, who)
    )
    for words, order in (*plain, *game_rules(book).ways_at(book, game, who, at)):
        try:
            event = shot_event(book, game, order)
            next_state(book, game, event, probing())
        except EventRefusedError:
            continue
        yield Deed(f"{who.id} {words}", event)


def _weapons(book: Book, man: Soldier) -> list[str | None]:
    """What he may fire; a book without a list of weapons goes by what the man is."""
    return [w for w in man.weapons if w in book.rows.weapons] if book.rows.weapons else [None]
