"""Photographs from files: any common format in, an upright 8-bit colour picture out."""

from pathlib import Path
from typing import cast

import cv2
import numpy as np

from table.errors import UserError
from table.picture import Picture
from table.text_file import no_such, reason_of
from vision.pictures.heic_photo import heic_picture, is_heic
from vision.pictures.picture_size import claimed_size
from vision.pictures.quiet_decoders import quiet_decoders

_MOST_PIXELS = 100_000_000  # a file of a few bytes may claim to be far larger
_MOST_BYTES = 200_000_000
_JPEG_SCAN, _MOST_SCANS = b"\xff\xda", 100  # each pass over all pixels takes its time
_JPEG_START, _JPEG_END = b"\xff\xd8", b"\xff\xd9"
_PNG_START, _PNG_END = b"\x89PNG", b"IEND"


def read_picture(path: Path) -> Picture:
    """The picture in a file, turned as its camera was held."""
    return picture_of(_content(path), path)


def picture_of(content: bytes, name: Path) -> Picture:
    """The picture that a file's bytes hold; `name` is what complaints call it."""
    if _is_cut_off(content):
        raise UserError(f"{name}: the file is cut off; copy it again or take the photo again")
    picture = _decoded(content, name)
    if min(picture.shape[:2]) < 16:
        raise UserError(
            f"{name}: {picture.shape[1]} x {picture.shape[0]} pixels; "
            "a photo of the table needs at least 640 x 480"
        )
    return picture


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:  # a device has no size and no end
            content = file.read(_MOST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        raise UserError(no_such(path, "file")) from None
    except IsADirectoryError:
        raise UserError(f"{path}: is a folder; name the photo inside it") from None
    except (OSError, ValueError) as trouble:
        raise UserError(f"{path}: cannot be read: {reason_of(trouble)}") from None
    if len(content) > _MOST_BYTES:
        raise UserError(f"{path}: larger than 200 MB; give a photo, not a film")
    if not content:
        raise UserError(f"{path}: the file is empty; take the photo again")
    return content


def _is_cut_off(content: bytes) -> bool:
    """Whether a JPEG or PNG lacks its end: decoders fill the rest with grey and say nothing."""
    if content.startswith(_JPEG_START):
        return _JPEG_END not in content[-65536:]
    return content.startswith(_PNG_START) and _PNG_END not in content[-65536:]


def _decoded(content: bytes, path: Path) -> Picture:
    size = claimed_size(content)
    if size is None and is_heic(content):
        return heic_picture(content, path, _MOST_PIXELS)
    if size is None:
        raise UserError(f"{path}: not a picture that can be read; use JPEG or PNG")
    if size[0] * size[1] > _MOST_PIXELS:
        raise UserError(f"{path}: {size[0]} x {size[1]} pixels; the most is 100 million")
    if content.startswith(_JPEG_START) and content.count(_JPEG_SCAN) > _MOST_SCANS:
        raise UserError(f"{path}: has hundreds of layers; save it again as a plain JPEG")
    try:
        # Colour, 8 bits, upright by its EXIF mark: OpenCV converts grey, alpha, CMYK and 16 bits.
        with quiet_decoders():
            picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        picture = None
    if picture is None:
        raise UserError(f"{path}: is damaged; copy it again or take the photo again")
    return cast("Picture", picture)
