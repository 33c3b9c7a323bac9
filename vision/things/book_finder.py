"""Books: rectangles at a known height, on mats of their colour or under other books too."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from shapely import Polygon

from table.table_spec import rgb_of
from vision.colour.evidence import ROUND_KINDS, Evidence
from vision.colour.inks import lab_of_rgb, listed_ink
from vision.surface.flat_table import Pixels
from vision.surface.patches import (
    all_filled,
    both,
    closed,
    either,
    filled,
    halved,
    opened,
    share_inside,
    share_of,
    widened,
    without,
)
from vision.things.boxes import OUTWARD_IN, Box, box_around, sharpened, with_better_sides
from vision.things.candidate import Found, sureness
from vision.things.part_hidden import part_hidden
from vision.things.raised import is_on_a_book, is_raised
from vision.things.rectangles import (
    GAP_IN,
    PLAIN,
    Edged,
    Patch,
    RectangleGround,
    Tried,
    Wanted,
    add_boxes,
    apart,
    best_box,
    ground_under,
    is_like_one,
    patches_of,
)
from vision.things.stacked_books import books_under

_BOOK = Wanted(2.5, 16, 0.85, 0.15, 0.4)
_LIKE_A_BOOK = 9.0  # squared distance of a flat thing's colour, within which light mixes them
_WIDEST_ROAD_IN = 3.0
_TITLE_IN = 0.4  # what is printed on a cover
_CLEAR, _NEARLY_CLEAR = 0.75, 0.5  # of a rectangle's sides, of what is raised
_LEAST_OWN = 0.05  # of a rectangle, that may be its own
_LEAST_SIDES = 3  # that edges tell, of a book that lies on a mat of its colour
_RIM_IN, _CLOSE_IN = 0.1, 0.15


def find_books(evidence: Evidence, number: int, above: Sequence[Found]) -> list[Found]:
    """The books of one listing."""
    ground, boxes = ground_under(evidence, number, above, _BOOK), list[Edged]()
    # What has a mug's colour where no mug was found is none.
    no_mugs = both(evidence.masks[number], evidence.surely(evidence.of_kinds(ROUND_KINDS)))
    ground = replace(ground, own=either(ground.own, no_mugs))
    tried = add_boxes(ground, boxes)
    boxes = boxes or _amid_its_colour(ground)
    boxes = [box for box in boxes if not _may_be_a_mat(ground, box[0])]
    known = [box for box, share in boxes if share >= PLAIN]
    boxes += _as_bright_as_mats(ground, known, tried)
    boxes += _as_bright_as_roads(ground, known)
    boxes += _under_others(ground, above, boxes)
    return [ground.found(box, sureness(share)) for box, share in apart(boxes)]


def _amid_its_colour(ground: RectangleGround) -> list[Edged]:
    """The books beside which shaded paper or a shadow has surely their colour too."""
    surely = without(ground.evidence.strict[ground.number], ground.claimed)
    return [box for box in _touching(ground, surely) if _is_clear(ground, box)]


def _may_be_a_mat(ground: RectangleGround, box: Box) -> bool:
    """Whether more of what shows of a box is surely a mat's than the book's, and it lies flat."""
    evidence = ground.evidence
    shows = without(filled(box.corners, ground.flat), ground.hidden)
    own, *mats = (
        share_of(evidence.strict[n], shows) for n in (ground.number, *evidence.of_kinds({"mat"}))
    )
    return max(mats, default=0.0) > own and not _stands_up(ground, box)


def _stands_up(ground: RectangleGround, box: Box, not_desk: Pixels | None = None) -> bool:
    """Whether a box is raised above the desk, or lies on another book, as no mat does.

    Where something touches it, which is `not_desk`, all its other sides must tell.
    """
    evidence, number, hidden = ground.evidence, ground.number, ground.hidden
    if is_on_a_book(evidence, box, number, hidden):
        return True
    beside = hidden if not_desk is None else not_desk
    return is_raised(evidence, box, beside, all_round=not_desk is not None)


def _as_bright_as_mats(
    ground: RectangleGround, known: Sequence[Box], tried: Sequence[Tried]
) -> list[Edged]:
    """The books whose covers shine until they have a mat's colour: plain, and no mat is raised.

    Those that are `known` are looked for no more, nor those `tried` before.
    """
    evidence, number, hidden = ground.evidence, ground.number, ground.hidden
    boxes = list[Edged]()
    for mat in _like(ground, "mat"):
        either_one = _of_either(ground, mat)
        around = (
            _tried_box(ground, patch, tried)
            for patch in patches_of(ground, either_one)
            if not is_like_one(patch[1], known)
        )
        clear = [box for box in around if box is not None and _is_clear(ground, box)]
        alone = [box for box in clear if _stands_up(ground, box[0])]
        boxes += alone
        if any(share >= PLAIN for _, share in alone):
            continue
        # What surely shows another thing, or the mat, is no shadow, though darker than the desk.
        not_desk = either(either(hidden, either_one), evidence.surely_others(number, mat))
        # What has plain sides by itself touches nothing.
        by_itself = [box for box, share in clear if share >= PLAIN]
        boxes += [
            box
            for box in _touching(ground, either_one, [*known, *by_itself], evidence.strict[mat])
            if _is_clear(ground, box) and _stands_up(ground, box[0], not_desk)
        ]
    return boxes


def _tried_box(ground: RectangleGround, patch: Patch, tried: Sequence[Tried]) -> Edged | None:
    """The best box around a patch, as it was found where one like it has been tried."""
    cells, around = patch
    before = next((one for one in tried if is_like_one(around, [one[0]])), None)
    return before[1] if before is not None else best_box(ground, cells, around)


def _as_bright_as_roads(ground: RectangleGround, known: Sequence[Box]) -> list[Edged]:
    """The books whose covers shine until they have a road's colour: plain, and no road is wide.

    Those that are `known` are looked for no more.
    """
    boxes, flat = list[Edged](), ground.flat
    taken = either(ground.claimed, all_filled((box.corners for box in known), flat))
    for road in _like(ground, "road"):
        surely = without(ground.evidence.strict[road], taken)
        wide = opened(closed(surely, flat, _TITLE_IN), flat, _WIDEST_ROAD_IN)
        if wide.any():
            boxes += [
                box
                for box in _touching(ground, _of_either(ground, road), known, wide)
                if 2 * box[0].half_width > _WIDEST_ROAD_IN and _is_clear(ground, box)
            ]
    return boxes


def _like(ground: RectangleGround, kind: str) -> Iterator[int]:
    """The listings of a flat kind that light mixes up with the book's."""
    things = ground.evidence.spec.things
    book = listed_ink(lab_of_rgb(rgb_of(things[ground.number].shown[0])))
    for number in ground.evidence.of_kinds({kind}):
        if book.distance(lab_of_rgb(rgb_of(things[number].shown[0]))[None])[0] <= _LIKE_A_BOOK:
            yield number


