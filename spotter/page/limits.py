"""How much one guest may ask of the program: a bucket of tokens that fills with time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock

MOST_BODY_BYTES = 20_000  # of a wish; photos have their own bound
MOST_PHOTO_BYTES = 15_000_000
MOST_SENDING = 8  # photos on their way at once, each held in memory until it is whole
MOST_KNOWN = 2_000  # buckets kept at once


@dataclass
class Rate:
    """Token buckets by name: `burst` at once, `per_s` in the long run."""

    per_s: float
    burst: float
    clock: Callable[[], float]
    _left: dict[str, tuple[float, float]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def allows(self, name: str) -> bool:
        """Whether one more is let, which it then costs."""
        now_s = self.clock()
        with self._lock:
            if len(self._left) > MOST_KNOWN:
                self._left.clear()
            left, then_s = self._left.get(name, (self.burst, now_s))
            left = min(self.burst, left + (now_s - then_s) * self.per_s)
            self._left[name] = (left - 1.0 if left >= 1.0 else left, now_s)
            return left >= 1.0


class Senders:
    """Who is sending something large: nobody two things at once, and only so many in all."""

    def __init__(self) -> None:
        self.busy: set[str] = set()

    @contextmanager
    def sending(self, name: str) -> Iterator[bool]:
        """Whether he may, for as long as the block runs."""
        may = name not in self.busy and len(self.busy) < MOST_SENDING
        if may:
            self.busy.add(name)
        try:
            yield may
        finally:
            if may:
                self.busy.discard(name)
