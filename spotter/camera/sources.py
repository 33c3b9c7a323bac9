"""Where pictures come from: a camera, an address, a film, a folder, numbered files, a photo.

`open_source` takes what the player typed and gives pictures, each with its time and name.
Cameras and addresses are live (see `live_camera`), the rest comes picture by picture in order.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, Self

import cv2

from spotter.camera.live_camera import LiveCamera, Taken, quiet_capture
from spotter.files.table_folder import NAMES, PICTURE_SUFFIXES, is_camera
from table.errors import UserError
from table.text_file import is_folder, is_there, reason_of
from vision.pictures.picture_file import read_picture
from vision.pictures.quiet_decoders import quiet_decoders

_NUMBERED = re.compile(r"%0?\d*d")


class Source(Protocol):
    """Pictures in the order they were taken; close it when done."""

    @property
    def name(self) -> str:
        """What the player knows it by."""
        ...

    @property
    def live(self) -> bool:
        """Whether pictures come at their own pace and old ones are gone."""
        ...

    def __iter__(self) -> Iterator[Taken]: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *problem: object) -> None: ...


def open_source(text: str, *, of_a_game: bool = False) -> Source:
    """The source a player named.

    Of the pictures of a game in a folder, that of the empty table is none.
    """
    if is_camera(text):
        return LiveCamera(text)
    if _NUMBERED.search(Path(text).name):
        return PhotoFiles(text, _numbered_paths(text))
    path = Path(text)
    if is_folder(path):
        return PhotoFiles(text, (game_pictures if of_a_game else _picture_paths)(path))
    if not is_there(path):
        raise UserError(
            f"{text}: no such source; name a camera's number, an address, a film, "
            "a folder of pictures or a pattern like img_%03d.jpg"
        )
    if path.suffix.lower() in PICTURE_SUFFIXES:
        return PhotoFiles(text, (path,))
    return Film(path)


def thinned(source: Source, apart_s: float) -> Iterator[Taken]:
    """Its pictures, of those closer together in time than that only the first."""
    last_s = float("-inf")
    for taken in source:
        if taken.at_s - last_s >= apart_s:
            last_s = taken.at_s
            yield taken


def _picture_paths(folder: Path) -> tuple[Path, ...]:
    """The pictures of a folder in the order of their names."""
    try:
        paths = sorted(p for p in folder.iterdir() if p.suffix.lower() in PICTURE_SUFFIXES)
    except OSError as problem:
        raise UserError(f"{folder}: cannot be read: {reason_of(problem)}") from None
    if not paths:
        raise UserError(f"{folder}: no pictures in it; it needs .jpg or .png files")
    return tuple(paths)


def game_pictures(folder: Path) -> tuple[Path, ...]:
    """The pictures of a folder without the empty table's, which may lie beside them."""
    paths = tuple(path for path in _picture_paths(folder) if path.name != NAMES["empty"])
    if not paths:
        raise UserError(f"{folder}: no pictures in it but the empty table's")
    return paths


def _numbered_paths(pattern: str) -> tuple[Path, ...]:
    """The files that fit a pattern like img_%03d.jpg, by their numbers."""
    whole = Path(pattern)
    before, after = _NUMBERED.split(whole.name, maxsplit=1)
    number = re.compile(re.escape(before) + r"(\d+)" + re.escape(after))
    folder = whole.parent
    names = [path.name for path in folder.iterdir()] if is_folder(folder) else []
    fits = [(int(fit[1]), name) for name in names if (fit := number.fullmatch(name))]
    if not fits:
        raise UserError(f"{pattern}: no file fits this pattern")
    return tuple(folder / name for _, name in sorted(fits))


@dataclass(frozen=True, slots=True)
class PhotoFiles:
    """Picture files, a second apart."""

    name: str
    paths: tuple[Path, ...]
    live: bool = False

    def __iter__(self) -> Iterator[Taken]:
        for number, path in enumerate(self.paths):
            yield Taken(read_picture(path), float(number), number, path.name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        pass


class Film:
    """The pictures of a video file."""

    live = False

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        with quiet_decoders():
            self._capture = quiet_capture(self.name)
        if not self._capture.isOpened():
            raise UserError(f"{path}: cannot be read as a film or photo; use MP4, AVI, JPEG or PNG")

    def __iter__(self) -> Iterator[Taken]:
        number = 0
        while True:
            came, picture = self._capture.read()
            if not came:
                break
            at_s = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000  # of the picture just read
            yield Taken(picture, at_s, number, f"picture {number}")
            number += 1
        if not number:
            raise UserError(f"{self.name}: the film has no pictures; record it again")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self._capture.release()
