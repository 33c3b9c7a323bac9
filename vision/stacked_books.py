"""Books under other books: of the lower one little shows, but that has straight edges."""

from collections.abc import Iterator, Sequence

from shapely import Polygon

from vision.boxes import Box, box_around, sharpened
from vision.evidence import Evidence
from vision.flat_table import Pixels
from vision.found import Found
from vision.part_hidden import part_hidden
from vision.regions import both, closed, either, filled, share_of, widened, without

_GAP_IN = 0.2
_SIDE_IN = 0.1
_FARTHEST_IN = 5.0  # that a lower book reaches beyond the upper one
_LEAST_UNDER = 0.5  # of the upper book, that lies on the lower one
_BESIDE_IN, _LEAST_BESIDE = 0.3, 0.2  # of the ground beside the upper book, that is the lower one's


def books_under(
    evidence: Evidence, own: Pixels, hidden: Pixels, upper: Sequence[Found]
) -> Iterator[tuple[Box, float]]:
    """The books whose own colour shows round about upper ones, and how well edges bear them out."""
    flat = evidence.flat
    shown = without(closed(own, flat, _GAP_IN), hidden)
    for book in upper:
        top = filled(book.silhouette, flat)
        if share_of(shown, without(widened(top, flat, _BESIDE_IN), hidden)) < _LEAST_BESIDE:
            continue
        # The upper book's own side ends what shows of the lower one: that is no edge of it.
        over = either(hidden, widened(top, flat, _SIDE_IN))
        near = without(both(shown, widened(top, flat, _FARTHEST_IN)), over)
        on_top = Polygon(book.silhouette)
        for rectangle in part_hidden(evidence, near, over):
            under = Polygon(rectangle.corners).intersection(on_top)
            if under.area > _LEAST_UNDER * on_top.area:
                yield sharpened(evidence.view, box_around(rectangle.corners), hidden=hidden)
