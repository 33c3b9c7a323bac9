"""Games told step by step come out as the ledgers of their books have them."""

import json
from pathlib import Path

import pytest

from spotter.game.story import story_from_json, told
from tests.stories.expected import differences

HERE = Path(__file__).resolve().parent
STORIES = sorted(HERE.glob("*/*.json"))


@pytest.mark.parametrize("path", [pytest.param(p, id=f"{p.parent.name}-{p.stem}") for p in STORIES])
def test_story(path):
    """Each step of the story is ruled as its `expect` says."""
    written = json.loads(path.read_text(encoding="utf-8"))
    expect = written["expect"]

    lines = list(told(story_from_json(written, path.name)))

    assert expect
    assert list(differences(expect, lines)) == []