def _of_either(ground: RectangleGround, other: int) -> Pixels:
    """The cells of the book's colour or another listing's, without what is found."""
    masks = ground.evidence.masks
    return without(either(masks[ground.number], masks[other]), ground.claimed)


def _is_clear(ground: RectangleGround, edged: Edged) -> bool:
    """Whether most of a box's sides lie on edges, and the book's colour shows anywhere on it."""
    box, share = edged
    own = without(ground.evidence.masks[ground.number], ground.hidden)
    return share >= _CLEAR and share_inside(own, box.corners, ground.flat) >= _LEAST_OWN


def _touching(
    ground: RectangleGround, cells: Pixels, known: Sequence[Box] = (), shine: Pixels | None = None
) -> Iterator[Edged]:
    """The rectangles, large as books, of cells that show a book and flat things which touch it.

    What mostly is one that is `known` is left out, and what has hardly any of the book's colour
    or of its `shine`.
    """
    evidence, flat, hidden = ground.evidence, ground.flat, ground.hidden
    coarse = flat.shrunk(2)
    taken = [filled(box.corners, coarse) for box in known]
    seen = [evidence.masks[ground.number], *([] if shine is None else [shine])]
    colours = [halved(some, coarse) for some in seen]

    def may_be(piece: Pixels) -> bool:
        """Whether all colours that a piece must have show on it."""
        return all(share_of(some, piece) >= _LEAST_OWN for some in colours)

    shown = without(cells, hidden)
    for rectangle in part_hidden(evidence, shown, hidden, taken, may_be=may_be):
        if rectangle.sides_told < _LEAST_SIDES:
            continue
        # Where a mat goes on beside the book no edge is to be seen.
        beside = opened(without(cells, filled(rectangle.corners, flat)), flat, GAP_IN)
        untold = either(hidden, widened(beside, flat, _RIM_IN))
        box, share = sharpened(evidence.view, box_around(rectangle.corners), hidden=untold)
        if _NEARLY_CLEAR <= share < _CLEAR:
            # Colour that a shadow hides may end short of the edge.
            wider = with_better_sides(evidence.view, box, untold, OUTWARD_IN)
            box, share = sharpened(evidence.view, wider, _CLOSE_IN, hidden=untold)
        if _BOOK.has_size(box):
            yield box, share


def _under_others(
    ground: RectangleGround, above: Sequence[Found], boxes: Sequence[Edged]
) -> list[Edged]:
    """The books under higher ones under which none is plain to see yet."""
    thing = ground.evidence.spec.things[ground.number]
    plain = [Polygon(box.corners) for box, share in boxes if share >= PLAIN]
    upper = [
        one
        for one in above
        if one.spec.kind == "book"
        and one.spec.height > thing.height
        and not any(Polygon(one.silhouette).intersects(shape) for shape in plain)
    ]
    own = ground.evidence.masks[ground.number]
    return [
        (box, share)
        for box, share in books_under(ground.evidence, own, ground.hidden, upper)
        if _BOOK.has_size(box) and share >= _BOOK.least_edge and ground.is_own(box, share)
    ]
