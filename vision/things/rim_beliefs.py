"""Whether a rim is believed: enough must speak for it, and it must end where its round does."""

from dataclasses import dataclass
from functools import reduce
from math import pi

import cv2
import numpy as np

from calibration.medians import median
from table.places import Floats
from vision.surface.flat_table import Pixels
from vision.surface.patches import both, either, grown, share_of, without
from vision.things.circles import Circle
from vision.things.rim_edges import LEAST_SHARP, PLAIN_EDGE, sharpness
from vision.things.rim_search import PLAIN_ALONE, Rim, Round, Search, ring_cells, silhouette
from vision.things.rim_window import GridWindow, window_around

_AROUND_IN = 0.4
_MOST_PLAIN_SPILL = 0.7  # a river of the same colour, around a mug that is plain to see
_PLAINLY_SPOKEN = 2.1
_FULL_EDGE = 0.95  # a thing half in shadow has its colour on a part of it, edges all round
_FULL_FILL = 0.9
_NEARLY_EDGED, _NEARLY_FILLED = 0.9, 0.85  # a black mug in its own shadow
_LOST_OUTLINE, _SPOKEN_WITHOUT = 0.25, 1.75
_ENOUGH_OF_FULL = 0.75  # of the least fill
LEAST_OF_WHOLE = 0.2
_LEAST_STRICT = 0.12  # of its ring, else another listing's strip or mat has a round drawn in
_CLEAR_EDGE, _CLEAR_OUTLINE, _MOST_CLEAR_SPILL = 0.92, 0.45, 0.2  # not drawn in a strip
_PLAINLY_OWN, _MOST_A_LIDS = 0.6, 0.75
_POOR_SIDE, _TELLING_SIDE = 0.5, 0.9
_LEAST_SIDE = 0.4
_LEAST_BORNE_OUT = 0.3  # of its outline, by edges; lids that were taken for mugs reach 0.24
_TALL_IN = 1.5
_LEAST_SIDE_SQ_IN = 0.5
_BEYOND = 1.35  # of a base's radius: the desk that is looked at beside a mug's side
_PLAINLY_OTHER = 6.0  # Lab units; a lid's shadow makes 3, a mug's side 11
_MOST_UNLISTED = 0.45


def is_believed(search: Search, rim: Rim) -> bool:
    """Whether enough speaks for a rim, and it does not go on beyond its round."""
    if rim.fill < _least_fill(search.wanted, rim) or rim.spoken < _least_spoken(search, rim):
        return False
    near = _near(search, rim.circle)
    return (
        _is_own(search, rim, near)
        and _ends(search, rim, near)
        and (_speaks_alone(rim) or _is_firm(search, rim, near))
        and _has_side(search, rim, near)
    )


@dataclass(frozen=True, eq=False)
class _Near:
    """What lies at a rim: all masks are of the window's cells."""

    window: GridWindow
    outline: Floats  # around rim and base, in seen inches
    ring: Pixels  # what shows of the rim
    ground: Pixels  # what shows close around the thing

    def of(self, cells: Pixels) -> Pixels:
        """What some cells of the whole grid hold here."""
        return self.window.of(cells)


def _near(search: Search, circle: Circle) -> _Near:
    """The rim of a circle, and the ground close around the thing below it."""
    outline = silhouette(search, circle)
    wider = grown(outline, 1 + max(_AROUND_IN / circle.radius, _BEYOND - 1))
    window = window_around(search.evidence.flat, wider)
    close = window.filled(grown(outline, 1 + _AROUND_IN / circle.radius))
    ground = without(close, window.filled(grown(outline, 1.04)))
    ring = ring_cells(search, circle, window)
    return _Near(window, outline, ring, without(ground, window.of(search.evidence.covered)))


def _is_own(search: Search, rim: Rim, near: _Near) -> bool:
    """Whether a rim has its listing's colour, or stands out though another's fits it better.

    A glossy lid may shine until a road's colour fits; roads are not round.
    """
    own = share_of(near.of(search.strict), near.ring)
    if search.wanted.hollow and not _is_told(rim, own) and _is_a_lid(search, rim, near):
        return False
    if rim.is_whole or own >= _LEAST_STRICT:
        return True
    clear = rim.outline >= _CLEAR_OUTLINE or _spill(search, near) <= _MOST_CLEAR_SPILL
    return rim.edge >= _CLEAR_EDGE and clear


def may_be_own(search: Search) -> bool:
    """Whether a patch has enough of its listing's colour somewhere for the smallest rim in it."""
    least = _LEAST_STRICT * pi * search.radii[0] ** 2 * (1 - search.wanted.hollow**2)
    return cv2.countNonZero(search.strict[search.box]) >= least * search.evidence.flat.px_per_in**2


