"""The step that finds the camera: the only one there is, one of several, an address, a film."""

from pathlib import Path

import cv2

from spotter.camera.camera_list import cameras
from spotter.camera.live_camera import Taken
from spotter.setup.setup_camera import SetupCamera
from spotter.setup.table_setup import TableSetup
from spotter.setup.talk import Talk
from table.errors import UserError
from table.text_file import is_there

_DARK, _BRIGHT = 45, 250  # of 255, the picture's middle brightness
_SMALL_PX = 1280


def is_done(table: TableSetup) -> bool:
    """Whether the table has a camera."""
    return table.settings.camera is not None


def run(table: TableSetup, talk: Talk) -> None:
    """Choose the camera and hold its focus and exposure."""
    source = table.camera_named or _chosen(talk)
    while True:
        try:
            camera = SetupCamera(source)
            taken = camera.picture()
            break
        except UserError as problem:
            talk.tell(str(problem))
            source = talk.ask("another camera (number, address, film or folder)")
    table.take(camera)
    table.camera_named = None
    table.change(camera=_kept(source))
    talk.tell(*_told(source, taken), *camera.notes)


def _chosen(talk: Talk) -> str:
    talk.tell("looking for cameras ...")
    found = [camera for camera in cameras() if camera.sizes]
    if len(found) == 1:
        return str(found[0].index)
    if not found:
        talk.tell("no camera is plugged in; a phone shows one under an address (http://.../video)")
        return talk.ask("camera (number, address, film or folder)")
    lines = [camera.line for camera in found]
    chosen = talk.ask("which camera", lines, default=lines[0])
    return chosen.split(":")[0] if chosen in lines else chosen


def _kept(source: str) -> str:
    """The source as it is written down: a film or folder with its whole path."""
    return (
        str(Path(source).resolve()) if not source.isdecimal() and is_there(Path(source)) else source
    )


def _told(source: str, taken: Taken) -> list[str]:
    """What the camera shows, and what to do about it."""
    height, width = taken.picture.shape[:2]
    named = f"camera {source}" if source.isdecimal() else source
    lines = [f"{named}: {width} x {height} pixels"]
    if max(width, height) < _SMALL_PX:
        lines.append("that is little: choose 1920 x 1080 if the camera has it, or hang it lower")
    middle = float(cv2.mean(cv2.cvtColor(taken.picture, cv2.COLOR_BGR2GRAY))[0])
    if middle < _DARK:
        lines.append("the picture is dark: turn a light on")
    if middle > _BRIGHT:
        lines.append("the picture is blown out: turn a light off")
    return lines
