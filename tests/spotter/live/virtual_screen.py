"""A screen that is none, and somebody's hands at it: Xvfb and xdotool."""

import os
import shutil
import subprocess
import time
from contextlib import contextmanager

import pytest

PATIENCE_S = 60.0
TOOLS = ("Xvfb", "xdotool")


def needs_virtual_screen() -> None:
    """Skip, and say why, where there is no virtual screen to be had."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"NOT TESTED in a real window: {' and '.join(missing)} not installed")


PLACE = ("X", "Y", "WIDTH", "HEIGHT")


class Screen:
    """A virtual screen with a mouse and a keyboard."""

    def __init__(self, display: str) -> None:
        self.display = display
        env = {name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"}
        self.env = {**env, "DISPLAY": display, "SDL_VIDEODRIVER": "x11"}

    def window(self) -> tuple[int, int, int, int]:
        """Where the one window lies, once it is there: left, top, width, height."""
        until_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < until_s:
            found = self._tool("search", "--onlyvisible", "--class", ".").split()
            if found:
                told = self._tool("getwindowgeometry", "--shell", found[-1]).split()
                facts = dict(line.split("=") for line in told)
                # A window that is just being made anew has no place yet.
                if facts.keys() >= set(PLACE):
                    return tuple(int(facts[name]) for name in PLACE)
            time.sleep(0.1)
        pytest.fail(f"no window on {self.display}")

    def key(self, *names: str) -> None:
        """Keys one after the other."""
        for name in names:
            self._tool("key", name)
            time.sleep(0.12)

    def click(self, x: float, y: float, button: int = 1) -> None:
        """A click on a pixel of the screen."""
        self._tool("mousemove", str(int(x)), str(int(y)))
        time.sleep(0.1)
        self._tool("click", str(button))
        time.sleep(0.2)

    def _tool(self, *words: str) -> str:
        how = {"env": self.env, "capture_output": True, "text": True, "timeout": 20}
        done = subprocess.run(["xdotool", *words], check=False, **how)
        return done.stdout


@contextmanager
def virtual_screen(size_wh=(1280, 720)):
    """A screen of that size, on the first free number."""
    needs_virtual_screen()
    read, write = os.pipe()
    words = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size_wh[0]}x{size_wh[1]}x24"]
    with subprocess.Popen(words, pass_fds=(write,), stderr=subprocess.DEVNULL) as server:
        os.close(write)
        try:
            with os.fdopen(read) as told:
                yield Screen(f":{told.readline().strip()}")
        finally:
            server.terminate()
