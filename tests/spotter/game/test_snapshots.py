"""A long game goes on from a snapshot, and is the same game."""

import pytest

from rules.game.common_events import Agreed, Next, Seen
from spotter.game import live_game
from spotter.game.journal import Journal, read_journal
from spotter.game.live_game import LiveGame, begun
from spotter.game.resuming import resumed
from table.scene import Scene, Soldier

MEN = (
    Soldier("R1", "red", 10.0123456789, 10.0, ("rifle",), facing=12.3456789),
    Soldier("B1", "blue", 20.0, 10.0, ("rifle",)),
)


@pytest.fixture
def path(tmp_path, monkeypatch):
    """A game of some turns with a snapshot every five events."""
    monkeypatch.setattr(live_game, "SNAPSHOT_EVERY", 5)
    path = tmp_path / "journal.jsonl"
    with Journal(path, print) as journal:
        live = begun(journal, "omog-advanced", Scene(36.0, 24.0, MEN), ("red", "blue"), {})
        for number in range(12):
            if number % 4 == 0:
                x = 10 + number / 7
                where = {"id": "R1", "x": x, "y": 10.0, "facing": x}
                live.happen(Seen(soldiers=(where,)), 1.0)
            live.happen(Next(), 2.0)
    return path


def without_snapshots(path, tmp_path):
    """The same journal as a program without snapshots would have kept it."""
    plain = tmp_path / "plain.jsonl"
    with Journal(plain, print) as journal:
        for line in read_journal(path):
            if "snapshot" not in line:
                journal.append(line)
    return plain


def test_the_game_is_the_same_with_and_without(path, tmp_path):
    """To the last digit of every place."""
    assert sum("snapshot" in line for line in read_journal(path)) == 3
    with Journal(path, print) as one, Journal(without_snapshots(path, tmp_path), print) as other:
        assert resumed(one).game == resumed(other).game


def test_only_what_follows_the_snapshot_is_worked_out_again(path, monkeypatch):
    """However long the evening was, going on costs a few events, so that it is quick."""
    again, tell = [], LiveGame.tell_again
    monkeypatch.setattr(LiveGame, "tell_again", lambda *told: (again.append(told), tell(*told)))
    with Journal(path, print) as journal:
        live = resumed(journal)

    assert live.events > len(again) == live.events % live_game.SNAPSHOT_EVERY


def test_undo_goes_back_beyond_the_snapshot(path, tmp_path):
    """One by one to the beginning, each state the same as without snapshots."""
    with Journal(path, print) as one, Journal(without_snapshots(path, tmp_path), print) as other:
        first, second = resumed(one), resumed(other)
        while second.undo() is not None:
            first.undo()
            assert first.game == second.game
        assert first.undo() is None


def test_a_snapshot_that_was_taken_back_is_none(path, tmp_path):
    """After undo and other events the snapshot of before does not count."""
    with Journal(path, print) as journal:
        live = resumed(journal)
        for _ in range(3):
            live.undo()
        live.happen(Agreed(terms={"turns": 9}), 3.0)
        game = live.game
    with Journal(path, print) as journal:
        assert resumed(journal).game == game
    with Journal(without_snapshots(path, tmp_path), print) as journal:
        assert resumed(journal).game == game


def test_rubbish_for_a_snapshot_is_passed_over(path):
    """The game goes on by its events."""
    with Journal(path, print) as journal:
        game = resumed(journal).game
        journal.append({"snapshot": {"scene": 7}})
    with Journal(path, print) as journal:
        assert resumed(journal).game == game
