"""A picture in, the flat table in true colours out: its bare desk, and what hides it."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from calibration.camera_pose import CameraPose
from calibration.corner_markers import marker_places
from calibration.medians import median
from table.army import TagStyle
from table.picture import Picture
from table.places import CameraXY, Floats, SeenXY
from table.table_spec import TableSpec
from vision.colour.background import Background, sorted_colours
from vision.colour.desk_colour import desk_ink, unchanged_cost
from vision.colour.inks import Ink
from vision.colour.seen_inks import coloured, listed_inks
from vision.pictures.channels import summed
from vision.surface.covered import card_around, covered_by, man_outline
from vision.surface.flat_table import FlatTable, Mask, Singles, seen_from_camera
from vision.surface.flat_view import (
    EmptyTable,
    FlatView,
    empty_table,
    evened_by_desk,
    rough_mask,
    view_table,
)
from vision.surface.masks import GridMask, inside

_LOG = logging.getLogger(__name__)

_MARKER_RIM = 1.3  # times its size: the white paper that a corner marker is printed on
_EVENINGS = 2  # times that the light is evened, each by a better guess of what is desk
_SAME_CORNER = 0.5  # the correlation of a corner marker with itself, in another light


@dataclass(frozen=True, eq=False)
class TagPatch:
    """A tag as it hides the table: its corners in the picture, the first two its top edge.

    `style` is None where no man stands behind it: an order card, a tag of no army.
    """

    corners: CameraXY
    style: TagStyle | None = None
    base: float = 1.0


@dataclass(frozen=True, eq=False)
class SeenTable:
    """The flat table in true colours, what its bare desk is, and what hides it."""

    view: FlatView
    ground: Background
    covered: GridMask  # under tags, men and corner markers

    @property
    def usable(self) -> GridMask:
        """What of the play area is seen and not hidden."""
        return _usable(self.view, self.covered)


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
    usable = _usable(view, covered).holds
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


def _papers(tags: Sequence[TagPatch], pose: CameraPose) -> list[SeenXY]:
    """The tags' corners, found all at once."""
    if not tags:
        return []
    corners = CameraXY(np.concatenate([tag.corners for tag in tags]))
    seen = np.split(
        seen_from_camera(pose, corners), np.cumsum([len(tag.corners) for tag in tags[:-1]])
    )
    return [SeenXY(some) for some in seen]


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
    grey = summed(light).astype(float).ravel()
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


def marker_corners(spec: TableSpec) -> list[SeenXY]:
    """The corner markers' squares."""
    # What lies on the surface is seen where it is.
    return [SeenXY(corners) for corners in marker_places(spec).values()]


def _usable(view: FlatView, covered: GridMask) -> GridMask:
    """What of the play area is seen and not hidden."""
    right, bottom = view.coarse.width, view.coarse.height
    play = SeenXY(np.array([[0, 0], [right, 0], [right, bottom], [0, bottom]], float))
    return (view.reached & inside(view.coarse, [play])) - covered


def _covered(
    flat: FlatTable, spec: TableSpec, tags: Sequence[TagPatch], papers: Sequence[SeenXY]
) -> GridMask:
    """What tags, men and corner markers hide."""
    cells = [flat.cells_from_seen(paper) for paper in papers]
    men = [
        man_outline(flat, corners, tag.style, tag.base)
        for tag, corners in zip(tags, cells, strict=True)
        if tag.style is not None
    ]
    markers = [flat.cells_from_seen(_with_rim(one)) for one in marker_corners(spec)]
    return covered_by(flat, markers + cells, men)


def _with_rim(marker: SeenXY) -> SeenXY:
    """The paper that a corner marker is printed on."""
    middle = marker.mean(axis=0)
    return SeenXY(middle + (marker - middle) * _MARKER_RIM)


def _with_cards(
    covered: GridMask, view: FlatView, desk: Ink, tags: Sequence[TagPatch], papers: Sequence[SeenXY]
) -> GridMask:
    """What is hidden when the cards around tags without men are counted in."""
    for tag, paper in zip(tags, papers, strict=True):
        if tag.style is None:
            corners = view.coarse.cells_from_seen(paper)
            covered = covered | card_around(view.lab, view.coarse, desk.mean, corners)
    return covered
