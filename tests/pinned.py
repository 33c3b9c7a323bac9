"""The pinned versions with the hashes of all their files: `python -m tests.pinned` writes them.

`requirements.txt` holds what the program itself needs, for `pip install --require-hashes`, which
takes nothing that was not looked at here. Versions come from constraints.txt, hashes from the
package index.
"""

import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import requires
from pathlib import Path
from urllib.request import urlopen

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
CONSTRAINTS, REQUIREMENTS = ROOT / "constraints.txt", ROOT / "requirements.txt"
INDEX = "https://pypi.org/simple"
HEAD = """\
# What the program needs, each file of it by its hash; made by `python -m tests.pinned`.
#   pip install --require-hashes -r requirements.txt && pip install --no-deps .
"""


def pins() -> dict[str, str]:
    """The pinned version of each package, by its canonical name."""
    lines = CONSTRAINTS.read_text(encoding="utf-8").splitlines()
    pairs = [line.split("==") for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(name): version for name, version in pairs}


def needed() -> frozenset[str]:
    """The packages that the program needs, and those that they need."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    waiting = [Requirement(text) for text in project["dependencies"]]
    found: set[str] = set()
    while waiting:
        one = waiting.pop()
        if canonicalize_name(one.name) not in found:
            found.add(canonicalize_name(one.name))
            waiting += _needs(one.name)
    return frozenset(found)


def _needs(name: str) -> Iterator[Requirement]:
    """What an installed package needs without any extra."""
    for need in map(Requirement, requires(name) or ()):
        if need.marker is None or need.marker.evaluate({"extra": ""}):
            yield need


def hashes(name: str, version: str) -> list[str]:
    """The hashes of every file of a version, as the index gives them."""
    with urlopen(f"{INDEX}/{name}/", timeout=60) as answer:  # noqa: S310 - INDEX is https
        text = answer.read().decode()
    file = re.compile(r"([^/\"]+)#(sha256=[0-9a-f]{64})")
    stem = re.compile(
        rf"{name.replace('-', '[-_.]')}-{re.escape(version)}(-|\.tar|\.zip)", re.IGNORECASE
    )
    found = {digest for files, digest in file.findall(text) if stem.match(files)}
    return sorted(digest.replace("=", ":") for digest in found)


def requirement_lines() -> Iterator[str]:
    """The file, package by package."""
    versions = pins()
    for name in sorted(needed()):
        digests = "".join(f" \\\n    --hash={one}" for one in hashes(name, versions[name]))
        yield f"{name}=={versions[name]}{digests}\n"


def main() -> int:
    """Write the file."""
    REQUIREMENTS.write_text(HEAD + "".join(requirement_lines()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
