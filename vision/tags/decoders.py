"""Ordinary decoders asked for their opinion: zxing-cpp on whole pictures, pyzbar on crops."""

from dataclasses import dataclass

import cv2
import numpy as np
import zxingcpp

from table.picture import Grey
from table.places import CameraXY


@dataclass(frozen=True, eq=False)
class DecodedCode:
    """A QR code that a decoder read: its text and the black symbol's corners."""

    text: str
    corners: CameraXY  # clockwise from the code's own top left


def decoded_codes(grey: Grey, enlarged: int = 1) -> list[DecodedCode]:
    """Every QR code that zxing-cpp reads in a picture, enlarged first where codes are small."""
    big = grey if enlarged == 1 else _enlarged(grey, enlarged)
    codes = zxingcpp.read_barcodes(
        big,
        formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode),
        try_rotate=False,
        try_downscale=False,
        try_invert=False,
    )
    return [
        DecodedCode(code.text, _corners(code.position, enlarged)) for code in codes if code.text
    ]


def _enlarged(grey: Grey, times: int) -> Grey:
    big = cv2.resize(grey, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
    return np.asarray(big, np.uint8)


def _corners(position: zxingcpp.Position, enlarged: int) -> CameraXY:
    four = (position.top_left, position.top_right, position.bottom_right, position.bottom_left)
    corners = np.array([(point.x, point.y) for point in four], float)
    return CameraXY((corners + 0.5) / enlarged - 0.5)


def crop_texts(crop: Grey) -> list[str]:
    """What decoders make of one tag's crop, sharpened and enlarged; no text twice."""
    soft = cv2.GaussianBlur(crop, (0, 0), 1.0)
    sharp = np.asarray(cv2.addWeighted(crop, 2.5, soft, -1.5, 0), np.uint8)
    texts = [code.text for view in (crop, sharp) for code in decoded_codes(view, 3)]
    return list(dict.fromkeys(texts or _zbar_texts(_enlarged(crop, 3))))


def _zbar_texts(crop: Grey) -> list[str]:
    """What pyzbar reads; it is loaded for the first tag that nobody else can read."""
    try:
        from pyzbar import pyzbar  # noqa: PLC0415 - few tables have such a tag
    except (ImportError, OSError):  # libzbar is installed by hand; it is one opinion of many
        return []
    codes = pyzbar.decode(crop, symbols=[pyzbar.ZBarSymbol.QRCODE])
    return [code.data.decode("utf-8", "replace") for code in codes]
