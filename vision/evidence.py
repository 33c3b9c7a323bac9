"""What the finders of things work from: the flat view, a mask for each listed thing, covers."""

import logging
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, reduce
from math import sqrt

import cv2
import numpy as np

from calibration.camera_pose import CameraPose
from calibration.medians import median
from table.army import TagStyle
from table.picture import Picture
from table.places import CameraXY, Floats
from table.table_spec import TableSpec
from vision.background import Background, sorted_colours
from vision.covered import card_cells, covered_cells, man_outline
from vision.desk_colour import desk_ink, unchanged_cost
from vision.faint_colours import faint_cells
from vision.flat_table import FlatTable, Mask, Pixels, Singles, flat_table
from vision.inks import (
    FLAT_SHADING,
    ROUND_SHADING,
    Ink,
    as_seen,
    lab_of_rgb,
    listed_ink,
    tinted,
)
from vision.regions import both, bytes_of, either, filled, grown, opened, widened, without
from vision.view import (
    FINE_PX_PER_IN,
    View,
    empty_lab,
    evened_by_desk,
    flat_light,
    rough_light,
    rough_mask,
    view_table,
)

_LOG = logging.getLogger(__name__)

# A napkin's pattern is its ground colour mixed with white or with black.
_TINTS = (0.45, -0.4)
# How much worse than the likeliest a colour may be and still be tried with its shape.
_RIVALRY = 9.0
_STRICT_RIVALRY = 1.5
# How much narrower a colour becomes once it was seen here; gloss and hollows keep it wide.
_TIGHTNESS = {"mug": 0.8, "plate": 0.7, "lid": 0.6, "wall": 0.6}
_TIGHT = 0.4
# Only patches at least this wide tell how a colour is seen here: men's shadows are narrower.
_SURE_WIDTH_IN = {"wall": 0.19, "mug": 0.5, "lid": 0.7}
_SURE_WIDTH_ELSE_IN = 0.9
_MARKER_RIM = 1.3
_ENOUGH = 1500  # cells that tell a colour
_FEWEST = 100
_SAME_CORNER = 0.5  # the correlation of a corner marker with itself, in another light
_MUCH_ALIKE = 9.0  # squared distance from its listing within which a colour is learnt
_SUM = np.ones((1, 3), np.float32)
_LYING_IN = 0.2
_FAINT = 3.0  # squared distance of the desk within which cell by cell no strip is told from it
_STRIPS = frozenset({"road", "river"})
# A colour seen that far from its listing, squared, may be coffee's, print's or a shadow's.
_STRAYED, _STRAYING = 2.5, frozenset({"lid", "wall", "book", "mat"})
_LIT_IN, _LIT_SQ_IN = 0.6, 12.0
ROUND_KINDS = frozenset(ROUND_SHADING)
FLAT_KINDS = frozenset({"road", "river", "bridge", "napkin", "mat"})
_STRIPE_IN = 1.0  # how wide a napkin's stripe is at most, and half as much at its edge


@dataclass(frozen=True, eq=False)
class TagPatch:
    """A tag as it hides the table: its corners in the picture, the first two its top edge.

    `style` is None where no man stands behind it: an order card, a tag of no army.
    """

    corners: CameraXY
    style: TagStyle | None = None
    base: float = 1.0


