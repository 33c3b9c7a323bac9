"""Files that cannot be read or written: what to do is said."""

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


def test_an_empty_file(tmp_path):
    """An empty file is no file: write it or name another."""
    (tmp_path / "army.toml").write_text("")

    with pytest.raises(UserError, match="is empty; write it, or name another file"):
        read_text(tmp_path / "army.toml")
