"""What lies on the table and is on no list: its place, its size, its outline and its colour.

What neither the desk nor a listed thing explains falls into layers of one colour each; a patch
of a layer is a thing if its outline runs along edges of the picture, which shadows have not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np

from calibration.camera_pose import CameraPose
from table.picture import Picture
from table.places import Floats, TablePoint
from table.table_spec import TableSpec
from vision.boxes import box_around
from vision.colour_layers import colour_layers
from vision.evidence import Evidence, TagPatch
from vision.flat_table import FlatTable, Mask, Pixels
from vision.found import Found, ground_of
from vision.gathering import gathered
from vision.left_over import left_over
from vision.patch_edges import without_shadow
from vision.regions import (
    Region,
    at,
    both,
    bridged,
    bytes_of,
    closed,
    either,
    filled,
    opened,
    region,
    regions,
    share_of,
    widened,
    without,
)
from vision.rings import hull, hull_area, thinned
from vision.things import all_found

_LEAST_SQ_IN = 0.8
_NARROWEST_IN = 0.2
_GAP_IN = 0.25  # in a patch: a fold, a printed line, shine
_PLAIN_FILL = 0.85  # of the convex ring around it
_ACROSS_IN = 4.0  # the widest thing that lies across another and does not end it
_ACROSS_BOOK_IN = 12.0
_CORNER_IN = 0.08  # of an outline; less is a cell's step
_LEAST_ON_TABLE = 0.5
_ROUND_FILL = (0.7, 0.9)  # of the box around it: a circle has pi / 4
_SWALLOWED = 0.8
_RIM_DEPTHS_IN = (0.08, 0.4)
_BIN = 8.0
_COLOURFUL = 12.0  # chroma that doubles a colour's weight


@dataclass(frozen=True, slots=True)
class Stranger:
    """A thing on no list: a place on it, its sides and outline in inches, seen on the surface."""

    place: TablePoint
    length_in: float
    width_in: float
    is_round: bool
    colour: str  # "#rrggbb" under neutral light
    outline: tuple[TablePoint, ...]


def strangers(
    picture: Picture,
    pose: CameraPose,
    spec: TableSpec,
    tags: Sequence[TagPatch],
    empty: Picture | None = None,
) -> tuple[Stranger, ...]:
    """What the list does not explain, largest first."""
    evidence = gathered(picture, pose, spec, tags, empty)
    found = all_found(evidence)
    whole = (patch for patch in _patches(evidence, found) if not _reaches_out(patch, evidence))
    trimmed = (without_shadow(patch, evidence) for patch in whole)
    patches = [patch for patch in trimmed if patch is not None and _on_table(patch, evidence)]
    patches.sort(key=lambda patch: -patch.area_sq_in)
    return tuple(_stranger(evidence, patch) for patch in _not_swallowed(patches, evidence.flat))


def _patches(evidence: Evidence, found: Sequence[Found]) -> Iterator[Region]:
    """Patches that nothing explains: of any colours where they make one plain shape."""
    flat = evidence.flat
    hidden = either(evidence.covered, ground_of(found, flat))
    left = left_over(evidence, found)
    for whole in _joined(_cleaned(left, flat), hidden, found, flat):
        if _is_plain(whole, hidden, flat):
            yield whole
            continue
        cells = (whole.cells > 0) & (left > 0)
        for layer in colour_layers(evidence.view.lab, cells, _LEAST_SQ_IN * flat.px_per_in**2):
            yield from _joined(_cleaned(bytes_of(layer), flat), hidden, found, flat)


def _cleaned(mask: Pixels, flat: FlatTable) -> Pixels:
    return opened(closed(mask, flat, _GAP_IN), flat, _NARROWEST_IN)


def _is_plain(patch: Region, hidden: Pixels, flat: FlatTable) -> bool:
    """Whether a patch fills the convex ring around it, as far as that shows."""
    whole = without(filled(hull(patch.ring), flat), hidden)
    return share_of(_filled_up(patch.cells), whole) > _PLAIN_FILL


def _filled_up(cells: Pixels) -> Pixels:
    """The cells with their holes."""
    rings, _ = cv2.findContours(cells, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return cast("Pixels", cv2.drawContours(np.zeros_like(cells), rings, -1, 255, -1))


def _joined(mask: Pixels, hidden: Pixels, found: Sequence[Found], flat: FlatTable) -> list[Region]:
    """Patches that go on beyond what hides them, each without what hides it."""
    joined = bridged(mask, without(hidden, mask), flat, _ACROSS_IN)
    # A book on a larger one leaves only a frame of it.
    books = ground_of([one for one in found if one.spec.kind == "book"], flat)
    joined = bridged(joined, without(widened(books, flat, 0.5), mask), flat, _ACROSS_BOOK_IN)
    wholes = regions(joined, flat, _LEAST_SQ_IN)
    seen = [both(whole.cells, mask) for whole in wholes]
    least = _LEAST_SQ_IN * flat.px_per_in**2
    return [region(cells, flat) for cells in seen if cv2.countNonZero(cells) >= least]


def _reaches_out(patch: Region, evidence: Evidence) -> bool:
    """Whether it goes on beyond all that is looked at: an arm, a cable, a keyboard."""
    table, margin = np.array([evidence.spec.width, evidence.spec.height]), evidence.flat.margin_in
    return bool(min(patch.ring.min(), (table - patch.ring).min()) < 0.1 - margin)


def _on_table(patch: Region, evidence: Evidence) -> bool:
    """Whether most of it is seen on the table; what stands at the edge leans out."""
    table = (evidence.spec.width, evidence.spec.height)
    inside = (patch.ring >= 0).all(axis=1) & (patch.ring <= table).all(axis=1)
    return bool(inside.mean() > _LEAST_ON_TABLE)


def _not_swallowed(patches: Sequence[Region], flat: FlatTable) -> list[Region]:
    """The patches but for those inside a round one: the coffee in a mug, the glaze of a plate."""
    kept: list[Region] = []
    for patch in patches:
        rounds = [other for other in kept if _is_round(other)]
        inside = (share_of(filled(hull(other.ring), flat), patch.cells) for other in rounds)
        if max(inside, default=0.0) < _SWALLOWED:
            kept.append(patch)
    return kept


def _is_round(patch: Region) -> bool:
    box = box_around(patch.ring)
    fill = hull_area(patch.ring) / max(box.area, 1e-6)
    return box.half_width > 0.75 * box.half_length and _ROUND_FILL[0] < fill < _ROUND_FILL[1]


def _stranger(evidence: Evidence, patch: Region) -> Stranger:
    box = box_around(patch.ring)
    return Stranger(
        _place_on(patch, box.centre, evidence.flat),
        2 * box.half_length,
        2 * box.half_width,
        _is_round(patch),
        _colour(evidence, _rim(patch, evidence.flat)),
        _outline(patch),
    )


def _place_on(patch: Region, middle: Floats, flat: FlatTable) -> TablePoint:
    """The middle where that is on the thing, else where it is widest: a bent road, a frame."""
    if not at(_filled_up(patch.cells), flat, middle[None])[0]:
        depth = cv2.distanceTransform(patch.cells, cv2.DIST_L2, 3)
        row, column = np.unravel_index(depth.argmax(), depth.shape)
        middle = flat.seen_from_cells(np.array([column, row], float))
    return TablePoint(float(middle[0]), float(middle[1]))


def _outline(patch: Region) -> tuple[TablePoint, ...]:
    """The ring around a patch; around one in several parts its convex ring."""
    rings, _ = cv2.findContours(patch.cells, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    whole = len(rings) == 1 and len(rings[0]) > 2
    ring = patch.ring if whole else hull(patch.ring)
    return tuple(TablePoint(float(x), float(y)) for x, y in thinned(ring, _CORNER_IN))


def _rim(patch: Region, flat: FlatTable) -> Mask:
    """A patch's cells near its outline, but not on it: a mug's rim, not what is in the mug."""
    depth = cv2.distanceTransform(patch.cells, cv2.DIST_L2, 3) / flat.px_per_in
    nearest = min(_RIM_DEPTHS_IN[0], 0.6 * float(depth.max()))
    return np.asarray((depth > nearest) & (depth < _RIM_DEPTHS_IN[1]))


def _colour(evidence: Evidence, cells: Mask) -> str:
    """The colour of cells as the players would list it.

    The commonest one, the more colourful the better: a mug's sides mirror the desk.
    """
    lab = evidence.view.lab[cells]
    bins = np.round(lab / _BIN).astype(int)
    kinds, which = np.unique(bins, axis=0, return_inverse=True)
    weights = np.bincount(which.ravel(), 1 + np.hypot(lab[:, 1], lab[:, 2]) / _COLOURFUL)
    near = lab[np.linalg.norm(lab - kinds[weights.argmax()] * _BIN, axis=1) < 1.5 * _BIN]
    middle = np.asarray(near.mean(axis=0) if len(near) else lab.mean(axis=0), np.float32)
    rgb = cv2.cvtColor(middle[None, None], cv2.COLOR_Lab2RGB)[0, 0]
    red, green, blue = (round(float(v) * 255) for v in np.clip(rgb, 0, 1))
    return f"#{red:02x}{green:02x}{blue:02x}"
