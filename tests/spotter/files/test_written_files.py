"""A disk that is full at each file the program writes: one line, the old file stays, no rubbish."""

import pytest

from fixtures.recorded import recorded
from tests.spotter.running import ended_on_full_disk

ROOM = 100  # bytes a file may have: less than any of ours
KITCHEN, OAK = recorded("kitchen-easy"), recorded("oak-normal")
GIVEN = ["--table", KITCHEN.table, "--army", KITCHEN.army]
WRITERS = {
    "scene.json": ["look", KITCHEN.photo, *GIVEN, "-o", "scene.json"],
    "plan.png": ["draw", OAK.truth, "-o", "plan.png"],
    "plan.svg": ["draw", OAK.truth, "-o", "plan.svg"],
    "table.dd2vtt": ["export", OAK.truth, "-o", "table.dd2vtt"],
    "tags.pdf": ["print", "tags", "--army", OAK.army, "-o", "tags.pdf"],
    "bundle.zip": ["bundle", KITCHEN.photo, *GIVEN, "-o", "bundle.zip"],
    "empty.jpg": ["calibrate", "table", KITCHEN.empty, "--table", KITCHEN.table],
    "0_black.png": ["calibrate", "projector", "--patterns", "."],
    "journal.jsonl": [
        *("play", "--camera", KITCHEN.folder, *GIVEN, "--rules", "lgam", "--no-window"),
        *("--game", ".", "--pace", "0"),
    ],
}


def on_a_small_disk(words, folder):
    """What became of the command where no file may be larger than ROOM."""
    bare = {"SDL_VIDEODRIVER": "dummy", "PATH": ""}
    return ended_on_full_disk(ROOM, *words, cwd=folder, env=bare)


@pytest.mark.parametrize("name", [name for name in WRITERS if name != "journal.jsonl"])
def test_a_full_disk_is_said_and_the_old_file_stays(name, tmp_path):
    """Whole or not at all: the file that was there is still there, and nothing half beside it."""
    pytest.importorskip("resource")
    (tmp_path / name).write_text("old")

    done = on_a_small_disk(WRITERS[name], tmp_path)

    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith("spotter: ")
    assert name in done.stderr
    assert "cannot be written: File too large" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "old"


def test_a_game_that_cannot_begin_on_a_full_disk(tmp_path):
    """Not even the first line fits: said, and the journal stays empty."""
    pytest.importorskip("resource")

    done = on_a_small_disk(WRITERS["journal.jsonl"], tmp_path)

    assert "what was confirmed so far is safe" in done.stdout
    assert "Traceback" not in done.stderr
    assert (tmp_path / "journal.jsonl").read_bytes() == b""


def test_a_damaged_journal_on_a_full_disk(tmp_path):
    """What cannot be put aside stays where it is, and that is said."""
    pytest.importorskip("resource")
    rubbish = b"{" * 2 * ROOM
    (tmp_path / "journal.jsonl").write_bytes(rubbish)

    done = on_a_small_disk([*WRITERS["journal.jsonl"], "--resume"], tmp_path)

    assert done.returncode == 2, done.stderr
    assert "journal.jsonl.damaged: cannot be written" in done.stderr
    assert (tmp_path / "journal.jsonl").read_bytes() == rubbish
