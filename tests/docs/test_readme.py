"""The README tells the truth."""

import re
import shlex
from pathlib import Path

import pytest

from overlay.keys import KEYS
from spotter.cli import _parser

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
SET_UP = (ROOT / "docs" / "set-up.md").read_text(encoding="utf-8")


def commands() -> list[str]:
    """Every `spotter ...` line of the README's and the guide's code blocks."""
    blocks = re.findall(r"```\n(.*?)```", README + SET_UP, re.DOTALL)
    lines = [line.split("#")[0].strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if line.startswith("spotter ")]


@pytest.mark.parametrize("line", commands())
def test_its_commands_are_understood(line):
    """Each command line parses as it stands."""
    words = [word for word in shlex.split(line)[1:] if word != "..."]
    if words[0] == "play" and "--rules" not in words:
        words += ["--rules", "omog-advanced"]

    assert _parser().parse_args(words)


@pytest.mark.parametrize("path", re.findall(r"\]\(((?:docs|CONTRIBUTING)[^)]*)\)", README))
def test_its_pictures_and_pages_are_there(path):
    """No link leads nowhere."""
    assert (ROOT / path).exists()


def test_its_keys_are_the_windows_own():
    """The table of keys is the one the window's help shows."""
    table = README.split("<!-- keys -->")[1].split("<!-- end of keys -->")[0].strip()
    rows = "\n".join(f"| {key.replace('|', ' ')} | {does} |" for key, does in KEYS)

    assert table == f"| | |\n|---|---|\n{rows}"
