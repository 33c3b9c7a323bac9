"""Round things on a desk of their own colour: a white plate on a white table.

Colour hardly tells where such a thing ends, but its edge, however faint, is a circle. Edges of
everything that has another colour are left out, and circles are looked for among the rest.
"""

from collections.abc import Iterator, Sequence
from typing import cast

import cv2
import numpy as np

from calibration.medians import median
from table.places import Floats
from vision.surface.flat_table import Mask, Pixels
from vision.surface.patches import closed, spots
from vision.things.circle_votes import Voting, voted_circles
from vision.things.circles import Circle, around, settled
from vision.things.rim_edges import (
    LEAST_SHARP,
    PLAIN_EDGE,
    plainest_near,
    sharpened,
    sharpness,
)
from vision.things.rim_search import Rim, Search, fill

_CONTRAST = 4.0  # grey steps for each unit of brightness, at most
_LINE_IN = 0.2  # how wide a line painted along a rim is
_GRAIN_CELLS = 2.0  # what differs within so many is grain
_THIN = 4
_MOST_GRAINY = 0.8  # grey steps that a desk's grain makes
# Grey steps turn more than colours; plates are large, and where their edges are is looked at anew.
_VOTING = Voting(least_turn=7.5, apart=6, rough=3)
_MOST_CENTRES = 12
_MOST_TRIED = 4
_RAYS = 72
_STEP_IN = 1 / 16
_ACROSS_IN = 0.25
_TURN = 5  # grey steps across an edge
_LEAST_TURNED = 0.4  # of a round, from which its radius is tried
_BESIDE_IN = 0.4  # two edges nearer than this are one
_AS_NEAR_IN = 0.4  # to a plain edge, which is the plainest from there too
_LOOSE_IN = (0.3, 0.2, 0.11)
_FAINTEST = 3.0  # Lab units
_LEAST_FILL = 0.8
_SHARP = 0.85  # of a rim's turn of colour, from which it is as sharp as can be
_LEAST_TOGETHER = 1.6  # of edge and fill; circles that are none reach 1.56


def pale_rims(search: Search) -> list[Rim]:
    """The rims that edges alone show; the search's patch has thing's and desk's colours."""
    cells = search.patch.cells
    found = _rims_among(search, _light(search, cells))
    if found:
        return found
    # A line painted along a rim is as good an edge as any, but so is whatever else is thin.
    return _rims_among(search, _light(search, closed(cells, search.evidence.flat, _LINE_IN)))


def _rims_among(search: Search, light: Pixels) -> list[Rim]:
    """The rims that turns of the light show."""
    found: list[Rim] = []
    for number, centre in enumerate(_centres(search, light)):
        # Other centres in a plate are those of its well, its shadow and what lies on it.
        if not any(rim.circle.holds(centre) for rim in found):
            circles = list(_circles(search, light, centre))
            found += _sharpest(search, _rims(search, circles, likeliest=number == 0), found)
    return found


def _sharpest(search: Search, rims: Sequence[Rim], known: Sequence[Rim]) -> list[Rim]:
    """The sharpest of some rims, none that overlaps a sharper or a known one.

    A plate's shadow is as round as the plate, and so is its well.
    """
    found: list[Rim] = []
    sharp = [(min(sharpness(search.evidence, rim.circle), _SHARP), rim) for rim in rims]
    for sharply, rim in sorted(sharp, key=lambda one: (one[0], one[1].circle.radius), reverse=True):
        overlaps = any(_overlap(rim.circle, other.circle) for other in (*known, *found))
        if sharply >= LEAST_SHARP and not overlaps:
            found.append(rim)
    return found


def _light(search: Search, patch: Pixels) -> Pixels:
    """How bright a patch is beside the desk; all that has another colour is like the desk."""
    cells = cv2.erode(patch, np.ones((3, 3), np.uint8))
    bright = cv2.extractChannel(search.evidence.view.lab, 0)
    # Every fourth cell of every fourth row tells as much of a desk as all.
    few = cells[::_THIN, ::_THIN] > 0
    if not few.any():
        return np.full(cells.shape, 128, np.uint8)
    # A grained desk would be full of circles if its grain were seen as plainly as a faint rim.
    grainy = cv2.absdiff(bright, cv2.GaussianBlur(bright, (0, 0), _GRAIN_CELLS))
    contrast = min(
        _CONTRAST, _MOST_GRAINY / max(float(median(grainy[::_THIN, ::_THIN][few])), 1e-3)
    )
    middle = float(median(bright[::_THIN, ::_THIN][few]))
    off = bright * np.float32(contrast) + np.float32(128 - middle * contrast)
    light = np.full(cells.shape, 128, np.uint8)
    cv2.copyTo(np.minimum(np.maximum(off, 0), 255).astype(np.uint8), cells, light)
    return light


