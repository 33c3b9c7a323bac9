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
from vision.things.shapes import DISCS, Samples
from vision.things.signs import GROUPS, sign_rows, signs_of
from vision.things.sizes import ROUND_KINDS, outline_height_in
from vision.things.standing import feet_of, height_nats, is_standing, standing_at
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
    height_in: float  # as it was said, or else as it is seen


def pointed_at(  # noqa: PLR0913 - a picture as everywhere, and what is said of a place
    picture: Picture,
    pose: CameraPose,
    spec: TableSpec,
    tags: Sequence[TagPatch],
    empty: Picture | None,
    *,
    place: TablePoint,
    thing: ThingSpec,
    is_height_said: bool = True,
) -> Pointed | None:
    """What lies at a place if it is such a thing; None where no such shape lies there.

    Of the table file only the table's size counts.
    """
    bare = replace(spec, things=(ThingSpec(thing.kind, None, thing.height),))
    cells = cells_of(picture, pose, bare, tags, empty)
    return thing_at(cells, place, is_height_said=is_height_said)


@dataclass(frozen=True, eq=False)
class _Shapes:
    """Shapes that a thing may have: what is judged of each, its ground, its top and its height."""

    samples: Samples
    ground: Sequence[Polygon]
    tops: Sequence[SeenXY]
    heights_in: Floats
    likely: Floats  # nats, that it is so high


def thing_at(cells: Cells, place: TablePoint, *, is_height_said: bool = True) -> Pointed | None:
    """The likeliest thing of the only listing there is at a place."""
    (thing,) = cells.spec.things
    offered = [some for some in proposals(cells) if thing.kind in some.kinds]
    if is_standing(thing):
        shapes = [_standing(cells, some, is_height_said=is_height_said) for some in offered]
    else:
        shapes = [_lying(cells, some) for some in offered]
    found = [(some, *best) for some in shapes if (best := _best(cells, some, place)) is not None]
    if not found:
        return None
    some, number, odds = max(found, key=lambda one: one[-1])
    height_in = float(some.heights_in[number])
    is_seen = is_standing(thing) and not is_height_said
    return Pointed(
        some.ground[number],
        odds,
        _size(thing, some.samples.sizes_in[number] / cells.flat.spread(height_in)),
        view_of(cells, some.tops[number]),
        round(height_in, 2) if is_seen else thing.height,
    )


def _lying(cells: Cells, some: Proposed) -> _Shapes:
    """Shapes whose outline is all that is seen."""
    height_in, rings = outline_height_in(cells.spec.things[0]), some.samples.rings
    ground = [footprint_of(cells.flat, ring, height_in) for ring in rings]
    heights_in = np.full(len(rings), height_in)
    return _Shapes(some.samples, ground, rings, heights_in, np.zeros(len(rings)))


def _standing(cells: Cells, some: Proposed, *, is_height_said: bool) -> _Shapes:
    """Circles taken for rims, each with the sides below it and the foot."""
    thing = cells.spec.things[0]
    circles = np.column_stack([some.samples.outline.mean(axis=1), some.samples.half_in])
    family, numbers = standing_at(cells, thing, circles)
    tops = DISCS.samples(family.rims(numbers)).rings
    likely = height_nats(numbers[:, 3], thing, is_said=is_height_said)
    return _Shapes(family.samples(numbers), feet_of(numbers), tops, numbers[:, 3], likely)


def _best(cells: Cells, some: _Shapes, place: TablePoint) -> tuple[int, float] | None:
    """The best of some shapes about a place: its number, its odds."""
    signs = signs_of(cells, some.samples, cells.free, cells.odd)
    odds = sign_rows(cells, some.samples, signs, 0) @ _weights(cells)
    here = shapely.contains(np.array(some.ground, object), Point(place.x, place.y))
    middles = np.array([(ring.centroid.x, ring.centroid.y) for ring in some.ground])
    off = np.hypot(*(middles - (place.x, place.y)).T) / np.maximum(some.samples.half_in, 0.1)
    likely = odds + some.likely - 0.5 * (off / _BESIDE) ** 2
    likely += _WHOLE * np.log(shapely.area(some.ground))
    worth = np.where(here & (signs.places >= _FEWEST_PLACES), likely, -np.inf)
    best = int(worth.argmax())
    return (best, float(odds[best])) if np.isfinite(worth[best]) else None


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
