"""Bundles from strangers: what is no bundle is refused, nothing is written outside its folder."""

import json
import shutil
import struct
import time
import tracemalloc
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest

from fixtures.recorded import recorded
from spotter.cli import main
from spotter.files.bundle_file import PHOTO, opened_bundle, unpack_bundle, write_bundle
from spotter.files.table_folder import learnt_looks
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
        "//host/share/army.toml",
        "C:army.toml",
        "\\\\?\\C:\\army.toml",
        "./army.toml",
        "army.toml ",
        "ARMY.TOML",
        "looks/../army.png",
        "looks/a/b.png",
        "looks/run.py",
        "looks/.png",
        "Looks/mug-1.png",
        "",
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

    with pytest.raises(UserError, match="cannot be read"):
        write_bundle(tmp_path / "bundle.zip", {"photo.jpg": gone}, Scene(36, 24), None, "")

    assert list(tmp_path.iterdir()) == []


def unpacked_names(path, folder):
    """What a bundle leaves in a folder, and the sentence that refused it."""
    folder.mkdir()
    with pytest.raises(UserError) as problem:
        unpack_bundle(path, folder)
    assert "\n" not in str(problem.value)
    return [file.name for file in folder.iterdir()], str(problem.value)


def test_links_are_refused(tmp_path):
    """A link inside a zip could lead the next file anywhere."""
    path = tmp_path / "bundle.zip"
    link = zipfile.ZipInfo("table.toml")
    link.create_system, link.external_attr = 3, 0o120777 << 16
    with zipfile.ZipFile(path, "w") as bundle:
        bundle.writestr(link, "/etc/passwd")

    names, said = unpacked_names(path, tmp_path / "in")

    assert names == []
    assert "table.toml is a link" in said


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_the_same_name_again_and_again(tmp_path):
    """A zip of thousands of entries is refused before any is unpacked."""
    path = tmp_path / "bundle.zip"
    with zipfile.ZipFile(path, "w") as bundle:
        for _ in range(5000):
            bundle.writestr("note.txt", "x")

    names, said = unpacked_names(path, tmp_path / "in")

    assert names == []
    assert "5000 files" in said


def test_a_name_with_a_nul_is_the_name_before_it(tmp_path):
    """What follows a NUL cannot smuggle a path in."""
    path = tmp_path / "bundle.zip"
    with zipfile.ZipFile(path, "w") as bundle:
        bundle.writestr("note.txtX../../evil", "text")
    path.write_bytes(path.read_bytes().replace(b"note.txtX..", b"note.txt\0.."))
    folder = tmp_path / "in"
    folder.mkdir()

    with suppress(UserError):
        unpack_bundle(path, folder)

    assert {file.name for file in folder.iterdir()} <= {"note.txt"}
    assert not list(tmp_path.glob("**/evil*"))


def lying_zip(path, method):
    """A zip whose file says it is small and unfolds to sixty megabytes."""
    with zipfile.ZipFile(path, "w", method) as bundle:
        bundle.writestr("note.txt", b"0" * 60_000_000)
    data = bytearray(path.read_bytes())
    at = data.rindex(b"PK\x01\x02")
    struct.pack_into("<I", data, at + 24, 1000)
    path.write_bytes(bytes(data))


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_that_lies_about_its_size(tmp_path, method):
    """No more is unfolded than the zip says, however much is in it."""
    path = tmp_path / "bundle.zip"
    lying_zip(path, method)
    tracemalloc.start()

    names, _ = unpacked_names(path, tmp_path / "in")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert names == []
    assert peak < 20_000_000


@pytest.mark.parametrize("kind", ["tar", "gztar", "bztar", "xztar"])
def test_other_archives_are_no_bundles(tmp_path, kind):
    """Only zips are read, whatever a file is called."""
    (tmp_path / "from").mkdir()
    (tmp_path / "from/table.toml").write_text("evil")
    made = shutil.make_archive(str(tmp_path / "made"), kind, tmp_path / "from")
    path = tmp_path / "bundle.zip"
    Path(made).rename(path)

    assert unpacked_names(path, tmp_path / "in")[0] == []


def test_a_clock_that_stands_before_1980(tmp_path, monkeypatch):
    """A computer that has forgotten the time writes bundles all the same."""
    monkeypatch.setattr(time, "localtime", lambda *_: time.gmtime(0))
    note = tmp_path / "note.txt"
    note.write_text("text")

    write_bundle(tmp_path / "out.zip", {"photo.jpg": note}, None, None, "a note")

    with zipfile.ZipFile(tmp_path / "out.zip") as bundle:
        assert bundle.infolist()[0].date_time == (1980, 1, 1, 0, 0, 0)


def test_a_bundle_is_looked_at_as_its_photo_was(capsys):
    """`spotter look bundle.zip` finds the table's files in it and names the men."""
    bundle = Path(__file__).parents[3] / "fixtures/bundles/white-desk.zip"

    assert main(["look", str(bundle), "--json"]) == 0

    with zipfile.ZipFile(bundle) as inside:
        there = json.loads(inside.read("truth.json"))
    seen = json.loads(capsys.readouterr().out)
    assert {man["id"] for man in seen["soldiers"]} == {man["id"] for man in there["soldiers"]}


def test_a_bundle_without_its_photo_is_said(tmp_path):
    """There is nothing to look at; and nothing stays behind of what was unpacked."""
    path = zipped(tmp_path / "bundle.zip", **{"table.toml": "width = 36.0"})

    with pytest.raises(UserError, match=r"bundle\.zip: has no photo\.jpg"), opened_bundle(path):
        pass


def test_the_looks_of_learnt_things_come_along(tmp_path):
    """What was learnt of the things is in the bundle, and stands beside the table file again."""
    (tmp_path / "table.toml").write_text("fine")
    (tmp_path / "looks").mkdir()
    for name in ("mug-1.png", "bücher-2.png", "notes of mine.png"):
        (tmp_path / "looks" / name).write_bytes(name.encode())
    table, out = tmp_path / "table.toml", tmp_path / "out"

    files = {"table.toml": table, PHOTO: b"seen by a camera", **learnt_looks(table)}
    write_bundle(tmp_path / "bundle.zip", files, None, None, "")
    unpack_bundle(tmp_path / "bundle.zip", out)

    assert sorted(path.name for path in (out / "looks").iterdir()) == ["bücher-2.png", "mug-1.png"]
    assert (out / "looks" / "mug-1.png").read_bytes() == b"mug-1.png"
    assert (out / PHOTO).read_bytes() == b"seen by a camera"


def test_a_bundle_of_a_folder_or_a_camera(tmp_path, monkeypatch, capsys):
    """The moment may be named by a table's folder or its camera, as in every other command."""
    kitchen = recorded("kitchen-easy")
    for path in (kitchen.table, kitchen.army):
        shutil.copyfile(path, tmp_path / path.name)
    (tmp_path / "spotter.toml").write_text(f'camera = "{kitchen.photo.as_posix()}"\n')
    monkeypatch.chdir(tmp_path)

    assert main(["bundle"]) == 0
    seen = capsys.readouterr().out
    assert main(["look", "bundle.zip", "--json"]) == 0
    soldiers = json.loads(capsys.readouterr().out)["soldiers"]

    assert seen.startswith(f"bundle.zip: {len(soldiers)} soldiers and ")
    assert soldiers
