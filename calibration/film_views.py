"""The pictures of a film that a lens is best told from: sharp, quiet and unlike each other.

A hand is never still, so no picture is refused for moving; of each way of holding the board
that the film shows, the sharpest and quietest picture is taken.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.board_view import BoardView
from calibration.view_choice import apart_px, blur, flaw, is_new

MOST_VIEWS = 40
_ALONE_PX = 20.0  # how far a board is taken to move that only one picture shows


@dataclass(frozen=True, eq=False)
class FilmChoice:
    """The views that were kept of a film, and what all its pictures showed."""

    kept: tuple[BoardView, ...]
    pictures: int
    boards: int  # pictures with a board, however well seen
    flaws: tuple[tuple[str, int], ...]  # in words, with how many pictures had them

    @property
    def words(self) -> str:
        """What was seen, as a sentence without an end."""
        told = [f"{self.pictures} pictures, the board in {self.boards}"]
        told += [f"{count} {what}" for what, count in self.flaws]
        return ", ".join(told) + f"; {len(self.kept)} different views kept"


def film_views(seen: Sequence[BoardView | None]) -> FilmChoice:
    """The best views of a film, its pictures given in their order."""
    flaws = Counter(_word(view) for view in seen if view is not None)
    good = [i for i, view in enumerate(seen) if view is not None and _word(view) is None]
    unsteady = {i: _unsteady_px(seen, i) for i in good}
    kept: list[BoardView] = []
    for i in sorted(good, key=lambda i: (unsteady[i], i)):
        view = seen[i]
        if view is not None and is_new(view, kept):
            kept.append(view)
        if len(kept) == MOST_VIEWS:
            break
    boards = sum(view is not None for view in seen)
    listed = [(word, count) for word, count in flaws.most_common() if word is not None]
    return FilmChoice(tuple(kept), len(seen), boards, tuple(listed))


def _word(view: BoardView) -> str | None:
    """What keeps a picture of the board from being used, in a word or two."""
    if blur(view) is not None:
        return "too blurred"
    return None if flaw(view) is None else "with too few corners"


def _unsteady_px(seen: Sequence[BoardView | None], i: int) -> float:
    """How wide edges are and how far the board moves in one picture's time, put together."""
    view = seen[i]
    assert view is not None
    beside = [seen[k] for k in (i - 1, i + 1) if 0 <= k < len(seen)]
    moves = [apart_px(view, other) for other in beside if other is not None]
    moved = min([move for move in moves if np.isfinite(move)], default=_ALONE_PX)
    return float(view.edge_px + moved)
