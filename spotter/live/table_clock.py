"""What time it is at the table: the world's under a camera, a recording's own else.

A game whose clock hung on how fast a recording is worked through would go otherwise every time; and
what a camera saw happened when the picture was taken, however long it took to be understood.
"""

import time


class TableClock:
    """Seconds that never go back, the same for pictures, keys and phones."""

    def __init__(self, *, live: bool = True) -> None:
        self._live = live
        self._began_s = float("inf") if live else time.monotonic()
        self._newest_s = 0.0

    def now_s(self) -> float:
        """The time; of a recording that of the newest picture."""
        return time.monotonic() if self._live else self._began_s + self._newest_s

    def seen_at(self, taken_s: float) -> float:
        """When a picture was taken, so many seconds after its source's beginning."""
        if self._live:
            # The picture that was understood soonest tells best when the source began.
            self._began_s = min(self._began_s, time.monotonic() - taken_s)
        self._newest_s = max(self._newest_s, taken_s)
        return self._began_s + taken_s
