"""A connection that may not wait for ever with half a request, and of which nobody has too many.

What comes before a request is whole is not known to the application: it is bounded here.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_S = 10.0  # for the head of a request
MOST_OF_ONE = 150  # connections of one address; a phone opens six


class BoundedLine(H11Protocol):
    """A connection of the page's server."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Cut it where its address has too many."""
        super().connection_made(transport)
        same = sum(_address(one) == _address(self) for one in self.connections)
        if same > MOST_OF_ONE:
            transport.abort()
        else:
            self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over, whoever ended it."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A part of a request: its head must come to an end in time."""
        super().data_received(data)
        answering: Any = self.cycle
        if answering is not None and not answering.response_complete:
            self._stop_waiting()
        elif self._late is None:
            self._expect_head()

    def _expect_head(self) -> None:
        self._late = self.loop.call_later(HEAD_S, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def _address(line: Any) -> str | None:
    return line.client[0] if line.client else None
