"""Cells of any colours sorted into layers of one colour each, whatever the light on them.

Light and shadow scale (L + 16, a, b) together; what stays is the share of colour in it. Layers
go by that share, and only a little by how bright a cell is.
"""

from collections.abc import Iterator

import numpy as np

from table.places import Floats
from vision.surface.flat_table import Mask, Singles

_BRIGHTNESS = 0.4  # how much of the brightness counts
_COLOURFULNESS = 55.0
_DARK = 16.0
_BIN = 6.0
_NEAR = 9.0  # colours nearer than this are one layer's
_MOST_LAYERS = 14


def shares(lab: Singles | Floats) -> Floats:
    """Colours as layers compare them: a little brightness, and the share of colour in it."""
    lit = np.maximum(lab[..., :1] + _DARK, _DARK)
    return np.concatenate(
        [_BRIGHTNESS * lab[..., :1], _COLOURFULNESS * lab[..., 1:] / lit], axis=-1
    ).astype(float)


def colour_layers(lab: Singles, cells: Mask, least_cells: float) -> Iterator[Mask]:
    """Masks of the cells that share a colour, the commonest colour first.

    A colour that fewer cells show than that makes no layer.
    """
    left = cells.copy()
    for _ in range(_MOST_LAYERS):
        colours = shares(lab[left])
        if len(colours) < least_cells:
            return
        near = _distance(colours, _commonest(colours)) < _NEAR
        layer = np.zeros_like(left)
        layer[left] = near
        left &= ~layer
        if np.count_nonzero(near) >= least_cells:
            yield layer


def _commonest(colours: Floats) -> Floats:
    """The middle of the colours around the commonest one."""
    bins = np.round(colours / _BIN).astype(int)
    kinds, counts = np.unique(bins, axis=0, return_counts=True)
    middle = kinds[counts.argmax()] * _BIN
    for _ in range(3):
        middle = colours[_distance(colours, middle) < _NEAR].mean(axis=0)
    return np.asarray(middle)


def _distance(colours: Floats, middle: Floats) -> Floats:
    return np.asarray(np.linalg.norm(colours - middle, axis=1))
