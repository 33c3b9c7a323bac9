"""A game without a window: pictures in, what happens out in words, begun by itself or on phones."""

import sys
from collections.abc import Callable

from overlay.window.hud import Hud
from spotter.game.deeds import NextStep, YesNoAnswer
from spotter.live.live_view import view_of
from spotter.live.observations import ObservationFeed
from spotter.live.play_table import PlayTable
from spotter.live.ruling_thread import PhonePage
from spotter.live.typed_answers import HOW, is_terminal, typed_answer
from spotter.live.vision_thread import UnderstoodPicture, VisionThread
from table.errors import UserError
from table.scene import Scene

_PAGE_S = 0.03  # how long a wish of a phone waits at most
_PICTURE_S = 0.5  # how long the next picture is waited for; the clock goes on meanwhile

Tell = Callable[[str], None]
YesTyped = Callable[[], bool | None]


def play_in_words(
    feed: ObservationFeed,
    vision_thread: VisionThread,
    page: PhonePage | None,
    tell: Tell,
    typed: YesTyped = typed_answer,
) -> None:
    """Play until the pictures end, or with a page until the players end it on their phones.

    `typed` is the yes or no that somebody gave at the terminal since it was last asked.
    """
    table, news = feed.table, _News(feed.table, tell)
    number, view, over = 0, None, False
    while not over:
        seen = vision_thread.after(number, timeout_s=_PICTURE_S if page is None else _PAGE_S)
        if seen.number != number:
            number, view = seen.number, view_of(seen)
            feed(seen)
        now_s = feed.clock.now_s()
        if page is None and _may_begin(table):
            table.do(NextStep(), now_s)
        table.tick(now_s)
        _answer(table, now_s, yes=typed())
        news.tell(seen, table.hud(now_s))
        if page is not None:
            page.step(now_s, view)
        over = page is None and seen.over
    _refuse_a_game_that_never_began(table, seen)


def _answer(table: PlayTable, now_s: float, *, yes: bool | None) -> None:
    """Let a yes or no count for what is asked, where anything is."""
    asked = None if yes is None else table.hud(now_s).asked
    if yes is not None and asked is not None:
        table.do(YesNoAnswer(asked.key, yes=yes), now_s)


def _may_begin(table: PlayTable) -> bool:
    """Whether a game begins by itself: somebody stands there, and no hand is over the table."""
    return (
        table.live is None
        and not table.hand
        and table.seen is not None
        and bool(table.seen.soldiers)
    )


def _refuse_a_game_that_never_began(table: PlayTable, last: UnderstoodPicture) -> None:
    if table.seen is None:
        raise UserError(last.trouble or "the pictures show no table")
    if table.live is None:
        raise UserError(table.message if table.seen.soldiers else _nobody(table.seen))


def _nobody(seen: Scene) -> str:
    """Why no game began where nobody of the army was seen."""
    others = f"; in no army: {', '.join(seen.unknown)}" if seen.unknown else ""
    return f"the pictures show no soldier of army.toml{others}"


class _News:
    """Tells what is new of a table's messages, each after the picture that brought it."""

    def __init__(self, table: PlayTable, tell: Tell) -> None:
        self._table, self._tell = table, tell
        self._last_words, self._last_said = "", table.said
        self._last_asked: str | None = None
        self._how = f" {HOW}" if is_terminal(sys.stdin) else ""
        if table.message:
            tell(table.message)

    def tell(self, seen: UnderstoodPicture, hud: Hud) -> None:
        """Tell the words that the table shows now, where they are new, and what is asked."""
        words, name = hud.message or "", seen.taken.name if seen.taken else "camera"
        if words and self._are_new(words):
            self._tell(f"{name}: {words}")
            if words == self._table.message:
                self._last_said = self._table.said
        self._last_words = words
        asked = hud.asked
        if asked is not None and asked.key != self._last_asked and asked.words not in words:
            self._tell(f"{name}: {asked.words}{self._how}")
        self._last_asked = None if asked is None else asked.key

    def _are_new(self, words: str) -> bool:
        """What was said before a hand came is not said again when it goes.

        Nor is with every picture why no game begins.
        """
        if self._table.live is None or words != self._table.message:
            return words != self._last_words
        return self._table.said != self._last_said
