"""The cameras there are: number, name where the system tells it, sizes, rate."""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from spotter.camera.probe import probed

_ASK_LIMIT_S = 8.0
_BLIND_TRIES = 4  # numbers tried where the system does not list its cameras


@dataclass(frozen=True, slots=True)
class FoundCamera:
    """One camera; without sizes it is there but gives no pictures."""

    index: int
    name: str
    sizes: tuple[tuple[int, int], ...] = ()
    rate_hz: float = 0.0

    @property
    def line(self) -> str:
        """The camera in one line."""
        if not self.sizes:
            return f"{self.index}: {self.name}: gives no pictures"
        sizes = ", ".join(f"{width}x{height}" for width, height in self.sizes)
        return f"{self.index}: {self.name}: {sizes}; {self.rate_hz:g} pictures a second"


def cameras() -> tuple[FoundCamera, ...]:
    """All cameras, each asked in a process of its own with a time limit."""
    named = _camera_names()
    listed = named is not None
    names = named if named is not None else dict.fromkeys(range(_BLIND_TRIES), "camera")
    found = (_asked(index, name) for index, name in sorted(names.items()))
    return tuple(camera for camera in found if listed or camera.sizes)


def _asked(index: int, name: str) -> FoundCamera:
    told = probed("camera", str(index))
    if told is None or not told.get("opens"):
        return FoundCamera(index, name)
    sizes = tuple((int(width), int(height)) for width, height in told["sizes"])
    return FoundCamera(index, name, sizes, float(told["rate_hz"]))


def _camera_names() -> dict[int, str] | None:
    """Names by number as the system tells them, None where it tells nothing."""
    if sys.platform == "linux":
        return linux_names(Path("/sys/class/video4linux"))
    words = _NAME_COMMANDS.get(sys.platform)
    if words is None:
        return None
    return _numbered(_told(words), sys.platform)


def linux_names(folder: Path) -> dict[int, str]:
    """Names by number from the kernel's list; a camera's second node holds no pictures."""
    names = {}
    for entry in sorted(folder.glob("video*")) if folder.is_dir() else ():
        number = entry.name.removeprefix("video")
        if number.isdecimal() and _read(entry / "index") in ("0", ""):
            names[int(number)] = _read(entry / "name") or "camera"
    return names


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


_WINDOWS_QUESTION = (
    "Get-CimInstance Win32_PnPEntity | Where-Object { $_.PNPClass -in 'Camera','Image' } "
    "| Select-Object -ExpandProperty Name"
)
_NAME_COMMANDS: dict[str, Sequence[str]] = {
    "darwin": ("system_profiler", "SPCameraDataType", "-json"),
    "win32": (
        "powershell",
        "-NoProfile",
        "-Command",
        _WINDOWS_QUESTION,
    ),
}


def _told(words: Sequence[str]) -> str:
    try:
        done = subprocess.run(  # noqa: S603  (fixed words)
            words, capture_output=True, text=True, timeout=_ASK_LIMIT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout


def _numbered(text: str, platform: str) -> dict[int, str] | None:
    names = mac_names(text) if platform == "darwin" else windows_names(text)
    return dict(enumerate(names)) if names else None


def mac_names(text: str) -> list[str]:
    """The cameras' names in what system_profiler says."""
    try:
        entries = json.loads(text)["SPCameraDataType"]
        return [str(entry["_name"]) for entry in entries]
    except (ValueError, KeyError, TypeError):
        return []


def windows_names(text: str) -> list[str]:
    """The cameras' names, one to a line."""
    return [line.strip() for line in text.splitlines() if line.strip()]