@dataclass(frozen=True, eq=False)
class Evidence:
    """The view, and for each thing of the table file where its colour shows.

    `masks` are generous, `strict` hold only cells that no other listed colour fits better,
    `tints` the cells that a pattern on that colour may show. `covered` is what paper and
    men hide, `strange` what the bare desk does not explain, `pale` for each plate of nearly the
    desk's colour the cells of either, `as_listed` what a mask and a strict one would be of a
    listing whose colour was seen far from it. All are coarse, 255 where true.
    """

    view: View
    spec: TableSpec
    masks: tuple[Pixels, ...]
    strict: tuple[Pixels, ...]
    tints: tuple[Pixels, ...]
    covered: Pixels
    strange: Pixels
    pale: dict[int, Pixels] = field(default_factory=dict)
    as_listed: dict[int, tuple[Pixels, Pixels]] = field(default_factory=dict)

    def veil(self, number: int) -> Pixels:
        """What may hide cloth or paper of one listing: tags, men, and what else lies there.

        Another flat thing hides nothing before it was found: two lie side by side.
        """
        over = without(self.strange, either(self.masks[number], self.tints[number]))
        over = without(over, self.surely(self.of_kinds(FLAT_KINDS)))
        return either(self.covered, opened(over, self.flat, _LYING_IN))

    def of_kinds(self, kinds: Container[str]) -> list[int]:
        """The numbers of the listings of these kinds."""
        return [n for n, thing in enumerate(self.spec.things) if thing.kind in kinds]

    def surely(self, numbers: Iterable[int]) -> Pixels:
        """The cells that surely show one of these listings."""
        return reduce(either, (self.strict[n] for n in numbers), np.zeros_like(self.covered))

    def surely_others(self, *numbers: int) -> Pixels:
        """The cells that surely show another listing than these."""
        return self.surely(n for n in range(len(self.strict)) if n not in numbers)

    def with_listed(self, number: int) -> "Evidence":
        """The evidence with a listing's masks as if its colour were not seen otherwise here."""
        mask, strict = self.as_listed[number]
        before, after = np.s_[:number], np.s_[number + 1 :]
        return replace(
            self,
            masks=(*self.masks[before], mask, *self.masks[after]),
            strict=(*self.strict[before], strict, *self.strict[after]),
        )

    @cached_property
    def in_sight(self) -> Pixels:
        """What the picture reaches and neither paper nor men hide."""
        return without(bytes_of(self.view.reached > 0), self.covered)

    @cached_property
    def unlisted(self) -> Pixels:
        """What neither the desk nor any listed colour explains."""
        left = self.strange
        for mask in (*self.masks, *self.tints):
            left = without(left, mask)
        return left

    @property
    def flat(self) -> FlatTable:
        """The coarse grid."""
        return self.view.coarse


def gathered(
    picture: Picture,
    pose: CameraPose,
    spec: TableSpec,
    tags: Sequence[TagPatch],
    empty: Picture | None,
) -> Evidence:
    """All that a picture tells about the listed colours."""
    empty = _of_this_camera(empty, picture)
    fine = flat_table(pose, spec.width, spec.height, FINE_PX_PER_IN)
    papers = _papers(tags, pose)
    view = view_table(picture, pose, fine, marker_corners(spec) + papers)
    covered = _covered(view.coarse, spec, tags, papers)
    usable = (covered == 0) & (view.reached > 0) & (_play_cells(view.coarse) > 0)
    before = None if empty is None else flat_light(empty, pose, view.fine)
    if before is not None and not _has_same_corners(view, before, spec):
        _LOG.warning(
            "the empty picture shows the corner markers elsewhere; it is left out: "
            "take it again with the camera where it is now"
        )
        before = None
    rough_before = None if before is None else rough_light(before)
    rough, rough_usable = view.rough(), rough_mask(usable)
    first = _background(rough, rough_before, rough_usable)
    bare = first.bare(_listed_inks(spec)) & ~first.strange() & rough_usable
    view = evened_by_desk(view, rough, bare)
    ground = _background(view, before, usable)
    covered = _with_cards(covered, view, ground.desk, tags, papers)
    return _evidence(view, spec, ground, covered)


def _papers(tags: Sequence[TagPatch], pose: CameraPose) -> list[Floats]:
    """The tags' corners in seen inches, found all at once."""
    if not tags:
        return []
    corners = CameraXY(np.concatenate([tag.corners for tag in tags]))
    seen = np.asarray(pose.table_from_camera(corners, 0.0))
    return np.split(seen, np.cumsum([len(tag.corners) for tag in tags[:-1]]))


def _of_this_camera(empty: Picture | None, picture: Picture) -> Picture | None:
    """The empty picture if it has this one's size; another camera's is told of and left out."""
    if empty is None or empty.shape == picture.shape:
        return empty
    _LOG.warning(
        "the empty picture is %d x %d pixels, this one %d x %d; it is left out: "
        "take it again with the same camera",
        *(empty.shape[1], empty.shape[0], picture.shape[1], picture.shape[0]),
    )
    return None


def _has_same_corners(view: View, before: Singles, spec: TableSpec) -> bool:
    """Whether most corner markers look alike in both pictures, at the same places."""
    alike = []
    for corners in marker_corners(spec):
        cells = view.coarse.cells_from_seen(corners)
        low, high = np.floor(cells.min(axis=0)).astype(int), np.ceil(cells.max(axis=0)).astype(int)
        here = np.s_[low[1] : high[1] + 1, low[0] : high[0] + 1]
        now, then = (_relief(light[here]) for light in (view.light, before))
        contrast = sqrt(float(now @ now) * float(then @ then))
        if contrast > 0:
            alike.append(float(now @ then) / contrast)
    return not alike or float(median(np.array(alike))) > _SAME_CORNER


