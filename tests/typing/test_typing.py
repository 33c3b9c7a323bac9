"""The type checker keeps frames apart and finds mistyped events."""

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.parametrize("file", ["frames.py", "events.py"])
def test_what_must_not_type_check_does_not(file):
    """Each marked line is an error to mypy; a mark that is not needed fails too."""
    pytest.importorskip("mypy")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--warn-unused-ignores", HERE / file],
        capture_output=True,
        text=True,
        check=False,
        cwd=HERE.parent.parent,
    )

    assert checked.returncode == 0, checked.stdout


@pytest.mark.slow
@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_it_type_checks_on_every_system(system):
    """What only one system has is asked of that one alone."""
    pytest.importorskip("mypy")
    words = ["--platform", system, "--cache-dir", f".mypy_cache/{system}"]
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=HERE.parent.parent,
    )

    assert checked.returncode == 0, checked.stdout
