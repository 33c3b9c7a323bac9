"""`spotter snap`: a picture of the table, taken by its camera."""

import argparse
from pathlib import Path

from spotter.camera.newest_picture import newest_picture
from spotter.files.table_folder import named_table
from spotter.files.written_picture import check_format, write_picture
from table.errors import UserError
from table.text_file import is_there


def run(args: argparse.Namespace) -> None:
    """Take a picture and write it."""
    named = named_table(args, args.what)
    path = _next_name(named.home) if args.out is None else _whole_name(args.out)
    check_format(path)  # before the camera is woken
    taken = newest_picture(named.live_source)
    write_picture(taken.picture, path)
    height, width = taken.picture.shape[:2]
    print(f"{path}: {width} x {height} pixels, from {taken.name}")


def _whole_name(path: Path) -> Path:
    """The name with an ending, which other programs need; in a folder, the next name there."""
    if path.is_dir():
        return _next_name(path)
    return path if path.suffix else path.with_name(f"{path.name}.jpg")


def _next_name(folder: Path) -> Path:
    """The first name of photo.jpg, photo2.jpg, ... that is free."""
    names = ["photo.jpg", *(f"photo{number}.jpg" for number in range(2, 10_000))]
    free = next((name for name in names if not is_there(folder / name)), None)
    if free is None:
        raise UserError(f"{folder}: has {len(names)} photos; name the file with -o")
    return folder / free
