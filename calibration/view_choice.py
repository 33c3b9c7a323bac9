"""Which views of the board are worth keeping, why the others are not, and what is missing."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.board_view import LEAST_CORNERS, BoardView, tilt_deg

BLURRED_PX = 5.0
STILL_PX = 1.5  # per 1000 pixels of width, from one picture to the next
SAME_SHARE = 0.004  # of the width: two photos nearer than this are one view
NEW_SHARE = 0.06  # of the width: what a live view must move to be new
NEW_TILT_DEG = 8.0
TILTED_DEG = 12.0
CELLS = 3
CELL_NAMES = (
    ("top left", "top", "top right"),
    ("left", "middle", "right"),
    ("bottom left", "bottom", "bottom right"),
)
TILT_NAMES = ("left", "right", "up", "down")


def flaw(view: BoardView | None) -> str | None:
    """What is wrong with a view by itself, None for a good one."""
    if view is None:
        return "no board seen"
    if len(view.pixels) < LEAST_CORNERS:
        return f"only {len(view.pixels)} corners of the board seen, {LEAST_CORNERS} needed"
    if _on_a_line(view):
        return "all corners seen lie on one line"
    return blur(view)


def blur(view: BoardView) -> str | None:
    """Whether a view is blurred, in words."""
    if view.edge_px > BLURRED_PX:
        return f"blurred: edges are {view.edge_px:.0f} pixels wide; hold still, more light"
    return None


def _on_a_line(view: BoardView) -> bool:
    flat = view.corners_in[:, :2] - view.corners_in[:, :2].mean(axis=0)
    spread = np.linalg.svd(flat, compute_uv=False)
    return bool(spread[1] < 1e-6 * max(spread[0], 1e-9))


def repeated(view: BoardView, kept: Sequence[BoardView]) -> str | None:
    """The name of a kept photo that shows the board in the very same place."""
    limit_px = SAME_SHARE * view.size_wh[0]
    return next((one.name for one in kept if apart_px(view, one) < limit_px), None)


def is_new(view: BoardView, kept: Sequence[BoardView]) -> bool:
    """Whether a live view shows the board elsewhere, or otherwise tilted, than all kept ones."""
    return not any(
        apart_px(view, one) < NEW_SHARE * view.size_wh[0] and _alike(view, one) for one in kept
    )


def is_still(view: BoardView, before: BoardView | None) -> bool:
    """Whether the board has not moved since the picture before."""
    return before is not None and apart_px(view, before) < STILL_PX * view.size_wh[0] / 1000


def _alike(one: BoardView, other: BoardView) -> bool:
    tilts = np.array(tilt_deg(one)) - np.array(tilt_deg(other))
    return bool(np.abs(tilts).max() < NEW_TILT_DEG)


def apart_px(one: BoardView, other: BoardView) -> float:
    """How far, on average, the corners that both show have moved; infinite with none shared."""
    there = {
        tuple(corner): pixel for corner, pixel in zip(other.corners_in, other.pixels, strict=True)
    }
    shared = [
        (pixel, there[tuple(corner)])
        for corner, pixel in zip(one.corners_in, one.pixels, strict=True)
        if tuple(corner) in there
    ]
    if not shared:
        return float("inf")
    here, moved = (np.array(side) for side in zip(*shared, strict=True))
    return float(np.linalg.norm(here - moved, axis=1).mean())


@dataclass(frozen=True, slots=True)
class Coverage:
    """Which ninths of the picture the board has been in, and which ways it has leaned."""

    cells: frozenset[tuple[int, int]] = frozenset()
    tilts: frozenset[str] = frozenset()

    @property
    def missing(self) -> tuple[str, ...]:
        """What to show the camera next, in words."""
        cells = [
            f"board at the {CELL_NAMES[row][column]} of the picture"
            for row in range(CELLS)
            for column in range(CELLS)
            if (column, row) not in self.cells
        ]
        tilts = [f"board tilted {way}" for way in TILT_NAMES if way not in self.tilts]
        return (*cells, *tilts)


def coverage(views: Sequence[BoardView]) -> Coverage:
    """What the views together have shown."""
    cells, tilts = set(), set()
    for view in views:
        where = np.clip(np.asarray(view.pixels) / view.size_wh * CELLS, 0, CELLS - 1).astype(int)
        cells |= {(int(column), int(row)) for column, row in where}
        tilts |= _leans(view)
    return Coverage(frozenset(cells), frozenset(tilts))


def _leans(view: BoardView) -> set[str]:
    right, down = tilt_deg(view)
    leans = {"left": -right, "right": right, "up": -down, "down": down}
    return {way for way, angle in leans.items() if angle > TILTED_DEG}
