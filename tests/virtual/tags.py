"""Printed squares: soldier tags, order cards, corner markers and posters as flat pictures."""

from functools import lru_cache

import cv2
import numpy as np
import segno
from numpy.typing import NDArray

from table.army import Enlisted
from tests.virtual.colours import Linear

MODULES = 25
QUIET = 2
PAPER = 0.86  # how much light white paper gives back
INK = 0.022

Modules = NDArray[np.uint8]


@lru_cache(maxsize=512)
def tag_modules(text: str) -> bytes:
    """The 25 x 25 squares of a soldier tag, 1 where black, row by row."""
    code = segno.make_qr(text, error="H", version=1, boost_error=False)
    return np.pad(np.array(code.matrix, dtype=np.uint8), QUIET).tobytes()


def tag_squares(text: str) -> Modules:
    """The same as an array (25, 25)."""
    return np.frombuffer(tag_modules(text), np.uint8).reshape(MODULES, MODULES)


def qr_squares(text: str, quiet: int = QUIET) -> Modules:
    """The squares of a QR code of whatever version the text needs."""
    code = segno.make_qr(text, error="M")
    return np.pad(np.array(code.matrix, dtype=np.uint8), quiet)


def marker_squares(dictionary: int, number: int, bits: int = 4) -> Modules:
    """The squares of an ArUco marker with its black border, 1 where black."""
    known = cv2.aruco.getPredefinedDictionary(dictionary)
    side = bits + 2
    return np.asarray((cv2.aruco.generateImageMarker(known, number, side) < 128), np.uint8)


def soldier_squares(soldier: Enlisted) -> Modules:
    """What is printed on this soldier's tag, an ArUco marker without any white around it."""
    if soldier.tag.family == "aruco":
        assert soldier.marker is not None, soldier.id
        return marker_squares(cv2.aruco.DICT_4X4_250, soldier.marker)
    return tag_squares(soldier.id)


def printed(squares: Modules, fine: int = 8, ink: float = INK, paper: float = PAPER) -> Linear:
    """Squares as ink on paper, `fine` texels to a module."""
    big = np.kron(squares, np.ones((fine, fine), np.uint8)).astype(np.float32)
    shade = paper + (ink - paper) * big
    return np.repeat(shade[..., None], 3, axis=2).astype(np.float32)


def corner_sheet(number: int, side_in: float, border_in: float, ppi: int = 64) -> Linear:
    """A corner marker with white paper around it."""
    squares = marker_squares(cv2.aruco.DICT_4X4_50, number)
    black = cv2.resize(
        printed(squares), (round(side_in * ppi),) * 2, interpolation=cv2.INTER_NEAREST
    )
    rim = round(border_in * ppi)
    return np.asarray(
        cv2.copyMakeBorder(black, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=(PAPER,) * 3),
        np.float32,
    )


def order_sheet(order: str, ppi: int = 96, code_in: float = 1.25) -> Linear:
    """An order card: its code above, its word below; the code's centre is at `CODE_AT`."""
    card: NDArray[np.float32] = np.full(
        (round(CARD_H_IN * ppi), round(CARD_W_IN * ppi)), PAPER, np.float32
    )
    side = round(code_in * ppi)
    code = cv2.resize(
        printed(tag_squares(f":{order}"))[..., 0], (side, side), interpolation=cv2.INTER_AREA
    )
    top = round(CODE_AT[1] * ppi - side / 2)
    left = round(CODE_AT[0] * ppi - side / 2)
    card[top : top + side, left : left + side] = code
    words = np.zeros(card.shape, np.uint8)
    size = ppi / 110
    wide, _ = cv2.getTextSize(order, cv2.FONT_HERSHEY_SIMPLEX, size, 2)[0]
    at = ((card.shape[1] - wide) // 2, round(1.72 * ppi))
    cv2.putText(words, order, at, cv2.FONT_HERSHEY_SIMPLEX, size, 255, 2, cv2.LINE_AA)
    inked = card + (INK - card) * (words.astype(np.float32) / 255)
    return np.repeat(inked[..., None], 3, axis=2).astype(np.float32)


CARD_W_IN, CARD_H_IN = 1.5, 1.9
CODE_AT = (0.75, 0.72)  # inches from the card's left and top


def creased(sheet: Linear, rng: np.random.Generator) -> Linear:
    """A tag that was folded once: one half turned from the light, a dark line between."""
    h, w = sheet.shape[:2]
    turn, off = rng.uniform(0, 2 * np.pi), rng.uniform(-0.25, 0.25) * w
    x, y = np.arange(w) - w / 2, np.arange(h) - h / 2
    away = x[None, :] * np.cos(turn) + y[:, None] * np.sin(turn) - off
    tone = np.where(away > 0, 1.0, rng.uniform(0.7, 0.88))
    tone = tone * (1 - 0.3 * np.exp(-((away / (0.012 * w)) ** 2)))
    return np.asarray(sheet * tone[..., None], np.float32)


def dithered(squares: Modules, rng: np.random.Generator, worn: float) -> Linear:
    """A printed tag with uneven ink and grey paper, as a tired printer makes it."""
    sheet = printed(
        squares, ink=INK * rng.uniform(0.8, 1 + 3 * worn), paper=PAPER * (1 - 0.1 * worn)
    )
    blot = cv2.GaussianBlur(rng.standard_normal(sheet.shape[:2]).astype(np.float32), (0, 0), 3)
    return np.asarray(sheet * (1 + 0.3 * worn * blot[..., None]), np.float32)
