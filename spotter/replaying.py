"""Pictures of a folder one after the other, each with what is known after it."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from spotter.one_picture import understood
from spotter.recording import recorded_moment
from spotter.scene_difference import differences
from spotter.table_files import Setup
from table.errors import UserError
from table.picture import Picture
from table.scene import Scene
from vision.picture_file import read_picture
from vision.track import Tracked, Watching


@dataclass(frozen=True, eq=False)
class Replayed:
    """One picture and what is known after it; `trouble` says why the picture itself shows nothing.

    `picture` is None where the file cannot be read, `tracked` until a picture was understood.
    """

    path: Path
    picture: Picture | None
    tracked: Tracked | None
    trouble: str | None

    @property
    def hand(self) -> bool:
        """Whether a hand is over the table."""
        return self.tracked is not None and self.tracked.hand

    @property
    def notice(self) -> str | None:
        """What is to be said of the picture or the camera."""
        return self.trouble or (None if self.tracked is None else self.tracked.notice)

    def scene(self, setup: Setup) -> Scene:
        """What is known to be on the table; nothing before the first picture that shows it."""
        if self.tracked is None:
            return Scene(setup.spec.width, setup.spec.height)
        return self.tracked.scene


def replayed(pictures: list[Path], setup: Setup) -> Iterator[Replayed]:
    """Each picture with what is known after it, as in the live loop."""
    watching = Watching(setup.spec, setup.army, setup.lens, setup.empty)
    tracked: Tracked | None = None
    for number, path in enumerate(pictures):
        picture, trouble = _read(path)
        if picture is not None:
            at_s = _taken_at_s(path, number)
            tracked, trouble = understood(tracked, picture, watching, at_s)
        named = None if trouble is None else trouble.replace("picture:", f"{path}:", 1)
        yield Replayed(path, picture, tracked, named)


def _read(path: Path) -> tuple[Picture | None, str | None]:
    try:
        return read_picture(path), None
    except UserError as problem:
        return None, str(problem)


def _taken_at_s(path: Path, number: int) -> float:
    """When it was taken, as the recording knows; else the pictures are a second apart."""
    try:
        moment = recorded_moment(path)
    except UserError:
        moment = None
    at_s = None if moment is None else moment[1].get("at_s")
    return float(at_s) if isinstance(at_s, int | float) else float(number)


def differing(path: Path, scene: Scene) -> list[str]:
    """Where a picture is understood differently than when it was recorded."""
    try:
        moment = recorded_moment(path)
    except UserError as problem:
        return [str(problem)]
    return [] if moment is None else list(differences(moment[0], scene))
