"""The black and white modules of the codes we print, "1" for black, without quiet zones."""

import cv2
import segno

QR_QUIET_MODULES = 2  # white on every side of a soldier tag, inside its `size`
QR_MODULES = 21

ModuleRows = tuple[str, ...]


def qr_rows(text: str) -> ModuleRows:
    """A soldier tag's or order card's QR code: version 1, error correction H."""
    code = segno.make(text, version=1, error="h", boost_error=False, micro=False)
    return tuple("".join("1" if module else "0" for module in row) for row in code.matrix)


def marker_rows(dictionary: int, marker: int) -> ModuleRows:
    """An ArUco marker's modules, its black border included."""
    book = cv2.aruco.getPredefinedDictionary(dictionary)
    modules = book.markerSize + 2
    picture = cv2.aruco.generateImageMarker(book, marker, modules)
    return tuple("".join("0" if value else "1" for value in row) for row in picture)


CORNER_DICTIONARY = cv2.aruco.DICT_4X4_50
SOLDIER_DICTIONARY = cv2.aruco.DICT_4X4_250
