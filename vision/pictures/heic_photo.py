"""HEIC, as phones save their photos, read by libheif where the extra `heic` is installed."""

import io
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np

from table.errors import UserError
from table.picture import Picture

_BRANDS = (b"ftypheic", b"ftypheix", b"ftyphevc", b"ftypheim", b"ftypmif1", b"ftypmsf1")
_INSTALL = 'install its reader (pip install "spotter-desk[heic]") or save it as JPEG'


def is_heic(content: bytes) -> bool:
    """Whether a file begins as HEIC does."""
    return content[4:12] in _BRANDS


def heic_picture(content: bytes, path: Path, most_pixels: int) -> Picture:
    """The picture in a HEIC file, turned as its camera was held."""
    try:
        # Only who has such photos needs the library.
        import pi_heif  # noqa: PLC0415
    except ImportError:
        raise UserError(f"{path}: is a HEIC photo; {_INSTALL}") from None
    try:
        opened: Any = pi_heif.open_heif(io.BytesIO(content), bgr_mode=True)
        width, height = opened.size
        if width * height > most_pixels:
            most = most_pixels / 1e6
            raise UserError(f"{path}: {width} x {height} pixels; the most is {most:g} million")
        return _in_colour(np.asarray(opened))
    except (ValueError, RuntimeError, EOFError, OSError, MemoryError, SyntaxError):
        raise UserError(f"{path}: is damaged; copy it again or take the photo again") from None


def _in_colour(pixels: np.ndarray[Any, Any]) -> Picture:
    """Blue, green and red, whatever the file holds besides."""
    if pixels.ndim == 2:
        return cast("Picture", cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR))
    # The decoder takes its memory back when it goes, whoever looks at it still.
    return pixels[..., :3].copy()
