"""How much one guest may ask of the program: a bucket of tokens that fills with time."""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

MOST_BODY_BYTES = 20_000  # of a wish; photos have their own bound
MOST_PHOTO_BYTES = 15_000_000
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
