"""Who is asked whether the other side may shoot, and shoots what can only come after it, says yes.

In L.G.A.M. the next side's shot ends a phase and asks first: two sides that go on shooting need
not press yes for each of the six.
"""

from collections.abc import Mapping
from typing import Any

from rules.book.book import Book
from rules.game.game import Game
from rules.game.orders import ShotOrder
from spotter.game.live_game import LiveGame
from spotter.game.order_events import after_shot, may_shoot
from spotter.game.story_steps import deed_of
from spotter.page.proposal import Proposal
from table.entry import Entry


class YesByActing:
    """How the game is once a side has said yes; worked out once for what is asked."""

    def __init__(self) -> None:
        self._known: tuple[Proposal | None, Game | None] = (None, None)

    def after(self, live: LiveGame | None, asked: Proposal | None, role: str) -> Game | None:
        """The game after the shot that this side is asked about; None where it is asked of none."""
        if live is None or asked is None or not asked.may_answer(role):
            return None
        if self._known[0] is not asked:
            shot = _shot_of(asked.value, live.book)
            then = None if shot is None else after_shot(live.book, live.game, shot)
            self._known = (asked, then)
        return self._known[1]

    def is_said(
        self,
        live: LiveGame | None,
        asked: Proposal | None,
        role: str,
        value: Mapping[str, Any],
    ) -> bool:
        """Whether this wish is a shot that is forbidden now, and allowed once yes is said."""
        then = self.after(live, asked, role)
        shot = None if live is None else _shot_of(value, live.book)
        if live is None or then is None or shot is None:
            return False
        return not may_shoot(live.book, live.game, shot) and may_shoot(live.book, then, shot)


def _shot_of(value: Mapping[str, Any], book: Book) -> ShotOrder | None:
    if value.get("do") != "shoot":
        return None
    deed = deed_of(Entry("wish", "", dict(value)), book)
    assert isinstance(deed, ShotOrder), deed
    return deed
