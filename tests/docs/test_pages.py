"""The README and the pages under docs/ tell the truth."""

import importlib.util
import io
import re
import sys
import tomllib
from itertools import pairwise
from textwrap import dedent

import pytest

from overlay.window.keys import KEYS
from rules.book import shelf
from rules.book.shelf import FIRST, NAMES, book_named
from spotter.cli import main
from spotter.files.table_settings import read_settings
from spotter.game.agreed_file import read_agreed
from table.army_file import read_army
from table.table_file import read_table
from tests.docs.page_commands import ELSEWHERE, PAGES, ROOT, made_home, ran, shown_on, tools_on

TEXTS = {page: (ROOT / page).read_text(encoding="utf-8") for page in PAGES}


@pytest.mark.parametrize("page", [page for page in PAGES if shown_on(page)])
def test_its_commands_work_as_they_stand(page, tmp_path, monkeypatch, capsys):
    """Every command of a page, in a block or in a sentence, does its job when it is typed.

    A camera's number stands for a folder of pictures, a projector's for a screen that nobody sees;
    nobody types at the set-up's questions.
    """
    made_home(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(shelf, "_OPENED", {})  # the books of this test stay in it
    for shown in shown_on(page):
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))
        if shown.elsewhere is None:
            assert ran(shown, tmp_path) == 0, (shown, capsys.readouterr().err)


@pytest.mark.parametrize(("start", "run"), ELSEWHERE.items())
def test_what_needs_a_device_is_run_elsewhere(start, run):
    """The test that is named for it uses the command, and some page shows it."""
    path, words = run

    assert words in (ROOT / path).read_text(encoding="utf-8")
    assert any(" ".join(shown.words).startswith(start) for p in PAGES for shown in shown_on(p))


@pytest.mark.parametrize(
    "words", [words for page in PAGES for words in tools_on(page)], ids=" ".join
)
def test_its_other_commands_can_be_typed(words):
    """Every target of make, every extra and file of pip, every module of Python is there."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    tool, *rest = words
    if tool == "make" and rest:
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        assert re.search(rf"^{rest[0]}:", makefile, re.MULTILINE)
    for before, word in pairwise(words):
        if before in {"-c", "-r"}:
            assert (ROOT / word).exists()
        if before == "-m":
            assert importlib.util.find_spec(word) is not None
    for extras in re.findall(r"\[([\w,]+)\]", " ".join(rest)):
        assert set(extras.split(",")) <= set(project["optional-dependencies"])
    for name in re.findall(r"([\w-]+)\[", " ".join(rest)):
        assert name == project["name"]


def test_the_two_first_commands_are_there():
    """`make demo` and `make test` of the README's first lines are the Makefile's."""
    targets = (ROOT / "Makefile").read_text(encoding="utf-8")

    assert "make demo" in TEXTS["README.md"].split("## ")[0]
    assert re.search(r"^demo:", targets, re.MULTILINE)
    assert re.search(r"^test:", targets, re.MULTILINE)


def test_its_first_answer_is_the_programs(capsys):
    """The answer that the README shows is word for word what the program says."""
    (shown,) = re.findall(
        r"^```\n(R01 at B01: .*?)```", TEXTS["README.md"], re.DOTALL | re.MULTILINE
    )
    scene = ROOT / "docs" / "examples" / "skirmish.json"
    assert main(["ask", str(scene), "R01 shoots B01 with the rifle", "--rules", FIRST]) == 0

    assert capsys.readouterr().out.startswith(shown)


def test_it_says_which_pictures_are_rendered():
    """No reader takes a rendered desk for a photograph."""
    assert "are rendered" in TEXTS["README.md"].split("## ")[0]


@pytest.mark.parametrize(
    ("page", "path"),
    [(p, path) for p in PAGES for path in re.findall(r"\]\(([^)#:]+)\)", TEXTS[p])],
)
def test_its_pictures_and_pages_are_there(page, path):
    """No link leads nowhere."""
    assert ((ROOT / page).parent / path).exists()


def between(start, end):
    """What stands on the page about playing between two texts."""
    return TEXTS["docs/playing.md"].split(start)[1].split(end)[0]


def test_its_keys_are_the_windows_own():
    """The table of keys is the one the window's help shows."""
    table = between("<!-- keys -->", "<!-- end of keys -->").strip()
    rows = "\n".join(f"| {key.replace('|', ' ')} | {does} |" for key, does in KEYS)

    assert table == f"| | |\n|---|---|\n{rows}"


def example(kind: str, having: str) -> str:
    """The pages' code block of that kind that has this text in it."""
    text = TEXTS["docs/files.md"] + TEXTS["docs/playing.md"]
    blocks = re.findall(rf"^( *)```{kind}\n(.*?)```", text, re.DOTALL | re.MULTILINE)
    (block,) = [dedent(text) for _, text in blocks if having in text]
    return block


def test_the_files_can_be_copied(tmp_path):
    """The pages' table, army, settings, house rules and terms are read as they stand there."""
    for name, block in {
        "table.toml": example("toml", "# table.toml"),
        "army.toml": example("toml", "# army.toml"),
        "spotter.toml": example("toml", "# spotter.toml"),
        "house.toml": example("toml", "extends ="),
        "agreed.json": example("json", '"turns"'),
    }.items():
        (tmp_path / name).write_text(block, encoding="utf-8")

    spec, army = read_table(tmp_path / "table.toml"), read_army(tmp_path / "army.toml")
    book = book_named(str(tmp_path / "house.toml"))
    terms = read_agreed(tmp_path / "agreed.json", book, army, spec)

    assert [thing.kind for thing in spec.things] == ["mug", "napkin"]
    assert {man.side for man in army.soldiers} == {"red", "blue"}
    assert book.rows["OA-COVER-01"].value == -2
    assert terms["turns"] == 6
    assert read_settings(tmp_path).measured == 3.94


def test_the_terms_are_those_of_the_books():
    """Every term of every book is on the page, and no other."""
    section = between("## What you agree on before the game", "\n## ")
    told = set(re.findall(r"`([a-z_]+)`", section))
    assert {term for name in NAMES for term in book_named(name).terms} - told == {"roll"}
