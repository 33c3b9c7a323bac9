"""The tags of one picture: what they say and where their paper is, in pixels."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from table.places import CameraXY, Floats

ORDER_SIGN = ":"


@dataclass(frozen=True, eq=False)
class SeenTag:
    """One tag: its text (None where it could not be read) and its white paper's corners.

    The corners run clockwise from the tag's own top left. `size_in` is the paper's side,
    `spread_px` the standard error of the middle, `confidence` that the text is right. `again` is
    the text of an unread tag that was read, and more surely at another place.
    """

    text: str | None
    quad: CameraXY
    size_in: float
    confidence: float
    spread_px: float
    again: str | None = None

    @property
    def middle(self) -> CameraXY:
        """The tag's middle, (1, 2)."""
        return CameraXY(self.quad.mean(axis=0, keepdims=True))

    @property
    def side_px(self) -> float:
        """The mean side of the paper."""
        return float(np.hypot(*(self.quad - np.roll(self.quad, 1, axis=0)).T).mean())


def quads_of(tags: Sequence[SeenTag]) -> Floats:
    """The corners of some tags' paper, (n, 4, 2)."""
    return np.array([tag.quad for tag in tags], float).reshape(-1, 4, 2)


@dataclass(frozen=True, eq=False)
class TagsSeen:
    """All tags of a picture: soldiers' (one for each), order cards', other people's, unread.

    `posters` are no tags but codes with longer texts: paper that hides the table as well;
    `untried` are places with a tag's detail at which nobody was looked for, though men are missing.
    """

    soldiers: tuple[SeenTag, ...] = ()
    orders: tuple[SeenTag, ...] = ()
    unknown: tuple[SeenTag, ...] = ()
    unread: tuple[SeenTag, ...] = ()
    posters: tuple[SeenTag, ...] = ()
    untried: int = 0

    @property
    def every(self) -> tuple[SeenTag, ...]:
        """All tags."""
        return (*self.soldiers, *self.orders, *self.unknown, *self.unread)

    @property
    def quads(self) -> tuple[CameraXY, ...]:
        """The paper of every tag, to mask it or to take its white as white."""
        return tuple(tag.quad for tag in self.every)

    def of_each(self, some: Callable[[Sequence[SeenTag]], tuple[SeenTag, ...]]) -> "TagsSeen":
        """What a function makes of the tags of each kind."""
        kinds = (self.soldiers, self.orders, self.unknown, self.unread, self.posters)
        soldiers, orders, unknown, unread, posters = (some(tags) for tags in kinds)
        return TagsSeen(soldiers, orders, unknown, unread, posters, self.untried)

    def together(self, other: "TagsSeen") -> "TagsSeen":
        """These and others."""
        return TagsSeen(
            self.soldiers + other.soldiers,
            self.orders + other.orders,
            self.unknown + other.unknown,
            self.unread + other.unread,
            self.posters + other.posters,
            self.untried + other.untried,
        )

    def without(self, unread: SeenTag) -> "TagsSeen":
        """These but for one unread tag."""
        return replace(self, unread=tuple(tag for tag in self.unread if tag is not unread))