def _relief(light: Singles) -> Floats:
    """How much brighter than all of them together each cell is."""
    grey = cv2.transform(light, _SUM).astype(float).ravel()
    return np.asarray(grey - grey.sum() / max(1, len(grey)))


def _background(view: View, before: Singles | None, usable: Mask) -> Background:
    colours, desk = sorted_colours(view.lab), desk_ink(view.lab, usable)
    if before is None:
        return Background(colours, desk)
    empty = empty_lab(before, view, usable)
    unchanged = unchanged_cost(view.lab, empty, usable)
    if unchanged is None:
        _LOG.warning("the empty picture shows another desk or another light; it is left out")
    return Background(colours, desk, unchanged, empty if unchanged is not None else None)


def marker_corners(spec: TableSpec) -> list[Floats]:
    """The corner markers' squares, table inches."""
    side, right, bottom = spec.corner_marker, spec.width, spec.height
    starts = ((0, 0), (right - side, 0), (right - side, bottom - side), (0, bottom - side))
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float) * side
    return [square + start for start in starts]


def _play_cells(flat: FlatTable) -> Pixels:
    right, bottom = flat.width, flat.height
    return filled(np.array([[0, 0], [right, 0], [right, bottom], [0, bottom]], float), flat)


def _covered(
    flat: FlatTable, spec: TableSpec, tags: Sequence[TagPatch], papers: Sequence[Floats]
) -> Pixels:
    """What tags, men and corner markers hide."""
    cells = [flat.cells_from_seen(paper) for paper in papers]
    men = [
        man_outline(flat, corners, tag.style, tag.base)
        for tag, corners in zip(tags, cells, strict=True)
        if tag.style is not None
    ]
    markers = [flat.cells_from_seen(grown(m, _MARKER_RIM)) for m in marker_corners(spec)]
    return covered_cells(flat, markers + cells, men)


def _with_cards(
    covered: Pixels, view: View, desk: Ink, tags: Sequence[TagPatch], papers: Sequence[Floats]
) -> Pixels:
    """What is hidden when the cards around tags without men are counted in."""
    for tag, paper in zip(tags, papers, strict=True):
        if tag.style is None:
            corners = view.coarse.cells_from_seen(paper)
            covered = either(covered, card_cells(view.lab, desk.mean, corners))
    return covered


@lru_cache(maxsize=16)
def _listed_inks(spec: TableSpec) -> tuple[Ink, ...]:
    return tuple(
        listed_ink(lab_of_rgb(thing.rgb), ROUND_SHADING.get(thing.kind, FLAT_SHADING))
        for thing in spec.things
    )


def _seen_inks(
    view: View, spec: TableSpec, ground: Background, usable: Pixels, strange: Pixels
) -> list[Ink]:
    """The listed colours as this light and camera show them, where they show enough."""
    inks = _listed_inks(spec)
    seen = []
    (masks,) = ground.ink_masks(inks, usable, 0.0)
    for thing, ink, mask in zip(spec.things, inks, masks, strict=True):
        # Where a lit desk passes for the colour, what is no desk may tell more.
        alike = ground.is_desk_like(ink)
        tried = [mask, both(mask, strange)] if alike else [mask]
        learnt = [one for some in tried if (one := _learnt(view, thing.kind, ink, some))]
        best = min(learnt, key=ink.distance_of, default=ink)
        # Paper less like its listing than the desk is was learnt from the desk's shadows.
        flat = alike and thing.kind in FLAT_KINDS
        shadow = flat and ink.distance_of(best) > ink.distance_of(ground.desk)
        seen.append(ink if shadow else best)
    return seen


def _learnt(view: View, kind: str, ink: Ink, mask: Pixels) -> Ink | None:
    """A listed colour as the widest parts of a mask show it; None where they are too few."""
    fewest = 0.6 * view.coarse.px_per_in**2
    if cv2.countNonZero(mask) <= fewest:
        return None
    sure = opened(mask, view.coarse, _SURE_WIDTH_IN.get(kind, _SURE_WIDTH_ELSE_IN))
    if cv2.countNonZero(sure) <= fewest:
        return None
    sample = _sample(view.lab, sure)
    # What is in a mug may pass for its colour in deep shade.
    sample = sample.T.compress(ink.distance(sample) < _MUCH_ALIKE, axis=1).T
    return as_seen(sample, ink, _TIGHTNESS.get(kind, _TIGHT)) if len(sample) >= _FEWEST else None


