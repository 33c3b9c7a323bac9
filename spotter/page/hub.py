"""The newest state for everybody: one writer, many readers, and nobody waits for a slow phone.

There is no queue. A reader asks for anything newer than what he has and gets the newest; what
came between is gone, because a state says all there is to say.
"""

import asyncio
import json
import secrets
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

MOST_LINES = 4  # of one key: a phone, a tablet, the stream, and one that died unnoticed


@dataclass(frozen=True)
class PageState:
    """What can be shown at one moment. `shared` is for all, `own` adds what one side may see."""

    number: int = 0
    shared: Mapping[str, Any] = field(default_factory=dict)
    own: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # by side

    def for_role(self, role: str) -> dict[str, Any]:
        """The state as somebody of that role may see it."""
        return {"number": self.number, **self.shared, **self.own.get(role, {})}


class Hub:
    """Holds the newest state; `publish` is called by the game's thread."""

    def __init__(self) -> None:
        self.run = secrets.token_hex(4)  # a program that was started anew counts from one again
        self._state = PageState()
        self._made: tuple[int, dict[str, str]] = (-1, {})  # the texts of one state, by role
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._changed: asyncio.Event | None = None

    @property
    def state(self) -> PageState:
        """The newest."""
        with self._lock:
            return self._state

    def text(self, state: PageState, role: str) -> str:
        """The state as it is sent to somebody of that role: made once for all who share it."""
        with self._lock:
            number, made = self._made
            if number != state.number:
                number, made = self._made = (state.number, {})
        if role not in made:
            value = {"spotter": 1, "run": self.run, **state.for_role(role)}
            made[role] = json.dumps(value, separators=(",", ":"))
        # How long the clock still runs is the only thing that changes by itself.
        ends_s = state.shared.get("clock_ends_s")
        left_s = None if ends_s is None else round(max(0.0, ends_s - time.monotonic()), 2)
        return f'{{"clock_left_s":{json.dumps(left_s)},{made[role][1:]}'

    def publish(
        self, shared: Mapping[str, Any], own: Mapping[str, Mapping[str, Any]] | None = None
    ) -> bool:
        """Make this the newest state, unless it says what the newest says; whether it did."""
        with self._lock:
            if self._state.number and (shared, own or {}) == (self._state.shared, self._state.own):
                return False
            self._state = PageState(self._state.number + 1, dict(shared), dict(own or {}))
            loop, changed = self._loop, self._changed
        if loop is not None and changed is not None and not loop.is_closed():
            loop.call_soon_threadsafe(changed.set)
        return True

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Readers live in this loop."""
        with self._lock:
            self._loop, self._changed = loop, asyncio.Event()

    async def newer(self, number: int, timeout_s: float) -> PageState | None:
        """A state newer than that number, None where none came in time."""
        deadline = asyncio.get_running_loop().time() + timeout_s
        while self.state.number <= number:
            changed = self._changed
            assert changed is not None, "no loop is attached"
            left_s = deadline - asyncio.get_running_loop().time()
            try:
                await asyncio.wait_for(changed.wait(), max(left_s, 0.0))
            except TimeoutError:
                return None
            changed.clear()
        return self.state


class Lines:
    """The open lines of each key: a phone that comes again and again keeps only its newest."""

    def __init__(self) -> None:
        self._tasks: dict[str, list[asyncio.Task[Any]]] = {}

    @contextmanager
    def opened(self, key: str) -> Iterator[None]:
        """One more while the block runs; the oldest is cut, also one that hangs in sending."""
        mine = asyncio.current_task()
        assert mine is not None
        lines = self._tasks.setdefault(key, [])
        lines.append(mine)
        while len(lines) > MOST_LINES:
            lines.pop(0).cancel()
        try:
            yield
        finally:
            if mine in lines:
                lines.remove(mine)
            if not lines:
                self._tasks.pop(key, None)
