"""What is printed on things: words, blocks of colour, pictures, patterns (linear colours).

The colour that a table file lists for a thing is the ground of its print, not all of it.
"""

from collections.abc import Callable

import cv2
import numpy as np

from tests.virtual import textures
from tests.virtual.colours import Linear
from tests.virtual.textures import Map

Rng = np.random.Generator
Print = Callable[[Rng, Linear, float], Linear]

_WORDS = ("ATLAS", "Cooking", "for two", "1984", "MAPS", "a novel", "JAM", "Vol. III", "river")
_FONTS = (cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SCRIPT_COMPLEX)


def printed(rng: Rng, size_wh: tuple[int, int], ppi: float, colour: str, kind: str) -> Linear:
    """A sheet of that ground colour with what makers print on such a thing."""
    sheet = textures.paper(rng, size_wh, colour, 0.025)
    for layer in _LAYERS[kind][int(rng.integers(len(_LAYERS[kind])))]:
        sheet = layer(rng, sheet, ppi)
    return sheet


def _ink(rng: Rng) -> Linear:
    """Any ink: often near black or white, else of some hue."""
    if rng.random() < 0.4:
        return np.full(3, rng.choice([0.02, 0.06, 0.5, 0.8]), np.float32)
    return (rng.uniform(0.02, 0.8, 3) ** 1.5).astype(np.float32)


def _mixed(sheet: Linear, ink: Linear, share: Map) -> Linear:
    return np.asarray(sheet + share[..., None] * (ink - sheet), np.float32)


def _words(rng: Rng, sheet: Linear, ppi: float) -> Linear:
    """A few lines of words, large and small."""
    h, w = sheet.shape[:2]
    for _ in range(int(rng.integers(2, 6))):
        mask = np.zeros((h, w), np.uint8)
        tall = float(rng.uniform(0.15, 0.9)) * ppi
        place = int(rng.uniform(0.02, 0.5) * w), int(rng.uniform(0.15, 0.97) * h)
        font, thick = int(rng.choice(_FONTS)), max(1, round(tall / 7))
        cv2.putText(mask, str(rng.choice(_WORDS)), place, font, tall / 22, 255, thick, cv2.LINE_AA)
        sheet = _mixed(sheet, _ink(rng), mask.astype(np.float32) / 255)
    return sheet


def _block(rng: Rng, sheet: Linear, _ppi: float) -> Linear:
    """A part of the sheet in another colour, or two of them."""
    h, w = sheet.shape[:2]
    for _ in range(int(rng.integers(1, 3))):
        x, y = rng.uniform(-0.2, 0.6, 2)
        wide, high = rng.uniform(0.2, 0.9, 2)
        share = np.zeros((h, w), np.float32)
        rows, columns = (
            slice(max(0, int(start * side)), max(0, int((start + size) * side)))
            for start, size, side in ((y, high, h), (x, wide, w))
        )
        share[rows, columns] = rng.uniform(0.7, 1.0)
        sheet = _mixed(sheet, _ink(rng), share)
    return sheet


def _picture(rng: Rng, sheet: Linear, ppi: float) -> Linear:
    """A photograph on part of the sheet or all over it: clouds of colours with sharp bounds."""
    h, w = sheet.shape[:2]
    drawn = sheet
    for _ in range(int(rng.integers(3, 8))):
        grain = float(rng.uniform(0.3, 2.0)) * ppi
        cloud = textures.layered(rng, (w, h), (grain, grain), 2) - rng.uniform(0.0, 1.0)
        drawn = _mixed(drawn, _ink(rng), np.clip(cloud * rng.uniform(1, 12), 0, 1))
    if rng.random() < 0.5:
        return drawn
    share = np.zeros((h, w), np.float32)
    x, y = int(rng.uniform(0, 0.3) * w), int(rng.uniform(0, 0.3) * h)
    share[y : y + int(rng.uniform(0.4, 0.7) * h), x : x + int(rng.uniform(0.4, 0.7) * w)] = 1
    return np.asarray(sheet + share[..., None] * (drawn - sheet), np.float32)


def _pattern(rng: Rng, sheet: Linear, ppi: float) -> Linear:
    """Checks, stripes or dots in one to three inks."""
    size_wh = sheet.shape[1], sheet.shape[0]
    for _ in range(int(rng.integers(1, 4))):
        make = list(textures.PATTERNS.values())[int(rng.integers(len(textures.PATTERNS)))]
        period = float(rng.uniform(0.4, 2.5)) * ppi
        share = make(size_wh, period, float(rng.uniform(0.15, 0.5)), float(rng.uniform(0.5, 1.0)))
        sheet = _mixed(sheet, _ink(rng), share)
    return sheet


def _frame(rng: Rng, sheet: Linear, ppi: float) -> Linear:
    """Lines along the rim, as napkins and plates have them."""
    h, w = sheet.shape[:2]
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    deep = np.minimum(np.minimum(x, w - 1 - x), np.minimum(y, h - 1 - y)) / np.float32(ppi)
    return _bands(rng, sheet, deep)


def _rings(rng: Rng, sheet: Linear, ppi: float) -> Linear:
    """Rings about the middle, as plates and lids have them."""
    h, w = sheet.shape[:2]
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    away = np.hypot(x - (w - 1) / 2, y - (h - 1) / 2)
    return _bands(rng, sheet, (min(w, h) / 2 - away) / np.float32(ppi))


def _bands(rng: Rng, sheet: Linear, deep: Map) -> Linear:
    """Bands at some depths from the rim, inches."""
    for _ in range(int(rng.integers(1, 4))):
        start, wide = rng.uniform(0.0, 1.0), rng.uniform(0.04, 0.5)
        band = ((deep > start) & (deep < start + wide)).astype(np.float32)
        sheet = _mixed(sheet, _ink(rng), band * np.float32(rng.uniform(0.6, 1.0)))
    return sheet


def _waves(rng: Rng, sheet: Linear, ppi: float) -> Linear:
    """Short wavy strokes, as a drawn river has them."""
    h, w = sheet.shape[:2]
    mask = np.zeros((h, w), np.uint8)
    for _ in range(max(2, int(h * w / (1.5 * ppi) ** 2))):
        x, y = rng.uniform(0, w), rng.uniform(0, h)
        run = np.linspace(0, 1, 12)
        stroke = np.column_stack([x + run * 0.7 * ppi, y + 0.12 * ppi * np.sin(run * 9)])
        cv2.polylines(mask, [np.rint(stroke).astype(np.int32)], False, 255, 3, cv2.LINE_AA)
    return _mixed(sheet, _ink(rng), mask.astype(np.float32) / 255)


_COVER: tuple[tuple[Print, ...], ...] = (
    (_block, _words),
    (_picture, _words),
    (_picture, _block, _words),
    (_words,),
)
_CLOTH: tuple[tuple[Print, ...], ...] = (
    (_pattern,),
    (_frame,),
    (_frame, _picture),
    (_pattern, _frame),
)
_ROUND: tuple[tuple[Print, ...], ...] = ((_rings,), (_rings, _words), (_picture, _rings))
_LAYERS: dict[str, tuple[tuple[Print, ...], ...]] = {
    "book": _COVER,
    "napkin": _CLOTH,
    "mat": _CLOTH,
    "plate": _ROUND,
    "lid": _ROUND,
    "river": ((_waves,),),
    "road": ((_waves,), (_frame,)),
}
PRINTED_KINDS = frozenset(_LAYERS)