def _sample(lab: Singles, sure: Pixels) -> Floats:
    """The colours of enough of those cells, each channel together in memory."""
    left, top, width, height = cv2.boundingRect(sure)
    cells = np.flatnonzero(sure[top : top + height, left : left + width] > 0)
    rows, columns = np.divmod(cells[:: max(1, len(cells) // _ENOUGH)], width)
    places = (rows + top) * sure.shape[1] + columns + left
    return np.asarray(lab.reshape(-1, 3).take(places, axis=0), float, order="F")


def _faint(
    view: View, spec: TableSpec, ground: Background, usable: Pixels
) -> Iterator[tuple[int, Pixels]]:
    """The strips' listings that look much like the desk, and the cells where each shows."""
    alike = [
        (number, ink)
        for number, (thing, ink) in enumerate(zip(spec.things, _listed_inks(spec), strict=True))
        if thing.kind in _STRIPS and ground.is_desk_like(ink, _FAINT) and ground.explains(ink)
    ]
    if not alike:
        return
    off = view.lab - (ground.desk.mean.astype(np.float32) if ground.empty is None else ground.empty)
    for number, ink in alike:
        cells = faint_cells(off, ground.desk.mean, ink, usable, view.coarse)
        if cells is not None:
            yield number, cells


def _without_lit_desk(mask: Pixels, strange: Pixels, covered: Pixels, flat: FlatTable) -> Pixels:
    """The mask without desk that a lamp has lit until it passes for a colour it has not.

    Where there is little of it, it is rather the thing itself, in shadow.
    """
    lit = opened(without(without(mask, strange), covered), flat, _LIT_IN)
    many = cv2.countNonZero(lit) > _LIT_SQ_IN * flat.px_per_in**2
    return both(mask, strange) if many else mask


def _around_stripes(ground: Pixels, flat: FlatTable) -> Pixels:
    """Where a pattern may be: between stripes of the ground colour, or along them."""
    # Growing by half a stripe on either side fills what lies between two of them.
    return widened(ground, flat, _STRIPE_IN / 2)


def _evidence(view: View, spec: TableSpec, ground: Background, covered: Pixels) -> Evidence:
    reached = bytes_of(view.reached > 0)
    usable = without(both(reached, _play_cells(view.coarse)), covered)
    strange = both(bytes_of(ground.strange()), reached)
    inks = _seen_inks(view, spec, ground, usable, strange)
    patterned = [i for i, thing in enumerate(spec.things) if thing.kind == "napkin"]
    # A patterned napkin may have been seen as the mean of its stripes: its listing counts too.
    listed = _listed_inks(spec)
    pattern = [
        ink
        for i in patterned
        for ink in (listed[i], *(listed_ink(tinted(inks[i].mean, share)) for share in _TINTS))
    ]
    count = len(spec.things)
    tried = [i for i, thing in enumerate(spec.things) if thing.kind in _STRAYING]
    strayed = [i for i in tried if listed[i].distance_of(inks[i]) > _STRAYED]
    every = [*inks, *pattern, *(listed[i] for i in strayed)]
    generous, strict = ground.ink_masks(every, reached, _RIVALRY, _STRICT_RIVALRY)
    first = count + len(pattern)
    as_listed = dict(zip(strayed, zip(generous[first:], strict[first:], strict=True), strict=True))
    for number, cells in _faint(view, spec, ground, without(usable, strange)):
        generous[number] = strict[number] = both(cells, reached)
    for number, thing in enumerate(spec.things):
        if thing.kind in _STRIPS and not ground.explains(listed[number]):
            generous[number] = _without_lit_desk(generous[number], strange, covered, view.coarse)
    tints: list[Pixels] = [np.zeros_like(covered) for _ in range(count)]
    for n, mask in enumerate(generous[count:first]):
        owner = patterned[n // (len(_TINTS) + 1)]
        tints[owner] = either(tints[owner], mask)
    for owner in patterned:
        tints[owner] = both(tints[owner], _around_stripes(generous[owner], view.coarse))
    return Evidence(
        view=view,
        spec=spec,
        masks=tuple(generous[:count]),
        strict=tuple(strict[:count]),
        tints=tuple(tints),
        covered=covered,
        strange=strange,
        pale={
            number: without(both(ground.desk_or(listed[number]), reached), covered)
            for number, thing in enumerate(spec.things)
            if thing.kind == "plate" and ground.is_desk_like(listed[number])
        },
        as_listed=as_listed,
    )
