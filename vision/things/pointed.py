"""What a player points at: of all shapes that a kind may have there, the one that is borne out.

No list is asked: what is listed already explains nothing here, so that it can swallow nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import shapely
from shapely import Point, Polygon

from calibration.camera_pose import CameraPose
from table.picture import Picture
from table.places import Floats, SeenXY, TablePoint
from table.table_spec import TableSpec, ThingSpec
from vision.colour.gathering import TagPatch
from vision.surface.flat_table import Pixels
from vision.surface.masks import inside
from vision.things.candidate import footprint_of
from vision.things.cells import Cells, cells_of
from vision.things.proposals import Proposed, proposals
from vision.things.shapes import Samples
from vision.things.signs import GROUPS, sign_rows, signs_of
from vision.things.sizes import ROUND_KINDS, outline_height_in
from vision.things.weights import WEIGHTS

_STRIPS = frozenset({"road", "river"})
_BESIDE = 0.5  # of a thing's half width, by which a player misses its middle
_WHOLE = 0.8  # nats, of e times as much ground: who points means the whole of it
_FEWEST_PLACES = 10.0


@dataclass(frozen=True, eq=False)
class Pointed:
    """A thing that was pointed at: where it stands, how large it is, how it looks from above."""

    footprint: Polygon
    odds: float  # nats that such a thing is there, without any colour
    size: tuple[float, ...]  # as a table file lists it; of strips none
    view: Pixels  # blue, green, red and how opaque


def pointed_at(  # noqa: PLR0913 - a picture as everywhere, and what is said of a place
    picture: Picture,
    pose: CameraPose,
    spec: TableSpec,
    tags: Sequence[TagPatch],
    empty: Picture | None,
    *,
    place: TablePoint,
    thing: ThingSpec,
) -> Pointed | None:
    """What lies at a place if it is such a thing; None where no such shape lies there.

    Of the table file only the table's size counts.
    """
    bare = replace(spec, things=(ThingSpec(thing.kind, None, thing.height),))
    return thing_at(cells_of(picture, pose, bare, tags, empty), place)


def thing_at(cells: Cells, place: TablePoint) -> Pointed | None:
    """The likeliest thing of the only listing there is at a place."""
    (thing,) = cells.spec.things
    parts = [_at(cells, some, place) for some in proposals(cells) if thing.kind in some.kinds]
    found = [part for part in parts if part is not None]
    if not found:
        return None
    samples, number, odds = max(found, key=lambda part: part[2])
    ring, height_in = samples.rings[number], outline_height_in(thing)
    return Pointed(
        footprint_of(cells.flat, ring, height_in),
        odds,
        _size(thing, samples.sizes_in[number] / cells.flat.spread(height_in)),
        view_of(cells, ring),
    )


def _at(cells: Cells, some: Proposed, place: TablePoint) -> tuple[Samples, int, float] | None:
    """The best of some shapes about a place: all of them, its number, its odds."""
    height_in = outline_height_in(cells.spec.things[0])
    signs = signs_of(cells, some.samples, cells.free, cells.odd)
    odds = sign_rows(cells, some.samples, signs, 0) @ _weights(cells)
    rings = [footprint_of(cells.flat, ring, height_in) for ring in some.samples.rings]
    here = shapely.contains(np.array(rings, object), Point(place.x, place.y))
    middles = np.array([(ring.centroid.x, ring.centroid.y) for ring in rings])
    off = np.hypot(*(middles - (place.x, place.y)).T) / np.maximum(some.samples.half_in, 0.1)
    likely = odds - 0.5 * (off / _BESIDE) ** 2 + _WHOLE * np.log(shapely.area(rings))
    worth = np.where(here & (signs.places >= _FEWEST_PLACES), likely, -np.inf)
    best = int(worth.argmax())
    return (some.samples, best, float(odds[best])) if np.isfinite(worth[best]) else None


def _weights(cells: Cells) -> Floats:
    return WEIGHTS.signs[GROUPS[cells.spec.things[0].kind]]


def _size(thing: ThingSpec, sides_in: Floats) -> tuple[float, ...]:
    """A size as a table file lists it."""
    length, width = (round(float(side), 2) for side in sorted(sides_in, reverse=True))
    if thing.kind in _STRIPS:
        return ()
    return (width,) if thing.kind in ROUND_KINDS else (length, width)


def view_of(cells: Cells, ring: SeenXY) -> Pixels:
    """What a ring holds, straight from above in true colours; clear outside, under tags and men."""
    held = inside(cells.flat, [ring]).cells
    held[~cells.free] = 0
    rows, columns = (slice(low, high + 1) for low, high in _bounds(held))
    bgr = cv2.cvtColor(cells.view.lab[rows, columns], cv2.COLOR_Lab2BGR)
    pixels = np.rint(255 * np.clip(bgr, 0, 1)).astype(np.uint8)
    return np.dstack([pixels, held[rows, columns]])


def _bounds(inside: Pixels) -> list[tuple[int, int]]:
    """The first and last rows and columns that hold something; the first where none does."""
    held = (np.flatnonzero(inside.any(axis=axis)) for axis in (1, 0))
    return [(int(some[0]), int(some[-1])) if len(some) else (0, 0) for some in held]
