"""Where a strip ends: a box in, the box carried on while its colour goes on out."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from table.places import Floats
from vision.surface.flat_table import Mask
from vision.surface.patches import at
from vision.things.boxes import Box
from vision.things.nets import Net, net
from vision.things.strip_ground import HIDDEN, SHOWN, SMALL_THING_IN, StripGround

UNDER_BRIDGE_IN = 0.35
_PAST_END_IN = np.array([0.15, 0.3, 0.45])  # where a bridge is looked for
_PAST_RIDGE_IN = 0.5
_WHOLE_WIDTH = 0.95  # of it that shows, beside a shadow of its colour
_LEAST_AHEAD_IN = 0.6  # of a strip, beyond what lies across it and does not end it
_WAYS = np.array([-1.0, 1.0])  # to a box's first end and to its last
_PLACES_ACROSS = np.array([-1.2, *np.linspace(-0.9, 0.9, 13), 1.2])  # half widths


def all_lengthened(ground: StripGround, boxes: Sequence[Box]) -> list[Box]:
    """Some boxes, each as if it were carried on alone; their ends are looked at together."""
    if not boxes:
        return []
    halves = np.array([[box.half_length] for box in boxes])
    ends = _WAYS * (halves + _goes_on(ground, boxes))
    if ground.has_bridges:
        ends += _WAYS * _under_bridges(ground, boxes, ends)
    return [
        replace(box, centre=box.centre + box.along * (high + low) / 2, half_length=(high - low) / 2)
        for box, (low, high) in zip(boxes, ends.tolist(), strict=True)
    ]


def _under_bridges(ground: StripGround, boxes: Sequence[Box], ends_in: Floats) -> Floats:
    """How far strips reach under bridges at which they end, inches, at both ends of each."""
    s = ends_in[..., None] + _WAYS[:, None] * _PAST_END_IN
    centres, alongs = np.array([[box.centre, box.along] for box in boxes]).transpose(1, 0, 2)
    places = centres[:, None, None] + s[..., None] * alongs[:, None, None]
    cut = np.count_nonzero(at(ground.cut, ground.flat, places), axis=2)
    return np.where(cut > 1, UNDER_BRIDGE_IN, 0.0)


def _goes_on(ground: StripGround, boxes: Sequence[Box]) -> Floats:
    """How far strips' colour goes on over their width past the first end and the last of each."""
    step_in, count = 1 / ground.flat.px_per_in, len(_PLACES_ACROSS)
    s = np.arange(float(-round(0.3 / step_in)), round(8 / step_in)) * step_in
    there = _past_ends(ground, boxes, s)
    told = there.values(ground.told).reshape(2 * len(boxes), count, -1)
    # So few places are across a strip that both bits are summed at once.
    sums = told[:, 1:-1].sum(axis=1, dtype=np.uint8)
    places = np.uint8(count - 2) - sums // HIDDEN
    share = (sums % HIDDEN) / np.maximum(places, 1)
    clear = places >= (count - 2) / 2
    # The ridge ends shortly before the strip does; farther on, a strip that only partly
    # fills the width is another one, round a bend, the more so if it is seen beside it.
    spent = np.cumsum(clear & (s > 0), axis=1) * step_in > _PAST_RIDGE_IN
    beside_one = (told[:, 0] ^ told[:, -1]) & SHOWN > 0
    bent = spent & beside_one & (share < _WHOLE_WIDTH)
    on = (share >= np.where(spent, 0.85, 0.5)) & ~bent & clear
    # A shadow across it does not end a strip.
    ends = bent | (_ahead(on, round(SMALL_THING_IN / step_in)) * step_in < _LEAST_AHEAD_IN)
    if ground.has_bridges:
        ends |= there.of_rays(np.s_[count // 2 :: count]).on(ground.cut)
    stops = ~on & clear & (s > 0) & ends
    lasts = [_last_on(s, one, stop) for one, stop in zip(on, stops, strict=True)]
    return np.array(lasts).reshape(-1, 2)


def _past_ends(ground: StripGround, boxes: Sequence[Box], steps_in: Floats) -> Net:
    """The cells at steps past each box's first end and past its last, across its width."""
    starts, ways = [], []
    for box in boxes:
        across = (_PLACES_ACROSS * box.half_width)[:, None] * box.across
        for way in (-box.along, box.along):
            starts.append(box.centre + box.half_length * way + across)
            ways.append(way)
    rays = np.array(ways).repeat(len(_PLACES_ACROSS), axis=0)
    return net(ground.flat, np.concatenate(starts), rays, steps_in)


def _ahead(on: Mask, steps: int) -> NDArray[np.intp]:
    """How many of the next steps are on, from each one of a row."""
    rows, count = on.shape
    sums = np.zeros((rows, count + steps), np.intp)
    np.cumsum(on, axis=1, out=sums[:, 1 : count + 1])
    sums[:, count + 1 :] = sums[:, count : count + 1]
    return np.asarray(sums[:, steps:] - sums[:, :count])


def _last_on(s: Floats, on: Mask, stops: Mask) -> float:
    """How far along a row the last step is that is on, before the first that stops it."""
    last = np.flatnonzero(on[: stops.argmax()] if stops.any() else on)
    return float(s[last[-1]] + (s[1] - s[0]) / 2) if len(last) else 0.0
