"""The journal loses nothing that it confirmed."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spotter.game.journal import Journal, read_journal
from table.errors import UserError

ROOT = Path(__file__).parents[3]


def opened(path: Path) -> tuple[Journal, list[str]]:
    """A journal, and the list into which it tells what it noticed."""
    told: list[str] = []
    return Journal(path, told.append), told


def test_lines_come_back_in_order(tmp_path):
    """What was appended is there when the journal is opened again."""
    path = tmp_path / "game" / "journal.jsonl"
    with opened(path)[0] as journal:
        journal.append({"event": "moved", "id": "R01"})
        journal.append({"event": "fired", "roll": 4})

    again, told = opened(path)

    assert again.lines == [{"event": "moved", "id": "R01"}, {"event": "fired", "roll": 4}]
    assert told == []


@given(st.integers(1, 40))
def test_a_cut_last_line_is_put_aside_and_said(tmp_path_factory, cut):
    """Wherever a crash cuts the last line, the lines before it stay and the next is whole."""
    path = tmp_path_factory.mktemp("game") / "journal.jsonl"
    with opened(path)[0] as journal:
        journal.append({"n": 1})
        journal.append({"n": 2, "text": "a line that a crash cuts off somewhere"})
    path.write_bytes(path.read_bytes()[:-cut])

    again, told = opened(path)
    again.append({"n": 3})
    again.close()

    assert read_journal(path) == [{"n": 1}, {"n": 3}]
    assert len(told) == 1
    assert path.with_name("journal.jsonl.damaged").exists()


def test_damage_in_the_middle_is_refused(tmp_path):
    """Lines after a damaged one would build on what is lost: say so, change nothing."""
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b'{"n": 1}\nrubbish\n{"n": 3}\n')

    with pytest.raises(UserError, match="line 2 is damaged and lines follow it"):
        opened(path)

    assert path.read_bytes() == b'{"n": 1}\nrubbish\n{"n": 3}\n'


def test_one_program_plays_a_game_at_a_time(tmp_path):
    """A second program is told; when the first closes, it may."""
    path = tmp_path / "journal.jsonl"
    first, _ = opened(path)

    with pytest.raises(UserError, match="another spotter plays this game"):
        opened(path)

    first.close()
    opened(path)[0].close()


def test_a_file_in_place_of_the_games_folder(tmp_path):
    """The line names the file and says what is to be named."""
    (tmp_path / "file").write_text("not a folder")

    with pytest.raises(UserError, match="is a file; name a folder for the game"):
        opened(tmp_path / "file" / "journal.jsonl")


def test_a_full_disk_is_said_and_what_was_confirmed_stays(tmp_path):
    """When the disk takes only half a line, the half is taken back."""
    resource = pytest.importorskip("resource")
    path = tmp_path / "journal.jsonl"
    journal, _ = opened(path)
    journal.append({"n": 1})
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 5, limits[1]))
    try:
        with pytest.raises(UserError, match="what was confirmed so far is safe"):
            journal.append({"n": 2, "text": "longer than the room that is left"})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, ignored)

    journal.append({"n": 3})

    assert read_journal(path) == [{"n": 1}, {"n": 3}]


WRITER = """
import sys
from pathlib import Path
from spotter.game.journal import Journal
with Journal(Path(sys.argv[1]), print) as journal:
    for number in range(len(journal.lines), 1_000_000):
        journal.append({"n": number})
        print(number, flush=True)
"""


def test_killed_at_any_moment_no_confirmed_line_is_lost(tmp_path):
    """Kill -9 again and again: every line the writer confirmed is there, in order, once."""
    path = tmp_path / "journal.jsonl"
    for number in range(5):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, cwd=ROOT
        )
        confirmed = writer.stdout.readline()
        time.sleep(0.01 * number)
        writer.kill()
        confirmed += writer.stdout.read()
        writer.wait()
        written = [line["n"] for line in read_journal(path)]

        assert written == list(range(len(written)))
        assert len(written) > int(confirmed.decode().split()[-1])
