"""A file shown by the program that the player's system has for it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path


def open_file(path: Path) -> bool:
    """Show the file, without waiting for it; False where the system has no program for that."""
    if sys.platform == "win32":
        os.startfile(path)  # noqa: S606 - a picture we drew ourselves
        return True
    opener = shutil.which("open" if sys.platform == "darwin" else "xdg-open")
    if opener is None:
        return False
    subprocess.Popen(  # noqa: S603 - fixed words and a picture we drew ourselves
        [opener, str(path)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    return True
