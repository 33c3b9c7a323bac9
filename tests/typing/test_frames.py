"""The type checker keeps the frames apart."""

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def test_a_mix_of_frames_does_not_type_check():
    """Each marked line is an error to mypy; a mark that is not needed fails too."""
    pytest.importorskip("mypy")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--warn-unused-ignores", HERE / "frames.py"],
        capture_output=True,
        text=True,
        check=False,
        cwd=HERE.parent.parent,
    )

    assert checked.returncode == 0, checked.stdout
