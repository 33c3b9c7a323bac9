"""Shapes that may be things, from every source; they are many and poor, and decide nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from table.places import Floats, SeenXY
from vision.surface.flat_table import Pixels
from vision.surface.masks import where
from vision.surface.outlines import sharpened_rings, thinned
from vision.things.bars import are_bars, laid
from vision.things.cells import Cells
from vision.things.circle_proposals import circles_through, voted_circles
from vision.things.edges import CLOSE_IN, pulled
from vision.things.line_proposals import line_rectangles, straight_lines
from vision.things.patch_proposals import ProposedPatch, patches_of
from vision.things.shapes import DISCS, RECTANGLES, Family, Samples, ring_samples, tops_in
from vision.things.signs import signs_of
from vision.things.sizes import (
    ROUND_KINDS,
    SIDES_IN,
    SizePrior,
    outline_height_in,
    size_prior,
)
from vision.things.strips import strip_rings

STRAIGHT_KINDS = frozenset({"book", "wall", "mat", "bridge", "napkin"})
CLOTH_KINDS = frozenset({"napkin", "mat"})
STRIP_KINDS = frozenset({"road", "river"})
LOWEST_KINDS = STRIP_KINDS | {"mat"}
_MATS, _BOOKS = frozenset({"mat"}), frozenset({"book"})
_LEAST_CLOTH_SQ_IN = 1.5
_CORNER_IN = 0.06
_SAME_IN = 0.12  # apart at most, of outlines that are one
_MOST = 120  # shapes of a family that are looked at closely
_MOST_BARS, _MOST_TOPS = 40, 60
_AT_ONCE = 150


@dataclass(frozen=True, eq=False)
class Proposed:
    """Shapes, and the kinds that have such shapes."""

    samples: Samples
    kinds: frozenset[str]


def proposals(cells: Cells) -> list[Proposed]:
    """Shapes that may be listed things, each pulled onto the edges around it."""
    kinds = {thing.kind for thing in cells.spec.things}
    patches = patches_of(cells, kinds)
    grey = _grey(cells)
    found = []
    if kinds & ROUND_KINDS:
        circles = _best(cells, DISCS, _circles(cells, grey, patches))
        found.append(Proposed(DISCS.samples(circles), ROUND_KINDS))
    if kinds & STRAIGHT_KINDS:
        rectangles = _best(cells, RECTANGLES, _rectangles(cells, grey, patches))
        found.append(Proposed(RECTANGLES.samples(rectangles), STRAIGHT_KINDS))
        found.append(Proposed(RECTANGLES.samples(_tops(cells, rectangles)), _BOOKS))
        if "wall" in kinds:
            bars = laid(cells, rectangles[are_bars(rectangles)][:_MOST_BARS])
            found.append(Proposed(RECTANGLES.samples(bars), frozenset({"wall"})))
    if kinds & CLOTH_KINDS:
        found.append(Proposed(ring_samples(_cloths(cells, patches), cells.flat), CLOTH_KINDS))
    found += _strips(cells, patches)
    return [some for some in found if len(some.samples.outline)]


def _tops(cells: Cells, rectangles: Floats) -> Floats:
    """The tops of books whose sides may be part of rectangles."""
    heights = {thing.height for thing in cells.spec.things if thing.kind in _BOOKS}
    high = sorted(height for height in heights if height >= SIDES_IN)
    tops = [tops_in(rectangles[:_MOST_TOPS], cells.flat, height) for height in high]
    return np.concatenate([rectangles[:0], *tops])


def lowest_proposals(rest: Cells) -> list[Proposed]:
    """Strips and mats that what lies on them leaves to be seen."""
    kinds = {thing.kind for thing in rest.spec.things} & LOWEST_KINDS
    patches = patches_of(rest, kinds)
    found = _strips(rest, patches)
    if "mat" in kinds:
        large = [patch for patch in patches if patch.area_sq_in > _LEAST_CLOTH_SQ_IN]
        own = _shown_by(large, rest, _MATS)
        if own:
            around = np.array([patch.rectangle for patch in own])
            found.append(Proposed(RECTANGLES.samples(_best(rest, RECTANGLES, around)), _MATS))
    return [some for some in found if len(some.samples.outline)]


def _strips(cells: Cells, patches: Sequence[ProposedPatch]) -> list[Proposed]:
    """Strips of each listed kind, those first that show its own colours."""
    large = [patch for patch in patches if patch.area_sq_in > _LEAST_CLOTH_SQ_IN]
    listed = [thing.kind for thing in cells.spec.things]
    shown = {}
    for kind in sorted(STRIP_KINDS.intersection(listed)):
        own = {n for n, other in enumerate(listed) if other == kind}
        some = [patch for patch in large if patch.is_odd or patch.listings & own]
        some.sort(key=lambda patch: (not patch.listings & own, -patch.area_sq_in))
        shown[kind] = [patch.ring for patch in some]
    rings = strip_rings(cells, shown)
    return [Proposed(ring_samples(rings[kind], cells.flat), frozenset({kind})) for kind in rings]


def _cloths(cells: Cells, patches: Sequence[ProposedPatch]) -> list[SeenXY]:
    """The rings around patches and around their hulls, each once, on the edges near them."""
    large = [patch for patch in patches if patch.area_sq_in > _LEAST_CLOTH_SQ_IN]
    rings = [ring for patch in _shown_by(large, cells, CLOTH_KINDS) for ring in patch.outlines]
    hidden = where(cells.flat, ~cells.free)
    return [thinned(ring, _CORNER_IN) for ring in sharpened_rings(cells.view, rings, hidden)]


def _grey(cells: Cells) -> Pixels:
    """The flat picture in grey, what tags and men hide as the rest mostly is."""
    grey = np.asarray(cv2.cvtColor(cells.view.small, cv2.COLOR_BGRA2GRAY), np.uint8)
    counts = np.bincount(grey[cells.free], minlength=1).cumsum()
    return np.where(cells.free, grey, np.uint8(np.searchsorted(counts, counts[-1] / 2)))


def _priors(cells: Cells, kinds: Iterable[str]) -> list[SizePrior]:
    """How large the listed things of some kinds are seen."""
    return [
        size_prior(
            thing, cells.flat.spread(outline_height_in(thing)), eye_is_guess=cells.eye_is_guess
        )
        for thing in cells.spec.things
        if thing.kind in kinds
    ]


def _shown_by(
    patches: Sequence[ProposedPatch], cells: Cells, kinds: Iterable[str]
) -> list[ProposedPatch]:
    """The patches of odd cells and of listings of some kinds."""
    own = {n for n, thing in enumerate(cells.spec.things) if thing.kind in kinds}
    return [patch for patch in patches if patch.is_odd or patch.listings & own]


def _circles(cells: Cells, grey: Pixels, patches: Sequence[ProposedPatch]) -> Floats:
    widths = np.array([prior.widths_in for prior in _priors(cells, ROUND_KINDS)])
    radii_in = float(widths[:, 0].min()) / 2, float(widths[:, 1].max()) / 2
    through = [
        circles_through(patch.ring, radii_in)
        for patch in _shown_by(patches, cells, ROUND_KINDS)
        if patch.area_sq_in > radii_in[0] ** 2
    ]
    return np.concatenate([voted_circles(cells, grey, radii_in), *through])


def _rectangles(cells: Cells, grey: Pixels, patches: Sequence[ProposedPatch]) -> Floats:
    lines = straight_lines(grey, cells.flat)
    around = [patch.rectangle for patch in _shown_by(patches, cells, STRAIGHT_KINDS)]
    between = line_rectangles(lines, _priors(cells, STRAIGHT_KINDS))
    return np.concatenate([between, np.array(around).reshape(-1, 5)])


def _best(cells: Cells, family: Family, numbers: Floats) -> Floats:
    """Shapes pulled onto edges, each once, those first that edges and colours bear out most."""
    if not len(numbers):  # of a bare table nothing is a shape
        return numbers
    parts = [numbers[n : n + _AT_ONCE] for n in range(0, len(numbers), _AT_ONCE)]
    numbers = np.concatenate([numbers[:0], *(pulled(cells, family, part) for part in parts)])
    samples = family.samples(numbers)
    signs = signs_of(cells, samples, cells.free, cells.odd)
    likeness = signs.like[:, :2].sum(axis=1).max(axis=1, initial=0.0)
    order = np.argsort(-(signs.on_edges + signs.edges + (signs.odd[:, 1] + likeness) / 2))
    kept: list[int] = []
    same, taken = family.gaps(numbers) < _SAME_IN, np.zeros(len(numbers), bool)
    for n in order.tolist():
        if len(kept) == _MOST:
            break
        if not taken[n]:
            kept.append(n)
            taken |= same[n]
    return pulled(cells, family, np.asarray(numbers[kept]), CLOSE_IN)
