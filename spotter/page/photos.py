"""Photos that phones send: looked at once, kept to teach from, or the pictures of a game."""

import time
from collections.abc import Iterator, Sized
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Self

from spotter.camera.live_camera import Taken
from spotter.page.join_code import PHONE
from table.army import Army
from table.directions import distance_in
from table.errors import UserError
from table.picture import Picture
from table.scene import Scene
from table.table_spec import TableSpec
from table.text_file import write_whole
from vision.look import look
from vision.pictures.picture_file import picture_of

_MOST_WAITING = 2  # photos to be the camera's next, each as large as a phone makes them
_MOST_KEPT = 100  # photos to teach from
_GLANCE_S = 0.2
_ELSEWHERE_IN = 1.0  # no lens of a phone shifts a man so far


def _counted(found: Sized, one: str, many: str) -> str:
    return f"{len(found)} {one if len(found) == 1 else many}"


def _otherwise(seen: Scene, known: Scene) -> Iterator[str]:
    """Who is seen that the game does not have, or has elsewhere; else that nobody is."""
    told = []
    for man in seen.soldiers:
        there = known.soldier(man.id)
        if there is None:
            told.append(f"{man.id} is there, whom the game does not have on the table")
        elif (off_in := distance_in(man.place, there.place)) > _ELSEWHERE_IN:
            told.append(f"{man.id} stands {off_in:.1f} in from where the game has him")
    yield from told or (["all of them where the game has them"] if seen.soldiers else [])


class Photos:
    """What phones sent. As a source of pictures it waits for the next photo until it is closed."""

    name = PHONE
    live = False

    def __init__(
        self, spec: TableSpec, army: Army, folder: Path, *, is_camera: bool = False
    ) -> None:
        self._spec, self._army, self._folder = spec, army, folder
        self.uses = ("camera", "look", "teach") if is_camera else ("look", "teach")
        self._waiting: SimpleQueue[Picture] = SimpleQueue()
        self._reading = Lock()  # a large photo takes memory and time: never two at once
        self._closed = False

    def taken(self, content: bytes, use: str, known: Scene | None = None) -> str:
        """What became of the photo, in words; `known` is the table as the game has it."""
        if not self._reading.acquire(blocking=False):
            return "another photo is being looked at; send it again in a moment"
        try:
            return self._used(content, use, known)
        except UserError as problem:
            return str(problem)
        finally:
            self._reading.release()

    def _used(self, content: bytes, use: str, known: Scene | None) -> str:
        if use not in self.uses:
            raise UserError(f"in this game a photo is for one of {', '.join(self.uses)}")
        picture = picture_of(content, Path("photo"))
        if use == "teach":
            return self._kept(content)
        return self._looked(picture, known) if use == "look" else self._next(picture)

    def _looked(self, picture: Picture, known: Scene | None) -> str:
        # A phone has another lens than the webcam: the corner markers alone must do.
        scene = look(picture, self._spec, self._army, where="photo")
        men, things = (
            _counted(scene.soldiers, "man", "men"),
            _counted(scene.things, "thing", "things"),
        )
        counted = f"from here {men} and {things} are seen"
        return "; ".join((counted, *([] if known is None else _otherwise(scene, known))))

    def _next(self, picture: Picture) -> str:
        if self._waiting.qsize() >= _MOST_WAITING:
            return "several photos wait already; try again in a moment"
        self._waiting.put(picture)
        return "taken as the camera's next picture"

    def _kept(self, content: bytes) -> str:
        named = (self._folder / f"phone-{number:03d}.jpg" for number in range(1, _MOST_KEPT + 1))
        path = next((one for one in named if not one.exists()), None)
        if path is None:
            raise UserError(f"{_MOST_KEPT} photos are kept already; on the computer, delete some")
        self._folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)
        return f"kept as {path.parent.name}/{path.name} in the game's folder, for spotter teach"

    def __iter__(self) -> Iterator[Taken]:
        number, began_s = 0, time.monotonic()
        while not self._closed:
            try:
                picture = self._waiting.get(timeout=_GLANCE_S)
            except Empty:
                continue
            yield Taken(picture, time.monotonic() - began_s, number, f"photo {number + 1}")
            number += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self._closed = True
