"""Files that cannot be read or written: what to do is said."""

import os
import stat

import pytest

from table.errors import UserError
from table.text_file import read_text, write_text


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("plans/scene.json", "there is no folder {folder}/plans; make it first"),
        (".", "it is a folder; name a file in it"),
    ],
)
def test_where_nothing_can_be_written(name, words, tmp_path):
    """A missing folder and a folder in place of a file are told apart."""
    with pytest.raises(UserError) as problem:
        write_text(tmp_path / name, "text")

    assert str(problem.value).endswith(words.format(folder=tmp_path))


def test_a_link_to_nothing(tmp_path):
    """A link whose file is gone is called one, and not guessed to mean itself."""
    (tmp_path / "army.toml").symlink_to(tmp_path / "gone.toml")

    with pytest.raises(UserError, match="is a link to what is not there; name one that is there"):
        read_text(tmp_path / "army.toml")


def test_an_empty_file(tmp_path):
    """An empty file is no file: write it or name another."""
    (tmp_path / "army.toml").write_text("")

    with pytest.raises(UserError, match="is empty; write it, or name another file"):
        read_text(tmp_path / "army.toml")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_who_may_read_a_file_stays_as_it_was(mode, tmp_path):
    """A private file that is written anew is private still; a new one is for everybody."""
    path = tmp_path / "army.toml"
    write_text(path, "first")
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    path.chmod(mode)

    write_text(path, "second")

    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert path.read_text() == "second"


def test_a_file_is_on_the_disk_before_it_has_its_name(tmp_path, monkeypatch):
    """Content first, then the name, then the folder: a power cut leaves the old or the new."""
    done = []
    real = os.replace
    monkeypatch.setattr(os, "fsync", lambda handle: done.append(_kind(handle)))
    monkeypatch.setattr(os, "replace", lambda *names: (done.append("renamed"), real(*names)))

    write_text(tmp_path / "army.toml", "text")

    assert done == ["file", "renamed", "folder"] if os.name == "posix" else ["file", "renamed"]


def _kind(handle):
    return "folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file"


def test_what_a_killed_program_left_is_cleaned_up(tmp_path):
    """The next program that writes there takes it away."""
    left = tmp_path / ".spotter.4194304.abc"  # higher than any process's number
    left.write_text("half")
    os.utime(left, (0, 0))

    write_text(tmp_path / "army.toml", "text")

    assert [path.name for path in tmp_path.iterdir()] == ["army.toml"]
