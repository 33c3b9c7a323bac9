"""Exposure, focus and white balance held still, where the driver lets a program do it.

A camera that adjusts itself changes every colour and shifts every edge while the game goes on.
What the driver refuses is put in words for the player, for his system.
"""

import sys
from typing import Protocol

import cv2

# What to ask for, and the value that means "by hand": drivers differ in it.
_BY_HAND = {
    "focus": (cv2.CAP_PROP_AUTOFOCUS, (0.0,)),
    "exposure": (
        cv2.CAP_PROP_AUTO_EXPOSURE,
        (1.0, 0.25) if sys.platform != "win32" else (0.25, 1.0),
    ),
    "white balance": (cv2.CAP_PROP_AUTO_WB, (0.0,)),
}


class Adjustable(Protocol):
    """A camera whose settings can be read and changed."""

    def change(self, setting: int, value: float) -> bool:
        """Ask for a value; whether the driver took it."""
        ...

    def read_setting(self, setting: int) -> float:
        """What the driver says of a setting."""
        ...


def lock(camera: Adjustable) -> tuple[str, ...]:
    """Hold everything still; the names of what the driver would not hold."""
    return tuple(
        name for name, (setting, values) in _BY_HAND.items() if not _held(camera, setting, values)
    )


def _held(camera: Adjustable, setting: int, values: tuple[float, ...]) -> bool:
    return any(
        camera.change(setting, value) and abs(camera.read_setting(setting) - value) < 1e-3
        for value in values
    )


def advice(source: str, refused: tuple[str, ...], platform: str = sys.platform) -> tuple[str, ...]:
    """What the player can do himself about what the driver refused."""
    if not refused:
        return ()
    head = f"could not hold {', '.join(refused)}; the camera may drift while you play"
    if "://" in source:
        return (head, "in the phone's camera app, lock focus and exposure")
    return (head, _ADVICE.get(platform, _OTHER).format(device=_device(source)))


_ADVICE = {
    "linux": (
        "try: v4l2-ctl -d {device} -c auto_exposure=1 -c white_balance_automatic=0 "
        "-c focus_automatic_continuous=0   (package v4l-utils)"
    ),
    "darwin": "macOS lets no program do it; use the camera maker's own app, such as Logi Tune",
    "win32": (
        "Settings > Bluetooth & devices > Cameras > your camera: switch the automatic settings off"
    ),
}
_OTHER = "use the camera maker's own program to switch the automatic settings off"


def _device(source: str) -> str:
    return f"/dev/video{source}" if source.isdecimal() else source
