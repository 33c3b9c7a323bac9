"""What the page needs of the program: the door between server and game.

The server's threads never touch the game. They leave wishes here, and the loop that owns the
game takes them, carries them out and answers.
"""

from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any

from spotter.page.kept_keys import Guest

_MOST_WAITING = 200
_MOST_NAMED = 1000  # wishes that are known again


@dataclass(frozen=True)
class Wish:
    """What a guest wants done; `answer` is set by the game's loop, a sentence where refused."""

    guest: Guest
    value: Mapping[str, Any]
    answer: "Future[Reply]" = field(default_factory=Future)


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of a wish."""

    said: tuple[str, ...] = ()
    error: str | None = None


class Wishes:
    """Wishes from the server's threads to the game's loop."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[Wish] = SimpleQueue()
        self._lock = Lock()
        self._named: OrderedDict[tuple[str, str], Future[Reply]] = OrderedDict()

    def make(
        self, guest: Guest, value: Mapping[str, Any], name: str | None = None
    ) -> "Future[Reply]":
        """Leave a wish; the answer comes when the game's loop has got to it.

        A wish that has a name is done once, however often it is sent: where the line broke
        before the answer came, the page sends it again and hears what became of it.
        """
        if name is None:
            return self._left(Wish(guest, value))
        with self._lock:
            known = self._named.get((guest.key, name))
            if known is not None:
                return known
            while len(self._named) >= _MOST_NAMED:
                self._named.popitem(last=False)
            return self._named.setdefault((guest.key, name), self._left(Wish(guest, value)))

    def _left(self, wish: Wish) -> "Future[Reply]":
        if self._queue.qsize() >= _MOST_WAITING:
            wish.answer.set_result(Reply(error="the program is busy; try again in a moment"))
        else:
            self._queue.put(wish)
        return wish.answer

    def taken(self) -> tuple[Wish, ...]:
        """All wishes that wait."""
        found: list[Wish] = []
        while True:
            try:
                found.append(self._queue.get_nowait())
            except Empty:
                return tuple(found)
