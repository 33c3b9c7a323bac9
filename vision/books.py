"""Books: rectangles at a known height, on mats of their colour or under other books too."""

from collections.abc import Iterator, Sequence

from shapely import Polygon

from vision.boxes import Box, box_around, sharpened
from vision.evidence import Evidence
from vision.flat_table import Pixels
from vision.found import Found, sureness
from vision.inks import lab_of_rgb, listed_ink
from vision.part_hidden import part_hidden
from vision.raised import is_raised
from vision.rectangles import (
    GAP_IN,
    PLAIN,
    Edged,
    Ground,
    Wanted,
    add_boxes,
    apart,
    best_box,
    ground_under,
    patches_of,
)
from vision.regions import either, filled, opened, share_inside, share_of, widened, without
from vision.stacked_books import books_under

_BOOK = Wanted(2.5, 16, 0.85, 0.15, 0.4)
_LIKE_A_MAT = 9.0  # squared distance of a mat's colour from a book's, within which light mixes them
_CLEAR = 0.75  # of a rectangle's sides, of what is raised
_LEAST_OWN = 0.05  # of a rectangle, that may be its own
_LEAST_SIDES = 3  # that edges tell, of a book that lies on a mat of its colour
_RIM_IN = 0.1


def find_books(evidence: Evidence, number: int, above: Sequence[Found]) -> list[Found]:
    """The books of one listing."""
    ground, boxes = ground_under(evidence, number, above, _BOOK), list[Edged]()
    add_boxes(ground, boxes)
    boxes = [box for box in boxes if not _may_be_a_mat(ground, box[0])]
    boxes += _as_bright_as_mats(ground)
    boxes += _under_others(ground, above, boxes)
    return [ground.found(box, sureness(share)) for box, share in apart(boxes)]


def _may_be_a_mat(ground: Ground, box: Box) -> bool:
    """Whether more of what shows of a box is surely a mat's than the book's, and it lies flat."""
    evidence = ground.evidence
    shows = without(filled(box.corners, ground.flat), ground.hidden)
    own, *mats = (
        share_of(evidence.strict[n], shows) for n in (ground.number, *evidence.of_kinds({"mat"}))
    )
    return max(mats, default=0.0) > own and not is_raised(evidence, box, ground.hidden)


def _as_bright_as_mats(ground: Ground) -> list[Edged]:
    """The books whose covers shine until they have a mat's colour: plain, and no mat is raised."""
    evidence, number, hidden = ground.evidence, ground.number, ground.hidden
    listed = [lab_of_rgb(thing.rgb) for thing in evidence.spec.things]
    book, boxes = listed_ink(listed[number]), list[Edged]()
    for mat in evidence.of_kinds({"mat"}):
        if book.distance(listed[mat][None])[0] > _LIKE_A_MAT:
            continue
        either_one = without(either(evidence.masks[number], evidence.masks[mat]), ground.claimed)
        for patch in patches_of(ground, either_one):
            box = best_box(ground, patch, box_around(patch.ring))
            if box is not None and _is_clear(ground, box) and is_raised(evidence, box[0], hidden):
                boxes.append(box)
        # What surely shows another thing, or the mat, is no shadow, though darker than the desk.
        not_desk = either(either(hidden, either_one), evidence.surely_others(number, mat))
        boxes += [
            box
            for box in _touching_mats(ground, either_one)
            if _is_clear(ground, box) and is_raised(evidence, box[0], not_desk, all_round=True)
        ]
    return boxes


def _is_clear(ground: Ground, edged: Edged) -> bool:
    """Whether most of a box's sides lie on edges, and the book's colour shows anywhere on it."""
    box, share = edged
    own = without(ground.evidence.masks[ground.number], ground.hidden)
    return share >= _CLEAR and share_inside(own, box.corners, ground.flat) >= _LEAST_OWN


def _touching_mats(ground: Ground, cells: Pixels) -> Iterator[Edged]:
    """The rectangles, large as books, of cells that show a book and a mat which touch."""
    evidence, flat, hidden = ground.evidence, ground.flat, ground.hidden
    for rectangle in part_hidden(evidence, without(cells, hidden), hidden):
        if rectangle.sides_told < _LEAST_SIDES:
            continue
        # Where the mat goes on beside the book no edge is to be seen.
        beside = opened(without(cells, filled(rectangle.corners, flat)), flat, GAP_IN)
        untold = either(hidden, widened(beside, flat, _RIM_IN))
        box, share = sharpened(evidence.view, box_around(rectangle.corners), hidden=untold)
        if _BOOK.has_size(box):
            yield box, share


def _under_others(ground: Ground, above: Sequence[Found], boxes: Sequence[Edged]) -> list[Edged]:
    """The books under higher ones under which none is plain to see yet."""
    plain = [Polygon(box.corners) for box, share in boxes if share >= PLAIN]
    upper = [
        one
        for one in above
        if one.spec.kind == "book"
        and not any(Polygon(one.silhouette).intersects(shape) for shape in plain)
    ]
    own = ground.evidence.masks[ground.number]
    return [
        (box, share)
        for box, share in books_under(ground.evidence, own, ground.hidden, upper)
        if _BOOK.has_size(box) and share >= _BOOK.least_edge and ground.is_own(box, share)
    ]
