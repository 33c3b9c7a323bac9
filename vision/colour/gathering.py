"""A picture in, all that it tells about the listed colours out: where each shows, what hides it."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import cast

import cv2
import numpy as np

from calibration.camera_pose import CameraPose
from calibration.medians import median
from table.picture import Picture
from table.places import CameraXY, Floats
from table.table_spec import TableSpec
from vision.colour.background import Background, sorted_colours
from vision.colour.desk_colour import desk_ink, unchanged_cost
from vision.colour.evidence import Evidence, TagPatch
from vision.colour.faint_colours import faint_cells
from vision.colour.inks import Ink, listed_ink, tinted
from vision.colour.seen_inks import coloured, listed_inks, seen_inks
from vision.surface.covered import card_cells, covered_cells, man_outline
from vision.surface.flat_table import FlatTable, Mask, Pixels, Singles, flat_table
from vision.surface.flat_view import (
    FINE_PX_PER_IN,
    EmptyTable,
    FlatView,
    empty_table,
    evened_by_desk,
    rough_mask,
    view_table,
)
from vision.surface.patches import both, bytes_of, either, filled, grown, opened, widened, without

_LOG = logging.getLogger(__name__)

# A napkin's pattern is its ground colour mixed with white or with black.
_TINTS = (0.45, -0.4)
# How much worse than the likeliest a colour may be and still be tried with its shape.
_RIVALRY = 9.0
_STRICT_RIVALRY = 1.5
_MARKER_RIM = 1.3
_EVENINGS = 2
_SAME_CORNER = 0.5  # the correlation of a corner marker with itself, in another light
_SUM = np.ones((1, 3), np.float32)
_FAINT = 3.0  # squared distance of the desk within which cell by cell no strip is told from it
_STRIPS = frozenset({"road", "river"})
# A colour seen that far from its listing, squared, may be coffee's, print's or a shadow's.
_STRAYED, _STRAYING = 2.5, frozenset({"lid", "wall", "book", "mat"})
_LIT_IN, _LIT_SQ_IN = 0.6, 12.0
_STRIPE_IN = 1.0  # how wide a napkin's stripe is at most, and half as much at its edge


@dataclass(frozen=True, eq=False)
class SeenTable:
    """The flat table in true colours, what its bare desk is, and what hides it."""

    view: FlatView
    ground: Background
    covered: Pixels  # coarse, 255 under tags, men and corner markers

    @property
    def reached(self) -> Pixels:
        """The cells, 255, that the camera's picture reaches."""
        return bytes_of(self.view.reached > 0)

    @property
    def usable(self) -> Pixels:
        """The cells of the play area, 255, that are seen and not hidden."""
        return without(both(self.reached, _play_cells(self.view.coarse)), self.covered)


def gathered(
    picture: Picture,
    pose: CameraPose,
    spec: TableSpec,
    tags: Sequence[TagPatch],
    empty: Picture | None,
) -> Evidence:
    """All that a picture tells about the listed colours."""
    fine = flat_table(pose, spec.width, spec.height, FINE_PX_PER_IN)
    seen = seen_table(picture, pose, spec, tags, empty, fine=fine)
    return _evidence(seen.view, spec, seen.ground, seen.covered)


def seen_table(  # noqa: PLR0913 - one picture and all that is known of it
    picture: Picture,
    pose: CameraPose,
    spec: TableSpec,
    tags: Sequence[TagPatch],
    empty: Picture | None,
    *,
    fine: FlatTable,
) -> SeenTable:
    """The table as a picture shows it on that grid."""
    empty = _of_this_camera(empty, picture)
    papers = _papers(tags, pose)
    view = view_table(picture, pose, fine, marker_corners(spec) + papers)
    covered = _covered(view.coarse, spec, tags, papers)
    usable = (covered == 0) & (view.reached > 0) & (_play_cells(view.coarse) > 0)
    before = None if empty is None else empty_table(empty, pose, view, usable)
    if before is not None and not _has_same_corners(view, before.light, spec):
        _LOG.warning(
            "the empty picture shows the corner markers elsewhere; it is left out: "
            "take it again with the camera where it is now"
        )
        before = None
    rough, rough_usable = view.rough(), rough_mask(usable)
    rough_before = None if before is None else before.rough()
    inks = listed_inks(coloured(spec))
    # What a lamp lights passes for desk only once what lies around it was evened.
    for _ in range(_EVENINGS):
        first = _background(rough, rough_before, rough_usable)
        bare = first.bare(inks) & ~first.strange() & rough_usable
        view = evened_by_desk(view, rough, bare)
        rough = replace(rough, white=view.white)
    ground = _background(view, before, usable)
    return SeenTable(view, ground, _with_cards(covered, view, ground.desk, tags, papers))


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


def _has_same_corners(view: FlatView, before: Singles, spec: TableSpec) -> bool:
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


def _background(view: FlatView, before: EmptyTable | None, usable: Mask) -> Background:
    colours, desk = sorted_colours(view.lab), desk_ink(view.lab, usable)
    if before is None:
        return Background(colours, desk)
    empty = before.lab(view)
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
    covered: Pixels, view: FlatView, desk: Ink, tags: Sequence[TagPatch], papers: Sequence[Floats]
) -> Pixels:
    """What is hidden when the cards around tags without men are counted in."""
    for tag, paper in zip(tags, papers, strict=True):
        if tag.style is None:
            corners = view.coarse.cells_from_seen(paper)
            covered = either(covered, card_cells(view.lab, desk.mean, corners))
    return covered


def _faint(
    view: FlatView, spec: TableSpec, ground: Background, usable: Pixels
) -> Iterator[tuple[int, Pixels]]:
    """The strips' listings that look much like the desk, and the cells where each shows."""
    alike = [
        (number, ink)
        for number, (thing, ink) in enumerate(zip(spec.things, listed_inks(spec), strict=True))
        if thing.kind in _STRIPS and ground.is_desk_like(ink, _FAINT) and ground.explains(ink)
    ]
    if not alike:
        return
    bare = ground.desk.mean if ground.empty is None else ground.empty
    off = cast("Singles", cv2.subtract(view.lab, bare))
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


def _evidence(view: FlatView, spec: TableSpec, ground: Background, covered: Pixels) -> Evidence:
    reached = bytes_of(view.reached > 0)
    usable = without(both(reached, _play_cells(view.coarse)), covered)
    strange = both(bytes_of(ground.strange()), reached)
    inks = seen_inks(view, spec, ground, usable, strange)
    patterned = [i for i, thing in enumerate(spec.things) if thing.kind == "napkin"]
    # A patterned napkin may have been seen as the mean of its stripes: its listing counts too.
    listed = listed_inks(spec)
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
    tints: list[Pixels] = [np.zeros_like(covered)] * count
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
