"""The pinned versions: what the program needs, and a hash for every file of it."""

import re
import subprocess
import sys

import pytest

from tests.pinned import REQUIREMENTS, ROOT, needed, pins

PART = re.compile(
    r"^(?P<name>\S+)==(?P<version>\S+)(?P<rest>(?: \\\n    --hash=.+)*)$", re.MULTILINE
)


def hashed():
    """Each package of the file: its version and its hashes."""
    parts = PART.finditer(REQUIREMENTS.read_text(encoding="utf-8"))
    return {
        p["name"]: (p["version"], re.findall(r"sha256:[0-9a-f]{64}\b", p["rest"])) for p in parts
    }


def test_every_pin_the_program_needs_has_its_hashes():
    """Nothing is missing, nothing is too much, and the versions are those of constraints.txt."""
    found = hashed()

    assert {name: version for name, (version, _) in found.items()} == {
        name: pins()[name] for name in needed()
    }
    assert all(len(set(digests)) == len(digests) > 0 for _, digests in found.values())


def test_everything_the_tests_use_is_pinned():
    """The lint and test extras too get one version everywhere."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    extras = re.findall(r'^ {4}"([a-z-]+)[>=]', text.lower(), re.MULTILINE)

    assert set(extras) <= set(pins())


def test_every_package_has_its_licence_told():
    """What is installed with the program is in the notice."""
    notice = (ROOT / "THIRD_PARTY.md").read_text(encoding="utf-8").lower()

    assert [name for name in needed() if f"[{name}](" not in notice] == []


@pytest.mark.slow
def test_pip_takes_the_file():
    """`pip install --require-hashes` finds all of it installed, and nothing to complain about."""
    words = [
        "-m",
        "pip",
        "install",
        "--require-hashes",
        "--dry-run",
        "--no-deps",
        "-r",
        REQUIREMENTS,
    ]
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
