"""Books under other books: of the lower one little shows, but that has straight edges."""

from collections.abc import Iterator, Sequence

import cv2
from shapely import Polygon

from table.places import Floats
from vision.colour.evidence import Evidence
from vision.surface.flat_table import Pixels
from vision.surface.patches import both, closed, either, filled, share_of, widened, without
from vision.things.boxes import Box, box_around, sharpened
from vision.things.candidate import Found
from vision.things.part_hidden import part_hidden

_GAP_IN = 0.2
_SIDE_IN = 0.1
_FARTHEST_IN = 5.0  # that a lower book reaches beyond the upper one
_LEAST_UNDER = 0.5  # of the upper book, that lies on the lower one
_NEAR_IN = 0.5  # of the upper book, where the lower one must show
_BESIDE_IN, _LEAST_BESIDE = 0.3, 0.2  # of the ground beside the upper book, that is the lower one's


def books_under(
    evidence: Evidence, own: Pixels, hidden: Pixels, upper: Sequence[Found]
) -> Iterator[tuple[Box, float]]:
    """The books whose own colour shows round about upper ones, and how well edges bear them out."""
    if not upper:
        return
    flat = evidence.flat
    shown = without(closed(own, flat, _GAP_IN), hidden)
    for book in upper:
        top = filled(book.silhouette, flat)
        if share_of(shown, without(widened(top, flat, _BESIDE_IN), hidden)) < _LEAST_BESIDE:
            continue
        near = both(shown, widened(top, flat, _FARTHEST_IN))
        # The upper book's own side may have been taken for an edge of the lower one.
        beside = either(hidden, widened(top, flat, _SIDE_IN))
        for over in (hidden, beside):
            lower = list(_holding(evidence, without(near, over), over, book.silhouette))
            yield from (sharpened(evidence.view, box, hidden=hidden) for box in lower)
            if lower:
                break


def _holding(evidence: Evidence, shown: Pixels, hidden: Pixels, upper: Floats) -> Iterator[Box]:
    """The rectangles of cells that show on which most of an upper book's outline lies."""
    coarse, shape = evidence.flat.shrunk(2), Polygon(upper)
    rim = widened(filled(upper, coarse), coarse, _NEAR_IN)
    taken: list[Pixels] = []

    def may_be(piece: Pixels) -> bool:
        """Whether a piece lies beside the upper book."""
        return bool(cv2.countNonZero(both(piece, rim)))

    for rectangle in part_hidden(evidence, shown, hidden, taken, may_be=may_be):
        under = Polygon(rectangle.corners).intersection(shape)
        if under.area > _LEAST_UNDER * shape.area:
            # What else shows inside it is part of the same book.
            taken.append(filled(rectangle.corners, coarse))
            yield box_around(rectangle.corners)
