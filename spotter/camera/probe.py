"""Asks drivers questions in a process of its own, because some of them hang or crash.

`python -m spotter.camera.probe camera 0` and `... screen` print one line of JSON;
`probed` runs them with a time limit.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

TRIED_WH = ((3840, 2160), (2560, 1440), (1920, 1080), (1280, 720), (640, 480))
LIMIT_S = 15.0
_COUNT_S = 1.0  # how long pictures are counted for the rate


def probed(*words: str, limit_s: float = LIMIT_S) -> dict[str, Any] | None:
    """What a probe found, None where it crashed or took too long."""
    root = str(Path(__file__).parents[2])
    paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
    try:
        done = subprocess.run(  # noqa: S603  (our own module, run by the Python that runs us)
            [sys.executable, "-m", "spotter.camera.probe", *words],
            capture_output=True,
            text=True,
            timeout=limit_s,
            check=False,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )
        found = json.loads(done.stdout.strip().splitlines()[-1])
    except (subprocess.TimeoutExpired, OSError, ValueError, IndexError):
        return None
    return found if isinstance(found, dict) else None


def camera(index: int) -> dict[str, Any]:
    """Whether a camera opens, the picture sizes it gives and how many pictures a second."""
    from spotter.camera.live_camera import quiet_capture  # noqa: PLC0415  (cv2 may be what is broken)

    capture = quiet_capture(index)
    if not capture.isOpened():
        return {"opens": False}
    sizes = _sizes(capture)
    rate = _rate_hz(capture)
    capture.release()
    return {"opens": bool(sizes), "sizes": sizes, "rate_hz": rate}


def _sizes(capture: Any) -> list[list[int]]:
    """The sizes that the camera really gives, largest first; it is left at the best for play."""
    import cv2  # noqa: PLC0415

    found: list[list[int]] = []
    for width, height in (*TRIED_WH, (1920, 1080)):
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        came, picture = capture.read()
        if came and (size := [picture.shape[1], picture.shape[0]]) not in found:
            found.append(size)
    return sorted(found, reverse=True)


def _rate_hz(capture: Any) -> float:
    count, began = 0, time.monotonic()
    while (elapsed := time.monotonic() - began) < _COUNT_S:
        count += int(capture.read()[0])
    return round(count / elapsed, 1)


def screen() -> dict[str, Any]:
    """The displays, and whether a window can have OpenGL."""
    import pygame  # noqa: PLC0415

    pygame.display.init()
    return {
        "driver": pygame.display.get_driver(),
        "displays": [list(size) for size in pygame.display.get_desktop_sizes()],
        "opengl": _has_opengl(pygame),
    }


def _has_opengl(pygame: Any) -> bool:
    try:
        pygame.display.set_mode((64, 64), pygame.OPENGL | pygame.HIDDEN)
    except pygame.error:
        return False
    return True


def main(words: list[str]) -> None:
    """Print what was found as one line of JSON."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    found = camera(int(words[1])) if words[0] == "camera" else screen()
    sys.stdout.write(json.dumps(found) + "\n")
    sys.stdout.flush()
    # Some drivers hang when they are let go; everything that matters has been said.
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
