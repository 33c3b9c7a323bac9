"""Where the middle lines of strips run: a ground in, places on them and the strips' width out."""

import numpy as np

from calibration.medians import median
from table.places import Floats
from vision.surface.flat_table import Mask
from vision.surface.own_edge import own_edge
from vision.surface.patches import at, either
from vision.things.nets import net
from vision.things.strip_ground import WIDTH_IN, StripGround

_LEAST_EDGE_PLACES = 24
_STRAIGHT_PLACES = 3
_STRAIGHT = 0.99  # the cosine between the ways inward at two places of a straight edge


def ridge_of(ground: StripGround) -> tuple[Floats, float]:
    """Places on the strips' middle lines in seen inches, and the strips' width.

    Each place on a strip's own edge tells one: half a width inward. What hides a strip, or
    lies beside it, takes some of them away but moves none.
    """
    edge, inward = own_edge(ground.shown, ground.hidden, ground.flat)
    if len(edge) < _LEAST_EDGE_PLACES:
        return np.zeros((0, 2)), 0.0
    width_in = _usual_width_in(ground, edge, inward)
    if width_in is None:
        return np.zeros((0, 2)), 0.0
    middle = edge + inward * width_in / 2
    on = at(either(ground.shown, ground.hidden), ground.flat, middle)
    return middle[on], width_in


def _usual_width_in(ground: StripGround, edge: Floats, inward: Floats) -> float | None:
    """How far it commonly is from edge to edge, straight across."""
    step_in = 1 / ground.flat.px_per_in
    steps = np.arange(1.0, round(WIDTH_IN[1] / step_in) + 2) * step_in
    out = ~net(ground.flat, edge, inward, steps).on(ground.shown)
    far = steps[out.argmax(axis=1)]
    veiled = at(ground.hidden, ground.flat, edge + far[:, None] * inward)
    widths = far - step_in / 2
    told = out.any(axis=1) & ~veiled & (widths > WIDTH_IN[0])
    if np.count_nonzero(told) < _LEAST_EDGE_PLACES / 2:
        return None
    # Shadows may be many; paper was cut straight.
    straight = told & _are_straight(inward)
    widths = widths[straight if np.count_nonzero(straight) >= _LEAST_EDGE_PLACES / 2 else told]
    counts = np.histogram(widths, np.arange(0, WIDTH_IN[1] + 0.6, 0.15))[0].astype(float)
    middle = (float(np.convolve(counts, [1, 2, 1], "same").argmax()) + 0.5) * 0.15
    near = widths[np.abs(widths - middle) < 0.25]
    return float(median(near)) if len(near) else None


def _are_straight(inward: Floats) -> Mask:
    """Which places of an outline, in a row, look inward the same way as those near them."""
    before, after = (np.roll(inward, by, axis=0) for by in (_STRAIGHT_PLACES, -_STRAIGHT_PLACES))
    return np.asarray(np.minimum((inward * before).sum(1), (inward * after).sum(1)) > _STRAIGHT)