def _centres(search: Search, light: Pixels) -> list[Floats]:
    """Where circles may have their centres, seen inches, the likeliest first."""
    flat, (low, high) = search.evidence.flat, search.radii
    radii = low * flat.px_per_in, high * flat.px_per_in
    rough = voted_circles(light.astype(np.float32), radii, _MOST_CENTRES, _VOTING)
    centres = flat.seen_from_cells(np.array([c.centre for c in rough]).reshape(-1, 2))
    likely = [c for c in centres if fill(search, Circle(c[0], c[1], low)) >= _LEAST_FILL]
    return likely[:_MOST_TRIED]


def _circles(search: Search, light: Pixels, centre: Floats) -> Iterator[Circle]:
    """Circles about a centre on which the light turns nearly all round."""
    low, high = search.radii
    radii = np.arange(low - _BESIDE_IN, high + _BESIDE_IN, _STEP_IN)
    turned, shown = _turns(search, light, centre, radii)
    seen = np.count_nonzero(shown, axis=1)
    share = np.count_nonzero(turned > _TURN, axis=1) / np.maximum(seen, _RAYS // 3)
    beside = round(_BESIDE_IN / _STEP_IN)
    for n in np.flatnonzero(share >= _LEAST_TURNED):
        start = max(0, n - beside)
        if n == start + share[start : n + beside + 1].argmax():
            x, y = centre.tolist()
            yield _moved(search, light, Circle(x, y, float(radii[n])))


def _turns(search: Search, light: Pixels, centre: Floats, radii: Floats) -> tuple[Pixels, Mask]:
    """How much the light turns along each ray at radii a step apart, and where it shows."""
    # What lies outside one radius lies inside another, some steps farther out.
    apart = round(_ACROSS_IN / _STEP_IN)
    every = radii[0] - _ACROSS_IN / 2 + _STEP_IN * np.arange(len(radii) + apart)
    planes = centre[:, None, None] + every[:, None] * around(_RAYS).T[:, None]
    places = spots(search.evidence.flat, planes.transpose(1, 2, 0))
    on, values = places.on(search.patch.cells), places.values(light)
    shown = on[:-apart] & on[apart:]
    turned = cv2.absdiff(values[:-apart], values[apart:])
    return cast("Pixels", turned) * shown, shown


def _moved(search: Search, light: Pixels, circle: Circle) -> Circle:
    """The circle moved to where the light turns most along rays from its centre."""
    for tolerance_in in _LOOSE_IN:
        radii = circle.radius + np.arange(-_BESIDE_IN, _BESIDE_IN, _STEP_IN)
        turned, _ = _turns(search, light, circle.centre, radii)
        clear = turned.max(axis=0) > _TURN
        points = circle.centre + radii[turned.argmax(axis=0), None] * around(_RAYS)
        circle = settled(circle, points[clear], tolerance_in)
    return circle


def _rims(search: Search, circles: Sequence[Circle], *, likeliest: bool) -> list[Rim]:
    """The rims on faint edges near circles about a centre, none where edges are too few."""
    evidence, height_in = search.evidence, search.height_in
    tried = sharpened(evidence, circles, height_in, _FAINTEST)
    if likeliest:
        # That centre is nearly always right, its radius often that of a shadow beside.
        tried += _plainest(search, [circle for circle, _ in tried if search.fits(circle)])
    rims = [Rim(circle, edge, edge, fill(search, circle)) for circle, edge in tried]
    return [rim for rim in rims if _is_rim(search, rim)]


def _plainest(search: Search, circles: Sequence[Circle]) -> list[tuple[Circle, float]]:
    """The plainest edges near circles, each looked for once, and the share of each circle on it."""
    found: list[tuple[Circle, float]] = []
    for circle in circles:
        known = any(e >= PLAIN_EDGE and c.apart(circle) < _AS_NEAR_IN for c, e in found)
        if not known:
            found.append(plainest_near(search.evidence, circle, 0.0, search.height_in))
    return found


def _is_rim(search: Search, rim: Rim) -> bool:
    """Whether a circle has the colour, edges and size of a rim."""
    enough = rim.fill >= _LEAST_FILL and rim.edge + rim.fill >= _LEAST_TOGETHER
    return enough and search.fits(rim.circle)


def _overlap(one: Circle, other: Circle) -> bool:
    return bool(np.hypot(*(one.centre - other.centre)) < max(one.radius, other.radius))
