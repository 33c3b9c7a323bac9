"""Bundles from strangers: what is no bundle is refused, nothing is written outside its folder."""

import zipfile

import pytest

from spotter.bundle_file import unpack_bundle, write_bundle
from table.errors import UserError
from table.scene import Scene


def zipped(path, **files):
    with zipfile.ZipFile(path, "w") as bundle:
        for name, content in files.items():
            bundle.writestr(name.replace("__", "/"), content)
    return path


@pytest.mark.parametrize(
    "name",
    [
        "../army.toml",
        "../../etc/passwd",
        "/army.toml",
        "..\\army.toml",
        "C:\\army.toml",
        "folder/army.toml",
        "army.toml/",
        "run.py",
    ],
)
def test_names_cannot_leave_the_folder(tmp_path, name):
    """Only the usual names are unpacked; one foreign name and nothing is."""
    inside = tmp_path / "a/b/c"
    inside.mkdir(parents=True)
    path = tmp_path / "bundle.zip"
    with zipfile.ZipFile(path, "w") as bundle:
        bundle.writestr("table.toml", "fine")
        entry = zipfile.ZipInfo("x")
        entry.filename = name
        bundle.writestr(entry, "evil")
    before = sorted(tmp_path.rglob("*"))

    with pytest.raises(UserError, match="a bundle holds only its own files"):
        unpack_bundle(path, inside)

    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("damage", [b"no zip at all", b"", b"PK\x03\x04 cut"])
def test_a_damaged_bundle_is_said(tmp_path, damage):
    """One line that names the file."""
    path = tmp_path / "bundle.zip"
    path.write_bytes(damage)

    with pytest.raises(UserError, match=r"bundle\.zip: cannot be read as a bundle"):
        unpack_bundle(path, tmp_path)


def test_a_flipped_bit_is_said(tmp_path):
    """What was packed wrong is not taken for right."""
    path = zipped(tmp_path / "bundle.zip", **{"table.toml": "width" * 200})
    data = bytearray(path.read_bytes())
    data[60] ^= 0xFF
    path.write_bytes(bytes(data))

    with pytest.raises(UserError, match="cannot be read as a bundle"):
        unpack_bundle(path, tmp_path)


def test_a_bundle_that_cannot_be_written_leaves_nothing(tmp_path):
    """No half bundle stays behind."""
    gone = tmp_path / "photo.jpg"

    with pytest.raises(UserError, match="cannot be written"):
        write_bundle(tmp_path / "bundle.zip", {"photo.jpg": gone}, Scene(36, 24), None, "")

    assert list(tmp_path.iterdir()) == []
