"""A camera or network stream, read in its own thread so that only the newest picture counts.

The thread opens the camera again by itself when it is gone.
"""

import os
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

import cv2

from table.errors import UserError
from table.picture import Picture

OPEN_LIMIT_S = 8.0  # some drivers never come back; a stream is given up sooner, by OpenCV
SILENT_LIMIT_S = 5.0
_RETRY_S = 1.0
WANTED_WH = (1920, 1080)

_LAST_NUMBER = 2**31 - 1  # that a driver can be asked for


@dataclass(frozen=True, slots=True, eq=False)
class Taken:
    """A picture, when it was taken in seconds since the source began, its number and name."""

    picture: Picture
    at_s: float
    number: int
    name: str


def quiet_capture(address: int | str) -> Any:
    """An OpenCV capture that fails in silence: our own sentence says what is wrong."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    if isinstance(address, str):
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 5000, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 3000]
        is_stream = "://" in address
        return (
            cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)
            if is_stream
            else cv2.VideoCapture(address)
        )
    # On Windows the default way takes half a minute to open a camera.
    way = cv2.CAP_DSHOW if sys.platform == "win32" else cv2.CAP_ANY
    capture = cv2.VideoCapture(address, way)
    if capture.isOpened():
        _ask_for_size(capture, WANTED_WH)
    return capture


def _ask_for_size(capture: Any, size_wh: tuple[int, int]) -> None:
    # Uncompressed, most webcams give five full-size pictures a second; as JPEG, thirty.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size_wh[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size_wh[1])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)


class LiveCamera:
    """The newest picture of a camera or address; the old ones are never waited for."""

    live = True

    def __init__(self, text: str) -> None:
        """Open it; raises UserError where nothing answers."""
        self.name = f"camera {text}" if text.isdecimal() else text
        self._address = _address(text)
        self._fresh = threading.Condition()
        self._driver = threading.Lock()
        self._newest: Taken | None = None
        self._closed = False
        self._began = time.monotonic()
        self._capture = _opened_in_time(self._address)
        if self._capture is None:
            raise UserError(f"{self.name}: {_advice(text)}")
        self._thread = threading.Thread(target=self._read_on, daemon=True, name=self.name)
        self._thread.start()

    def newest(self, after: int = -1, timeout_s: float = 2.0) -> Taken | None:
        """The newest picture, None if none with a number above `after` comes in time."""
        with self._fresh:
            self._fresh.wait_for(lambda: self._has_news(after), timeout_s)
            return self._newest if self._has_news(after) else None

    def _has_news(self, after: int) -> bool:
        return self._newest is not None and self._newest.number > after

    def change(self, setting: int, value: float) -> bool:
        """Ask the driver for a setting; whether it agreed."""
        with self._driver:
            return bool(self._capture is not None and self._capture.set(setting, value))

    def read_setting(self, setting: int) -> float:
        """What the driver says of a setting."""
        with self._driver:
            return float(self._capture.get(setting)) if self._capture is not None else 0.0

    def __iter__(self) -> Iterator[Taken]:
        """Newest pictures for as long as they come."""
        number = -1
        while (taken := self.newest(number, SILENT_LIMIT_S)) is not None:
            number = taken.number
            yield taken
        if not self._closed:
            raise UserError(
                f"{self.name}: no picture for {SILENT_LIMIT_S:g} seconds; "
                "is it unplugged, or in use by another program?"
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop reading and let the camera go."""
        self._closed = True
        with self._fresh:
            self._fresh.notify_all()
        self._thread.join(timeout=2.0)

    def _read_on(self) -> None:
        number = 0
        while not self._closed:
            with self._driver:
                came, picture = (False, None) if self._capture is None else self._capture.read()
            if came and picture is not None:
                self._put(picture, number)
                number += 1
            else:
                self._open_again()
        if self._capture is not None:
            self._capture.release()

    def _put(self, picture: Picture, number: int) -> None:
        with self._fresh:
            at_s = time.monotonic() - self._began
            self._newest = Taken(picture, at_s, number, f"picture {number}")
            self._fresh.notify_all()

    def _open_again(self) -> None:
        """Let the camera go and try again a little later."""
        if self._capture is not None:
            self._capture.release()
        self._capture = None
        time.sleep(_RETRY_S)
        capture = quiet_capture(self._address)
        if capture.isOpened():
            self._capture = capture


def _address(text: str) -> int | str:
    if text.isdecimal():
        return int(text)
    number = text.removeprefix("/dev/video")
    return int(number) if number != text and number.isdecimal() else text


def _opened_in_time(address: int | str) -> Any | None:
    """The open capture, None where it fails or takes too long: some drivers never come back."""
    if isinstance(address, int) and address > _LAST_NUMBER:
        return None
    found: list[Any] = []

    def open_it() -> None:
        found.append(quiet_capture(address))

    opener = threading.Thread(target=open_it, daemon=True)
    opener.start()
    opener.join(OPEN_LIMIT_S)
    return found[0] if found and found[0].isOpened() else None


def _advice(text: str) -> str:
    if "://" in text:
        return (
            "no picture from this address; is the camera app running, on the same network, "
            "and does the address open in a browser?"
        )
    return "cannot be opened; plug it in, close other programs that use it, see spotter cameras"
