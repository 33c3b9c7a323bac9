"""The picture while it is painted: light, depth and owner of each dot, lens distortion undone.

The canvas is finer than the picture (`fineness` dots to a pixel) and a little larger, so that
the lens can bend it into the picture afterwards without a gap. Everything is painted with a
depth test, so an object hides what lies behind it whatever the order.
"""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from table.places import Floats
from tests.virtual.camera import VirtualCamera
from tests.virtual.colours import Linear

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of the canvas, in dots."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def is_empty(self) -> bool:
        """Whether nothing is left of it."""
        return self.right <= self.left or self.bottom <= self.top

    @property
    def dots(self) -> tuple[slice, slice]:
        """Its rows and columns, to index an array of the canvas."""
        return slice(self.top, self.bottom), slice(self.left, self.right)

    @property
    def size_wh(self) -> tuple[int, int]:
        """Columns and rows."""
        return self.right - self.left, self.bottom - self.top


@dataclass(eq=False)
class Canvas:
    """What has been painted so far; the painters write into its arrays."""

    camera: VirtualCamera
    fineness: float
    margin_px: float
    light: Linear = field(init=False)
    depth: NDArray[np.float32] = field(init=False)
    owner: NDArray[np.int16] = field(init=False)

    def __post_init__(self) -> None:
        shape = self.size_wh[::-1]
        self.light = np.zeros((*shape, 3), np.float32)
        self.depth = np.full(shape, 1e6, np.float32)
        self.owner = np.full(shape, NOBODY, np.int16)

    @property
    def size_wh(self) -> tuple[int, int]:
        """Columns and rows of dots."""
        w, h = self.camera.lens.size_wh
        grow = 2 * self.margin_px
        return round((w + grow) * self.fineness), round((h + grow) * self.fineness)

    @property
    def matrix(self) -> Floats:
        """The pinhole's matrix in dots."""
        k = self.camera.lens.matrix.copy()
        k[:2, :2] *= self.fineness
        k[:2, 2] = (k[:2, 2] + 0.5 + self.margin_px) * self.fineness - 0.5
        return k

    def dots_of(self, xyz: Floats) -> Floats:
        """Where table points (n, 3) fall on the canvas."""
        at = self.camera.seen(xyz) @ self.matrix.T
        return np.asarray(at[:, :2] / at[:, 2:])

    def window_around(self, xyz: Floats, grow: int = 2) -> Window:
        """The part of the canvas that holds all these table points."""
        dots = self.dots_of(xyz)
        low = np.floor(dots.min(axis=0)).astype(int) - grow
        high = np.ceil(dots.max(axis=0)).astype(int) + grow + 1
        w, h = self.size_wh
        return Window(max(low[0], 0), max(low[1], 0), min(high[0], w), min(high[1], h))

    def rays_at(
        self, window: Window, rows: NDArray[np.int64], cols: NDArray[np.int64]
    ) -> NDArray[np.float32]:
        """The direction through these dots of a window, (n, 3), one inch forward long."""
        x, y = self.slopes(window)
        right, down, forward = self.camera.axes.astype(np.float32)
        return np.asarray(x[cols][:, None] * right + y[rows][:, None] * down + forward)

    def slopes(self, window: Window) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """How far right each column and how far down each row looks, per inch forward."""
        k = self.matrix
        x = (np.arange(window.left, window.right) - k[0, 2]) / k[0, 0]
        y = (np.arange(window.top, window.bottom) - k[1, 2]) / k[1, 1]
        return x.astype(np.float32), y.astype(np.float32)


def picture_from_canvas(canvas: Canvas, light: Linear) -> Linear:
    """The light in each pixel of the picture, bent by the lens."""
    lens = canvas.camera.lens
    w, h = lens.size_wh
    step = 16  # the lens bends so smoothly that every sixteenth pixel tells the rest
    xs, ys = np.arange(0, w + step, step), np.arange(0, h + step, step)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 1, 2).astype(np.float64)
    flat = cv2.undistortPoints(grid, lens.matrix, lens.distortion, P=canvas.matrix)
    coarse = flat.reshape(len(ys), len(xs), 2)
    across, down = _between(w, xs, step), _between(h, ys, step)
    dots_x = (down @ coarse[..., 0] @ across.T).astype(np.float32)
    dots_y = (down @ coarse[..., 1] @ across.T).astype(np.float32)
    return np.asarray(cv2.remap(light, dots_x, dots_y, cv2.INTER_LINEAR))


def _between(count: int, knots: NDArray[np.int64], step: int) -> Floats:
    """The weights that interpolate linearly between knots, one row per pixel."""
    at = np.arange(count)[:, None] / step
    return np.maximum(0.0, 1.0 - np.abs(at - (knots / step)[None, :]))


def margin_for(camera: VirtualCamera) -> float:
    """How many pixels the canvas must be larger than the picture on each side."""
    lens = camera.lens
    w, h = lens.size_wh
    xs, ys = np.linspace(0, w, 33), np.linspace(0, h, 33)
    rim = np.concatenate(
        [np.stack([xs, np.full(33, edge)], 1) for edge in (0.0, h)]
        + [np.stack([np.full(33, edge), ys], 1) for edge in (0.0, w)]
    )
    flat = cv2.undistortPoints(rim[:, None], lens.matrix, lens.distortion, P=lens.matrix)
    flat = flat.reshape(-1, 2)
    out = max(-flat.min(), (flat[:, 0] - w).max(), (flat[:, 1] - h).max(), 0.0)
    return float(np.ceil(out)) + 2
