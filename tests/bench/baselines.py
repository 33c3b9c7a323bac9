"""What a user would use instead: plain tag decoders over the whole picture."""

import importlib.util
from collections.abc import Callable
from functools import partial

import cv2
import numpy as np

from table.picture import Picture
from tests.bench.timing import RUNS, least_s

Reader = Callable[[Picture], set[str]]


def plain_pyzbar(picture: Picture) -> set[str]:
    """The texts one pyzbar pass over the picture as it is reads."""
    from pyzbar import pyzbar  # noqa: PLC0415 - needs a system library that may be absent

    return {code.data.decode(errors="replace") for code in pyzbar.decode(picture)}


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


def readers(*, slow: bool = False) -> dict[str, Reader]:
    """The plain readers that work on this computer; OpenCV's take seconds a picture."""
    known: dict[str, Reader] = {"zxing": plain_zxing, "zxing 2x": doubled_zxing}
    if pyzbar_works():
        known = {"pyzbar": plain_pyzbar} | known
    slowest: dict[str, Reader] = {"opencv": plain_opencv, "opencv aruco": aruco_opencv}
    return known | (slowest if slow else {})


def pyzbar_works() -> bool:
    """Whether pyzbar and the system library it needs are here."""
    if importlib.util.find_spec("pyzbar") is None:
        return False
    try:
        from pyzbar import pyzbar  # noqa: F401, PLC0415 - the import loads the library
    except ImportError:
        return False
    return True


def plain_reader(picture: Picture) -> set[str]:
    """One plain pass over the picture, by pyzbar or, where it is missing, zxing-cpp."""
    return plain_pyzbar(picture) if pyzbar_works() else plain_zxing(picture)


def plain_pass(picture: Picture, runs: int = RUNS) -> float:
    """Seconds of one plain pass over the picture."""
    return least_s(partial(plain_reader, picture), runs)


PLAIN = "pyzbar" if pyzbar_works() else "zxing-cpp (pyzbar's zbar library is not here)"
PLAIN_PASS = f"in plain passes of {PLAIN} over the same picture"
