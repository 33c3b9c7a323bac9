"""Pictures written to files, whole or not at all."""

from pathlib import Path

import cv2

from table.errors import UserError
from table.picture import Picture
from table.text_file import write_whole

_JPEG = frozenset({".jpg", ".jpeg"})


def check_format(path: Path) -> None:
    """Refuse a name whose ending is no sort of picture that can be written."""
    if not cv2.haveImageWriter(f"a{path.suffix.lower()}"):
        raise UserError(f"{path}: cannot be written; name it like {path.stem or 'photo'}.jpg")


def write_picture(picture: Picture, path: Path, quality: int = 95) -> None:
    """Put the picture in place, in the format that the file's name says."""
    check_format(path)
    write_whole(path, packed_picture(picture, path.suffix.lower(), quality))


def packed_picture(picture: Picture, suffix: str, quality: int = 95) -> bytes:
    """The picture as a file of that sort holds it."""
    how = [cv2.IMWRITE_JPEG_QUALITY, quality] if suffix in _JPEG else []
    _, data = cv2.imencode(suffix, picture, how)
    return data.tobytes()
