"""Pictures written to files, whole or not at all."""

from pathlib import Path

import cv2

from table.errors import UserError
from table.picture import Picture
from table.text_file import write_whole


def write_picture(picture: Picture, path: Path, quality: int = 95) -> None:
    """Put the picture in place, in the format that the file's name says."""
    try:
        made, data = cv2.imencode(
            path.suffix.lower() or ".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality]
        )
    except cv2.error:
        made = False
    if not made:
        raise UserError(f"{path}: cannot be written; name it like {path.stem or 'photo'}.jpg")
    write_whole(path, data.tobytes())
