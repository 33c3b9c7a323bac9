"""Files that are devices, where the system has such."""

from pathlib import Path

import pytest


def device(path: Path, target: str) -> Path:
    """A name in a test's folder for a device of the system."""
    try:
        path.symlink_to(target)
        path.stat()
    except OSError:
        pytest.skip("no such device here")
    return path
