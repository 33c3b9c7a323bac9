"""Pictures of a folder one after the other, each with what is known after it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from spotter.belief.belief import Belief, folded, is_seen
from spotter.files.recording import recorded_moment
from spotter.files.scene_difference import differences
from spotter.files.table_files import Setup
from spotter.live.guarded_tracking import understood, watching_of
from table.errors import UserError
from table.picture import Picture
from table.scene import Scene
from vision.live.tracked import Tracked
from vision.pictures.picture_file import read_picture


@dataclass(frozen=True, eq=False)
class Replayed:
    """One picture and what is known after it; `trouble` says why the picture itself shows nothing.

    `picture` is None where the file cannot be read, `tracked` until a picture was understood,
    `belief` until the table was seen without a hand over it.
    """

    path: Path
    picture: Picture | None
    tracked: Tracked | None
    belief: Belief | None
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
        if self.belief is None:
            return self.tracked.scene
        return self.belief.scene if not self.hand else _followed(self.belief, self.tracked.scene)


def replayed(pictures: list[Path], setup: Setup) -> Iterator[Replayed]:
    """Each picture with what is known after it, as in the live loop."""
    watching = watching_of(setup)
    tracked: Tracked | None = None
    belief: Belief | None = None
    for number, path in enumerate(pictures):
        picture, trouble = _read(path)
        if picture is not None:
            at_s = _taken_at_s(path, number)
            tracked, trouble = understood(tracked, picture, watching, at_s)
            told = None if tracked is None else tracked.observation(at_s, tracked.notice)
            belief = belief if told is None else folded(belief, told)
            trouble = trouble or (None if tracked is None else tracked.spoilt)
        named = None if trouble is None else f"{path}: {trouble.removeprefix('picture: ')}"
        yield Replayed(path, picture, tracked, belief, named)


def _followed(belief: Belief, shown: Scene) -> Scene:
    """What is believed, with the men a hand moves where they lie open to view."""
    men = (shown.soldier(man.id) if is_seen(man) else man for man in belief.scene.soldiers)
    known = zip(men, belief.scene.soldiers, strict=True)
    return replace(belief.scene, soldiers=tuple(there or man for there, man in known))


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
