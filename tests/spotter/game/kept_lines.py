"""A journal for games of which nothing is kept on the disk."""


class Lines:
    """A journal that keeps its lines in memory."""

    path = "story"

    def __init__(self) -> None:
        self.lines = []

    def append(self, line) -> None:
        """Keep it."""
        self.lines.append(line)
