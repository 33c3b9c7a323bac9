"""What lies around the play area, and the hand that may reach in."""

import numpy as np
from shapely import Point, box

from tests.virtual.clutter import REACH_IN, Clutter
from tests.virtual.desk import DeskLook
from tests.virtual.hands import Hand, random_hand

Rng = np.random.Generator


def random_clutter(rng: Rng, desk: DeskLook, table_wh: tuple[float, float]) -> tuple[Clutter, ...]:
    """Keyboards, notes, pens and such, off the play area and off each other."""
    found: list[Clutter] = []
    for kind in rng.permutation(np.array(list(REACH_IN)))[: int(rng.integers(2, 6))]:
        lies = _beside(rng, str(kind), table_wh)
        reach = max(REACH_IN[lies.kind])
        clear = all(
            np.hypot(c.x - lies.x, c.y - lies.y) > max(REACH_IN[c.kind]) + reach for c in found
        )
        if clear and desk.left - reach < lies.x < desk.right + reach:
            found.append(lies)
    return tuple(found)


def _beside(rng: Rng, kind: str, table_wh: tuple[float, float]) -> Clutter:
    """Something just outside one of the play area's four sides."""
    w, h = table_wh
    upright = bool(rng.random() < 0.5)
    yaw = (90.0 if upright else 0.0) + float(rng.normal(0, 6))
    a, b = REACH_IN[kind][::-1] if upright else REACH_IN[kind]
    slack = 0.12 * max(a, b)  # it lies askew
    gap = float(rng.uniform(0.6, 2.5)) + slack
    x, y = (
        (-a - gap, rng.uniform(0, h)),
        (w + a + gap, rng.uniform(0, h)),
        (rng.uniform(0, w), -b - gap),
        (rng.uniform(0, w), h + b + gap),
    )[int(rng.integers(4))]
    assert not box(0, 0, w, h).intersects(Point(x, y)), (x, y)
    return Clutter(kind, float(x), float(y), yaw, int(rng.integers(1 << 30)))


def hand_at_the_edge(rng: Rng, table_wh: tuple[float, float]) -> Hand:
    """A hand that reaches a little way in over some edge."""
    w, h = table_wh
    along = rng.uniform(0.2, 0.8)
    into = rng.uniform(-2, 1)
    x, y = (
        (into, along * h),
        (w - into, along * h),
        (along * w, into),
        (along * w, h - into),
    )[int(rng.integers(4))]
    return random_hand(rng, table_wh, (float(x), float(y)))
