"""What lies there and is on no list: patches that neither the desk nor any found thing explains."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from shapely import Point, Polygon, box, make_valid

from table.places import CellXY, Floats, SeenXY, TablePoint
from table.scene import Unexplained
from vision.colour.inks import DARK_LAB
from vision.surface.flat_table import Mask, Pixels
from vision.surface.outlines import thinned
from vision.things.candidate import largest_part
from vision.things.cells import Cells
from vision.things.edges import steps_across
from vision.things.explain import Explanation
from vision.things.shapes import ring_samples

_ODD = 0.6
_RIM_IN = 0.2  # about a found thing that is its own edge or its shadow's
_GAP_IN, _NARROW_IN = 0.3, 0.2
_LEAST_SQ_IN = 0.5
_LEAST_EDGED = 0.4  # of an outline on clear steps of colour; a shadow's are soft
_ALONG = 0.25  # of its outline along found things, of a shadow that they cast
_DESK_IN = 0.4  # about it, where the desk is looked at
_TINT = 8.0  # Lab units by which a shadow's tint strays
_ROUND_FILL, _ROUND_SIDES = (0.7, 0.87), 0.8  # of the box around it; a circle has pi / 4
_BEYOND_IN = 1.0  # beyond the play area, of which the players hear no more
_LEAST_INSIDE = 0.3  # of what is seen of it
_MOST = 100


def unexplained_in(table: Explanation) -> tuple[Unexplained, ...]:
    """What nothing explains, largest first."""
    cells = table.cells
    taken = _taken(table)
    left = _rings(cells, _left_over(cells, taken))
    rings = [ring for ring in left if not _is_shadow(cells, ring, taken)]
    if not rings:
        return ()
    edged = _edged(cells, rings, cells.free & (taken == 0))
    told = [_told(ring) for ring, share in zip(rings, edged, strict=True) if share > _LEAST_EDGED]
    inside = [one for some in told if some is not None for one in _in_play(some, cells)]
    return tuple(sorted(inside, key=lambda one: -one.footprint.area)[:_MOST])


def _taken(table: Explanation) -> Pixels:
    """The cells, 1, in found things and about them."""
    taken = np.zeros(table.cells.odd.shape, np.uint8)
    for one in table.chosen:
        taken[one.cells] = 1
    return np.asarray(cv2.dilate(taken, _square(table.cells, 2 * _RIM_IN)))


def _left_over(cells: Cells, taken: Pixels) -> Pixels:
    """The cells, 255, that are odd and in no found thing."""
    odd = (cells.odd > _ODD) & cells.free & (taken == 0)
    whole = cv2.morphologyEx(_bytes(odd), cv2.MORPH_CLOSE, _square(cells, _GAP_IN))
    whole[taken > 0] = 0
    return np.asarray(cv2.morphologyEx(whole, cv2.MORPH_OPEN, _square(cells, _NARROW_IN)))


def _bytes(mask: Mask) -> Pixels:
    return np.where(mask, np.uint8(255), np.uint8(0))


def _square(cells: Cells, side_in: float) -> Pixels:
    side = max(1, round(side_in * cells.flat.px_per_in)) | 1
    return np.ones((side, side), np.uint8)


def _rings(cells: Cells, left: Pixels) -> list[SeenXY]:
    """The rings around patches that are large enough to be something."""
    found, _ = cv2.findContours(left, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    least = _LEAST_SQ_IN * cells.flat.px_per_in**2
    large = [
        CellXY(np.asarray(ring, float).reshape(-1, 2))
        for ring in found
        if cv2.contourArea(ring) > least
    ]
    return [cells.flat.seen_from_cells(ring) for ring in large]


def _is_shadow(cells: Cells, ring: SeenXY, taken: Pixels) -> bool:
    """Whether a patch lies along a found thing, and is but a darker shade of the desk beside it."""
    inside = np.zeros_like(taken)
    cv2.fillPoly(inside, [np.rint(cells.flat.cells_from_seen(ring)).astype(np.int32)], 1)
    rim = (cv2.dilate(inside, np.ones((3, 3), np.uint8)) > 0) & (inside == 0)
    if np.count_nonzero(rim & (taken > 0)) < _ALONG * np.count_nonzero(rim):
        return False
    around = cv2.dilate(inside, _square(cells, 2 * _DESK_IN)) > 0
    desk = around & (inside == 0) & (taken == 0) & cells.free & (cells.odd < _ODD)
    if not desk.any():
        return False
    # Dimming light scales a colour, lifted by what black has.
    here, there = (cells.view.lab[own].mean(axis=0) + DARK_LAB for own in (inside > 0, desk))
    share = float(here @ there) / float(there @ there)
    return share < 1 and float(np.linalg.norm(here - share * there)) < _TINT


def _edged(cells: Cells, rings: Sequence[SeenXY], free: Mask) -> Floats:
    """The share of each outline that lies on clear steps of colour which are no found thing's."""
    samples = ring_samples(rings, cells.flat)
    steps = steps_across(cells, samples.outlines, free, 2 * cells.step_in)
    clear = steps.heights.max(axis=0) > 3 * cells.noise
    at, inside = cells.at(samples.outline)
    shown = inside & free.ravel()[at]
    return np.asarray((clear & shown).sum(axis=1) / np.maximum(shown.sum(axis=1), 1))


def _told(ring: SeenXY) -> Unexplained | None:
    """What the scene tells of a patch, None where nothing is left of it."""
    corners = thinned(ring)
    if len(corners) < 3:
        return None
    shape = Polygon(corners)
    shape = shape if shape.is_valid else largest_part(make_valid(shape))
    (_, sides, _) = cv2.minAreaRect(ring.astype(np.float32))
    length, width = max(sides), min(sides)
    fill = cv2.contourArea(cv2.convexHull(ring.astype(np.float32))) / max(length * width, 1e-6)
    is_round = width > _ROUND_SIDES * length and _ROUND_FILL[0] < fill < _ROUND_FILL[1]
    place = shape.representative_point() if not is_round else shape.centroid
    return Unexplained(shape, TablePoint(place.x, place.y), is_round, (length, width))


def _in_play(one: Unexplained, cells: Cells) -> tuple[Unexplained, ...]:
    """What lies on the play area: at its edge what stands tall is seen half beyond it."""
    play = box(0.0, 0.0, cells.spec.width, cells.spec.height)
    about = one.footprint.intersection(play.buffer(_BEYOND_IN, join_style="mitre"))
    if about.area <= 0:
        return ()
    near = largest_part(about)
    here = near.intersection(play)
    if here.area <= _LEAST_INSIDE * near.area:
        return ()
    place = one.place
    if not play.covers(Point(place.x, place.y)):
        middle = here.representative_point()
        place = TablePoint(middle.x, middle.y)
    return (replace(one, footprint=near, place=place),)
