"""What this computer has and lacks, one check after another, each with advice where it helps."""

import importlib
import importlib.util
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import metadata
from typing import Any, Literal

from spotter.camera.camera_list import FoundCamera

FoundState = Literal["ok", "optional", "problem"]

# Package on the registry, module to import.
LIBRARIES = (
    ("numpy", "numpy"),
    ("shapely", "shapely"),
    ("opencv-python-headless", "cv2"),
    ("zxing-cpp", "zxingcpp"),
    ("pygame-ce", "pygame"),
    ("segno", "segno"),
    ("reportlab", "reportlab"),
    ("pillow", "PIL"),
    ("pyyaml", "yaml"),
    ("tomli-w", "tomli_w"),
    ("starlette", "starlette"),
    ("uvicorn", "uvicorn"),
)
LEAST_PYTHON = (3, 11)
HEADLESS = "pip install --force-reinstall opencv-python-headless"
_ZBAR = {
    "linux": "apt install libzbar0",
    "darwin": "brew install zbar",
    "win32": "install the Visual C++ 2013 runtime (vcredist_x64)",
}


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the check-up: how it stands, what was found, what to do."""

    state: FoundState
    what: str
    advice: str = ""


def python_check(version: tuple[int, ...] = sys.version_info[:3]) -> Check:
    """Whether Python is new enough."""
    text = ".".join(map(str, version))
    if version[:2] >= LEAST_PYTHON:
        return Check("ok", f"Python {text}")
    return Check("problem", f"Python {text}", "install Python 3.11 or newer")


def library_check(package: str, module: str) -> Check:
    """Whether a library is there and can be loaded."""
    try:
        importlib.import_module(module)
    except Exception as problem:  # noqa: BLE001  (a broken library may raise anything)
        return _broken(package, problem)
    version = _version(package) or "of unknown version"
    return Check("ok", f"{package} {version}")


def _broken(package: str, problem: Exception) -> Check:
    reason = str(problem).splitlines()[0] if str(problem) else type(problem).__name__
    fix = HEADLESS if "opencv" in package else f"pip install {package}"
    return Check("problem", f"{package} cannot be loaded: {reason}", fix)


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def opencv_check(version_of: Callable[[str], str | None] = _version) -> Check | None:
    """Two builds of OpenCV in one environment hide each other; None where there is one."""
    builds = ("opencv-python", "opencv-contrib-python", "opencv-contrib-python-headless")
    others = [build for build in builds if version_of(build) is not None]
    if not others or version_of("opencv-python-headless") is None:
        return None
    listed = ", ".join(others)
    return Check(
        "problem",
        f"opencv-python-headless and {listed} are both installed and hide each other",
        f"pip uninstall {' '.join(others)}, then {HEADLESS}",
    )


def zbar_check() -> Check:
    """Whether the second decoder's system library is there."""
    try:
        importlib.import_module("pyzbar.pyzbar")
    except (ImportError, OSError):
        advice = _ZBAR.get(sys.platform, "install the zbar library")
        return Check(
            "optional",
            "libzbar not found",
            f"{advice} for a second opinion on tags that are hard to read",
        )
    return Check("ok", "libzbar, for a second opinion on tags that are hard to read")


def heic_check() -> Check:
    """Whether photos as phones save them can be read."""
    if importlib.util.find_spec("pi_heif") is not None:
        return Check("ok", "pi-heif, for photos as phones save them (HEIC)")
    advice = 'pip install "spotter-desk[heic]" to read photos as phones save them (HEIC)'
    return Check("optional", "pi-heif not found", advice)


def v4l_check(platform: str = sys.platform) -> Check | None:
    """Whether the tool that holds a camera's exposure still is there, on Linux."""
    if platform != "linux":
        return None
    if shutil.which("v4l2-ctl"):
        return Check("ok", "v4l2-ctl, to hold the camera's exposure still")
    advice = "apt install v4l-utils to hold exposure and focus still by hand"
    return Check("optional", "v4l2-ctl not found", advice)


def screen_checks(screen: Mapping[str, Any] | None) -> list[Check]:
    """Displays and OpenGL, from what the probe found."""
    if screen is None or screen["driver"] in {"offscreen", "dummy"}:
        return [
            Check(
                "optional",
                "no screen",
                "windows and projector need one; look, ask, draw, print and replay do not",
            )
        ]
    sizes = [f"{number}: {w}x{h}" for number, (w, h) in enumerate(screen["displays"])]
    checks = [Check("ok", f"displays {', '.join(sizes)} ({screen['driver']})")]
    if len(sizes) == 1:
        checks.append(
            Check(
                "optional", "one display", "a projector is a second one, set to extend, not mirror"
            )
        )
    opengl = (
        Check("ok", "OpenGL")
        if screen["opengl"]
        else Check(
            "optional", "no OpenGL", "nothing here needs it; newer graphics drivers bring it"
        )
    )
    return [*checks, opengl]


def camera_checks(found: tuple[FoundCamera, ...]) -> list[Check]:
    """The cameras, and what is wrong with each."""
    if not found:
        advice = "plug one in, or use a phone (http://.../video), a film or a folder of photos"
        return [Check("optional", "no camera found", advice)]
    return [_camera_check(camera) for camera in found]


def _camera_check(camera: FoundCamera) -> Check:
    what = f"camera {camera.line}"
    if not camera.sizes:
        return Check("problem", what, "close other programs that use it, or plug it in again")
    if max(width for width, _ in camera.sizes) < 1280:
        return Check("optional", what, "1920x1080 reads smaller tags from farther away")
    if camera.rate_hz < 10:
        return Check("optional", what, "more light makes it faster; so does a USB 3 port")
    return Check("ok", what)
