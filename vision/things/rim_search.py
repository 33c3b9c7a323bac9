"""What is asked of round things: a circle, what speaks for it, and where it is looked for."""

from dataclasses import dataclass
from functools import cached_property
from math import exp

import cv2
import numpy as np

from table.places import Floats
from vision.colour.evidence import Evidence
from vision.surface.flat_table import Pixels
from vision.surface.outlines import hull
from vision.surface.patches import Region, both, either, grown, share_of, without
from vision.things.circle_votes import Voting, voted_circles
from vision.things.circles import Circle
from vision.things.rim_window import GridWindow, window_between, window_of

PLAIN_ALONE = 2.5  # of what speaks for a rim, from which no other is tried
_WHOLE = 0.85  # of outline and edges: a whole round needs little of the colour
WHOLE_OUTLINE = 2 * _WHOLE - 1  # of a whole round's outline, however plain its edges are
_PLAIN_SIDE, _EDGE_WITH_SIDE = 0.75, 0.9
_SOME = 300
_MOST_VOTED = 10
# A plate's radius, and the ground around a patch: circles are voted for on a rougher grid.
_LARGE_IN, _LARGE_SQ_IN = 2.0, 150.0


@dataclass(frozen=True, slots=True)
class Round:
    """What a kind of round thing must show to be believed."""

    radii_in: tuple[float, float]
    least_share: float  # of its round that lies on the colour's outline
    least_fill: float  # of its ring that has the colour
    hollow: float  # the radius, as a share, within which the colour does not matter
    least_edge: float  # of its round, where it stands out, that lies on an edge
    full_round: float  # of its outline, that is enough without edges, under a soft light
    least_spoken: float  # of all three together
    most_spill: float  # of its colour close around it: a handle, a figure, a neighbour


ROUNDS = {
    "mug": Round((1.1, 2.3), 0.42, 0.5, 0.88, 0.3, 0.65, 2.0, 0.35),
    "lid": Round((0.8, 2.3), 0.5, 0.8, 0.0, 0.75, 0.85, 2.0, 0.2),
    "plate": Round((2.2, 6.5), 0.45, 0.7, 0.0, 0.0, 0.65, 2.0, 0.35),
}


@dataclass(frozen=True, slots=True)
class Rim:
    """A circle, and what speaks for it: outline, edges and colour, each 0 to 1.

    `side` is the share of the side below a mug's rim that edges bear out, None where it is not to
    be seen.
    """

    circle: Circle
    outline: float
    edge: float
    fill: float
    side: float | None = None

    @property
    def spoken(self) -> float:
        """The sum of what speaks for it."""
        return self.outline + self.edge + self.fill

    @property
    def is_whole(self) -> bool:
        """Whether outline and edges show it nearly all round."""
        return self.outline + self.edge >= 2 * _WHOLE

    @property
    def has_plain_side(self) -> bool:
        """Whether edges bear out most of the side below it."""
        return self.side is not None and self.side >= _PLAIN_SIDE

    @property
    def stands_plainly(self) -> bool:
        """Whether edges show it nearly all round, and most of the side below it."""
        return self.has_plain_side and self.edge >= _EDGE_WITH_SIDE

    @property
    def confidence(self) -> float:
        """How likely it is a thing: even odds at two thirds of what could speak for it."""
        return round(min(0.99, 1 / (1 + exp(-5.0 * (self.spoken - 1.9)))), 3)


@dataclass(frozen=True, eq=False)
class Search:
    """A patch in which the rim of one kind of thing is looked for."""

    evidence: Evidence
    patch: Region
    wanted: Round
    height_in: float
    strict: Pixels  # the cells that no other listed colour fits better

    @property
    def radii(self) -> tuple[float, float]:
        """The smallest and the largest radius that such a rim is seen with."""
        spread = self.evidence.flat.spread(self.height_in)
        return self.wanted.radii_in[0] * spread, self.wanted.radii_in[1] * spread

    @cached_property
    def inner(self) -> Floats:
        """Some of the patch's cells in seen inches: all x, then all y."""
        cells = np.flatnonzero(self.patch.cells != 0)
        rows, columns = np.divmod(cells[:: max(1, len(cells) // _SOME)], self.patch.cells.shape[1])
        return self.evidence.flat.seen_from_cells(np.array([columns, rows]))

    @cached_property
    def box(self) -> tuple[slice, slice]:
        """The rows and columns of the patch's cells."""
        left, top, width, height = cv2.boundingRect(self.patch.cells)
        return slice(top, top + height), slice(left, left + width)

    @cached_property
    def window(self) -> GridWindow:
        """The cells around the patch, and as much beside it as its smallest round is wide."""
        return window_of(self.evidence.flat, self.box, 2 * self.radii[0])

    @cached_property
    def own(self) -> Pixels:
        """The cells that have the colour; a thin rim's broken pieces where surely its own."""
        return either(self.patch.cells, self.strict)

    @cached_property
    def voted(self) -> list[Circle]:
        """Circles of such a size that edges near the patch vote for, the likeliest first."""
        flat, (low, high) = self.evidence.flat, self.radii
        colours, scale = self.evidence.view.lab[self.box], flat.px_per_in
        high = min(high, 0.6 * max(colours.shape[:2]) / scale)
        if high < low:
            return []
        large = low > _LARGE_IN and colours.shape[0] * colours.shape[1] > _LARGE_SQ_IN * scale**2
        voting = Voting(rough=3 if large else 2)
        rough = voted_circles(colours, (low * scale, high * scale), _MOST_VOTED, voting)
        middles = np.array([circle.centre for circle in rough]).reshape(-1, 2)
        rows, columns = self.box
        centres = flat.seen_from_cells(middles + np.array([columns.start, rows.start]))
        return [
            Circle(float(x), float(y), circle.radius / scale)
            for (x, y), circle in zip(centres, rough, strict=True)
        ]

    def fits(self, circle: Circle) -> bool:
        """Whether a circle has the size of such a rim."""
        return self.radii[0] < circle.radius < self.radii[1]


def body_ring(search: Search, circle: Circle) -> Floats:
    """The ring around rim and base, in seen inches."""
    base = np.asarray(search.evidence.flat.table_from_seen(circle.points(64), search.height_in))
    return hull(np.vstack([circle.points(64), base]))


def silhouette(search: Search, circle: Circle) -> Floats:
    """The ring around rim and base, and a little of what lies beside them."""
    return grown(body_ring(search, circle), 1.03)


def fill(search: Search, circle: Circle) -> float:
    """The share of the ring between the hollow and the rim that has the colour."""
    low, high = circle.centre - circle.radius, circle.centre + circle.radius
    window = window_between(search.evidence.flat, low, high)
    return share_of(window.of(search.own), ring_cells(search, circle, window))


def ring_cells(search: Search, circle: Circle, window: GridWindow) -> Pixels:
    """What shows in a window between the hollow and the rim."""
    disc, hollow = window.filled(circle.points()), search.wanted.hollow
    if hollow > 0:
        disc = without(disc, window.filled(circle.scaled(hollow).points()))
    return both(disc, window.of(search.evidence.in_sight))
