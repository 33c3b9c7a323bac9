"""A journal is believed only as far as its checks go, and outlives what is done to its file."""

import json
import os
import random
from contextlib import suppress

import pytest

from spotter.game.journal import Journal, read_journal
from table.errors import UserError

LINES = [{"begin": 1, "n": 0}, *({"event": {"event": "moved", "n": n, "x": 1.5}} for n in range(9))]


@pytest.fixture
def path(tmp_path):
    """A journal of ten lines."""
    made = tmp_path / "game" / "journal.jsonl"
    with Journal(made, print) as journal:
        for line in LINES:
            journal.append(line)
    return made


def test_every_line_carries_a_check(path):
    """Each line on the disk ends with its own; lines that are read have none."""
    on_disk = [json.loads(line) for line in path.read_text().splitlines()]

    assert all(len(line["check"]) == 8 for line in on_disk)
    assert read_journal(path) == LINES


@pytest.mark.parametrize("seed", range(40))
def test_one_flipped_digit_is_never_believed(path, seed):
    """Whatever digit of whatever line the disk changes: refused, or put aside at the end."""
    chosen = random.Random(seed)
    whole = bytearray(path.read_bytes())
    place = chosen.choice([i for i, byte in enumerate(whole) if chr(byte).isdigit()])
    whole[place] = ord(chosen.choice([d for d in "0123456789" if ord(d) != whole[place]]))
    path.write_bytes(whole)

    assert believed(path) in (LINES[:-1], None)


def believed(path):
    """The lines that are believed, None where the journal is refused."""
    try:
        return read_journal(path)
    except UserError:
        return None


def test_whatever_byte_is_damaged_is_refused_or_said(path):
    """A bit flipped anywhere, in a line's check too, is never passed over in silence."""
    whole = path.read_bytes()
    for place, byte in enumerate(whole):
        path.write_bytes(whole[:place] + bytes([byte ^ (1 << place % 8)]) + whole[place + 1 :])
        said = []
        with suppress(UserError), Journal(path, said.append) as journal:
            events = [line.get("event") for line in journal.lines]
            assert events == [line.get("event") for line in LINES][: len(events)]
            assert said, (place, byte)
        for kept in path.parent.glob("*.damaged*"):
            kept.unlink()


def test_a_line_mended_by_hand_is_said(path):
    """It counts, and at the next start it is told which one it is."""
    lines = path.read_text().splitlines(keepends=True)
    lines[4] = json.dumps(LINES[4]) + "\n"
    path.write_text("".join(lines))
    said = []
    with Journal(path, said.append) as journal:
        assert journal.lines == LINES

    assert said == [f"{path}: lines without a check, believed as they stand: 5"]


@pytest.mark.parametrize("gone", range(8))
def test_a_line_that_went_missing_is_noticed(path, gone):
    """Lines after it do not fit their places any more."""
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:gone] + lines[gone + 1 :]))

    with pytest.raises(UserError, match=f"line {gone + 1} is damaged"):
        read_journal(path)


def test_a_journal_of_an_older_program_goes_on(path):
    """Lines without a check are believed; those added to them have one."""
    path.write_text("".join(json.dumps(line) + "\n" for line in LINES))
    with Journal(path, print) as journal:
        assert journal.lines == LINES
        journal.append({"n": 11})

    assert "check" in path.read_text().splitlines()[-1]
    assert read_journal(path) == [*LINES, {"n": 11}]


def test_a_line_counts_once_the_disk_has_it(path, monkeypatch):
    """Before `append` comes back the file was synced with the whole line in it."""
    synced = []
    monkeypatch.setattr(os, "fsync", lambda _: synced.append(path.read_bytes()))
    with Journal(path, print) as journal:
        synced.clear()
        journal.append({"n": 11})

        assert synced == [path.read_bytes()]


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot sync a folder")
def test_a_new_journals_name_is_on_the_disk(tmp_path, monkeypatch):
    """A power cut after the first event leaves no folder without its journal."""
    synced = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.fstat(handle).st_ino))
    with Journal(tmp_path / "journal.jsonl", print):
        assert tmp_path.stat().st_ino in synced


def deleted(path):
    path.unlink()
    return "was deleted"


def replaced(path):
    other = path.with_name("other")
    other.write_text('{"begin": 1, "of": "another game"}\n')
    other.replace(path)
    return "was replaced"


def cut(path):
    os.truncate(path, path.stat().st_size // 2)
    return "was changed"


def written_to(path):
    with path.open("ab") as file:
        file.write(b'{"n": "by another program"}\n')
    return "was changed"


def overwritten(path):
    """As long as it was, in the very file, with a digit that is another one."""
    whole = path.read_bytes()
    with path.open("rb+") as file:
        file.write(whole.replace(b'"n":3', b'"n":4', 1))
    os.utime(path, (1, 1))
    return "was changed"


def folder_gone(path):
    path.unlink()
    path.parent.rmdir()
    return "was deleted"


@pytest.mark.parametrize("done", [deleted, replaced, cut, written_to, overwritten, folder_gone])
def test_what_is_done_to_the_file_under_the_game_is_noticed(path, done):
    """Before the next line counts all lines are there again, and it is said."""
    with Journal(path, print) as journal:
        words = done(path)
        before = path.read_bytes() if path.exists() else None

        said = journal.append({"n": 11})

        assert words in said
        assert journal.append({"n": 12}) is None
    assert read_journal(path) == [*LINES, {"n": 11}, {"n": 12}]
    kept = path.with_name("journal.jsonl.damaged")
    assert (kept.read_bytes() if kept.exists() else None) == before


def test_a_file_that_was_only_touched_goes_on(path):
    """A backup that leaves all as it is costs nothing and is not said."""
    with Journal(path, print) as journal:
        os.utime(path, (1, 1))

        assert journal.append({"n": 11}) is None
    assert read_journal(path) == [*LINES, {"n": 11}]
    assert not list(path.parent.glob("*.damaged*"))


def test_what_is_kept_of_damage_is_never_overwritten(path):
    """Each cut line has a file of its own."""
    for _ in range(3):
        with path.open("ab") as file:
            file.write(b'{"half": ')
        Journal(path, print).close()

    names = sorted(p.name for p in path.parent.iterdir())
    assert names == ["journal.jsonl", *(f"journal.jsonl.damaged{n}" for n in ("", "-2", "-3"))]


def test_what_a_killed_program_left_is_cleaned_up(path):
    """A file that was not whole goes at the next start, one that is being written stays."""
    dead = path.with_name(".spotter.4194304.abc")  # higher than any process's number
    alive = path.with_name(f".spotter.{os.getpid()}.abc")
    old = path.with_name(".spotter.abc")
    for left in (dead, alive, old):
        left.write_text("half")
    os.utime(old, (0, 0))

    Journal(path, print).close()

    assert not dead.exists()
    assert not old.exists()
    assert alive.exists()
