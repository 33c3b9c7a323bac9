"""The README tells the truth."""

import re
import shlex
from pathlib import Path
from textwrap import dedent

import pytest

from overlay.keys import KEYS
from rules.books import book_named
from spotter.agreed_file import TERMS, read_agreed
from spotter.cli import _parser
from table.army_file import read_army
from table.table_file import read_table

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


def example(kind: str, having: str) -> str:
    """The README's code block of that kind that has this text in it."""
    blocks = re.findall(rf"^( *)```{kind}\n(.*?)```", README, re.DOTALL | re.MULTILINE)
    (block,) = [dedent(text) for _, text in blocks if having in text]
    return block


def test_the_files_can_be_copied(tmp_path):
    """The README's table, army, house rules and terms are read as they stand there."""
    for name, block in {
        "table.toml": example("toml", "# table.toml"),
        "army.toml": example("toml", "# army.toml"),
        "house.toml": example("toml", "extends ="),
        "agreed.json": example("json", '"turns"'),
    }.items():
        (tmp_path / name).write_text(block, encoding="utf-8")

    spec, army = read_table(tmp_path / "table.toml"), read_army(tmp_path / "army.toml")
    book = book_named(str(tmp_path / "house.toml"))
    terms = read_agreed(tmp_path / "agreed.json", "omog-advanced", army, spec)

    assert [thing.kind for thing in spec.things] == ["mug", "napkin"]
    assert {man.side for man in army.soldiers} == {"red", "blue"}
    assert book.rows["OA-COVER-01"].value == -2
    assert terms["turns"] == 6


def test_the_terms_are_those_of_the_books():
    """Every term of every book is in the README, and no other."""
    section = README.split("## What you agree on before the game")[1].split("\n## ")[0]
    told = set(re.findall(r"`([a-z]+)`", section))
    assert {term for terms in TERMS.values() for term in terms} - told == {"roll"}
