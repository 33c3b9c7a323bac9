"""A game of a player's own rulebook: journaled by the book's name, resumed once it is opened."""

import json
from pathlib import Path

import pytest

from rules.book import shelf
from rules.book.shelf import opened
from rules.game.orders import ShotOrder
from spotter.game.deeds import NextStep
from spotter.game.journal import Journal
from spotter.game.live_game import begun
from spotter.game.resuming import resumed
from spotter.live.play_table import PlayTable
from table.army import Army, TagStyle
from table.errors import UserError
from table.scene import Scene, Soldier

FOLDER = Path(__file__).parents[2] / "rulebooks" / "biscuit-war"
MEN = (
    Soldier("R01", "red", 5.0, 8.0, ("slingshot",)),
    Soldier("B01", "blue", 9.0, 8.0, ("slingshot",)),
    Soldier("B02", "blue", 30.0, 8.0, ("slingshot",)),
)


def test_a_game_goes_on(tmp_path, monkeypatch):
    """What was played is played on, by the name in the journal and the folder on the shelf."""
    monkeypatch.setattr(shelf, "_OPENED", {})
    book = opened(FOLDER)
    path = tmp_path / "journal.jsonl"
    with Journal(path, print) as journal:
        live = begun(journal, book.name, Scene(36.0, 24.0, MEN), ("red", "blue"), {}, began_s=0.0)
        table = PlayTable(Army(TagStyle(), (), ()), lambda *_: live, live)
        table.do(NextStep(), 1.0)
        outcome = table.do(ShotOrder("R01", ("B01",), throws=(3,)), 2.0)
        assert outcome.error is None
        # Nobody else can shoot and nobody touches: it is blue's turn to move.
        assert "nothing to do, passed: shoot (red), fight (red)" in table.message
        played = live.game

    assert json.loads(path.read_text(encoding="utf-8").splitlines()[0])["rules"] == "biscuit-war"
    with Journal(path, print) as journal:
        assert resumed(journal).game == played
    shelf._OPENED.clear()
    with (
        Journal(path, print) as journal,
        pytest.raises(UserError, match="its folder after --rules"),
    ):
        resumed(journal)