def _is_told(rim: Rim, own: float) -> bool:
    """Whether a mug's colour on its rim, or its side, tells it from a lid."""
    if rim.side is None:
        return own >= _PLAINLY_OWN
    return rim.side >= (_POOR_SIDE if own >= _PLAINLY_OWN else _TELLING_SIDE)


def _is_a_lid(search: Search, rim: Rim, near: _Near) -> bool:
    """Whether all of a round is surely a lid's or a plate's: below the camera a mug has no side."""
    evidence = search.evidence
    disc = both(near.window.filled(rim.circle.points()), near.of(evidence.in_sight))
    flat_ones = (near.of(evidence.strict[n]) for n in evidence.of_kinds({"lid", "plate"}))
    return share_of(reduce(either, flat_ones, np.zeros_like(disc)), disc) > _MOST_A_LIDS


def _ends(search: Search, rim: Rim, near: _Near) -> bool:
    """Whether little of a rim's colour lies close around it, or only what looks otherwise there."""
    plain = rim.spoken >= _PLAINLY_SPOKEN and rim.edge >= PLAIN_EDGE
    most = _MOST_PLAIN_SPILL if plain else search.wanted.most_spill
    if _spill(search, near) <= most:
        return True
    # A shadow may have been taken for a white mug's colour, and is none beside the mug.
    spilt = both(near.ground, near.of(search.patch.cells))
    return _is_edged(rim) and _differ(search, near, near.ring, spilt)


def _spill(search: Search, near: _Near) -> float:
    """The share of the ground close around a rim that is of its patch."""
    return share_of(near.of(search.patch.cells), near.ground)


def _is_edged(rim: Rim) -> bool:
    """Whether a rim has edges all round, but for a little where its side has them."""
    return rim.edge >= _FULL_EDGE or rim.stands_plainly


def _speaks_alone(rim: Rim) -> bool:
    """Whether so much speaks for a rim that what lies around it does not matter."""
    return rim.spoken >= PLAIN_ALONE or rim.stands_plainly


def _is_firm(search: Search, rim: Rim, near: _Near) -> bool:
    """Whether a rim is neither a hand's knuckle, amid more hand, nor drawn by a soft shadow."""
    if share_of(near.of(search.evidence.unlisted), near.ground) > _MOST_UNLISTED:
        return False
    whole = rim.outline >= search.wanted.full_round
    return whole or sharpness(search.evidence, rim.circle) >= LEAST_SHARP


def _least_fill(wanted: Round, rim: Rim) -> float:
    """How much of its ring must have the colour: less where outline and edges are plain."""
    if rim.is_whole:
        return LEAST_OF_WHOLE
    return wanted.least_fill if rim.edge < _FULL_EDGE else _ENOUGH_OF_FULL * wanted.least_fill


def _least_spoken(search: Search, rim: Rim) -> float:
    """How much must speak for a rim: less where edges do so all round and the outline is lost.

    A grey desk in shade may pass for a white mug's colour, and then the patch is no mug's; a lid
    may lie on a mat of a like colour.
    """
    if search.wanted.hollow:
        full = _is_edged(rim) or (rim.edge >= _NEARLY_EDGED and rim.fill >= _NEARLY_FILLED)
    else:
        full = _is_edged(rim) and rim.fill >= _FULL_FILL
    lost = rim.outline < _LOST_OUTLINE
    return _SPOKEN_WITHOUT if full and lost else search.wanted.least_spoken


def _has_side(search: Search, rim: Rim, near: _Near) -> bool:
    """Whether what lies between rim and base is not bare desk: a lid is no mug seen from afar.

    A white mug's side in its own shade may pass for desk, but not for the desk beside it.
    """
    evidence, flat = search.evidence, search.evidence.flat
    if search.height_in < _TALL_IN:  # a plate is narrower below its rim
        return True
    if rim.side is not None and rim.side < _LEAST_BORNE_OUT:
        return False
    circle, window = rim.circle, near.window
    whole = without(window.filled(near.outline), near.of(evidence.covered))
    side = without(whole, window.filled(circle.scaled(1.05).points()))
    if cv2.countNonZero(side) < _LEAST_SIDE_SQ_IN * flat.px_per_in**2:
        return True
    explained = either(near.of(evidence.strange), near.of(search.patch.cells))
    if share_of(explained, side) > _LEAST_SIDE:
        return True
    base = np.asarray(flat.table_from_seen(circle.points(), search.height_in))
    beyond = without(window.filled(grown(base, _BEYOND)), window.filled(grown(near.outline, 1.04)))
    return _differ(search, near, side, both(beyond, near.of(evidence.in_sight)))


def _differ(search: Search, near: _Near, one: Pixels, other: Pixels) -> bool:
    """Whether two grounds have plainly different colours."""
    if not (one.any() and other.any()):
        return False
    lab = search.evidence.view.lab[near.window.rows, near.window.columns]
    return bool(np.linalg.norm(median(lab[one > 0]) - median(lab[other > 0])) > _PLAINLY_OTHER)
