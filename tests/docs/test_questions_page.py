"""The page of questions is what the program answers."""

import shlex

import pytest

from spotter.cli import main
from tests.docs.questions_page import ALL, ROOT, RULES, SCENE, page_lines

PAGE = ROOT / "docs" / "questions.md"


def test_the_page_is_what_the_program_says():
    """`python -m tests.docs.questions_page > docs/questions.md` was run after the last change."""
    assert PAGE.read_text(encoding="utf-8").splitlines() == list(page_lines())


@pytest.mark.parametrize("sentence", [said for asked in ALL for said in asked.also])
def test_other_ways_to_say_it(sentence, capsys, monkeypatch):
    """Each further sentence on the page is answered."""
    monkeypatch.chdir(ROOT)
    words = shlex.split(sentence) if '"' in sentence else [sentence]

    assert main(["ask", SCENE, *words, "--rules", RULES]) == 0, capsys.readouterr().err
