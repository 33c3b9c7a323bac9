"""What is said at the table: the newest sentences, and the last ruling, which stays."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class RulingTold:
    """What was ruled last, and in few words what was not allowed, if that was it."""

    words: str
    denied: str | None = None


class Sayings:
    """All that was said of one moment is said at once; the next moment's words replace it."""

    def __init__(self, lines: tuple[str, ...] = ()) -> None:
        self._lines = lines
        self._is_over = True  # the moment that the lines are of
        self.ruling = RulingTold(self.newest)  # it stands until the next
        self.count = 0  # how many sentences so far

    @property
    def newest(self) -> str:
        """What was said last."""
        return "; ".join(self._lines)

    def next_moment(self) -> None:
        """What is said from now on is of another moment."""
        self._is_over = True

    def add(self, *sentences: str) -> None:
        """Say something more of this moment, if there is anything."""
        if sentences:
            self._lines = sentences if self._is_over else (*self._lines, *sentences)
            self._is_over = False
            self.count += len(sentences)

    def rule(self, denied: str | None = None) -> None:
        """What was said last is the ruling."""
        self.ruling = RulingTold(self.newest, denied)

    def add_to_ruling(self, sentence: str) -> None:
        """Say something more of the ruling."""
        self.add(sentence)
        self.ruling = replace(self.ruling, words=self.newest)

    def clear(self) -> None:
        """What was said is true no more."""
        self._lines, self.ruling = (), RulingTold("")
