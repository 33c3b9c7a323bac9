"""What a user would use instead: plain tag decoders over the whole picture.

All of them or none: a figure beside another decoder than the one it names would be a lie, so
`missing` tells what must be installed before anything is measured.
"""

import importlib
from collections.abc import Callable

import cv2
import numpy as np

from table.picture import Picture
from tests.bench.timing import RUNS, Took, took

Reader = Callable[[Picture], set[str]]

NEEDED = {
    "pyzbar.pyzbar": "pyzbar and zbar's library (pip install pyzbar; Debian: apt-get install "
    "libzbar0; macOS: brew install zbar)",
    "zxingcpp": "zxing-cpp (pip install zxing-cpp)",
    "cv2.aruco": "OpenCV with its ArUco detector (pip install opencv-python-headless)",
}


def missing() -> list[str]:
    """What is not installed of all that figures are measured beside."""
    return [words for module, words in NEEDED.items() if not _loads(module)]


def _loads(module: str) -> bool:
    try:
        importlib.import_module(module)
    except ImportError:
        return False
    return True


def plain_pyzbar(picture: Picture) -> set[str]:
    """The texts one pyzbar pass over the picture as it is reads: all its kinds of codes."""
    from pyzbar import pyzbar  # noqa: PLC0415 - needs a system library that may be absent

    return {code.data.decode(errors="replace") for code in pyzbar.decode(picture)}


def grey_pyzbar(picture: Picture) -> set[str]:
    """The texts pyzbar reads where it is told to look for QR codes alone, in a grey picture."""
    from pyzbar import pyzbar  # noqa: PLC0415

    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    codes = pyzbar.decode(grey, symbols=[pyzbar.ZBarSymbol.QRCODE])
    return {code.data.decode(errors="replace") for code in codes}


def plain_zxing(picture: Picture) -> set[str]:
    """The texts one zxing-cpp pass over the picture as it is reads."""
    import zxingcpp  # noqa: PLC0415 - one of several readers, none needed by the others

    qr = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    codes = zxingcpp.read_barcodes(picture, formats=qr)
    return {code.text for code in codes}


def doubled_zxing(picture: Picture) -> set[str]:
    """The texts zxing-cpp reads in the picture at twice its size."""
    doubled = cv2.resize(picture, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    return plain_zxing(np.asarray(doubled, np.uint8))


def plain_opencv(picture: Picture) -> set[str]:
    """The texts OpenCV's own QR detector reads."""
    return _opencv_texts(cv2.QRCodeDetector(), picture)


def aruco_opencv(picture: Picture) -> set[str]:
    """The texts OpenCV's QR detector reads that looks for finder patterns as for ArUco markers."""
    return _opencv_texts(cv2.QRCodeDetectorAruco(), picture)


def _opencv_texts(
    detector: cv2.QRCodeDetector | cv2.QRCodeDetectorAruco, picture: Picture
) -> set[str]:
    found = detector.detectAndDecodeMulti(picture)
    return {text for text in found[1] if text} if found[0] else set()


READERS: dict[str, Reader] = {
    "zxing-cpp": plain_zxing,
    "zxing-cpp, doubled": doubled_zxing,
    "pyzbar, QR in grey": grey_pyzbar,
    "pyzbar": plain_pyzbar,
    "OpenCV ArUco": aruco_opencv,
}


def readers(*, slow: bool = False) -> dict[str, Reader]:
    """The plain readers by short names; OpenCV's take seconds a picture."""
    known: dict[str, Reader] = {
        "pyzbar": plain_pyzbar,
        "zxing": plain_zxing,
        "zxing 2x": doubled_zxing,
    }
    slowest: dict[str, Reader] = {"opencv": plain_opencv, "opencv aruco": aruco_opencv}
    return known | (slowest if slow else {})


def plain_pass(picture: Picture, runs: int = RUNS) -> Took:
    """The seconds of plain passes of pyzbar over the picture."""
    return took(lambda: plain_pyzbar(picture), runs)


PASS = "in plain `pyzbar.decode` passes over the same picture: the median, the worst in brackets"  # noqa: S105 - no password
PASS_1080P = (
    "in plain `pyzbar.decode` passes over a 1080p picture: the median, the worst in brackets"  # noqa: S105
)
